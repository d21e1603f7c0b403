package bugs

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/bugs/internal/block"
)

// widths are tried one after the other for the start of a chain, until the density is not much
// smaller than that of the narrowest.
var widths = []float64{1, 0.5, 0.2, 0.1, 0.03, 0.01}

// tries is how often each width is tried.
const tries = 10

// init makes the state of a new chain.
func (m *Model) init(r *rand.Rand) (*State, error) {
	type start struct {
		s *State
		v float64
	}
	var all []start
	for _, w := range widths {
		best := start{v: math.Inf(-1)}
		for range tries {
			s := m.plan.NewState()
			m.plan.Draw(r, s, block.Scatter{Width: w})
			m.begin(s)
			m.plan.Recompute(s)
			v := m.logs.Joint(s)
			if v < impossible {
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
		all = append(all, best)
	}
	least := all[0].v
	for _, a := range all {
		least = max(least, a.v)
	}
	for _, a := range all {
		if a.v > impossible && a.v >= least-far*float64(1+m.plan.Observed()) {
			m.plan.Approach(r, a.s)
			return a.s, nil
		}
	}
	return nil, fmt.Errorf("bugs: no initial values with a positive density were found: %s. Give "+
		"some with Start", m.obstacle(r))
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

// obstacle says which observation has density zero.
func (m *Model) obstacle(r *rand.Rand) string {
	s := m.plan.NewState()
	m.plan.Draw(r, s, block.Scatter{Width: 0.1})
	m.begin(s)
	m.plan.Recompute(s)
	if name, ok := m.logs.Zero(s); ok {
		return "the density of " + name + " is zero or not a number"
	}
	return "the density is not finite"
}
