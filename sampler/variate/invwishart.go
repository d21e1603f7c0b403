package variate

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// NormalInvGamma draws a mean and a variance from the conjugate prior of the normal distribution,
//
//	σ² ~ InvGamma(shape, scale),   μ | σ² ~ N(mean, σ²/kappa),
//
// which is also the form of their posterior. kappa acts as that many observations of the mean. E μ = mean and E σ² =
// scale/(shape−1) where they exist; μ itself has Student's t with 2·shape degrees of freedom.
//
// It panics with a sentence on a kappa, shape or scale that is not positive and finite. It does not allocate.
func NormalInvGamma(r *rand.Rand, mean, kappa, shape, scale float64) (mu, sigma2 float64) {
	checkPositive("NormalInvGamma", "kappa", kappa)
	checkPositive("NormalInvGamma", "shape", shape)
	checkPositive("NormalInvGamma", "scale", scale)
	sigma2 = InvGamma(r, shape, scale)
	return mean + math.Sqrt(sigma2/kappa)*r.NormFloat64(), sigma2
}

// InvWishart draws a d × d covariance matrix Σ from the inverse Wishart distribution with df > d−1 degrees of freedom
// and scale matrix Ψ: density proportional to
//
//	|Σ|^(−(df+d+1)/2) exp(−½ tr(Ψ Σ⁻¹)),
//
// of mean Ψ/(df−d−1) for df > d+1. For d = 1 it is InvGamma(df/2, Ψ/2).
//
// Both matrices are given by their lower Cholesky factors, d × d, row by row: chol with Ψ = chol cholᵀ, and dst is
// filled with the factor of Σ, zeros above the diagonal, as densities and normal variates need it. dst must not be chol.
//
// With B lower triangular of independent entries, B[i,i]² ~ χ²(df−d+1+i) counted from i = 0 and standard normals below
// the diagonal, BᵀB is Wishart(df, I), and the factor of Σ is chol B⁻¹.
//
// It panics with a sentence on lengths that fit no such d and on a df that is not above d−1. It does not allocate.
//
// Source: Bartlett's decomposition (Proceedings of the Royal Society of Edinburgh 53, 1933, 260–283), here with the
// order of the coordinates reversed, which leaves the inverse triangular.
func InvWishart(r *rand.Rand, df float64, chol, dst []float64) {
	d := dimension("InvWishart", len(chol), len(dst))
	if !(df > float64(d-1) && df <= math.MaxFloat64) {
		panic(fmt.Sprintf("variate: InvWishart: df is %g, expected a finite number above %d, the dimension less one; give the prior more degrees of freedom", df, d-1))
	}
	for i := range d {
		clear(dst[i*d : (i+1)*d])
		for j := range i {
			dst[i*d+j] = r.NormFloat64()
		}
		dst[i*d+i] = math.Sqrt(2 * Gamma(r, (df-float64(d-1-i))/2, 1))
	}
	// The rows of X in X B = chol, from the last to the first and from right to left: where X comes B is not needed any
	// more.
	for i := d - 1; i >= 0; i-- {
		for j := i; j >= 0; j-- {
			x := chol[i*d+j]
			for k := j + 1; k <= i; k++ {
				x -= dst[i*d+k] * dst[k*d+j]
			}
			dst[i*d+j] = x / dst[j*d+j]
		}
	}
}

// NormalInvWishart draws a mean vector and a covariance matrix from the conjugate prior of the multivariate normal
// distribution, which is also the form of their posterior:
//
//	Σ ~ InvWishart(df, Ψ),   μ | Σ ~ N(mean, Σ/kappa).
//
// mu and dst are filled with μ, of length d, and the lower Cholesky factor of Σ. Matrices, panics and source are as
// for [InvWishart]; kappa is positive. For d = 1 it is [NormalInvGamma] with shape df/2 and scale Ψ/2.
func NormalInvWishart(r *rand.Rand, mean []float64, kappa, df float64, chol, mu, dst []float64) {
	d := dimension("NormalInvWishart", len(chol), len(dst))
	if len(mean) != d || len(mu) != d {
		panic(fmt.Sprintf("variate: NormalInvWishart: a mean of %d numbers and room for %d, expected %d, as the matrices have %d rows", len(mean), len(mu), d, d))
	}
	checkPositive("NormalInvWishart", "kappa", kappa)
	InvWishart(r, df, chol, dst)
	scale := 1 / math.Sqrt(kappa)
	for i := range d {
		mu[i] = scale * r.NormFloat64()
	}
	for i := d - 1; i >= 0; i-- { // the earlier ones are needed still
		sum := mean[i]
		for j := range i + 1 {
			sum += dst[i*d+j] * mu[j]
		}
		mu[i] = sum
	}
}

// dimension is d for two matrices of d² numbers each.
func dimension(what string, n, m int) int {
	d := int(math.Round(math.Sqrt(float64(n))))
	if d < 1 || d*d != n || n != m {
		panic(fmt.Sprintf("variate: %s: a Cholesky factor of %d numbers and room for %d, expected d·d for both, at least one; give the factor row by row, with its zeros", what, n, m))
	}
	return d
}
