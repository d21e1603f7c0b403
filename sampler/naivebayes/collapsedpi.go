package naivebayes

import (
	"math"

	"gibbslab/sampler"
)

// CollapsedPi returns the sampler of the paper: π is integrated out, θ is drawn. Its blocks, in
// this order:
//
//	labels  L_d | L_−d, θ   p(L_d = k) ∝ (C_k + γ_πk) Π_v θ_kv^(n_dv):  equation (49), C_k
//	                        without document d
//	theta   θ_k | L         Dirichlet(γ_θ + N_k):                     equation (51)
//
// and scales if they are sampled. The labels now depend on each other, through C. (With γ_π = 1, a
// class that has lost all its documents has weight 1 and can return. If the document is taken out
// of the counts and 1 is subtracted as well, the weight is 0 and the class is lost for ever.)
//
// It records theta, as drawn, pi as its mean given the labels, and the rest as for
// [Prior.Explicit]. lp__ is log p(words, labels, θ), equation (40) with its constants.
func (p Prior) CollapsedPi(d Data) (sampler.Model[State], error) {
	return p.model(d, method{theta: true, label: func(p *problem, s *State, d int) {
		for c := range p.k {
			s.Prob[d][c] = math.Log(s.GammaPi[c]+float64(s.Docs[c])) + logWords(p.docs[d], s.LogTheta[c])
		}
		normalise(s.Prob[d])
	}})
}
