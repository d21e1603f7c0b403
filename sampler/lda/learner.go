package lda

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// A Learner changes α and β after each sweep: [Optimise], [SampleHyper] or [HDP]. Each documents
// what it also records. With Prior.By the first two learn β, and leave α alone.
type Learner interface {
	complete() (Learner, error)     // with the defaults filled in
	block() sampler.Block[State]    // the update of α and β
	params() []sampler.Param[State] // beside alpha and beta
	logPrior(s *State) float64      // what it adds to lp__
}

// A gammaPart is a shape or a rate of a gamma prior, with its default.
type gammaPart struct {
	name      string
	value     *float64
	otherwise float64
}

// completeGammas replaces zeros by the defaults, and reports the first value that is wrong.
func completeGammas(parts ...gammaPart) error {
	for _, f := range parts {
		if *f.value == 0 {
			*f.value = f.otherwise
		}
		if !isConcentration(*f.value) {
			return fmt.Errorf("%s is %g, expected %g to %g, or 0 for %g",
				f.name, *f.value, minConcentration, maxConcentration, f.otherwise)
		}
	}
	return nil
}

// Optimise moves α and β, every few sweeps, to values that make the present topics z more likely.
// It uses Minka's fixed point, five steps of
//
//	α_k ← α_k Σ_d [ψ(n_dk + α_k) − ψ(α_k)] / Σ_d [ψ(n_d + Σα) − ψ(Σα)]
//	β   ← β Σ_kw [ψ(n_wk + β) − ψ(β)] / V Σ_k [ψ(n_k + Vβ) − ψ(Vβ)]
//
// with ψ the digamma function. Each topic gets an α of its own, which common topics need, while all
// words share β (Wallach, Mimno & McCallum, "Rethinking LDA: why priors matter", 2009). This is
// stochastic EM: α and β end up near values that make the words likely, but without a posterior;
// for a posterior use [SampleHyper]. Optimise goes on after warm-up. It also records alpha and
// beta.
//
// Source: Minka, "Estimating a Dirichlet distribution" (2000), eq. 55 for the
// Dirichlet-multinomial.
type Optimise struct {
	// Every is the number of sweeps between two updates. 0 means 10. If there may be more topics than
	// needed, 2 is better: the others lose their α, and then their tokens, in fewer sweeps. If there
	// are not, use Settings.Starts: a topic that is small at first gets a small α, which can keep it
	// small for a long time, and the starts are made before α is learnt.
	Every int
}

func (o Optimise) complete() (Learner, error) {
	if o.Every < 0 {
		return o, fmt.Errorf("Optimise.Every is %d, expected 1 sweep or more, or 0 for 10", o.Every)
	}
	o.Every = cmp.Or(o.Every, 10)
	return o, nil
}

func (o Optimise) block() sampler.Block[State] {
	return sampler.Update("optimise", func(_ *rand.Rand, s *State) {
		if s.sweeps++; s.sweeps%o.Every == 0 {
			s.optimise(5)
		}
	})
}

func (Optimise) params() []sampler.Param[State] { return nil }

func (Optimise) logPrior(*State) float64 { return 0 }

func (s *State) optimise(steps int) {
	s.hist.ofDocs(s)
	s.hist.ofWords(s)
	v := float64(s.tokens.v)
	for range steps {
		if below := s.hist.doc.slope(sum(s.Alpha)); below > 0 && s.rows == nil {
			for k, a := range s.Alpha {
				s.Alpha[k] = within(a * s.hist.docTopic[k].slope(a) / below)
			}
		}
		if below := v * s.hist.topic.slope(v*s.Beta); below > 0 {
			s.Beta = within(s.Beta * s.hist.word.slope(s.Beta) / below)
		}
	}
}

// within keeps a learnt concentration away from 0, where it would stay, and from infinity, where it
// would go if the likelihood only rises.
func within(a float64) float64 { return min(max(a, 1e-6), 1e6) }

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
