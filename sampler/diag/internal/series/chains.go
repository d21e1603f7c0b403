// Package series has the beginnings of all diagnostics: chains of equal length, split chains,
// sorted draws, means and variances that lose no digits, and magnitudes that cannot overflow.
package series

import (
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/internal/radix"
)

// Rectangle returns the chains that have draws, cut to their common length. The chains are not
// copied.
func Rectangle(chains [][]float64) [][]float64 { return AppendRectangle(nil, chains) }

// AppendRectangle is like Rectangle, in the memory of x, which must be empty.
func AppendRectangle(x, chains [][]float64) [][]float64 {
	shortest := math.MaxInt
	for _, c := range chains {
		if len(c) > 0 {
			x = append(x, c)
			shortest = min(shortest, len(c))
		}
	}
	for i := range x {
		x[i] = x[i][:shortest]
	}
	return x
}

// Usable returns the rectangle of the chains. ok is false if a chain has fewer draws than required,
// or if a draw is not finite.
func Usable(chains [][]float64, draws int) (x [][]float64, ok bool) {
	x = Rectangle(chains)
	if len(x) == 0 || len(x[0]) < draws {
		return nil, false
	}
	for _, c := range x {
		if !AllFinite(c) {
			return nil, false
		}
	}
	return x, true
}

// Split cuts each chain into halves, which become chains; the middle draw of an odd number is
// dropped.
func Split(x [][]float64) [][]float64 {
	halves := make([][]float64, 0, 2*len(x))
	for _, c := range x {
		half := len(c) / 2
		halves = append(halves, c[:half], c[len(c)-half:])
	}
	return halves
}

// Like makes a matrix of the same shape as x, in one piece of memory.
func Like(x [][]float64) [][]float64 {
	return numeric.Matrix[float64](len(x), len(x[0]))
}

// Pooled returns all draws, which are finite, in one new slice, sorted.
func Pooled(x [][]float64) []float64 { return radix.Values(joined(x)) }

// joined returns all draws in one slice, which is only for reading.
func joined(x [][]float64) []float64 {
	if len(x) == 1 {
		return x[0]
	}
	return slices.Concat(x...)
}

func Finite(x float64) bool { return x-x == 0 } // ∞−∞ is NaN

func AllFinite(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return !Finite(v) })
}

// Lesser and greater are min and max of two numbers, or the other one if one is NaN.
func Lesser(a, b float64) float64 {
	if math.IsNaN(a) || b < a {
		return b
	}
	return a
}

func Greater(a, b float64) float64 { return -Lesser(-a, -b) }

// Smallest returns the draws that would be at these places, counted from 0, if all were sorted.
func Smallest(x [][]float64, places ...int) []float64 {
	return radix.OrderStatistics(joined(x), places...)
}

// Midspread is the interquartile range of sorted draws.
func Midspread(x []float64) float64 { return numeric.Quantile(x, 0.75) - numeric.Quantile(x, 0.25) }

// Position is the position, among all chains, of the i-th chain that has draws.
func Position(chains [][]float64, i int) int {
	for k, c := range chains {
		if len(c) > 0 {
			if i == 0 {
				return k
			}
			i--
		}
	}
	return -1
}

func Constant(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v != x[0] })
}

// Extremes are the smallest and the largest draw.
func Extremes(x [][]float64) (lo, hi float64) {
	lo, hi = x[0][0], x[0][0]
	for _, c := range x {
		for _, v := range c {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// OnlyRounding tells whether numbers from lo to hi differ at most by rounding: by eight units in
// the last place or less.
func OnlyRounding(lo, hi float64) bool {
	return hi-lo <= 0x1p-50*max(math.Abs(lo), math.Abs(hi))
}

// MaxExponent bounds magnitudes to keep squares and their sums from overflowing or underflowing:
// the square of 2^400 is 2^800, of the last digit of 2^-400 it is 2^-904, and float64 spans
// 2^±1022.
const MaxExponent = 400

// Rescale returns finite draws as x·2^-e, with e such that the largest magnitude of all is within
// 2^±400. Ordinary draws are returned unchanged, with e = 0.
func Rescale(x [][]float64) (y [][]float64, e int) {
	largest := 0.0
	for _, c := range x {
		for _, v := range c {
			largest = max(largest, math.Abs(v))
		}
	}
	switch _, exp := math.Frexp(largest); { // 0 for 0
	case exp > MaxExponent:
		e = exp - MaxExponent
	case exp < -MaxExponent:
		e = exp + MaxExponent
	default:
		return x, 0
	}
	y = Like(x)
	for i, c := range x {
		for k, v := range c {
			y[i][k] = math.Ldexp(v, -e)
		}
	}
	return y, e
}

// Rescale1 is Rescale for draws in one slice.
func Rescale1(x []float64) (y []float64, e int) {
	ys, e := Rescale([][]float64{x})
	return ys[0], e
}

// MeanVariance returns mean and variance (over n−1) of draws of ordinary magnitude (see Rescale).
// It sums differences, from the first draw and then from the mean: no digits are lost if the mean
// is large compared with the spread, and the variance of equal draws is exactly 0. It keeps four
// sums at a time, because one would wait for each addition.
func MeanVariance(x []float64) (mean, variance float64) {
	n, first := float64(len(x)), x[0]
	var a, b, c, d float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		v := x[i : i+4 : i+4]
		a += v[0] - first
		b += v[1] - first
		c += v[2] - first
		d += v[3] - first
	}
	for ; i < len(x); i++ {
		a += x[i] - first
	}
	mean = first + (a+b+c+d)/n
	a, b, c, d = 0, 0, 0, 0
	for i = 0; i+4 <= len(x); i += 4 {
		v := x[i : i+4 : i+4]
		a += (v[0] - mean) * (v[0] - mean)
		b += (v[1] - mean) * (v[1] - mean)
		c += (v[2] - mean) * (v[2] - mean)
		d += (v[3] - mean) * (v[3] - mean)
	}
	for ; i < len(x); i++ {
		a += (x[i] - mean) * (x[i] - mean)
	}
	return mean, (a + b + c + d) / (n - 1)
}
