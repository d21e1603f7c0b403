package variate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

// GIG draws from the generalised inverse Gaussian distribution with index p and parameters a and b:
// density
//
//	p(x) = (a/b)^(p/2) / (2 K_p(√(ab))) · x^(p−1) exp(−(a x + b/x)/2),   x > 0,
//
// with the modified Bessel function K_p; mean √(b/a) K_{p+1}(√(ab))/K_p(√(ab)), variance (b/a)
// K_{p+2}/K_p less the square of the mean. a and b are positive and finite. b may be 0 if p > 0,
// which is Gamma(p, a/2), and a may be 0 if p < 0, which is InvGamma(−p, b/2). For p = −½ it is the
// inverse Gaussian of mean √(b/a) and shape b.
//
// For all parameters the log of the variate has a log-concave density; GIG draws it by rejection
// (package source: logconcave.go). The draw is positive and finite.
func GIG(r *rand.Rand, p, a, b float64) float64 {
	switch {
	case b == 0 && p > 0:
		return Gamma(r, p, a/2)
	case a == 0 && p < 0:
		return InvGamma(r, -p, b/2)
	}
	if d := draws.Of(r); d != nil {
		return d.Other("GIG", func() float64 { return GIG(r, p, a, b) },
			func(x float64) float64 { return GIGLogProb(x, p, a, b) })
	}
	k, c := gig("GIG", p, a, b)
	return clampPositive(from(c, k.draw(r)))
}

// GIGLogProb is the log density at x of the distribution that [GIG] draws from. It is −Inf for x ≤
// 0. The normalising constant is a numerical integral, exact to twelve digits, instead of the
// Bessel function.
func GIGLogProb(x, p, a, b float64) float64 {
	switch {
	case b == 0 && p > 0:
		return GammaLogProb(x, p, a/2)
	case a == 0 && p < 0:
		return InvGammaLogProb(x, -p, b/2)
	}
	k, c := gig("GIGLogProb", p, a, b)
	switch {
	case math.IsNaN(x):
		return x
	case x <= 0 || math.IsInf(x, 1):
		return math.Inf(-1)
	}
	h, _ := k.near0(logRatio(x, c))
	return h - k.logIntegral() - math.Log(x)
}

// gig is the density of the log, and its mode, which it is relative to.
func gig(variate string, p, a, b float64) (k kernel, c float64) {
	if math.IsNaN(p) || math.IsInf(p, 0) || !(a > 0 && a <= math.MaxFloat64 && b > 0 &&
		b <= math.MaxFloat64) {
		panic(fmt.Sprintf("variate: %s: p is %g, a %g and b %g, expected a finite p, positive "+
			"finite a and b; b may be 0 for p above 0, and a for p below 0", variate, p, a, b))
	}
	if root := math.Hypot(p, math.Sqrt(a)*math.Sqrt(b)); p >= 0 {
		c = (p + root) / a
	} else {
		c = b / (root - p)
	}
	c = clampPositive(c)
	lo, hi := logRatio(math.SmallestNonzeroFloat64, c), logRatio(math.MaxFloat64, c)
	return kernel{p, bounded(a * c / 2), bounded(b / c / 2), lo, hi}, c
}

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
