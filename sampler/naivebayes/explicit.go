package naivebayes

import (
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

// Explicit returns the sampler that draws everything and integrates nothing out. Its blocks, in
// this order:
//
//	labels  L_d | π, θ    p(L_d = k) ∝ π_k Π_v θ_kv^(n_dv),  for each document with an unknown label
//	pi      π | L         Dirichlet(γ_π + C),                C_k documents of class k: equation (30)
//	theta   θ_k | L       Dirichlet(γ_θ + N_k),              N_kv words v in class k:  equation (32)
//
// and scales if they are sampled ([Prior]). Given π and θ the labels are independent; given the
// labels, π and θ are independent. This is easy to understand. But it moves slowly if θ_k has
// thousands of words and few documents, because each θ was drawn to fit the previous labels.
//
// It records pi and theta, as drawn, log_odds, and what all three samplers record: see [Summarize].
// lp__ is log p(words, labels, π, θ), with densities on the simplex, and in log s for a scale s.
// Words count as a sequence: there is no multinomial coefficient.
func (p Prior) Explicit(d Data) (sampler.Model[State], error) {
	return p.model(d, method{pi: true, theta: true, label: func(p *problem, s *State, d int) {
		for c := range p.k {
			s.Prob[d][c] = s.LogPi[c] + logWords(p.docs[d], s.LogTheta[c])
		}
		normalise(s.Prob[d])
	}})
}

// logWords is the log probability of a document's words, in order: Σ n_v log θ_v, equation (25).
func logWords(doc corpus.Doc, logTheta []float64) float64 {
	sum := 0.0
	for _, w := range doc {
		sum += float64(w.N) * logTheta[w.Word]
	}
	return sum
}

func drawPi(r *rand.Rand, s *State) {
	alpha := s.scratch[:len(s.Docs)]
	for c := range alpha {
		alpha[c] = s.GammaPi[c] + float64(s.Docs[c])
	}
	variate.LogDirichlet(r, alpha, s.LogPi)
}

func drawTheta(r *rand.Rand, s *State) {
	alpha := s.scratch[:len(s.GammaTheta)]
	for c := range s.LogTheta {
		for w := range alpha {
			alpha[w] = s.GammaTheta[w] + float64(s.Words[c][w])
		}
		variate.LogDirichlet(r, alpha, s.LogTheta[c])
	}
}
