// Package diagtest has the chains that the tests of the diagnostics share.
package diagtest

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/diag/internal/series"
)

// Near tells whether got equals want within a relative error; NaN is near NaN.
func Near(got, want, tolerance float64) bool {
	if math.IsNaN(got) || math.IsNaN(want) || math.IsInf(want, 0) || math.IsInf(got, 0) {
		return got == want || math.IsNaN(got) && math.IsNaN(want)
	}
	return math.Abs(got-want) <= tolerance*max(math.Abs(got), math.Abs(want))
}

// AR1 are stationary AR(1) chains of variance 1.
func AR1(r *rand.Rand, phi float64, chains, draws int) [][]float64 {
	x := make([][]float64, chains)
	for c := range x {
		v := r.NormFloat64()
		for range draws {
			x[c] = append(x[c], v)
			v = phi*v + math.Sqrt(1-phi*phi)*r.NormFloat64()
		}
	}
	return x
}

func Mapped(x [][]float64, f func(float64) float64) [][]float64 {
	y := series.Like(x)
	for i, c := range x {
		for k, v := range c {
			y[i][k] = f(v)
		}
	}
	return y
}
