package verify

import "math"

// ranker is the working memory of midranks, one for each goroutine.
type ranker struct {
	keys, spareKeys   []uint64
	order, spareOrder []int32
	ranks             []float64
	counts            [1 << digitBits]int
}

// A key is what blur leaves of a number, 45 bits, in four digits.
const (
	digitBits = 12
	digits    = 4
)

// midranks gives the place of each value among all of a and b, from −½ to ½; equal values share the middle of
// their places. The result is valid until the next call.
//
// The values are sorted by radix, from the last digit to the first, ten times faster than by comparisons.
func (w *ranker) midranks(a, b []float64) (u, v []float64) {
	n := len(a) + len(b)
	w.grow(n)
	for i, x := range a {
		w.keys[i], w.order[i] = key(x), int32(i)
	}
	for i, x := range b {
		w.keys[len(a)+i], w.order[len(a)+i] = key(x), int32(len(a)+i)
	}
	for d := range digits {
		w.pass(d * digitBits)
	}
	for from := 0; from < n; {
		to := from + 1
		for to < n && w.keys[to] == w.keys[from] {
			to++
		}
		for _, i := range w.order[from:to] {
			w.ranks[i] = float64(from+to)/(2*float64(n)) - 0.5
		}
		from = to
	}
	return w.ranks[:len(a)], w.ranks[len(a):n]
}

// pass sorts by one digit, and keeps the order of equal ones.
func (w *ranker) pass(shift int) {
	const mask = 1<<digitBits - 1
	w.counts = [1 << digitBits]int{}
	for _, k := range w.keys {
		w.counts[k>>shift&mask]++
	}
	if w.counts[w.keys[0]>>shift&mask] == len(w.keys) {
		return
	}
	at := 0
	for d, c := range w.counts {
		w.counts[d], at = at, at+c
	}
	for i, k := range w.keys {
		d := k >> shift & mask
		w.spareKeys[w.counts[d]], w.spareOrder[w.counts[d]] = k, w.order[i]
		w.counts[d]++
	}
	w.keys, w.spareKeys = w.spareKeys, w.keys
	w.order, w.spareOrder = w.spareOrder, w.order
}

func (w *ranker) grow(n int) {
	if cap(w.keys) < n {
		w.keys, w.spareKeys = make([]uint64, n), make([]uint64, n)
		w.order, w.spareOrder = make([]int32, n), make([]int32, n)
		w.ranks = make([]float64, n)
	}
	w.keys, w.spareKeys = w.keys[:n], w.spareKeys[:n]
	w.order, w.spareOrder, w.ranks = w.order[:n], w.spareOrder[:n], w.ranks[:n]
}

// key orders blurred numbers as whole numbers.
func key(x float64) uint64 {
	const sign = 1 << 63
	bits := math.Float64bits(x + 0) // 0 for −0
	if bits&sign != 0 {
		bits = ^bits
	} else {
		bits |= sign
	}
	return bits >> blurred
}

// blurred is the number of bits, of 52, that blur cuts off.
const blurred = 19

// blur keeps ten digits. Otherwise the sum of a Dirichlet draw, 1 but for rounding errors, would be told from
// another by those.
func blur(v float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) || math.Abs(v) > math.MaxFloat64/2 {
		return v
	}
	return math.Float64frombits((math.Float64bits(v) + 1<<(blurred-1)) &^ (1<<blurred - 1))
}
