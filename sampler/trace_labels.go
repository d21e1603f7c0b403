package sampler

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gibbslab/internal/spelling"
)

// find returns the column of a parameter, nil if there is none.
func (t *Trace) find(name string) *column {
	if t == nil {
		return nil
	}
	if i, ok := t.index[name]; ok && i < len(t.columns) && t.columns[i].Name == name {
		return &t.columns[i]
	}
	if len(t.index) == len(t.columns) {
		return nil
	}
	// Copies of a trace share the index, and one of them has added a parameter.
	for i := range t.columns {
		if t.columns[i].Name == name {
			return &t.columns[i]
		}
	}
	return nil
}

// element finds the column and the position of a label.
func (t *Trace) element(label string) (*column, int, error) {
	name, rest, isElement := strings.Cut(label, "[")
	c := t.find(name)
	if c == nil {
		return nil, 0, t.unknown(label)
	}
	if !isElement {
		if len(c.Shape) > 0 {
			return nil, 0, fmt.Errorf("sampler: %q is an array of shape %v: name one element, "+
				"such as %q", name, c.Shape, c.label(0))
		}
		return c, 0, nil
	}
	fields := strings.Split(strings.TrimSuffix(rest, "]"), ",")
	i := 0
	ok := strings.HasSuffix(rest, "]") && len(fields) == len(c.Shape)
	for d := 0; ok && d < len(fields); d++ {
		field := strings.TrimSpace(fields[d])
		k, named := 0, false
		if d < len(c.at) {
			k, named = c.at[d][field]
		}
		if !named {
			var err error
			k, err = strconv.Atoi(field)
			ok = err == nil && 0 <= k && k < c.Shape[d] && !(d < len(c.Coords) && counted(c.Coords[d]))
		}
		i = i*c.Shape[d] + k
	}
	if !ok {
		return nil, 0, fmt.Errorf("sampler: no element %q; have %s%s", label, c.describe(),
			c.describeCoords())
	}
	return c, i, nil
}

func (t *Trace) unknown(label string) error {
	if t == nil {
		return fmt.Errorf("%w: no parameter %q", errNoTrace, label)
	}
	if len(t.columns) == 0 {
		return fmt.Errorf("sampler: no parameter %q: the trace is empty", label)
	}
	have, names := make([]string, len(t.columns)), make([]string, len(t.columns))
	for i := range t.columns {
		c := &t.columns[i]
		have[i], names[i] = c.describe(), c.Name
		if len(c.Coords) > 0 && c.size() > 0 {
			have[i] = c.label(0) + "…"
		}
	}
	said := fmt.Sprintf("sampler: no parameter %q; have %s", label, strings.Join(have, ", "))
	name, _, _ := strings.Cut(label, "[")
	if meant := spelling.Nearest(name, names); meant != "" {
		said += "; did you mean " + meant + "?"
	}
	return errors.New(said)
}

// size is the number of scalars in the column.
func (c *column) size() int { return size(c.Shape) }

// describe is the name with the range of its positions: "theta[0..7]".
func (c *column) describe() string {
	if len(c.Shape) == 0 {
		return c.Name
	}
	ranges := make([]string, len(c.Shape))
	for d, n := range c.Shape {
		ranges[d] = fmt.Sprintf("0..%d", n-1)
	}
	return c.Name + "[" + strings.Join(ranges, ",") + "]"
}

func (c *column) labels() []string {
	labels := make([]string, c.size())
	for i := range labels {
		labels[i] = c.label(i)
	}
	return labels
}

func (c *column) label(i int) string {
	if len(c.Shape) == 0 {
		return c.Name
	}
	return c.Name + "[" + strings.Join(c.place(i), ",") + "]"
}

// place is where element i is in each dimension: the name there, or the position.
func (c *column) place(i int) []string {
	at := make([]string, len(c.Shape))
	for d := len(c.Shape) - 1; d >= 0; d-- {
		k := i % c.Shape[d]
		if d < len(c.Coords) && k < len(c.Coords[d]) {
			at[d] = c.Coords[d][k]
		} else {
			at[d] = strconv.Itoa(k)
		}
		i /= c.Shape[d]
	}
	return at
}
