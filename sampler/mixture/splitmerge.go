package mixture

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
)

// SplitMergeSettings are the settings of [SplitMerge]. The zero value of each field is the default.
type SplitMergeSettings struct {
	// Proposals is the number of splits or mergers proposed in a sweep. 0 means 5.
	Proposals int
	// Scans is the number of restricted Gibbs scans (Jain & Neal) that turn a random split into a
	// likely one. 0 means none: Dahl's sequential allocation then makes the split in a fraction of
	// the time.
	Scans int
}

// SplitMerge adds moves to [Neal3] that split a whole cluster in two or merge two into one. Moving
// one observation at a time between two clusters takes long, because the partitions in between are
// unlikely.
//
// A move picks two observations. If they are in the same cluster, it proposes a split that
// separates them; otherwise it proposes to merge their clusters. The other observations of these
// clusters are dealt out to the two sides one after another, in an order that is drawn once a
// sweep, with the probabilities that Neal3 would give them for the two sides. Let q be the
// probability of all these choices. A split is accepted with probability
//
//	weight of a new cluster · Γ(n₁+γ)Γ(n₂+γ)/(Γ(n₁+n₂+γ)Γ(1+γ))
//	  · p(x in 1) p(x in 2)/p(x in both) / q,
//
// at most 1. A merger is accepted with the inverse, where q is the probability of the choices that
// would split the merged cluster into the present two. In the version of Jain & Neal, coins deal
// out the observations, some Gibbs scans between the two sides follow, and q is the probability of
// one more scan.
//
// Sources: S. Jain and R. M. Neal, A split–merge Markov chain Monte Carlo procedure for the
// Dirichlet process mixture model, Journal of Computational and Graphical Statistics 13 (2004)
// 158–182; D. B. Dahl, Sequentially-allocated merge-split sampler for conjugate and nonconjugate
// Dirichlet process mixture models, technical report, Texas A&M University (2005).
func SplitMerge(p Partition, f Conjugate, set SplitMergeSettings) (sampler.Model[State], error) {
	m, err := newConjugate(p, f)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	if set.Proposals < 0 || set.Scans < 0 || set.Proposals > 1e6 || set.Scans > 1e6 {
		return sampler.Model[State]{},
			fmt.Errorf("mixture: SplitMergeSettings are %+v: give whole numbers from 1, or 0 for "+
				"the default", set)
	}
	set.Proposals = cmp.Or(set.Proposals, 5)
	model := m.model(0, sampler.Update("split_merge", func(r *rand.Rand, s *State) {
		if len(s.Labels) < 2 {
			return
		}
		order := s.scratch.Order
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for range set.Proposals {
			accepted := 0
			if m.splitMerge(r, s, set.Scans) {
				accepted = 1
			}
			sampler.Count(r, 0, 1, accepted)
		}
	}),
		sampler.Update("labels", func(r *rand.Rand, s *State) {
			if len(s.Labels) < 2 || s.scratch.Order[0]%8 == 0 { // often enough against rounding errors
				m.recount(s)
			}
			m.scan(r, s)
		}))
	model.Data = []any{model.Data, set}
	init := model.Init
	model.Init = func(r *rand.Rand) (*State, error) {
		s, err := init(r)
		s.scratch.Members, s.scratch.Side = make([]int, 0, m.size.N), make([]int, m.size.N)
		for i := range s.Labels {
			s.scratch.Order = append(s.scratch.Order, i)
		}
		for range 3 {
			s.scratch.Stats = append(s.scratch.Stats, make([]float64, m.size.Stats))
		}
		return s, err
	}
	return model, nil
}

// splitMerge makes one proposal, and says whether it was accepted. scratch.Side holds the side of
// each observation concerned: 0 with the first of the two, 1 with the second.
func (m *problem) splitMerge(r *rand.Rand, s *State, scans int) bool {
	n := len(s.Labels)
	first := r.IntN(n)
	second := r.IntN(n - 1)
	if second >= first {
		second++
	}
	one, two := s.Labels[first], s.Labels[second]
	logU := logOf(r)
	if one == two {
		m.gather(s, first, second)
		sizes, logQ := m.propose(r, s, scans, -1)
		if logU < m.logSplit(s, len(s.Active), sizes, s.scratch.Stats[0], s.scratch.Stats[1],
			s.Stats[one])-logQ {
			m.split(s, one, sizes)
			return true
		}
		return false
	}
	if s.Sizes[one] < s.Sizes[two] { // swap the names of the sides
		one, two = two, one
		first, second = second, first
	}
	both := s.scratch.Stats[2]
	m.mergeStats(s, one, two, both)
	sizes := [2]int{s.Sizes[one], s.Sizes[two]}
	logSplit := m.logSplit(s, len(s.Active)-1, sizes, s.Stats[one], s.Stats[two], both)
	if logU >= -logSplit { // rejected whatever q ≤ 1 is
		return false
	}
	m.gather(s, first, second)
	if _, logQ := m.proposeAbove(r, s, scans, two, logU+logSplit); logU < logQ-logSplit {
		for _, i := range s.scratch.Members {
			s.Labels[i] = one
		}
		s.Sizes[one], s.Sizes[two] = s.Sizes[one]+s.Sizes[two], 0
		copy(s.Stats[one], both)
		m.shut(s, two)
		return true
	}
	return false
}

