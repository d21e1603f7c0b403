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
