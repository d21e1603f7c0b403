package bugs

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/bugs/internal/block"
)

// tries is how often initial values are drawn until the density is positive.
const tries = 100

// init makes the state of a new chain.
func (m *Model) init(r *rand.Rand) (*State, error) {
	for k := range tries {
		s := m.plan.NewState()
		wide := math.Pow(0.9, float64(k))
		m.plan.Draw(r, s, block.Scatter{Width: wide})
		m.begin(s)
		m.plan.Recompute(s)
		if v := m.logs.Joint(s); !math.IsNaN(v) && v > -1e290 {
			return s, nil
		}
	}
	return nil, fmt.Errorf("bugs: no initial values with a positive density were found in %d tries: %s. Give some with Start", tries, m.obstacle(r))
}

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
