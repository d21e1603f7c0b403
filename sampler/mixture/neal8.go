package mixture

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/internal/draws"
	"gibbslab/sampler/variate"
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

// Neal3 is Neal's algorithm 3. Parameters are integrated out. Each observation in turn is taken out
// of its cluster and assigned again, with the weights
//
//	join cluster k:    (n_k + γ) p(x_i | the observations in k)
//	begin a new one:   weight of a new cluster · p(x_i)
//
// where γ and the weight of a new cluster come from the [Partition]. Errors name missing or wrong
// arguments.
func Neal3(p Partition, f Conjugate) (sampler.Model[State], error) {
	m, err := newConjugate(p, f)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	return m.model(0, sampler.Update("labels", m.neal3)), nil
}

// newConjugate is newProblem; a nil Conjugate must not become a Family that is not nil.
func newConjugate(p Partition, f Conjugate) (*problem, error) {
	if f == nil {
		return newProblem(p, nil, false)
	}
	return newProblem(p, f, false)
}

func (m *problem) neal3(r *rand.Rand, s *State) {
	m.recount(s)
	m.scan(r, s)
}

// scan draws all labels, one after another.
func (m *problem) scan(r *rand.Rand, s *State) {
	logAlpha := math.Log(s.Alpha)
	for i := range s.Labels {
		m.leave(s, i)
		w := s.scratch.W[:0]
		for _, k := range s.Active {
			w = append(w, m.law.logSize[s.Sizes[k]]+m.c.LogPredictive(s.Stats[k], i))
		}
		logNew := logAlpha
		if m.law.logNew != nil {
			logNew = m.logNew(s)
		}
		w = append(w, logNew+m.prior[i])
		s.scratch.W = w
		if j := m.cluster(r, s, w); j < len(s.Active) {
			m.put(s, i, s.Active[j])
		} else {
			m.put(s, i, m.open(s))
		}
	}
}

// leave takes observation i out of its cluster, and frees the cluster if it is then empty. In that
// case it saves the cluster's parameters in scratch.Theta and returns true.
func (m *problem) leave(s *State, i int) (alone bool) {
	k := m.take(s, i)
	if s.Sizes[k] > 0 {
		return false
	}
	if m.theta {
		copy(s.scratch.Theta, s.Theta[k])
	}
	m.shut(s, k)
	return true
}

// cluster draws a cluster, given the log weights of the active ones and of a new one. Who directs
// the draw knows clusters by their members, in the order of the first, and not by slots, which
// differ between chains.
func (m *problem) cluster(r *rand.Rand, s *State, w []float64) int {
	by := draws.Of(r)
	if by == nil {
		return draw(r, w)
	}
	members := make([][]int, len(s.Sizes))
	var order []int
	for i, k := range s.Labels {
		if k < 0 {
			continue
		}
		if members[k] == nil {
			order = append(order, slices.Index(s.Active, k))
		}
		members[k] = append(members[k], i)
	}
	order = append(order, len(s.Active))
	law := draws.Law{Name: "cluster", Natural: true,
		Draw: func(r *rand.Rand, p, dst []float64) { dst[0] = float64(variate.LogCategorical(r, p)) },
		LogProb: func(x, p []float64) float64 {
			return variate.LogCategoricalLogProb(int(x[0]), p)
		}}
	for _, j := range order {
		law.Params = append(law.Params, w[j])
		law.Sets = append(law.Sets, nil)
		if j < len(s.Active) {
			law.Sets[len(law.Sets)-1] = members[s.Active[j]]
		}
	}
	return order[int(by.Vector(law, 1)[0])]
}

// draw is variate.LogCategorical with one exponential for each weight. It overwrites them.
func draw(r *rand.Rand, logs []float64) int {
	if draws.Of(r) != nil {
		return variate.LogCategorical(r, logs)
	}
	top := slices.Max(logs)
	for i, l := range logs {
		if l -= top; l < -50 { // e⁻⁵⁰ is lost in rounding the sum, which is at least 1
			logs[i] = 0
		} else {
			logs[i] = math.Exp(l)
		}
	}
	return variate.Categorical(r, logs)
}
