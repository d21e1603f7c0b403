package bugs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/syntax"
)

// Warnings are findings that do not keep the model from running: data that it does not use, loops
// without rounds, no observations, covariates so far from zero that digits are lost.
func (m *Model) Warnings() []error {
	if far := m.plan.Warning(); far != nil {
		return append(slices.Clone(m.graph.Warnings), far)
	}
	return m.graph.Warnings
}

// unknown says that the model has no variable of this name.
func (m *Model) unknown(name string) string {
	if bare, _, ok := strings.Cut(name, "["); ok && m.graph.Arrays[bare] != nil {
		return fmt.Sprintf("%s is given; give the name of the whole variable, %s", name, bare)
	}
	return fmt.Sprintf("the model has no variable %s.%s", name,
		syntax.Suggest(name, slices.Sorted(maps.Keys(m.graph.Arrays))))
}

// checkStart checks the initial values of a variable: that it is drawn, that the shape is right,
// and that its distribution can give the values.
func (m *Model) checkStart(name string, v data.Array) error {
	a := m.graph.Arrays[name]
	if a == nil {
		return fmt.Errorf("bugs: Start: %s", m.unknown(name))
	}
	if !a.Unknowns {
		return fmt.Errorf("bugs: Start: %s is known: all its values are data, or computed from data",
			name)
	}
	if len(v.Values) != a.Size() || len(a.Dims) > 1 && !slices.Equal(v.Dims, a.Dims) {
		return fmt.Errorf("bugs: Start: %s has %s; given: %s", name, extent(a.Dims), extent(v.Dims))
	}
	return m.graph.CheckStart(a, v.Values)
}

// extent says how many numbers there are: one number, 3 numbers, 2 × 3 numbers.
func extent(dims []int) string {
	if len(dims) == 0 {
		return "one number"
	}
	all := fmt.Sprint(dims[0])
	for _, n := range dims[1:] {
		all += fmt.Sprintf(" × %d", n)
	}
	return all + " numbers"
}
