package law

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/variate"
)

// VectorLaw is a distribution of several numbers. A parameter is a slice; a matrix is one row by
// row, as is a matrix x.
type VectorLaw struct {
	Name     string
	Params   []string
	Discrete bool
	// Check says which parameter, or what about x, is impossible, as a clause, or "". x may be nil.
	Check func(x []float64, p [][]float64) string
	// LogDensity is −Inf outside the support, and for a matrix that is not positive definite.
	LogDensity func(x []float64, p [][]float64) float64
	// Draw writes to x. An error says that a matrix is not positive definite.
	Draw func(r *rand.Rand, p [][]float64, x []float64) error
}

var vectors = []VectorLaw{
	dirichlet, multinomial, normalPrecision, wishart,
}

// FindVector returns the distribution of a vector or matrix with this name.
func FindVector(name string) (VectorLaw, bool) {
	for _, l := range vectors {
		if l.Name == name {
			return l, true
		}
	}
	return VectorLaw{}, false
}

// checkLocation is Check for a mean and a precision matrix.
func checkLocation(x []float64, p [][]float64) string {
	d := len(p[0])
	if d*d != len(p[1]) {
		return fmt.Sprintf("the mean has %d elements, but the precision matrix has %d instead of %d", d,
			len(p[1]), d*d)
	}
	for i, m := range p[0] {
		if !numeric.Finite(m) {
			return fmt.Sprintf("element %d of the mean is %g, and must be a finite number", i+1, m)
		}
	}
	return cmp.Or(checkMatrix("precision matrix", p[1], d), checkLength(x, d))
}

func checkMatrix(name string, m []float64, d int) string {
	for i := range d {
		for j := range i {
			if a, b := m[i*d+j], m[j*d+i]; math.Abs(a-b) > 1e-7*max(math.Abs(a), math.Abs(b)) {
				return fmt.Sprintf("the %s is not symmetric: element [%d,%d] is %g and element [%d,%d] is "+
					"%g", name, i+1, j+1, a, j+1, i+1, b)
			}
		}
	}
	if variate.Cholesky(m, make([]float64, d*d)) != nil {
		return fmt.Sprintf("the %s is not positive definite", name)
	}
	return ""
}

func checkDegrees(v, least float64) string {
	if numeric.Finite(v) && v >= least {
		return ""
	}
	return fmt.Sprintf("the degrees of freedom are %g, and must be at least %g, the number of rows", v,
		least)
}

// checkLength is Check for x, nil or not.
func checkLength(x []float64, want int) string {
	if x != nil && len(x) != want {
		return fmt.Sprintf("the value has %d elements instead of %d", len(x), want)
	}
	return ""
}

func side(m []float64) int { return int(math.Sqrt(float64(len(m))) + .5) }

// logDet is the log determinant of the matrix with this Cholesky factor.
func logDet(chol []float64, d int) (sum float64) {
	for i := range d {
		sum += 2 * math.Log(chol[i*d+i])
	}
	return sum
}

// unwhiten replaces z by L⁻ᵀ z.
func unwhiten(chol, z []float64) {
	d := len(z)
	for i := d - 1; i >= 0; i-- {
		for j := i + 1; j < d; j++ {
			z[i] -= chol[j*d+i] * z[j]
		}
		z[i] /= chol[i*d+i]
	}
}
