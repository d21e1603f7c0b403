package verify

import (
	"math"
	"slices"

	"gibbslab/internal/radix"
)

// ranker is the working memory of midranks. Each goroutine has its own.
type ranker struct {
	sorter      radix.Sorter
	keys, ranks []float64
}

// midranks gives the rank of each value among all values of a and b, scaled to −½ … ½. Equal values
// share the mean of their ranks. The result is valid until the next call.
func (w *ranker) midranks(a, b []float64) (u, v []float64) {
	n := len(a) + len(b)
	w.keys = w.keys[:0]
	for _, x := range a {
		w.keys = append(w.keys, key(x))
	}
	for _, x := range b {
		w.keys = append(w.keys, key(x))
	}
	w.ranks = slices.Grow(w.ranks[:0], n)[:n]
	w.sorter.Sort(w.keys)
	order, sorted := w.sorter.Order, w.sorter.Sorted
	for from := 0; from < n; {
		to := from + 1
		for to < n && sorted[to] == sorted[from] {
			to++
		}
		for _, k := range order[from:to] {
			w.ranks[k&radix.IndexMask] = float64(from+to)/(2*float64(n)) - 0.5
		}
		from = to
	}
	return w.ranks[:len(a)], w.ranks[len(a):n]
}

// key maps blurred numbers, including infinite ones and NaN, to whole numbers below 2⁴⁵ in the same
// order.
func key(x float64) float64 {
	const sign = 1 << 63
	bits := math.Float64bits(x + 0) // 0 for −0
	if bits&sign != 0 {
		bits = ^bits
	} else {
		bits |= sign
	}
	return float64(bits >> blurred)
}

// blurred is the number of bits, of 52, that blur cuts off.
const blurred = 19

// blur keeps ten digits. The sum of a Dirichlet draw, for example, is 1 up to rounding errors, and
// those errors must not count as differences.
func blur(v float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) || math.Abs(v) > math.MaxFloat64/2 {
		return v
	}
	return math.Float64frombits((math.Float64bits(v) + 1<<(blurred-1)) &^ (1<<blurred - 1))
}
