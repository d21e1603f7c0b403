package variate

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
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
	if d := draws.Of(r); d != nil {
		q := 1 / (sd * sd)
		return normalDraw(d, q, mean*q)
	}
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
	if d := draws.Of(r); d != nil {
		return normalDraw(d, q, b)
	}
	return b/q + r.NormFloat64()/math.Sqrt(q)
}

// normalDraw is a directed draw of [Normal] and [NormalPrecision].
func normalDraw(d *draws.Directed, q, b float64) float64 {
	return d.Two("Normal", NormalPrecision, func(x, q, b float64) float64 {
		return NormalLogProb(x, b/q, 1/math.Sqrt(q))
	}, q, b)
}

// NormalLogProb is the log density at x of the normal distribution with the given mean and standard
// deviation, as [Normal] draws from it.
func NormalLogProb(x, mean, sd float64) float64 {
	checkFinite("NormalLogProb", "mean", mean)
	checkPositive("NormalLogProb", "sd", sd)
	z := (x - mean) / sd
	return -z*z/2 - math.Log(sd) - logTwoPi/2
}

// LogNormal draws a number whose log is normal with the given mean and standard deviation: density
//
//	p(x) = exp(−(log x − mean)²/(2 sd²)) / (x sd √(2π)),   x > 0,
//
// mean exp(mean + sd²/2). The draw is positive and finite. It panics as [Normal] does.
func LogNormal(r *rand.Rand, mean, sd float64) float64 {
	checkFinite("LogNormal", "mean", mean)
	checkPositive("LogNormal", "sd", sd)
	return clampPositive(math.Exp(mean + sd*r.NormFloat64()))
}

// LogNormalLogProb is the log density at x of the distribution that [LogNormal] draws from. It is
// −Inf for x ≤ 0.
func LogNormalLogProb(x, mean, sd float64) float64 {
	checkFinite("LogNormalLogProb", "mean", mean)
	checkPositive("LogNormalLogProb", "sd", sd)
	logX := math.Log(max(x, 0))
	lp := NormalLogProb(logX, mean, sd)
	if math.IsInf(logX, 0) {
		return math.Inf(-1)
	}
	return lp - logX
}

// HalfNormal draws the size of a normal variate with mean 0 and the given standard deviation:
// density
//
//	p(x) = √(2/π) exp(−x²/(2 sd²)) / sd,   x ≥ 0,
//
// mean sd √(2/π), variance sd² (1−2/π). It panics as [Normal] does.
func HalfNormal(r *rand.Rand, sd float64) float64 {
	checkPositive("HalfNormal", "sd", sd)
	return clamp(math.Abs(sd * r.NormFloat64()))
}

// HalfNormalLogProb is the log density at x of the distribution that [HalfNormal] draws from. It is
// −Inf for x < 0.
func HalfNormalLogProb(x, sd float64) float64 {
	checkPositive("HalfNormalLogProb", "sd", sd)
	return halfLogProb(x, NormalLogProb(x, 0, sd))
}

// halfLogProb folds a log density that is symmetric around 0.
func halfLogProb(x, logProb float64) float64 {
	if x < 0 {
		return math.Inf(-1)
	}
	return logProb + math.Ln2
}
