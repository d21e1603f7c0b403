package sampler

import (
	"errors"
	"fmt"
	"slices"
)

// An Array holds all draws of a parameter together with its shape and the names of its elements.
type Array struct {
	// Shape lists the lengths of the dimensions; nil is a scalar.
	Shape []int
	// Coords names the elements, as in [Param]; nil without names.
	Coords [][]string
	// Draws are chains × draws × elements, where elements are in row-major order: Draws[c][t][i] is
	// element i in draw t of chain c. A scalar has one element.
	Draws [][][]float64
}

// Names lists the parameters, in the order of the model, then those that were added.
func (t *Trace) Names() []string {
	if t == nil {
		return nil
	}
	names := make([]string, len(t.columns))
	for i := range names {
		names[i] = t.columns[i].Name
	}
	return names
}

// Shape returns the lengths of the dimensions of a parameter; nil for a scalar.
func (t *Trace) Shape(name string) ([]int, error) {
	c := t.find(name)
	if c == nil {
		return nil, t.unknown(name)
	}
	return slices.Clone(c.Shape), nil
}

// Coords returns the names of the elements of a parameter, dimension by dimension: nil where there
// are none, as in [Param]. The slices belong to the trace: read them only.
func (t *Trace) Coords(name string) ([][]string, error) {
	c := t.find(name)
	if c == nil {
		return nil, t.unknown(name)
	}
	return c.Coords, nil
}

// Locate finds a scalar by its label: the name of its parameter, and the element, counted in
// row-major order (0 of a scalar parameter).
func (t *Trace) Locate(label string) (name string, element int, err error) {
	c, i, err := t.element(label)
	if err != nil {
		return "", 0, err
	}
	return c.Name, i, nil
}

// Array returns all draws of a parameter as a new array, so it takes as much memory as the draws
// themselves. If only moments were recorded (Param.Moments), it returns an error.
func (t *Trace) Array(name string) (*Array, error) {
	c := t.find(name)
	if c == nil {
		return nil, t.unknown(name)
	}
	if err := c.recorded(); err != nil {
		return nil, err
	}
	a := &Array{Shape: slices.Clone(c.Shape), Coords: c.Coords, Draws: make([][][]float64,
		len(c.Draws))}
	n := c.size()
	for k, elements := range c.Draws {
		draws := c.draws(k)
		all := make([]float64, draws*n)
		a.Draws[k] = make([][]float64, draws)
		for d := range a.Draws[k] {
			a.Draws[k][d] = all[d*n : (d+1)*n : (d+1)*n]
		}
		for i, x := range elements {
			for d, v := range x {
				all[d*n+i] = v
			}
		}
	}
	return a, nil
}

// draws is the number of draws of chain k.
func (c *column) draws(k int) int {
	if len(c.Draws[k]) == 0 {
		return 0
	}
	return len(c.Draws[k][0])
}

// AddArray adds an array parameter: a function of the recorded ones, or draws made without this
// package. Its labels are like those of a recorded array of the same shape. The draws are copied.
// Errors are as for [Trace.Add]; a draw whose number of elements does not fit the shape, and wrong
// names, are errors too.
func (t *Trace) AddArray(name string, a Array) error {
	if slices.ContainsFunc(a.Shape, func(n int) bool { return n < 1 }) {
		return fmt.Errorf("sampler: %q has shape %v: each length must be at least 1 (nil for a "+
			"scalar)", name, a.Shape)
	}
	if err := checkCoords(a.Shape, a.Coords); err != nil {
		return fmt.Errorf("sampler: %q: %w", name, err)
	}
	c := column{Name: name, Shape: slices.Clone(a.Shape), Coords: slices.Clone(a.Coords)}
	for d, names := range c.Coords {
		c.Coords[d] = slices.Clone(names)
	}
	n := c.size()
	for k, draws := range a.Draws {
		elements := make([][]float64, n)
		for i := range elements {
			elements[i] = make([]float64, len(draws))
		}
		for d, x := range draws {
			if len(x) != n {
				return fmt.Errorf("sampler: draw %d of chain %d of %q has %d elements, and the "+
					"shape %v asks for %d", d, k, name, len(x), a.Shape, n)
			}
			for i, v := range x {
				elements[i][d] = v
			}
		}
		c.Draws = append(c.Draws, elements)
	}
	return t.add(c)
}

// Map returns a trace in which f has changed the draws of the named parameters. It may take
// logarithms, put elements in increasing order, or move components to other labels. f gets each
// draw in turn: x holds all elements of one parameter, in the order of [Trace.Labels], and f writes
// the new values into x. Names and shapes stay the same. Map does not change t, and the new trace
// shares the other parameters with it.
//
// Errors: names that are not parameters of the trace, single elements ("theta[2]"), and parameters
// that keep only moments.
func (t *Trace) Map(f func(chain, draw int, x []float64), names ...string) (*Trace, error) {
	if f == nil {
		return nil, errors.New("sampler: the function to map draws with is nil")
	}
	if t == nil {
		return nil, errNoTrace
	}
	mapped := traceOfColumns(slices.Clone(t.columns))
	mapped.blocks, mapped.failed, mapped.made = t.blocks, t.failed, t.made
	var errs []error
	for _, name := range names {
		c := mapped.find(name)
		switch {
		case c == nil:
			errs = append(errs, t.unknown(name))
		case c.Moments:
			errs = append(errs, fmt.Errorf("sampler: only the running mean and variance of %q "+
				"were kept (Param.Moments): there are no draws to map", name))
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	for _, name := range names {
		mapped.find(name).apply(f)
	}
	return mapped, nil
}

// apply gives the column new draws, each changed by f.
func (c *column) apply(f func(chain, draw int, x []float64)) {
	x := make([]float64, c.size())
	chains := make([][][]float64, len(c.Draws))
	for k, elements := range c.Draws {
		chains[k] = make([][]float64, len(elements))
		for i := range elements {
			chains[k][i] = slices.Clone(elements[i])
		}
		for d := 0; len(elements) > 0 && d < len(elements[0]); d++ {
			for i := range elements {
				x[i] = elements[i][d]
			}
			f(k, d, x)
			for i := range elements {
				chains[k][i][d] = x[i]
			}
		}
	}
	c.Draws = chains
}
