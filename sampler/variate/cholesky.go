package variate

import (
	"fmt"
	"math"
)

// Cholesky fills l with the lower Cholesky factor of a symmetric matrix, a = l lᵀ, both d × d, row
// by row. It reads a on and below the diagonal, and puts zeros above the diagonal of l. l may be a.
//
// It returns an error, which gives the row, if a is not positive definite, up to 1e-14 of its
// diagonal.
func Cholesky(a, l []float64) error {
	d := dimension("Cholesky", len(a), len(l))
	for i := range d {
		for j := range i + 1 {
			sum := a[i*d+j]
			for k := range j {
				sum -= l[i*d+k] * l[j*d+k]
			}
			if i != j {
				l[i*d+j] = sum / l[j*d+j]
				continue
			}
			if !(sum > 1e-14*a[i*d+i] && sum <= math.MaxFloat64) {
				return notPositiveDefinite(i, a[i*d+i], sum)
			}
			l[i*d+i] = math.Sqrt(sum)
		}
	}
	for i := range d {
		clear(l[i*d+i+1 : (i+1)*d])
	}
	return nil
}

// notPositiveDefinite is the error for a matrix whose row i has this diagonal element; left is what
// remains of it after the earlier rows.
func notPositiveDefinite(i int, diagonal, left float64) error {
	return fmt.Errorf("variate: the matrix is not positive definite: row %d has %g on the "+
		"diagonal, of which %g is left after the rows above; check the prior precision, for "+
		"columns that depend on each other, and for units in which squares are 0 or +Inf", i, diagonal,
		left)
}

// factored is (x−m)ᵀ S⁻¹ (x−m) and ½ log|S| for S = chol cholᵀ. An infinite x gives +Inf.
func factored(what string, x, m, chol, work []float64) (quad, logDet float64) {
	d := dimension(what, len(chol), len(chol))
	checkVectors(what, d, len(x), len(m))
	z := room(what, work, d)
	infinite := false
	for i := range d {
		v := x[i] - m[i]
		infinite = infinite || math.IsInf(v, 0)
		for j := range i {
			v -= chol[i*d+j] * z[j]
		}
		z[i] = v / chol[i*d+i]
		quad += z[i] * z[i]
		logDet += math.Log(chol[i*d+i])
	}
	if infinite {
		for _, v := range x {
			if math.IsNaN(v) {
				return v, logDet
			}
		}
		return math.Inf(1), logDet
	}
	return quad, logDet
}
