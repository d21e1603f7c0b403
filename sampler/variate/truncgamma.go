package variate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

// TruncatedGamma draws from the gamma distribution with the given shape and rate, truncated to the
// interval from lo to hi, with 0 ≤ lo < hi, and hi = +Inf for no upper bound: density proportional
// to
//
//	x^(shape−1) exp(−rate x),   lo ≤ x ≤ hi.
//
// The shape may be zero or negative if lo is positive, and the rate zero if hi is finite or the
// shape is negative. For a positive shape and rate,
// with the distribution function F_s of Gamma(s, rate), the mean is shape/rate times
// (F_{shape+1}(hi) − F_{shape+1}(lo)) / (F_shape(hi) − F_shape(lo)).
//
// It is exact in any tail: the log of a gamma variate has a log-concave density, which is drawn by
// rejection (package source: logconcave.go). The draw lies within the bounds and is positive and
// finite: a true value below 5e-324 becomes that number. TruncatedGamma panics with a sentence on
// bounds out of order.
func TruncatedGamma(r *rand.Rand, shape, rate, lo, hi float64) float64 {
	if lo == 0 && math.IsInf(hi, 1) {
		return Gamma(r, shape, rate)
	}
	if d := draws.Of(r); d != nil {
		return d.Other("TruncatedGamma", func() float64 { return TruncatedGamma(r, shape, rate, lo, hi) },
			func(x float64) float64 { return TruncatedGammaLogProb(x, shape, rate, lo, hi) })
	}
	k, c := truncatedGamma("TruncatedGamma", shape, rate, lo, hi)
	return clampPositive(min(max(from(c, k.draw(r)), lo), hi))
}

// TruncatedGammaLogProb is the log density at x of the distribution that [TruncatedGamma] draws
// from. It is −Inf outside the interval. The mass of the interval is a numerical integral, exact to
// twelve digits where incomplete gamma functions underflow.
func TruncatedGammaLogProb(x, shape, rate, lo, hi float64) float64 {
	if lo == 0 && math.IsInf(hi, 1) {
		return GammaLogProb(x, shape, rate)
	}
	k, c := truncatedGamma("TruncatedGammaLogProb", shape, rate, lo, hi)
	switch {
	case math.IsNaN(x):
		return x
	case x < lo || x > hi || math.IsInf(x, 1):
		return math.Inf(-1)
	case x == 0 && shape != 1:
		return atZero(shape, 0)
	}
	x = max(x, math.SmallestNonzeroFloat64)
	h, _ := k.at(logRatio(x, c))
	return h - k.logIntegral() - math.Log(x)
}

// truncatedGamma is the density of the log, and the point that it is relative to.
func truncatedGamma(variate string, shape, rate, lo, hi float64) (k kernel, c float64) {
	if shape <= 0 && lo > 0 {
		checkFinite(variate, "shape", shape)
	} else {
		checkPositive(variate, "shape", shape)
	}
	if rate != 0 || shape >= 0 && math.IsInf(hi, 1) {
		checkPositive(variate, "rate", rate)
	}
	rate = max(rate, 0) // not −0
	if !(0 <= lo && lo < hi) {
		panic(fmt.Sprintf("variate: %s: the interval from %g to %g, expected 0 ≤ lo < hi; check "+
			"what makes the bounds", variate, lo, hi))
	}
	mode := 0.0
	if shape > 0 {
		mode = shape / rate
	}
	c = clampPositive(min(max(mode, lo), hi))
	return kernel{shape, bounded(rate * c), 0, logRatio(lo, c), logRatio(clampPositive(hi), c)}, c
}

// from is c eᵗ, the point whose log lies t from log c. It does not lose digits if t is close to 0,
// and the exponential neither underflows nor overflows where the result does not.
func from(c, t float64) float64 {
	if math.Abs(t) < 1 {
		return c + c*math.Expm1(t)
	}
	root := math.Exp(t / 2)
	return c * root * root
}

// logRatio is log(x/c). It does not lose digits if x is close to c.
func logRatio(x, c float64) float64 {
	if math.Abs(x-c) < c/2 {
		return math.Log1p((x - c) / c)
	}
	return math.Log(x) - math.Log(c)
}
