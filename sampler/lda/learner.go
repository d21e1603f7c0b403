package lda

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"gibbslab/sampler"
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
