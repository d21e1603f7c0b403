package mixture

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/variate"
)

// State is the state of a chain. Components live in slots: slot k has Sizes[k] observations, their
// statistics Stats[k] and, if parameters are drawn, Theta[k]. Labels are slots. For Explicit and
// Collapsed, slots are the components. Otherwise only Active slots are in use, and the number of a
// slot means nothing.
//
// Fields are exported for inspection. Do not write to them.
type State struct {
	Labels []int       // N: the slot of each observation
	Sizes  []int       // by slot
	Stats  [][]float64 // by slot
	Theta  [][]float64 // by slot; nil where parameters are integrated out
	Active []int       // slots in use
	Free   []int       // slots not in use

	Alpha      float64   // DP: the concentration
	K          int       // MFM: the number of components, empty ones too
	LogWeights []float64 // Explicit, Collapsed: log π
	Base       []float64 // a Hierarchical family's base

	scratch scratch
}

// scratch is working memory of a [State]. Only Order outlives a block.
type scratch struct {
	W       []float64   // weights
	Aux     [][]float64 // Neal8: parameters of auxiliary components
	Theta   []float64   // the parameters that a component left behind
	Order   []int       // SplitMerge: all observations, in random order
	Members []int       // the observations that are split or merged
	Side    []int       // the side of each
	Stats   [][]float64 // the statistics of a side
	Rename  []int       // by slot: labels in order of first appearance
}

// problem is a model's family and law, which its chains share.
type problem struct {
	Family
	c     Conjugate // nil if it is not
	law   *law
	size  FamilySize
	empty []float64 // statistics of an empty component
	prior []float64 // by observation, new ones too: log p(x_i), if conjugate
	theta bool      // parameters are drawn
	k     int       // slots that a state starts with
	data  []any     // whatever the model is drawn given
}

func newProblem(p Partition, f Family, theta bool) (*problem, error) {
	m := &problem{theta: theta, data: []any{p, f}}
	var err error
	if m.size, err = sizeOf(f); err == nil && p == nil {
		err = errNoPartition
	}
	if err != nil {
		return nil, err
	}
	m.Family = f
	if m.law, err = p.law(m.size.N); err != nil {
		return nil, err
	}
	m.setUp()
	return m, nil
}

func (m *problem) setUp() {
	m.c, _ = m.Family.(Conjugate)
	m.empty = make([]float64, m.size.Stats)
	m.Clear(m.empty)
	if m.c != nil {
		for i := range m.size.N + m.size.New {
			m.prior = append(m.prior, m.c.LogPredictive(m.empty, i))
		}
	}
	m.k = cmp.Or(m.k, min(m.size.N, 64))
}

// emptyState has all slots free, and allocates all memory that it needs.
func (m *problem) emptyState(auxiliary int) *State {
	s := &State{Labels: make([]int, m.size.N), Base: make([]float64, m.size.Base)}
	for range m.k {
		m.grow(s)
	}
	slices.Reverse(s.Free)
	s.scratch.W = make([]float64, m.k+auxiliary+1)
	s.scratch.Theta = make([]float64, m.size.Theta)
	for range auxiliary {
		s.scratch.Aux = append(s.scratch.Aux, make([]float64, m.size.Theta))
	}
	return s
}

// grow adds a slot.
func (m *problem) grow(s *State) {
	s.Free = append(s.Free, len(s.Sizes))
	s.Sizes, s.Stats = append(s.Sizes, 0), append(s.Stats, slices.Clone(m.empty))
	if m.theta {
		s.Theta = append(s.Theta, make([]float64, m.size.Theta))
	}
	s.scratch.Rename = append(s.scratch.Rename, 0)
}

// open takes a free slot into use.
func (m *problem) open(s *State) int {
	if len(s.Free) == 0 {
		m.grow(s)
	}
	k := s.Free[len(s.Free)-1]
	s.Free = s.Free[:len(s.Free)-1]
	s.Active = append(s.Active, k)
	copy(s.Stats[k], m.empty)
	s.Sizes[k] = 0
	return k
}

// shut frees an empty slot.
func (m *problem) shut(s *State, k int) {
	last := len(s.Active) - 1
	s.Active[slices.Index(s.Active, k)] = s.Active[last]
	s.Active = s.Active[:last]
	s.Free = append(s.Free, k)
}

func (m *problem) put(s *State, i, k int) {
	s.Labels[i] = k
	s.Sizes[k]++
	m.Add(s.Stats[k], i)
}

// take takes observation i out of its slot, which may then be empty.
func (m *problem) take(s *State, i int) (k int) {
	k = s.Labels[i]
	s.Labels[i] = -1
	s.Sizes[k]--
	if !m.Remove(s.Stats[k], i) {
		m.count(s, k)
	}
	return k
}

// count recomputes the statistics of slot k.
func (m *problem) count(s *State, k int) {
	m.Clear(s.Stats[k])
	for j, l := range s.Labels {
		if l == k {
			m.Add(s.Stats[k], j)
		}
	}
}

// recount recomputes all statistics, to keep rounding errors from building up from sweep to sweep.
func (m *problem) recount(s *State) {
	for _, k := range s.Active {
		copy(s.Stats[k], m.empty)
	}
	for i, k := range s.Labels {
		m.Add(s.Stats[k], i)
	}
}

// logNew is the log weight of a new cluster, given the clusters of the state.
func (m *problem) logNew(s *State) float64 { return logWeight(m.law.logNew, s) }

// logWeight looks up the weight of a new cluster; a nil table stands for the DP.
func logWeight(table []float64, s *State) float64 {
	if table == nil {
		return math.Log(s.Alpha)
	}
	return table[min(len(s.Active), len(table)-1)]
}

// start begins a chain: it draws hyperparameters and the partition from their prior.
func (m *problem) start(r *rand.Rand, auxiliary int) *State {
	s := m.emptyState(auxiliary)
	m.startHyper(r, s)
	k := 0
	if m.law.k != nil {
		k = 1 + variate.Categorical(r, m.law.k)
	}
	for i := range s.Labels {
		w := s.scratch.W[:0]
		for _, k := range s.Active {
			w = append(w, m.law.logSize[s.Sizes[k]])
		}
		if k > 0 {
			w = append(w, math.Log(m.law.gamma*float64(k-len(s.Active)))) // given k
		} else {
			w = append(w, m.logNew(s))
		}
		s.scratch.W = w
		if j := variate.LogCategorical(r, w); j < len(s.Active) {
			m.put(s, i, s.Active[j])
		} else {
			m.put(s, i, m.open(s))
		}
	}
	if m.theta {
		for _, k := range s.Active {
			m.Draw(r, s.Base, m.empty, s.Theta[k])
			m.Draw(r, s.Base, s.Stats[k], s.Theta[k])
		}
	}
	m.drawK(r, s)
	return s
}

// startHyper draws the hyperparameters from their prior.
func (m *problem) startHyper(r *rand.Rand, s *State) {
	if s.Alpha = m.law.dp.Alpha; m.law.dp.sampled() && s.Alpha == 0 {
		s.Alpha = variate.Gamma(r, m.law.dp.Shape, m.law.dp.Rate)
	}
	if h, ok := m.Family.(Hierarchical); ok {
		h.DrawBase(r, s.Base, nil, nil)
	}
}

// drawK draws the number of components given the number of clusters.
func (m *problem) drawK(r *rand.Rand, s *State) {
	if m.law.terms != nil {
		s.K = 1 + variate.Categorical(r, m.law.terms[len(s.Active)])
	}
}
