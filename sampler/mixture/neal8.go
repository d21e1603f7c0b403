package mixture

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
)

// Neal8 is Neal's algorithm 8, which needs no integrals. Each observation in turn is taken out of
// its cluster and assigned again, to a cluster or to one of m auxiliary components whose parameters
// are drawn from the prior, with the weights
//
//	join cluster k:             (n_k + γ) f(x_i | θ_k)
//	begin with auxiliary j:     (weight of a new cluster / m) f(x_i | θ_j)
//
// An observation that was alone in its cluster keeps its θ as the first auxiliary component. The
// second block draws all θ_k given the observations of their clusters. For a [Hierarchical] family
// a third block draws its base. auxiliary is m, from 1 to 1000: more components take more time and
// mix better, and 3 is a usual choice.
func Neal8(p Partition, f Family, auxiliary int) (sampler.Model[State], error) {
	m, err := newProblem(p, f, true)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	if auxiliary < 1 || auxiliary > 1000 {
		return sampler.Model[State]{},
			fmt.Errorf("mixture: Neal8: %d auxiliary components, expected 1 to 1000; 3 is a usual "+
				"choice", auxiliary)
	}
	return m.model(auxiliary, sampler.Update("labels", m.neal8),
		sampler.Update("components", m.drawThetas)), nil
}

func (m *problem) neal8(r *rand.Rand, s *State) {
	m.recount(s)
	aux := s.scratch.Aux
	share := math.Log(float64(len(aux)))
	for i := range s.Labels {
		fresh := aux
		if m.leave(s, i) {
			copy(aux[0], s.scratch.Theta)
			fresh = aux[1:]
		}
		for _, theta := range fresh {
			m.Draw(r, s.Base, m.empty, theta)
		}
		w := s.scratch.W[:0]
		for _, k := range s.Active {
			w = append(w, m.law.logSize[s.Sizes[k]]+m.LogLikelihood(s.Theta[k], i))
		}
		logNew := m.logNew(s) - share
		for _, theta := range aux {
			w = append(w, logNew+m.LogLikelihood(theta, i))
		}
		s.scratch.W = w
		j := draw(r, w)
		if j < len(s.Active) {
			m.put(s, i, s.Active[j])
			continue
		}
		theta := aux[j-len(s.Active)]
		k := m.open(s)
		m.put(s, i, k)
		copy(s.Theta[k], theta)
	}
}

func (m *problem) drawThetas(r *rand.Rand, s *State) {
	for _, k := range s.Active {
		m.Draw(r, s.Base, s.Stats[k], s.Theta[k])
	}
}

// drawAux draws the auxiliary components again, because a sweep leaves used ones in them. The
// prior's part of the predictive density is estimated from them.
func (m *problem) drawAux(r *rand.Rand, s *State) {
	for _, theta := range s.scratch.Aux {
		m.Draw(r, s.Base, m.empty, theta)
	}
}
