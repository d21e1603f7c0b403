package bugs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/graph"
)

// widths are tried one after the other for the start of a chain, until the density is not much
// smaller than that of the narrowest.
var widths = []float64{1, 0.5, 0.2, 0.1, 0.03, 0.01}

// wider are factors of the widths, by start, where several are tried.
var wider = []float64{1, 3, 8}

// tries is how often each width is tried.
const tries = 10

// init makes the state of a new chain. Where blocks look for a better place first, several starts
// do so, and one is taken that is not in a place much worse than the others. Where the posterior
// may have hills, the better start is more likely.
func (m *Model) init(r *rand.Rand) (*State, error) {
	var all []start
	best := math.Inf(-1)
	var first error
	n, sweeps, less := m.plan.Approaches(len(m.inits) > 0)
	for k := range n {
		s, err := m.approach(r, wider[k%len(wider)], sweeps)
		if first == nil {
			first = err
		}
		if err == nil {
			all, best = append(all, s), max(best, s.v)
		}
	}
	if len(all) == 0 {
		return nil, first
	}
	if n > 1 && less == 0 {
		return lot(r, all, best), nil
	}
	for _, a := range all {
		if a.v >= best-less {
			return a.s, nil
		}
	}
	return all[0].s, nil // the density is not a number
}

// lot draws one of some starts, with probabilities in proportion to their densities.
func lot(r *rand.Rand, all []start, best float64) *State {
	var sums []float64
	sum := 0.0
	for _, a := range all {
		sum += math.Exp(a.v - best)
		sums = append(sums, sum)
	}
	u := r.Float64() * sum
	for k, a := range all {
		if u < sums[k] {
			return a.s
		}
	}
	return all[0].s // the density is not a number
}

// also names what is impossible in draws from the prior, after a fault that names no variable.
func (m *Model) also(r *rand.Rand) (said string) {
	defer func() { _ = recover() }()
	return ". In draws from the prior, " + m.obstacle(r)
}

// approach makes one start, and looks for a better place. An update that cannot begin says why.
func (m *Model) approach(r *rand.Rand, wider float64, sweeps int) (s start, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("bugs: no start was found: %v%s", fault, m.also(r))
		}
	}()
	if s, err = m.scatter(r, wider); err == nil {
		m.follow(r, s.s)
		last := sweeps / 4
		m.plan.Approach(r, s.s, sweeps-last)
		s.v = m.logs.Joint(s.s)
		for k := range last { // the mean
			m.plan.Approach(r, s.s, 1)
			s.v += (m.logs.Joint(s.s) - s.v) / float64(k+1)
		}
		if sweeps > 0 { // two copies that are to meet begin with the same widths
			fresh := m.plan.NewState()
			copy(fresh.X, s.s.X)
			s.s = fresh
			m.plan.Recompute(s.s)
		}
	}
	return s, err
}

// A start is a state with its log density.
type start struct {
	s *State
	v float64
}

// scatter draws a start, from a wider place than usual.
func (m *Model) scatter(r *rand.Rand, wider float64) (start, error) {
	var all []start
	for _, w := range widths {
		all = append(all, m.try(r, block.Scatter{Width: w * wider}))
	}
	if m.plan.HasVague() { // another generator: other draws stay as they are
		r := rand.New(rand.NewPCG(math.Float64bits(all[0].v), 1))
		for _, w := range widths[:4] {
			all = append(all, m.try(r, block.Scatter{Width: w * wider, Middle: true}))
		}
	}
	least := all[0].v
	for _, a := range all {
		least = max(least, a.v)
	}
	for _, a := range all {
		if a.v > impossible && a.v >= least-far*float64(1+m.plan.Observed()) {
			return a, nil
		}
	}
	return start{}, fmt.Errorf("bugs: no initial values with a positive density were found: %s. If "+
		"other values are possible, give them with Start", m.obstacle(r))
}

// try draws starts until one is possible, and returns the best.
func (m *Model) try(r *rand.Rand, o block.Scatter) start {
	best := start{v: math.Inf(-1)}
	for range tries {
		s := m.plan.NewState()
		v := m.draw(r, s, o)
		if v == v && v < impossible {
			m.plan.Settle(r, s)
			v = m.logs.Joint(s)
		}
		if v > best.v {
			best = start{s, v}
		}
		if v > impossible {
			break
		}
	}
	return best
}

// draw draws a start, and returns its log density: NaN if bounds leave no place for an unknown.
func (m *Model) draw(r *rand.Rand, s *State, o block.Scatter) (v float64) {
	defer func() {
		if recover() != nil {
			v = math.NaN()
		}
	}()
	m.plan.Draw(r, s, o)
	m.begin(s)
	m.plan.Recompute(s)
	return m.logs.Joint(s)
}

// impossible is below every log density of a state that is possible. far is how much smaller the
// log density of a start may be for each observation.
const (
	impossible = -1e290
	far        = 20
)

// begin puts the author's initial values in.
func (m *Model) begin(s *State) {
	for name, v := range m.inits {
		a := m.graph.Arrays[name]
		for i, x := range v.Values {
			if x == x && a.Def[i] >= 0 && !a.Observed[i] {
				s.X[a.Base+i] = x
			}
		}
	}
}

// follow draws what has no initial values, given those of the author. Otherwise the first sweep
// might begin with an update that forgets them, such as of means given random groups.
func (m *Model) follow(r *rand.Rand, s *State) {
	if len(m.inits) == 0 {
		return
	}
	for _, b := range m.plan.Blocks {
		if !slices.ContainsFunc(b.Target, func(t *graph.Statement) bool {
			_, given := m.inits[t.Left.Array.Name]
			return given
		}) {
			b.Run(r, s)
		}
	}
}

// obstacle says which observation has density zero most often, and the first example.
func (m *Model) obstacle(r *rand.Rand) string {
	often, examples, most := map[string]int{}, map[string]string{}, ""
	for range 4 * tries {
		s := m.plan.NewState()
		m.plan.Draw(r, s, block.Scatter{Width: 0.1})
		m.begin(s)
		m.plan.Recompute(s)
		m.logs.Zeros(s, func(name string, drawn func() string) {
			if often[name]++; often[name] == 1 {
				examples[name] = drawn()
			}
			if often[name] > often[most] {
				most = name
			}
		})
	}
	switch {
	case most == "":
		return "the density is not finite"
	case examples[most] == "":
		return "the density of " + most + " is zero or not a number"
	}
	return "the density of " + most + " is zero or not a number, as in " + examples[most]
}
