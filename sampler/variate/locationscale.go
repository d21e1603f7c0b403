package variate

import (
	"math"
	"math/rand/v2"
)

// Uniform draws from the uniform distribution between two finite bounds, lo below hi: density
// 1/(hi−lo), mean (lo+hi)/2, variance (hi−lo)²/12. It panics with a sentence on other bounds.
func Uniform(r *rand.Rand, lo, hi float64) float64 {
	checkInterval("Uniform", lo, hi)
	checkFinite("Uniform", "hi − lo", hi-lo)
	return lo + (hi-lo)*r.Float64()
}

// UniformLogProb is the log density at x of the distribution that [Uniform] draws from. It is −Inf
// outside the bounds.
func UniformLogProb(x, lo, hi float64) float64 {
	checkInterval("UniformLogProb", lo, hi)
	checkFinite("UniformLogProb", "hi − lo", hi-lo)
	if x < lo || x > hi {
		return math.Inf(-1)
	}
	return -math.Log(hi-lo) + 0*x // NaN at NaN
}

// Laplace draws from the Laplace or double exponential distribution: density
//
//	p(x) = exp(−|x−location|/scale) / (2 scale),
//
// mean location, variance 2 scale². It panics with a sentence on a location that is not finite, and
// on a scale that is not positive and finite.
func Laplace(r *rand.Rand, location, scale float64) float64 {
	checkFinite("Laplace", "location", location)
	checkPositive("Laplace", "scale", scale)
	return clamp(location + scale*(r.ExpFloat64()-r.ExpFloat64()))
}

// LaplaceLogProb is the log density at x of the distribution that [Laplace] draws from.
func LaplaceLogProb(x, location, scale float64) float64 {
	checkFinite("LaplaceLogProb", "location", location)
	checkPositive("LaplaceLogProb", "scale", scale)
	return -math.Abs(x-location)/scale - math.Log(scale) - math.Ln2
}

// Logistic draws from the logistic distribution: density
//
//	p(x) = exp(−z) / (scale (1 + exp(−z))²),   z = (x−location)/scale,
//
// mean location, variance π² scale²/3. P(X ≤ x) is 1/(1 + exp(−z)). It panics as [Laplace] does.
func Logistic(r *rand.Rand, location, scale float64) float64 {
	checkFinite("Logistic", "location", location)
	checkPositive("Logistic", "scale", scale)
	u := r.Float64()
	for u == 0 {
		u = r.Float64()
	}
	return clamp(location + scale*math.Log(u/(1-u)))
}

// LogisticLogProb is the log density at x of the distribution that [Logistic] draws from.
func LogisticLogProb(x, location, scale float64) float64 {
	checkFinite("LogisticLogProb", "location", location)
	checkPositive("LogisticLogProb", "scale", scale)
	z := -math.Abs(x-location) / scale
	return z - math.Log(scale) - 2*math.Log1p(math.Exp(z))
}
