package sampler

import (
	"errors"
	"fmt"
	"slices"
)

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
