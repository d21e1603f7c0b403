package lda

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// SampleHyper makes Σα and β unknown, each with a gamma prior. They are drawn after each sweep from
// their conditionals, by slice sampling of their logarithms; each topic keeps its fraction of Σα.
// So the posterior of the topics is averaged over Σα and β. SampleHyper is exact if the sampler is.
// For values without a posterior, and an α for each topic, see [Optimise].
//
// With [Covariates], the standard deviations of the coefficients are unknown in place of Σα, each
// half-normal with the scale that Covariates.InterceptSD and SD give; they are recorded as sd. With
// [Labels] and [Authors] only β is.
//
// lp__ is now the log joint density of w, z, Σα and β. It also records alpha and beta. All
// concentrations stay between 1e-9 and 1e9, as if the priors were truncated there.
//
// Source: Neal, "Slice sampling", Annals of Statistics 31 (2003) 705–767, figures 3 and 5.
type SampleHyper struct {
	// AlphaShape and AlphaRate are for the prior of Σα, the sum over topics. 0 means 1 and 0.1:
	// exponential with mean 10.
	AlphaShape, AlphaRate float64
	// BetaShape and BetaRate are for the prior of β. 0 means 1 and 1: exponential with mean 1.
	BetaShape, BetaRate float64
}

func (h SampleHyper) complete() (Learner, error) {
	err := completeGammas(
		gammaPart{"SampleHyper.AlphaShape", &h.AlphaShape, 1},
		gammaPart{"SampleHyper.AlphaRate", &h.AlphaRate, 0.1},
		gammaPart{"SampleHyper.BetaShape", &h.BetaShape, 1},
		gammaPart{"SampleHyper.BetaRate", &h.BetaRate, 1})
	return h, err
}

func (h SampleHyper) block() sampler.Block[State] {
	return sampler.Update("hyper", func(r *rand.Rand, s *State) {
		if s.rows == nil {
			s.drawAlpha(r, h)
		}
		s.drawBeta(r, h)
	})
}

func (SampleHyper) params() []sampler.Param[State] { return nil }

func (h SampleHyper) logPrior(s *State) float64 {
	log := variate.GammaLogProb(s.Beta, h.BetaShape, h.BetaRate)
	if by, is := s.plan.prior.By.(Covariates); is {
		log += by.logPriorSDs(s)
	} else if s.rows == nil {
		log += variate.GammaLogProb(sum(s.Alpha), h.AlphaShape, h.AlphaRate)
	}
	return log
}

// drawAlpha draws Σα given z.
func (s *State) drawAlpha(r *rand.Rand, prior SampleHyper) {
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
		// The density of x = log Σα has a factor Σα.
		log := prior.AlphaShape*x - prior.AlphaRate*a - s.hist.doc.logRising(a)
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
func (s *State) drawBeta(r *rand.Rand, prior SampleHyper) {
	s.hist.ofWords(s)
	v := float64(s.tokens.v)
	s.Beta = math.Exp(slice(r, math.Log(s.Beta), func(x float64) float64 {
		b := math.Exp(x)
		if !isNearlyConcentration(b) {
			return math.Inf(-1)
		}
		return prior.BetaShape*x - prior.BetaRate*b + s.hist.word.logRising(b) -
			s.hist.topic.logRising(v*b)
	}))
}

// isNearlyConcentration allows for the rounding of a logarithm, because α may start from 1e-9.
func isNearlyConcentration(v float64) bool {
	return isConcentration(v) || isConcentration(v*(1+1e-12)) || isConcentration(v*(1-1e-12))
}

// slice makes a slice-sampling step from x. It widens the interval by 20 steps at most.
func slice(r *rand.Rand, x float64, logDensity func(x float64) float64) float64 {
	return update.SliceSteps(r, x, 1, math.Inf(-1), math.Inf(1), 20, logDensity)
}

func sum(xs []float64) (s float64) {
	for _, x := range xs {
		s += x
	}
	return s
}