// gather lists the members of the clusters of two observations, these two first.
func (m *problem) gather(s *State, first, second int) {
	one, two := s.Labels[first], s.Labels[second]
	members := append(s.scratch.Members[:0], first, second)
	for _, i := range s.scratch.Order {
		if k := s.Labels[i]; (k == one || k == two) && i != first && i != second {
			members = append(members, i)
		}
	}
	s.scratch.Members = members
}

// propose splits the members. It returns the sizes of the two sides and the log probability q of
// the split. If two is a slot, propose draws nothing: it takes the split that leads to the present
// labels, where side 1 is slot two.
func (m *problem) propose(r *rand.Rand, s *State, scans, two int) (sizes [2]int, logQ float64) {
	return m.proposeAbove(r, s, scans, two, math.Inf(-1))
}

// proposeAbove stops once log q is below least: then a merger will be rejected whatever the rest
// is.
func (m *problem) proposeAbove(
	r *rand.Rand, s *State, scans, two int, least float64,
) (sizes [2]int, logQ float64) {
	if scans > 0 {
		sizes = m.launch(r, s, scans)
		return sizes, m.restricted(r, s, &sizes, two)
	}
	members, stats := s.scratch.Members, s.scratch.Stats
	for j, i := range members[:2] {
		copy(stats[j], m.empty)
		m.Add(stats[j], i)
		s.scratch.Side[i] = j
	}
	sizes = [2]int{1, 1}
	q, limit := product{value: 1}, math.Exp(least)
	for _, i := range members[2:] {
		if m.choose(r, s, &sizes, two, i, &q); q.sum == 0 && q.value < limit {
			break
		}
	}
	return sizes, q.log()
}

// choose assigns observation i to one of the sides and multiplies q by the probability of this
// choice.
func (m *problem) choose(r *rand.Rand, s *State, sizes *[2]int, two, i int, q *product) {
	stats := s.scratch.Stats
	l := m.law.logSize[sizes[1]] - m.law.logSize[sizes[0]] +
		m.c.LogPredictive(stats[1], i) - m.c.LogPredictive(stats[0], i)
	odds := math.Exp(-l) // of side 0
	p := 1 / (1 + odds)  // of side 1; 0 if odds are +Inf
	to := 0
	if two >= 0 {
		if s.Labels[i] == two {
			to = 1
		}
	} else if r.Float64() < p {
		to = 1
	}
	s.scratch.Side[i] = to
	sizes[to]++
	m.Add(stats[to], i)
	switch {
	case to == 1 && l < -100:
		q.sum += l
	case to == 1:
		q.times(p)
	case l > 100:
		q.sum -= l
	case l > -100: // below this, the probability is 1
		q.times(odds * p)
	}
}

// A product of probabilities, with one logarithm for many of them: exp(sum) · value.
type product struct{ sum, value float64 }

func (p *product) times(q float64) {
	if p.value *= q; p.value < 1e-150 { // each factor is above e⁻¹⁰¹
		p.sum, p.value = p.sum+math.Log(p.value), 1
	}
}

func (p *product) log() float64 { return p.sum + math.Log(p.value) }

// logSplit is the log ratio of the probability of the two sides to that of their merger. The state
// has t clusters after the merger.
func (m *problem) logSplit(s *State, t int, sizes [2]int, one, two, both []float64) float64 {
	logNew := math.Log(s.Alpha)
	if m.law.logNew != nil {
		logNew = m.law.logNew[min(t, len(m.law.logNew)-1)]
	}
	return logNew + m.law.logRise[sizes[0]] +
		m.law.logRise[sizes[1]] - m.law.logRise[sizes[0]+sizes[1]] +
		m.c.LogMarginal(one) + m.c.LogMarginal(two) - m.c.LogMarginal(both)
}

// split moves side 1 into a new cluster.
func (m *problem) split(s *State, one int, sizes [2]int) {
	two := m.open(s)
	for _, i := range s.scratch.Members {
		if s.scratch.Side[i] == 1 {
			s.Labels[i] = two
		}
	}
	s.Sizes[one], s.Sizes[two] = sizes[0], sizes[1]
	copy(s.Stats[one], s.scratch.Stats[0])
	copy(s.Stats[two], s.scratch.Stats[1])
}

// logOf is the logarithm of a uniform variate on (0, 1].
func logOf(r *rand.Rand) float64 { return math.Log(1 - r.Float64()) }
