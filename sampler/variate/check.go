package variate

import (
	"fmt"
	"math"

	"gibbslab/internal/numeric"
)

// clampPositive keeps a positive variate away from 0 and +Inf.
func clampPositive(x float64) float64 {
	return min(max(x, math.SmallestNonzeroFloat64), math.MaxFloat64)
}

// checkPositive panics unless 0 < v < ∞.
func checkPositive(variate, name string, v float64) {
	if !numeric.Positive(v) {
		panicNotPositive(variate, name, v)
	}
}

// checkFinite panics unless v is finite.
func checkFinite(variate, name string, v float64) {
	if !numeric.Finite(v) {
		panic(fmt.Sprintf("variate: %s: %s is %g, expected a finite number; check how it is "+
			"computed", variate, name, v))
	}
}

// checkNotNegative panics unless 0 ≤ v < ∞.
func checkNotNegative(variate, name string, v float64) {
	if !(v >= 0 && v <= math.MaxFloat64) {
		panic(fmt.Sprintf("variate: %s: %s is %g, expected a finite number of at least 0; check how "+
			"it is computed", variate, name, v))
	}
}

func panicNotPositive(variate, name string, v float64) {
	panic(fmt.Sprintf("variate: %s: %s is %g, expected a positive finite number; check the prior "+
		"and the counts or data that make it", variate, name, v))
}

// dimension is d for two matrices of d² numbers each.
func dimension(what string, n, m int) int {
	d := int(math.Round(math.Sqrt(float64(n))))
	if d < 1 || d*d != n || n != m {
		panic(fmt.Sprintf("variate: %s: a Cholesky factor of %d numbers and room for %d, "+
			"expected d·d for both, at least one; give the factor row by row, with its zeros", what, n, m))
	}
	return d
}

// checkDF panics unless df is finite and above d−1.
func checkDF(what string, df float64, d int) {
	if !(df > float64(d-1) && df <= math.MaxFloat64) {
		panic(fmt.Sprintf("variate: %s: df is %g, expected a finite number above %d, the "+
			"dimension less one; give the prior more degrees of freedom", what, df, d-1))
	}
}

// room is working memory for d numbers: the caller's, or new memory if that is nil.
func room(what string, work []float64, d int) []float64 {
	if work == nil {
		return make([]float64, d)
	}
	if len(work) < d {
		panic(fmt.Sprintf("variate: %s: working memory of %d numbers, expected %d; nil allocates",
			what, len(work), d))
	}
	return work[:d]
}

// checkVectors panics unless both lengths are d.
func checkVectors(what string, d, n, m int) {
	if n != d || m != d {
		panic(fmt.Sprintf("variate: %s: vectors of %d and %d numbers, expected %d, as the matrix "+
			"has %d rows", what, n, m, d, d))
	}
}

// clamp keeps a variate away from ±Inf.
func clamp(x float64) float64 {
	return min(max(x, -math.MaxFloat64), math.MaxFloat64)
}
