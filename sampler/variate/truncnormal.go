package variate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

// TruncatedNormal draws from the normal distribution with the given mean and standard deviation,
// truncated to the interval from lo to hi; one or both may be infinite. Its density is proportional
// to
//
//	exp(−(x−mean)²/(2 sd²)),   lo ≤ x ≤ hi.
//
// With a = (lo−mean)/sd, b = (hi−mean)/sd, the standard normal density φ and Z = Φ(b)−Φ(a), the
// mean is mean + sd (φ(a)−φ(b))/Z and the variance sd² (1 + (aφ(a)−bφ(b))/Z − ((φ(a)−φ(b))/Z)²).
//
// It is exact in any tail, even at lo = mean + 1e8 sd: there it draws the distance from the bound.
// The draw lies within the bounds. TruncatedNormal panics with a sentence on an interval that is
// empty or has length zero.
//
// Source: Robert, "Simulation of truncated normal variables", Statistics and Computing 5 (1995)
// 121–125; here the exponential proposals are truncated at the far bound, which keeps acceptance
// above 0.45.
func TruncatedNormal(r *rand.Rand, mean, sd, lo, hi float64) float64 {
	checkFinite("TruncatedNormal", "mean", mean)
	checkPositive("TruncatedNormal", "sd", sd)
	checkInterval("TruncatedNormal", lo, hi)
	if d := draws.Of(r); d != nil {
		return d.Other("TruncatedNormal", func() float64 { return TruncatedNormal(r, mean, sd, lo, hi) },
			func(x float64) float64 { return TruncatedNormalLogProb(x, mean, sd, lo, hi) })
	}
	a, b, width := (lo-mean)/sd, (hi-mean)/sd, (hi-lo)/sd
	var x float64
	switch {
	case a >= 0:
		x = lo + sd*normalTail(r, a, width)
	case b <= 0:
		x = hi - sd*normalTail(r, -b, width)
	case width < 2.5: // uniform proposals
		for {
			x = lo + r.Float64()*(hi-lo)
			z := (x - mean) / sd
			if math.Log(1-r.Float64()) <= -z*z/2 {
				break
			}
		}
	default:
		for {
			z := r.NormFloat64()
			if a <= z && z <= b {
				x = mean + sd*z
				break
			}
		}
	}
	return clamp(min(max(x, lo), hi))
}

// normalTail draws t in [0, width] with density proportional to exp(−at − t²/2), for a ≥ 0.
// Proposals are exponential with rate λ, the best rate for width = ∞.
func normalTail(r *rand.Rand, a, width float64) float64 {
	excess := 2 / (math.Sqrt(a*a+4) + a) // λ − a
	lambda := a + excess
	mass := 1.0
	if width < math.Inf(1) {
		mass = -math.Expm1(-lambda * width)
	}
	for {
		var t float64
		switch {
		case mass == 1:
			t = r.ExpFloat64() / lambda
		case mass > 1e-300:
			t = -math.Log1p(-mass*r.Float64()) / lambda
		default: // the exponential is flat here
			t = width * r.Float64()
		}
		if d := t - excess; r.ExpFloat64() >= d*d/2 {
			return min(t, width)
		}
	}
}

// TruncatedNormalLogProb is the log density at x of the distribution that [TruncatedNormal] draws
// from. It is −Inf outside the interval. In the tails the normal density and the mass of the
// interval, which both underflow, are divided by the density at the nearer bound.
func TruncatedNormalLogProb(x, mean, sd, lo, hi float64) float64 {
	checkFinite("TruncatedNormalLogProb", "mean", mean)
	checkPositive("TruncatedNormalLogProb", "sd", sd)
	checkInterval("TruncatedNormalLogProb", lo, hi)
	switch {
	case math.IsNaN(x):
		return x
	case x < lo || x > hi || math.IsInf(x, 0):
		return math.Inf(-1)
	}
	a, b, width := (lo-mean)/sd, (hi-mean)/sd, (hi-lo)/sd
	tail := func(a, t float64) float64 {
		a = min(a, math.MaxFloat64)
		return -t*(a+t/2) - math.Log(sd) - math.Log(normalTailMass(a, width))
	}
	switch {
	case a >= 0:
		return tail(a, (x-lo)/sd)
	case b <= 0:
		return tail(-b, (hi-x)/sd)
	}
	mass := (math.Erf(b/math.Sqrt2) + math.Erf(-a/math.Sqrt2)) / 2
	return NormalLogProb(x, mean, sd) - math.Log(mass)
}

// normalTailMass is the integral of exp(−at − t²/2) over [0, width], for a ≥ 0.
func normalTailMass(a, width float64) float64 {
	if width*(a+width) < 0.5 { // the difference below would lose digits
		sum := 0.0
		for i, u := range legendre.x {
			t := width * u
			sum += legendre.w[i] * math.Exp(-t*(a+t/2))
		}
		return width * sum
	}
	mass := millsRatio(a)
	if far := math.Exp(-width * (a + width/2)); far > 0 {
		mass -= far * millsRatio(a+width)
	}
	return mass
}

// millsRatio is (1−Φ(a))/φ(a) for a ≥ 0. From 5 on it is Laplace's continued fraction
// 1/(a + 1/(a + 2/(a + 3/(a + …)))).
func millsRatio(a float64) float64 {
	if a < 5 {
		return math.Exp(a*a/2) * math.Sqrt(math.Pi/2) * math.Erfc(a/math.Sqrt2)
	}
	f := a
	for k := 60; k >= 1; k-- {
		f = a + float64(k)/f
	}
	return 1 / f
}

// checkInterval panics unless lo < hi.
func checkInterval(variate string, lo, hi float64) {
	if !(lo < hi) {
		panic(fmt.Sprintf("variate: %s: the interval from %g to %g has no length, expected lo "+
			"below hi; check what makes the bounds", variate, lo, hi))
	}
}

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
