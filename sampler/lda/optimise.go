package lda

import (
	"fmt"
	"math/rand/v2"

	"gibbslab/sampler"
)

// Optimise returns the model with α and β set anew after every so many sweeps (0 means 10), to values that make the topics z
// as they are more likely: Minka's fixed point, five steps of
//
//	α_k ← α_k Σ_d [ψ(n_dk + α_k) − ψ(α_k)] / Σ_d [ψ(n_d + Σα) − ψ(Σα)]
//	β   ← β Σ_kw [ψ(n_wk + β) − ψ(β)] / V Σ_k [ψ(n_k + Vβ) − ψ(Vβ)]
//
// with ψ the digamma function. Each topic gets an α of its own, which common topics need, while all words share β
// (Wallach, Mimno & McCallum, "Rethinking LDA: why priors matter", 2009). It is stochastic EM: α and β end up near
// values that make the words likely, without a posterior of them; [SampleHyper] gives one. It goes on after warm-up.
//
// alpha, K values, and beta are recorded in addition.
//
// Source: Minka, "Estimating a Dirichlet distribution" (2000), eq. 55 for the Dirichlet-multinomial.
func Optimise(m sampler.Model[State], every int) (sampler.Model[State], error) {
	if every < 0 {
		return m, fmt.Errorf("lda: Optimise: every is %d, expected 1 sweep or more, or 0 for 10", every)
	}
	if every == 0 {
		every = 10
	}
	k, err := topicsOf(m)
	if err != nil {
		return m, fmt.Errorf("lda: Optimise: %w", err)
	}
	m = learn(m, "optimise", k, func(_ *rand.Rand, s *State) error {
		if s.sweeps++; s.sweeps%every == 0 {
			s.optimise(5)
		}
		return nil
	})
	m.Data = []any{m.Data, every}
	return m, nil
}

// topicsOf is the number of topics of a model of this package.
func topicsOf(m sampler.Model[State]) (int, error) {
	for _, b := range m.Blocks {
		if b.Name == guidedBlock {
			return 0, fmt.Errorf("the model has a Prior.Guide, and there is no one β to learn")
		}
		if b.Name == "optimise" || b.Name == "hyper" || b.Name == hdpBlock {
			return 0, fmt.Errorf("the model learns α and β already, in its block %q", b.Name)
		}
	}
	if m.Init == nil || len(m.Blocks) == 0 {
		return 0, fmt.Errorf("the model is empty: give one of Prior.Model, or another of this package")
	}
	for _, p := range m.Params {
		if p.Name == "phi" && len(p.Shape) == 2 {
			return p.Shape[0], nil
		}
	}
	return 0, nil
}

// learn adds a block that changes α and β, and records them.
func learn(m sampler.Model[State], name string, k int, update func(r *rand.Rand, s *State) error) sampler.Model[State] {
	m.Blocks = append(m.Blocks[:len(m.Blocks):len(m.Blocks)], sampler.Block[State]{Name: name, Update: update})
	m.Params = append(m.Params[:1:1], append([]sampler.Param[State]{
		{Name: "alpha", Shape: []int{k}, Read: func(s *State, dst []float64) { copy(dst, s.Alpha) }},
		sampler.Scalar("beta", func(s *State) float64 { return s.Beta }),
	}, m.Params[1:]...)...)
	return m
}

// optimize makes so many steps of the fixed point.
func (s *State) optimise(steps int) {
	s.hist.ofDocs(s)
	s.hist.ofWords(s)
	v := float64(s.tokens.v)
	for range steps {
		if below := s.hist.doc.slope(sum(s.Alpha)); below > 0 {
			for k, a := range s.Alpha {
				s.Alpha[k] = within(a * s.hist.docTopic[k].slope(a) / below)
			}
		}
		if below := v * s.hist.topic.slope(v*s.Beta); below > 0 {
			s.Beta = within(s.Beta * s.hist.word.slope(s.Beta) / below)
		}
	}
}

// within keeps a learnt concentration off 0, from where it would not come back, and off infinity, where a
// likelihood that only rises would take it.
func within(a float64) float64 { return min(max(a, 1e-6), 1e6) }
