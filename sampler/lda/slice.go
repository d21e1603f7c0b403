package lda

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// HyperPrior is the prior of Σα and of β, a gamma distribution each.
type HyperPrior struct {
	// AlphaShape and AlphaRate are those of Σα, the sum over topics. 0 means 1 and 0.1: exponential of mean 10.
	AlphaShape, AlphaRate float64
	// BetaShape and BetaRate are those of β. 0 means 1 and 1: exponential of mean 1.
	BetaShape, BetaRate float64
}

// SampleHyper returns the model with Σα and β as unknowns, drawn after each sweep from their conditionals by slice sampling of
// their logarithms; the share of each topic in Σα stays as it is. So the posterior of topics is averaged over
// them. It is exact if the model is. For values without a posterior, and an α for each topic, see [Optimise].
//
// lp__ is now the log joint density of w, z, Σα and β. alpha, K values, and beta are recorded in addition. All
// concentrations stay between 1e-9 and 1e9, as if the priors were cut there.
//
// Source: Neal, "Slice sampling", Annals of Statistics 31 (2003) 705–767, figures 3 and 5.
func SampleHyper(m sampler.Model[State], prior HyperPrior) (sampler.Model[State], error) {
	k, err := topicsOf(m)
	errs := []error{err}
	for _, f := range []struct {
		name      string
		value     *float64
		otherwise float64
	}{{"AlphaShape", &prior.AlphaShape, 1}, {"AlphaRate", &prior.AlphaRate, 0.1}, {"BetaShape", &prior.BetaShape, 1}, {"BetaRate", &prior.BetaRate, 1}} {
		if *f.value == 0 {
			*f.value = f.otherwise
		}
		if !isConcentration(*f.value) {
			errs = append(errs, fmt.Errorf("HyperPrior.%s is %g, expected %g to %g, or 0 for %g", f.name, *f.value, minConcentration, maxConcentration, f.otherwise))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return m, fmt.Errorf("lda: SampleHyper: %w", err)
	}
	joint := m.LogJoint
	m.Data = []any{m.Data, prior}
	m = learn(m, "hyper", k, func(r *rand.Rand, s *State) error {
		s.drawAlpha(r, prior)
		s.drawBeta(r, prior)
		return nil
	})
	if joint != nil {
		m.LogJoint = func(s *State) float64 {
			return joint(s) + variate.GammaLogProb(sum(s.Alpha), prior.AlphaShape, prior.AlphaRate) + variate.GammaLogProb(s.Beta, prior.BetaShape, prior.BetaRate)
		}
	}
	return m, nil
}

// drawAlpha draws Σα given z.
func (s *State) drawAlpha(r *rand.Rand, prior HyperPrior) {
	s.hist.ofDocs(s)
	now, least, most := sum(s.Alpha), s.Alpha[0], s.Alpha[0]
	for _, a := range s.Alpha {
		least, most = min(least, a), max(most, a)
	}
	x := slice(r, math.Log(now), func(x float64) float64 {
		a := math.Exp(x)
		if !isNearlyConcentration(least*a/now) || !isNearlyConcentration(most*a/now) {
			return math.Inf(-1)
		}
		log := prior.AlphaShape*x - prior.AlphaRate*a - s.hist.doc.logRising(a) // the density of x = log Σα has a factor Σα
		for k, alpha := range s.Alpha {
			log += s.hist.docTopic[k].logRising(alpha * a / now)
		}
		return log
	})
	for k := range s.Alpha {
		s.Alpha[k] *= math.Exp(x) / now
	}
}

// drawBeta draws β given z.
func (s *State) drawBeta(r *rand.Rand, prior HyperPrior) {
	s.hist.ofWords(s)
	v := float64(s.tokens.v)
	s.Beta = math.Exp(slice(r, math.Log(s.Beta), func(x float64) float64 {
		b := math.Exp(x)
		if !isNearlyConcentration(b) {
			return math.Inf(-1)
		}
		return prior.BetaShape*x - prior.BetaRate*b + s.hist.word.logRising(b) - s.hist.topic.logRising(v*b)
	}))
}

// isNearlyConcentration allows for the rounding of a logarithm: an α of 1e-9 is a value to start from.
func isNearlyConcentration(v float64) bool {
	return isConcentration(v) || isConcentration(v*(1+1e-12)) || isConcentration(v*(1-1e-12))
}

// slice makes a step of slice sampling from x, widened by 20 steps at most.
func slice(r *rand.Rand, x float64, logDensity func(x float64) float64) float64 {
	next, _ := update.SliceSteps(r, x, 1, math.Inf(-1), math.Inf(1), 20, logDensity)
	return next
}

func sum(xs []float64) (s float64) {
	for _, x := range xs {
		s += x
	}
	return s
}
