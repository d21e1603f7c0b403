package naivebayes

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
)

// CollapsedPi returns the sampler of the paper: π is integrated out, θ is drawn. Its blocks, in
// this order:
//
//	labels  L_d | L_−d, θ   p(L_d = c) ∝ (C_c + γ_πc) Π_w θ_cw^(n_dw),  C_c without document d: equation (49)
//	theta   θ_c | L         Dirichlet(γ_θ + N_c):                       equation (51)
//
// and scales if they are sampled. The labels now depend on each other, through C. (With γ_π = 1, a
// class that has lost all its documents has weight 1 and can return. If the document is taken out
// of the counts and 1 is subtracted as well, the weight is 0 and the class is lost for ever.)
//
// It records theta, as drawn, pi as its mean given the labels, and the rest as for
// [Prior.Explicit]. lp__ is log p(words, labels, θ), equation (40) with its constants.
func (p Prior) CollapsedPi(d Data) (sampler.Model[State], error) {
	pr, err := p.problem(d)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	blocks := []sampler.Block[State]{
		{Name: "labels", Update: func(r *rand.Rand, s *State) error {
			for _, d := range pr.free {
				pr.remove(s, d)
				for c := range pr.k {
					s.Prob[d][c] = math.Log(s.GammaPi[c]+float64(s.Docs[c])) + logWords(pr.docs[d], s.LogTheta[c])
				}
				normalise(s.Prob[d])
				pr.add(s, d, pick(r, s.Prob[d]))
			}
			return nil
		}},
		{Name: "theta", Update: func(r *rand.Rand, s *State) error { drawTheta(r, s); return nil }},
	}
	return sampler.Model[State]{
		Init:     func(r *rand.Rand) (*State, error) { return pr.newState(r, false, true), nil },
		Blocks:   append(blocks, pr.scaleBlocks(piGivenLabels, thetaGivenTheta)...),
		Params:   pr.params(meanPi, readTheta, readLogOdds, nil, newGivenTheta),
		LogJoint: func(s *State) float64 { return pr.logLabels(s) + pr.logTheta(s) + pr.logScales(s) },
		Data:     pr,

		StateBytes: pr.stateBytes(true),
	}, nil
}
