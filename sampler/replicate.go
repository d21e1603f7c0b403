package sampler

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"

	"gibbslab/internal/memory"
	"gibbslab/sampler/internal/guard"
)

// A Draw holds the values of all parameters of a trace at one kept sweep.
type Draw struct {
	Chain, Index int // draw number Index, from 0, of chain Chain

	trace *Trace
	// values holds the elements of the parameters that were asked for, in memory that the next
	// draw uses again.
	values map[string][]float64
}

// noValue is the panic of a Draw that does not have the value it was asked for.
type noValue struct{ error }

// Scalar returns the value of a scalar parameter, or of one element: "sigma", "theta[2]",
// "theta[Aalen]". If the label is unknown, or the parameter has no value for this draw, Scalar
// panics, and [Trace.Replicate] returns an error.
func (d *Draw) Scalar(label string) float64 {
	c, i, err := d.trace.element(label)
	if err != nil {
		panic(noValue{err})
	}
	return d.of(c, i)
}

// Array returns the elements of a parameter in row-major order. The slice is valid until the next
// draw. Errors are as for [Draw.Scalar].
func (d *Draw) Array(name string) []float64 {
	c := d.trace.find(name)
	if c == nil {
		panic(noValue{d.trace.unknown(name)})
	}
	x := d.values[name]
	if x == nil {
		x = make([]float64, c.size())
		d.values[name] = x
	}
	for i := range x {
		x[i] = d.of(c, i)
	}
	return x
}

// of returns element i of a column in this draw.
func (d *Draw) of(c *column, i int) float64 {
	if err := c.recorded(); err != nil {
		panic(noValue{err})
	}
	if c.Every > 1 {
		panic(noValue{fmt.Errorf("sampler: only every %d-th draw of %q was recorded (Param.Every): "+
			"record every draw to use it with others", c.Every, c.Name)})
	}
	draws := c.Draws[d.Chain][i]
	if d.Index >= len(draws) {
		panic(noValue{fmt.Errorf("sampler: %q has %d draws in chain %d, and draw %d was "+
			"asked for: add parameters that have a value for every draw",
			c.Name, len(draws), d.Chain, d.Index)})
	}
	return draws[d.Index]
}

// Replicate makes data sets from the posterior predictive distribution. f gets a draw of the
// parameters and fills y, n values long, with data that these parameters might have produced. Each
// data set uses a different draw; these draws are spread evenly over all chains. 0 sets means one
// for each draw. The result is sets × n:
//
//	rep, err := tr.Replicate(r, 100, len(y), func(r *rand.Rand, d *sampler.Draw, y []float64) {
//		theta, sigma := d.Array("theta"), d.Scalar("sigma")
//		for i := range y {
//			y[i] = theta[ward[i]] + sigma*r.NormFloat64()
//		}
//	})
//
// f may compute anything else that depends on a draw, such as the log-likelihood of each
// observation. Errors: a panic in f, fewer draws than sets, and a trace without draws.
func (t *Trace) Replicate(
	r *rand.Rand, sets, n int, f func(r *rand.Rand, d *Draw, y []float64),
) ([][]float64, error) {
	if r == nil || f == nil {
		return nil, errors.New("sampler: Replicate: the random numbers or the function are nil: " +
			"give both, such as sampler.Stream(\"replicate\", 1, 0)")
	}
	if t == nil {
		return nil, errNoTrace
	}
	if sets < 0 || n < 1 {
		return nil, fmt.Errorf("sampler: Replicate: %d sets of %d values: give 0 or more sets, "+
			"and at least one value", sets, n)
	}
	lengths, total := t.lengths(), 0
	for _, length := range lengths {
		total += length
	}
	sets = cmp.Or(sets, total)
	if total == 0 || sets > total {
		return nil, fmt.Errorf("sampler: Replicate: %d sets from %d draws: sample longer, or "+
			"ask for fewer sets", max(sets, 1), total)
	}
	if err := memory.Room(8 * float64(sets) * float64(n)); err != nil {
		return nil, fmt.Errorf("sampler: Replicate: %d sets of %d values: %w; give smaller numbers",
			sets, n, err)
	}
	d := &Draw{trace: t, values: map[string][]float64{}}
	y := make([][]float64, sets)
	for s := range y {
		at := s * total / sets // the draw, numbered through all chains
		for d.Chain = 0; at >= lengths[d.Chain]; d.Chain++ {
			at -= lengths[d.Chain]
		}
		d.Index = at
		y[s] = make([]float64, n)
		if err := d.fill(r, y[s], f); err != nil {
			return nil, fmt.Errorf("sampler: Replicate: draw %d of chain %d: %w", d.Index, d.Chain, err)
		}
	}
	return y, nil
}

// lengths returns the number of draws of each chain, for parameters recorded at every draw.
func (t *Trace) lengths() []int {
	lengths := make([]int, t.NumChains())
	for i := range t.columns {
		c := &t.columns[i]
		if c.Moments || c.Every > 1 {
			continue
		}
		for k := range c.Draws {
			lengths[k] = max(lengths[k], c.draws(k))
		}
	}
	return lengths
}

// fill calls f, whose panics become errors.
func (d *Draw) fill(
	r *rand.Rand, y []float64, f func(r *rand.Rand, d *Draw, y []float64),
) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case noValue:
			err = p.error
		default:
			err = fmt.Errorf("the function panicked: %s", guard.Text(p))
		}
	}()
	f(r, d, y)
	return nil
}
