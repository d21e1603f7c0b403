package sampler

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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

// checkCoords reports why these cannot be the names of the elements of an array of this shape.
func checkCoords(shape []int, coords [][]string) error {
	if coords == nil {
		return nil
	}
	if len(coords) != len(shape) {
		return fmt.Errorf("there are Coords for %d dimensions, and the shape %v has %d: give "+
			"one list for each, nil for one without names", len(coords), shape, len(shape))
	}
	for d, names := range coords {
		if names == nil {
			continue
		}
		if len(names) != shape[d] {
			return fmt.Errorf("dimension %d has length %d, and Coords[%d] holds %d names: give "+
				"one for each element", d, shape[d], d, len(names))
		}
		seen := make(map[string]int, len(names))
		for i, name := range names {
			if err := checkCoord(name, i, len(names)); err != nil && !counted(names) {
				return fmt.Errorf("in Coords[%d], %w", d, err)
			}
			if first, ok := seen[name]; ok {
				return fmt.Errorf("in Coords[%d], the name %q appears twice, for elements %d "+
					"and %d: names tell elements apart", d, name, first, i)
			}
			seen[name] = i
		}
	}
	return nil
}

// counted tells whether the names of elements are increasing numbers from one on, as models in the
// BUGS language count. Then only names find an element, and positions do not.
func counted(names []string) bool {
	last := 0
	for _, name := range names {
		k, err := strconv.Atoi(name)
		if err != nil || k <= last || strconv.Itoa(k) != name {
			return false
		}
		last = k
	}
	return len(names) > 0
}

// checkCoord refuses a name of element i of n that would make a label hard to read or ambiguous.
func checkCoord(name string, i, n int) error {
	switch at := strings.IndexAny(name, "[],"); {
	case strings.TrimSpace(name) == "":
		return fmt.Errorf("the name of element %d is empty", i)
	case at >= 0:
		return fmt.Errorf("the name %q holds %q, which a label such as theta[2,3] is made of: "+
			"write it without", name, name[at])
	case name != strings.TrimSpace(name):
		return fmt.Errorf("the name %q begins or ends with a space: leave the space out", name)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("the name %q holds a character that cannot be shown: write it without", name)
	}
	if k, err := strconv.Atoi(name); err == nil && 0 <= k && k < n && k != i {
		return fmt.Errorf("the name %q of element %d could be taken for the position of element "+
			"%d: write \"no. %s\", for example", name, i, k, name)
	}
	return nil
}

// findCoords prepares the column for finding elements by their names.
func (c *column) findCoords() {
	if c.Coords == nil || c.Moments || c.at != nil {
		return
	}
	c.at = make([]map[string]int, len(c.Coords))
	for d, names := range c.Coords {
		c.at[d] = make(map[string]int, len(names))
		for k, name := range names {
			c.at[d][name] = k
		}
	}
}

// describeCoords lists names for an error: ", called Aalen, Bergen, Bodø and 7 more".
func (c *column) describeCoords() string {
	const most = 12
	var b strings.Builder
	for d, names := range c.Coords {
		if names == nil {
			continue
		}
		fmt.Fprintf(&b, ", called %s", strings.Join(names[:min(most, len(names))], ", "))
		if len(names) > most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
		}
		if len(c.Coords) > 1 {
			fmt.Fprintf(&b, " in dimension %d", d)
		}
	}
	return b.String()
}
