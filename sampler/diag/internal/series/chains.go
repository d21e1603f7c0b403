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
