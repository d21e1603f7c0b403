package variate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

// PolyaGamma draws from the Pólya-Gamma distribution PG(b, z), b positive and z any finite number:
// the law of
//
//	(1/(2π²)) Σ_{k≥1} g_k / ((k−½)² + (z/2π)²),   g_k ~ Gamma(b, 1),
//
// mean b tanh(z/2)/(2z), b/4 at z = 0, and variance b (sinh z − z)/(4z³ cosh²(z/2)), b/24 at z = 0.
// It makes logistic regression conditionally normal: given ω_i ~ PG(n_i, x_iᵀβ), the likelihood of
// y_i successes of n_i is the same as for a normal observation (y_i − n_i/2)/ω_i with variance
// 1/ω_i.
//
// For b = 1 and 2 the draws are exact, by Devroye's method, and for b below 1 by rejection from an
// inverse Gaussian. Other b use the first 16 terms of the sum, and for the rest a shifted gamma
// variate with its first three cumulants: the distribution function is off by at most 2e-9 for |z|
// up to 10, and 2e-6 for |z| up to 37. Above |z| = 37 + log b the law is, to the last digit, the
// inverse Gaussian of mean b/(2|z|) and shape b²/4. So the time does not grow with b.
//
// Source: Polson, Scott & Windle, "Bayesian inference for logistic models using Pólya-Gamma latent
// variables", Journal of the American Statistical Association 108 (2013) 1339–1349, and its
// supplement.
func PolyaGamma(r *rand.Rand, b, z float64) float64 {
	checkPositive("PolyaGamma", "b", b)
	checkFinite("PolyaGamma", "z", z)
	z = math.Abs(z)
	if d := draws.Of(r); d != nil { // the density less that of PG(b, 0): b must be the same
		a := z // which is no constant, and must not move to the heap
		return d.Other(fmt.Sprint("PolyaGamma ", b), func() float64 { return PolyaGamma(r, b, a) },
			func(x float64) float64 { return b*(a/2+math.Log1p(math.Exp(-a))-math.Ln2) - a*a/2*x })
	}
	switch {
	case z > 37+math.Log(max(b, 1)):
		return polyaGammaHat(r, b, z)
	case b < 1:
		return polyaGammaSmall(r, b, z)
	case b == 1:
		return polyaGamma1(r, z)
	case b == 2:
		return polyaGamma1(r, z) + polyaGamma1(r, z)
	}
	return polyaGammaSum(r, b, z)
}

// polyaGammaSmall draws from PG(b, z) by rejection from the inverse Gaussian that is the first term
// of the series for its density. The density is that one times (1+e⁻ᶻ)ᵇ times the sum, which is at
// most 1; so a draw is accepted with probability (1+e⁻ᶻ)⁻ᵇ, above one half for b < 1.
func polyaGammaSmall(r *rand.Rand, b, z float64) float64 {
	for {
		x := polyaGammaHat(r, b, z)
		if x < 8 && r.Float64() < polyaGammaSeries(x, b) { // beyond 8 the sum is below 1e-16
			return x
		}
	}
}

// polyaGammaHat draws from the inverse Gaussian of mean b/(2z) and shape b²/4. For z = 0 the mean
// is infinite, and for z < 1e-8 the law is the same up to x = 8.
func polyaGammaHat(r *rand.Rand, b, z float64) float64 {
	if z < 1e-8 {
		y := b / 2 / r.NormFloat64()
		return clampPositive(y * y)
	}
	return InvGaussian(r, clampPositive(b/(2*z)), clampPositive(b*b/4))
}

