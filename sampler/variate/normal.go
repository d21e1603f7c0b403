package variate

import (
	"math"
	"math/rand/v2"
)

// Normal draws from the normal distribution with the given mean and standard deviation: density
//
//	p(x) = exp(−(x−mean)²/(2 sd²)) / (sd √(2π)),
//
// variance sd². The mean is finite; sd is positive and finite. It panics with a sentence on others.
func Normal(r *rand.Rand, mean, sd float64) float64 {
	checkFinite("Normal", "mean", mean)
	checkPositive("Normal", "sd", sd)
	return mean + sd*r.NormFloat64()
}

// NormalLogProb is the log density at x of the normal distribution with the given mean and standard
// deviation, as [Normal] draws from it.
func NormalLogProb(x, mean, sd float64) float64 {
	checkFinite("NormalLogProb", "mean", mean)
	checkPositive("NormalLogProb", "sd", sd)
	z := (x - mean) / sd
	return -z*z/2 - math.Log(sd) - logTwoPi/2
}
