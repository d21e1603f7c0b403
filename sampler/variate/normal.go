package variate

import (
	"math"
	"math/rand/v2"
)

// Normal draws from the normal distribution with the given mean and standard deviation: density
//
//	p(x) = exp(−(x−mean)²/(2 sd²)) / (sd √(2π)),
//
// variance sd². The mean must be finite, and sd positive and finite; otherwise it panics with a
// sentence.
func Normal(r *rand.Rand, mean, sd float64) float64 {
	checkFinite("Normal", "mean", mean)
	checkPositive("Normal", "sd", sd)
	return mean + sd*r.NormFloat64()
}

// NormalPrecision draws from the normal distribution with precision q, the inverse of the variance,
// and mean b/q: density proportional to exp(−½ qx² + bx). It is [MultiNormalPrecision] for one
// number: the terms of the log joint density that are quadratic in x add up to q, the linear ones
// to b. It panics with a sentence on a q that is not positive and finite, and on a b that is not
// finite.
func NormalPrecision(r *rand.Rand, q, b float64) float64 {
	checkPositive("NormalPrecision", "the precision q", q)
	checkFinite("NormalPrecision", "b", b)
	return b/q + r.NormFloat64()/math.Sqrt(q)
}

// NormalLogProb is the log density at x of the normal distribution with the given mean and standard
// deviation, as [Normal] draws from it.
func NormalLogProb(x, mean, sd float64) float64 {
	checkFinite("NormalLogProb", "mean", mean)
	checkPositive("NormalLogProb", "sd", sd)
	z := (x - mean) / sd
	return -z*z/2 - math.Log(sd) - logTwoPi/2
}