// polyaGamma1 draws from PG(1, z): Devroye's alternating series, accepted or refused after one or
// two terms.
func polyaGamma1(r *rand.Rand, z float64) float64 {
	const t = 0.64
	z /= 2
	rate := math.Pi*math.Pi/8 + z*z/2
	right := math.Pi / (2 * rate) * math.Exp(-rate*t)
	// This is the mass of the inverse Gaussian of mean 1/z and shape 1 up to t, times 2e⁻ᶻ.
	root := math.Sqrt(1 / t)
	left := math.Exp(-z)*math.Erfc(-root*(t*z-1)/math.Sqrt2) +
		math.Exp(z)*math.Erfc(root*(t*z+1)/math.Sqrt2)
	for {
		var x float64
		if r.Float64()*(right+left) < right {
			x = t + r.ExpFloat64()/rate
		} else {
			x = invGaussianBelow(r, z, t)
		}
		sum := jacobi(0, x, t)
		y := r.Float64() * sum
		for n := 1; ; n++ {
			if n%2 == 1 {
				if sum -= jacobi(n, x, t); y <= sum {
					return x / 4
				}
			} else if sum += jacobi(n, x, t); y > sum {
				break
			}
		}
	}
}

// jacobi is term n of the alternating series for the density at x of 4 PG(1, 0).
func jacobi(n int, x, t float64) float64 {
	k := float64(n) + 0.5
	if x > t {
		return math.Pi * k * math.Exp(-k*k*math.Pi*math.Pi*x/2)
	}
	return math.Pi * k * math.Exp(1.5*math.Log(2/(math.Pi*x))-2*k*k/x)
}

// invGaussianBelow draws from the inverse Gaussian distribution of mean 1/z and shape 1, truncated
// at t.
func invGaussianBelow(r *rand.Rand, z, t float64) float64 {
	if z*t < 1 { // the mean is above t
		for {
			e := r.ExpFloat64()
			for f := r.ExpFloat64(); e*e > 2*f/t; f = r.ExpFloat64() {
				e = r.ExpFloat64()
			}
			x := t / ((1 + t*e) * (1 + t*e))
			if r.ExpFloat64() >= z*z*x/2 {
				return x
			}
		}
	}
	for {
		if x := InvGaussian(r, 1/z, 1); x <= t {
			return x
		}
	}
}

// polyaGammaTerms is the number of terms of the sum that are drawn one by one.
const polyaGammaTerms = 16

// polyaGammaSum draws from PG(b, z) using the sum.
func polyaGammaSum(r *rand.Rand, b, z float64) float64 {
	c2 := z * z / (4 * math.Pi * math.Pi)
	x, mean := 0.0, 0.25
	if z > 0 {
		mean = math.Tanh(z/2) / z / 2
	}
	for k := range polyaGammaTerms {
		h := float64(k) + 0.5
		w := 1 / (2 * math.Pi * math.Pi * (h*h + c2))
		mean -= w
		x += w * Gamma(r, b, 1)
	}
	shift, scale, shape := polyaGammaRest(mean, c2)
	return clampPositive(x + b*shift + scale*Gamma(r, b*shape, 1))
}

// polyaGammaRest is the shifted gamma distribution shift + scale·Gamma(shape) with the first three
// cumulants of the remaining terms, for b = 1, given their mean. The sums of squares and cubes come
// from the midpoint rule with one correction.
func polyaGammaRest(mean, c2 float64) (shift, scale, shape float64) {
	const k = polyaGammaTerms
	const norm = 2 * math.Pi * math.Pi
	sum := func(j float64) float64 { // of ((k−½)² + c²)^(−j)
		ratio, term, integral := c2/(k*k), 1.0, 0.0
		for m := 0.0; m < 24; m++ { // the integral from k on, as a series in c²/k²
			integral += term / (2*j + 2*m - 1)
			term *= -ratio * (j + m) / (m + 1)
		}
		slope := -2 * j * k * math.Pow(k*k+c2, -j-1)
		return integral*math.Pow(k, 1-2*j) + slope/24
	}
	s2, s3 := sum(2)/(norm*norm), sum(3)/(norm*norm*norm)
	scale = s3 / s2
	shape = s2 / (scale * scale)
	return mean - shape*scale, scale, shape
}
