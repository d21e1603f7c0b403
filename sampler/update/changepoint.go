package update

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// ChangePoints draws the places where a series changes. It holds scratch space only: keep it in the
// state. The zero value is ready for use.
type ChangePoints struct{ logTail, weights []float64 }

// Draw draws all change points of a series of n observations at once: starts[t], one of n values,
// says whether a segment starts at t; starts[0] is always true. Before each other observation there
// is a change with probability p, independently. logSegment(from, to) is the log marginal
// likelihood of the observations from … to−1 as one segment, with its own parameters integrated
// out; −Inf excludes the segment.
//
// It is exact, for any number of change points, and evaluates logSegment n²/2 times. It returns the
// log marginal likelihood of all observations. For a single change at an unknown place,
// variate.LogCategorical over the places is enough.
//
// Source: Fearnhead, "Exact and efficient Bayesian inference for multiple changepoint problems",
// Statistics and Computing 16 (2006) 203–213.
func (c *ChangePoints) Draw(
	r *rand.Rand, p float64, logSegment func(from, to int) float64, starts []bool,
) (logMarginal float64, err error) {
	n := len(starts)
	if n < 1 || !(p > 0 && p < 1) {
		return 0, fmt.Errorf("update: ChangePoints.Draw: room for %d observations and p = %g, "+
			"expected at least one, and a probability between 0 and 1", n, p)
	}
	if len(c.logTail) != n+1 {
		c.logTail, c.weights = make([]float64, n+1), make([]float64, n*(n+1)/2)
	}
	logP, logStay := math.Log(p), math.Log1p(-p)
	// logTail[t] is the log probability of the observations from t on, given that a segment starts
	// there; the weights of its ends are kept for the draw.
	at := 0
	row := func(t int) []float64 {
		begin := (n - t - 1) * (n - t) / 2
		return c.weights[begin : begin+n-t]
	}
	for t := n - 1; t >= 0; t-- {
		w, top := row(t), math.Inf(-1)
		for k := range w {
			end := t + k + 1
			w[k] = logSegment(t, end) + float64(k)*logStay + c.logTail[end]
			if end < n {
				w[k] += logP
			}
			top = max(top, w[k])
		}
		if math.IsNaN(top) || math.IsInf(top, 0) {
			return 0, fmt.Errorf("update: ChangePoints.Draw: the segments that start at %d have "+
				"a largest log weight of %g, expected a finite number; check logSegment", t, top)
		}
		sum := 0.0
		for _, lw := range w {
			sum += math.Exp(lw - top)
		}
		c.logTail[t] = top + math.Log(sum)
	}
	clear(starts)
	for at < n {
		starts[at] = true
		at += variate.LogCategorical(r, row(at)) + 1
	}
	return c.logTail[0], nil
}
