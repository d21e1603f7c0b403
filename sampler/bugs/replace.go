package bugs

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs/internal/block"
)

// Values are the variables of a model in the present state of a chain, by name: the elements by
// rows. An update writes the elements that it draws, and reads the others. What a deterministic
// statement computes is not there.
type Values func(name string) []float64

// Replace puts an update of your own in the place of one of the [Plan], whose unknowns it names as
// the plan does. The update must leave the full conditional of these unknowns unchanged;
// verify.Blocks of [Model.Joint] finds out whether it does.
func (m *Model) Replace(unknowns string, update func(r *rand.Rand, v Values)) (*Model, error) {
	var names []string
	for _, b := range m.plan.Blocks {
		names = append(names, b.Name)
	}
	if !slices.Contains(names, unknowns) {
		return nil, fmt.Errorf("bugs: Replace: no update of the plan draws %q and nothing else: take "+
			"one of %q", unknowns, names)
	}
	n := *m
	n.own = maps.Clone(m.own)
	if n.own == nil {
		n.own = map[string]func(*rand.Rand, Values){}
	}
	n.own[unknowns] = update
	return &n, nil
}

// update is a block of the sampler: the author's or that of the plan.
func (m *Model) update(b *block.Block) sampler.Block[State] {
	own := m.own[b.Name]
	if own == nil {
		return sampler.Update(b.Name, b.Run)
	}
	return sampler.Update(b.Name, func(r *rand.Rand, s *State) {
		own(r, func(name string) []float64 { return m.elements(s, name) })
		m.plan.Recompute(s)
	})
}

// elements are those of a variable in a state. An unknown name panics with a sentence, which the
// engine reports with the update.
func (m *Model) elements(s *State, name string) []float64 {
	a := m.graph.Arrays[name]
	switch {
	case a == nil:
		panic("bugs: Values: " + strings.TrimSuffix(m.unknown(name), "."))
	case a.State:
		return s.X[a.Base : a.Base+a.Size()]
	case a.Unknowns:
		panic("bugs: Values: " + name + " is computed from unknowns: compute it from them")
	}
	return a.Value
}
