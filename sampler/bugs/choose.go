package bugs

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/block"
)

// Choose returns a model in which an update of your choice draws some unknowns, in place of the one
// that the plan would take:
//
//   - "alone": each unknown by itself, as its own full conditional says;
//   - "slice": slice sampling, number by number;
//   - "NUTS": the no-U-turn sampler, all these unknowns together; "NUTS 0.95" takes smaller steps,
//     of which 95 % are accepted in place of 80, where "NUTS" diverges;
//   - "collapsed": these unknowns are integrated out while those with few values that choose among
//     them are drawn, such as the topics of words or the components of a mixture. Then they are
//     drawn themselves.
//
// It returns an error if there is no such update, or if it cannot draw the unknowns.
func (m *Model) Choose(update string, unknowns ...string) (*Model, error) {
	target := 0.0
	if kind, number, ok := strings.Cut(update, " "); ok && kind == block.NUTS {
		t, err := strconv.ParseFloat(number, 64)
		if err != nil || !(t > 0 && t < 1) {
			return nil, fmt.Errorf("bugs: Choose: the share of accepted steps in %q must be a number "+
				"between 0 and 1, such as 0.95", update)
		}
		update, target = kind, t
	}
	if !slices.Contains([]string{block.Alone, block.Slice, block.NUTS, block.Collapsed}, update) {
		return nil, fmt.Errorf("bugs: Choose: %q is no update to choose: write %q, %q, %q or %q", update,
			block.Alone, block.Slice, block.NUTS, block.Collapsed)
	}
	return m.choose("Choose", block.Choice{Kind: update, Target: target}, unknowns)
}

// Replace returns a model in which a block of your own draws some unknowns. The update reads and
// sets numbers through [Model.Values] of the model that it is given: package verify tests the block
// with other data than yours.
//
//	m.Replace(func(r *rand.Rand, m *bugs.Model, s *bugs.State) {
//		m.Values(s, "mu")[0] = …
//	}, "mu")
func (m *Model) Replace(update func(r *rand.Rand, m *Model, s *State), unknowns ...string) (*Model,
	error) {
	if update == nil {
		return nil, errors.New("bugs: Replace: the update is nil: give a function that draws them")
	}
	own := &own{update}
	return m.choose("Replace", block.Choice{Kind: block.Own, Own: own}, unknowns)
}

// own is an author's update.
type own struct {
	update func(r *rand.Rand, m *Model, s *State)
}

func (m *Model) choose(method string, c block.Choice, unknowns []string) (*Model, error) {
	options := block.Options{Choices: maps.Clone(m.options.Choices)}
	if options.Choices == nil {
		options.Choices = map[string]block.Choice{}
	}
	if len(unknowns) == 0 {
		return nil, fmt.Errorf("bugs: %s: no unknowns are given: name those whose update you choose",
			method)
	}
	for _, name := range unknowns {
		a := m.graph.Arrays[name]
		if a == nil {
			return nil, fmt.Errorf("bugs: %s: %s", method, m.unknown(name))
		}
		if !a.State || !a.Unknowns || a.Computed {
			return nil, fmt.Errorf("bugs: %s: %s is not drawn: it is data, or computed", method, name)
		}
		options.Choices[name] = c
	}
	n, err := compile(m.program, m.given, options)
	if err != nil {
		return nil, fmt.Errorf("bugs: %s: %w", method, err)
	}
	n.inits = m.inits
	return n.Monitor(m.monitor...)
}

// Values returns the numbers of a variable in a state, row by row: of an unknown, to be read and
// set, or of data, to be read. It panics with a sentence if the state does not hold the variable.
func (m *Model) Values(s *State, name string) []float64 {
	a := m.graph.Arrays[name]
	switch {
	case a == nil:
		panic("bugs: Values: " + m.unknown(name))
	case a.State:
		return s.X[a.Base : a.Base+a.Size()]
	case a.Unknowns:
		panic("bugs: Values: " + name + " is computed from the unknowns, and no part of the state")
	}
	return a.Value
}
