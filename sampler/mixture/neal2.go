package mixture

import (
	"math/rand/v2"

	"gibbslab/sampler"
)

// Neal2 is Neal's algorithm 2. Each cluster has parameters θ_k. Each observation in turn is taken
// out of its cluster and assigned again, with the weights
//
//	join cluster k:    (n_k + γ) f(x_i | θ_k)
//	begin a new one:   weight of a new cluster · p(x_i)
//
// A new cluster draws its θ given x_i. The second block draws all θ_k given the observations of
// their clusters.
func Neal2(p Partition, f Conjugate) (sampler.Model[State], error) {
	m, err := newConjugate(p, f, true)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	return m.model(0,
		sampler.Block[State]{Name: "labels", Update: m.neal2},
		sampler.Block[State]{Name: "components", Update: m.drawThetas}), nil
}

func (m *problem) neal2(r *rand.Rand, s *State) error {
	m.recount(s)
	for i := range s.Labels {
		m.leave(s, i)
		w := s.scratch.W[:0]
		for _, k := range s.Active {
			w = append(w, m.law.logSize[s.Sizes[k]]+m.LogLikelihood(s.Theta[k], i))
		}
		w = append(w, m.logNew(s)+m.prior[i])
		s.scratch.W = w
		if j := draw(r, w); j < len(s.Active) {
			m.put(s, i, s.Active[j])
			continue
		}
		k := m.open(s)
		m.put(s, i, k)
		m.Draw(r, s.Base, s.Stats[k], s.Theta[k])
	}
	return nil
}

// drawThetas draws the parameters of all clusters.
func (m *problem) drawThetas(r *rand.Rand, s *State) error {
	for _, k := range s.Active {
		m.Draw(r, s.Base, s.Stats[k], s.Theta[k])
	}
	return nil
}
