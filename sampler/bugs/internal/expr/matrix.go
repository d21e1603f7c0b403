package expr

import (
	"math"
	"slices"

	"gibbslab/sampler/variate"
)

// logDet is the log determinant of a symmetric, positive definite matrix, and NaN of another.
func logDet(x []float64, n int) float64 {
	for i := range n {
		for j := range i { // an inverse is symmetric up to rounding
			if math.Abs(x[i*n+j]-x[j*n+i]) > 1e-6*math.Sqrt(math.Abs(x[i*n+i]*x[j*n+j])) {
				return math.NaN()
			}
		}
	}
	chol := make([]float64, len(x))
	if variate.Cholesky(x, chol) != nil {
		return math.NaN()
	}
	sum := 0.0
	for i := range n {
		sum += 2 * math.Log(chol[i*n+i])
	}
	return sum
}

// Inverse returns the inverse of a matrix, by rows, and NaN if it has none: Gauss and Jordan's
// elimination, which is quick for the small matrices of models.
func Inverse(x []float64, n int) []float64 {
	x = slices.Clone(x)
	inv := make([]float64, n*n)
	for i := range n {
		inv[i*n+i] = 1
	}
	for k := range n {
		pivot := k
		for i := k + 1; i < n; i++ {
			if math.Abs(x[i*n+k]) > math.Abs(x[pivot*n+k]) {
				pivot = i
			}
		}
		c := x[pivot*n+k]
		if !(math.Abs(c) > 0) {
			return slices.Repeat([]float64{math.NaN()}, n*n)
		}
		for _, m := range [][]float64{x, inv} {
			for j := range n {
				m[k*n+j], m[pivot*n+j] = m[pivot*n+j], m[k*n+j]
				m[k*n+j] /= c
			}
		}
		for i := range n {
			if f := x[i*n+k]; i != k && f != 0 {
				for j := range n {
					x[i*n+j] -= f * x[k*n+j]
					inv[i*n+j] -= f * inv[k*n+j]
				}
			}
		}
	}
	return inv
}
