package variate

import (
	"math"
	"math/rand/v2"
)

// InvGaussian draws from the inverse Gaussian (Wald) distribution with the given mean and shape,
// both positive and finite: density
//
//	p(x) = √(shape/(2πx³)) exp(−shape (x−mean)²/(2 mean² x)),   x > 0,
//
// variance mean³/shape. The draw is positive and finite.
//
// Source: Michael, Schucany & Haas, "Generating random variates using transformations with multiple
// roots", American Statistician 30 (1976) 88–90, with the smaller root written without a
// difference.
func InvGaussian(r *rand.Rand, mean, shape float64) float64 {
	checkPositive("InvGaussian", "mean", mean)
	checkPositive("InvGaussian", "shape", shape)
	z := r.NormFloat64()
	k := mean / shape * z * z / 2
	root := 1 + k + math.Sqrt(k)*math.Sqrt(k+2)
	if r.Float64()*(1+1/root) <= 1 { // the smaller root has probability mean/(mean + mean/root)
		return clampPositive(mean / root)
	}
	return clampPositive(mean * root)
}

// InvGaussianLogProb is the log density at x of the distribution that [InvGaussian] draws from. It
// is −Inf for x ≤ 0.
func InvGaussianLogProb(x, mean, shape float64) float64 {
	checkPositive("InvGaussianLogProb", "mean", mean)
	checkPositive("InvGaussianLogProb", "shape", shape)
	switch {
	case math.IsNaN(x):
		return x
	case x <= 0 || math.IsInf(x, 1):
		return math.Inf(-1)
	}
	z := (x - mean) / mean
	return (math.Log(shape)-logTwoPi-3*math.Log(x))/2 - shape/x*z*z/2
}
