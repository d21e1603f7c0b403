package series

import (
	"math"
	"slices"
)

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
