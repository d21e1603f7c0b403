package variate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

// InvWishart draws a d × d covariance matrix Σ from the inverse Wishart distribution with df > d−1
// degrees of freedom and scale matrix Ψ: density proportional to
//
//	|Σ|^(−(df+d+1)/2) exp(−½ tr(Ψ Σ⁻¹)),
//
// mean Ψ/(df−d−1) for df > d+1. For d = 1 it is InvGamma(df/2, Ψ/2).
//
// Both matrices are given by their lower Cholesky factors, d × d, row by row: Ψ = chol cholᵀ, and
// dst is filled with the factor of Σ, zeros above the diagonal, which densities and normal variates
// need. dst must not be chol.
//
// Let B be lower triangular with independent entries, B[i,i]² ~ χ²(df−d+1+i) counted from i = 0,
// and standard normals below the diagonal. Then BᵀB is Wishart(df, I), and the factor of Σ is chol
// B⁻¹.
//
// It panics with a sentence on lengths that fit no such d and on a df that is not above d−1. It
// does not allocate.
//
// Source: Bartlett's decomposition (Proceedings of the Royal Society of Edinburgh 53, 1933,
// 260–283), here with the order of the coordinates reversed, which leaves the inverse triangular.
func InvWishart(r *rand.Rand, df float64, chol, dst []float64) {
	d := dimension("InvWishart", len(chol), len(dst))
	checkDF("InvWishart", df, d)
	if by := draws.Of(r); by != nil {
		copy(dst, by.Vector(draws.Law{Name: "InvWishart", Params: append([]float64{df}, chol...),
			Draw: func(r *rand.Rand, p, dst []float64) { InvWishart(r, p[0], p[1:], dst) },
			LogProb: func(x, p []float64) float64 {
				return InvWishartLogProb(x, p[0], p[1:], nil)
			}}, len(dst)))
		return
	}
	for i := range d {
		clear(dst[i*d : (i+1)*d])
		for j := range i {
			dst[i*d+j] = r.NormFloat64()
		}
		dst[i*d+i] = math.Sqrt(2 * Gamma(r, (df-float64(d-1-i))/2, 1))
	}
	// The rows of X in X B = chol are computed from the last to the first and from right to left.
	// Where X is written, B is no longer needed.
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

// InvWishartLogProb is the log density at Σ of the inverse Wishart distribution with df degrees of
// freedom and scale matrix Ψ, as [InvWishart] draws from it:
//
//	½ df log|Ψ| − ½ (df+d+1) log|Σ| − ½ tr(Ψ Σ⁻¹) − ½ df d log 2 − log Γ_d(df/2),
//
// where Γ_d is the multivariate gamma function. Both matrices are given by their lower Cholesky
// factors, Σ = factor factorᵀ and Ψ = chol cholᵀ. work has room for d numbers; nil allocates.
//
// It is the density of the d(d+1)/2 elements of Σ on and below its diagonal, not of its factor. It
// panics as InvWishart does.
func InvWishartLogProb(factor []float64, df float64, chol, work []float64) float64 {
	d := dimension("InvWishartLogProb", len(chol), len(factor))
	checkDF("InvWishartLogProb", df, d)
	z := room("InvWishartLogProb", work, d)
	// tr(Ψ Σ⁻¹) is the sum of squares of factor⁻¹ chol, column by column.
	trace, logPsi, logSigma := 0.0, 0.0, 0.0
	for j := range d {
		for i := j; i < d; i++ {
			v := chol[i*d+j]
			for k := j; k < i; k++ {
				v -= factor[i*d+k] * z[k]
			}
			z[i] = v / factor[i*d+i]
			trace += z[i] * z[i]
		}
		logPsi += 2 * math.Log(chol[j*d+j])
		logSigma += 2 * math.Log(factor[j*d+j])
	}
	n := float64(d)
	logGamma := n * (n - 1) / 4 * math.Log(math.Pi)
	for j := range d {
		lg, _ := math.Lgamma((df - float64(j)) / 2)
		logGamma += lg
	}
	return (df*logPsi-(df+n+1)*logSigma-trace-df*n*math.Ln2)/2 - logGamma
}

// NormalInvGamma draws a mean and a variance from the conjugate prior of the normal distribution,
//
//	σ² ~ InvGamma(shape, scale),   μ | σ² ~ N(mean, σ²/kappa),
//
// which is also the form of their posterior. kappa counts as that many observations of the mean. E
// μ = mean and E σ² = scale/(shape−1) if they exist; μ itself has Student's t with 2·shape degrees
// of freedom.
//
// It panics with a sentence on a kappa, shape or scale that is not positive and finite. It does not
// allocate.
func NormalInvGamma(r *rand.Rand, mean, kappa, shape, scale float64) (mu, sigma2 float64) {
	checkPositive("NormalInvGamma", "kappa", kappa)
	checkPositive("NormalInvGamma", "shape", shape)
	checkPositive("NormalInvGamma", "scale", scale)
	sigma2 = InvGamma(r, shape, scale)
	return Normal(r, mean, math.Sqrt(sigma2/kappa)), sigma2
}

// NormalInvGammaLogProb is the log density at (mu, sigma2) of the distribution that
// [NormalInvGamma] draws from.
func NormalInvGammaLogProb(mu, sigma2, mean, kappa, shape, scale float64) float64 {
	checkPositive("NormalInvGammaLogProb", "kappa", kappa)
	lp := InvGammaLogProb(sigma2, shape, scale)
	if math.IsNaN(lp) || math.IsInf(lp, -1) {
		return lp
	}
	return lp + NormalLogProb(mu, mean, math.Sqrt(sigma2/kappa))
}

// NormalInvWishart draws a mean vector and a covariance matrix from the conjugate prior of the
// multivariate normal distribution, which is also the form of their posterior:
//
//	Σ ~ InvWishart(df, Ψ),   μ | Σ ~ N(mean, Σ/kappa).
//
// mu and dst are filled with μ, of length d, and the lower Cholesky factor of Σ. Matrices, panics
// and source are as for [InvWishart]; kappa is positive. For d = 1 it is [NormalInvGamma] with
// shape df/2 and scale Ψ/2.
func NormalInvWishart(r *rand.Rand, mean []float64, kappa, df float64, chol, mu, dst []float64) {
	d := dimension("NormalInvWishart", len(chol), len(dst))
	if len(mean) != d || len(mu) != d {
		panic(fmt.Sprintf("variate: NormalInvWishart: a mean of %d numbers and room for %d, "+
			"expected %d, as the matrices have %d rows", len(mean), len(mu), d, d))
	}
	checkPositive("NormalInvWishart", "kappa", kappa)
	InvWishart(r, df, chol, dst)
	scale := 1 / math.Sqrt(kappa)
	for i := range d {
		mu[i] = scale * r.NormFloat64()
	}
	for i := d - 1; i >= 0; i-- { // the earlier ones are still needed
		sum := mean[i]
		for j := range i + 1 {
			sum += dst[i*d+j] * mu[j]
		}
		mu[i] = sum
	}
}

// NormalInvWishartLogProb is the log density at (μ, Σ) of the distribution that [NormalInvWishart]
// draws from, Σ given by its lower Cholesky factor. work has room for d numbers; nil allocates.
func NormalInvWishartLogProb(
	mu, factor, mean []float64, kappa, df float64, chol, work []float64,
) float64 {
	checkPositive("NormalInvWishartLogProb", "kappa", kappa)
	lp := InvWishartLogProb(factor, df, chol, work)
	d := float64(len(mu))
	quad, logDet := factored("NormalInvWishartLogProb", mu, mean, factor, work)
	return lp + (d*(math.Log(kappa)-logTwoPi)-kappa*quad)/2 - logDet
}
