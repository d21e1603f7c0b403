package sampler

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
