package variate

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

// Gamma draws from the gamma distribution with the given shape and rate, both positive and finite:
// density
//
//	p(x) = rate^shape x^(shape−1) exp(−rate x) / Γ(shape),   x > 0,
//
// mean shape/rate, variance shape/rate². Note the rate: its inverse is the scale of NumPy and
// SciPy.
//
// The draw is positive and finite. A true value below 5e-324 or above 1.8e308 becomes that number.
// For shapes below about 0.01 this happens often: use [LogGamma] there. Gamma panics with a
// sentence on a shape or rate that is not positive and finite, a programming error that inside a
// Block becomes an error naming the block. It does not allocate.
//
// Source: Marsaglia & Tsang, "A simple method for generating gamma variables", ACM Transactions on
// Mathematical Software 26 (2000) 363–372, with their boost for shapes below one in log space.
func Gamma(r *rand.Rand, shape, rate float64) float64 {
	checkPositive("Gamma", "shape", shape)
	checkPositive("Gamma", "rate", rate)
	if d := draws.Of(r); d != nil {
		return d.Two("Gamma", Gamma, GammaLogProb, shape, rate)
	}
	if shape < 1 {
		return clampPositive(math.Exp(LogGamma(r, shape) - math.Log(rate)))
	}
	d, z := marsagliaTsang(r, shape)
	v := 1 + z
	return clampPositive(d * v * v * v / rate)
}

// LogGamma draws the logarithm of a Gamma(shape, 1) variate. It is finite for every shape, even if
// the variate itself would underflow: at shape 0.001 half of all draws are below −690. Its mean is
// ψ(shape), its variance ψ′(shape), with ψ the digamma function.
//
// For shape < 1 it uses, with U uniform on (0, 1],
//
//	log Gamma(shape) = log Gamma(shape+1) + log(U) / shape   in law.
//
// The log of a Gamma(shape, rate) variate is LogGamma(r, shape) − log(rate), and the log of an
// InvGamma(shape, scale) variate is log(scale) − LogGamma(r, shape). Panics and source are as for
// [Gamma].
func LogGamma(r *rand.Rand, shape float64) float64 {
	checkPositive("LogGamma", "shape", shape)
	if d := draws.Of(r); d != nil {
		a := shape // which changes below, and must not move to the heap
		return d.Other("LogGamma", func() float64 { return LogGamma(r, a) },
			func(x float64) float64 { return LogGammaLogProb(x, a) })
	}
	boost := 0.0
	if shape < 1 {
		boost = math.Log(1-r.Float64()) / shape // 1 − [0, 1) has no zero
		shape++
	}
	d, z := marsagliaTsang(r, shape)
	return max(math.Log(d)+3*math.Log1p(z)+boost, -math.MaxFloat64)
}

// InvGamma draws from the inverse gamma distribution with the given shape and scale (α and β of the
// usual prior InvGamma(α, β) for a variance), both positive and finite: density
//
//	p(x) = scale^shape x^(−shape−1) exp(−scale/x) / Γ(shape),   x > 0,
//
// mean scale/(shape−1) for shape > 1. It is the law of scale / Gamma(shape, 1).
//
// The draw is positive and finite: a true value above 1.8e308 becomes that number. So a vague prior
// such as InvGamma(0.001, 0.001), for which half of all true values are that large, never brings
// +Inf into a chain. The log of such a value is log(scale) − LogGamma(r, shape). Panics and source
// are as for [Gamma].
func InvGamma(r *rand.Rand, shape, scale float64) float64 {
	checkPositive("InvGamma", "shape", shape)
	checkPositive("InvGamma", "scale", scale)
	if d := draws.Of(r); d != nil {
		return d.Two("InvGamma", InvGamma, InvGammaLogProb, shape, scale)
	}
	if shape < 1 {
		return clampPositive(math.Exp(math.Log(scale) - LogGamma(r, shape)))
	}
	d, z := marsagliaTsang(r, shape)
	v := 1 + z
	return clampPositive(scale / (d * v * v * v))
}

// marsagliaTsang returns d and z such that d (1+z)³ = d v is a Gamma(shape, 1) variate, for shape ≥
// 1: the cube of a shifted normal, accepted with probability above 0.95. The constant of the
// squeeze, which saves most logarithms, comes from their paper.
func marsagliaTsang(r *rand.Rand, shape float64) (d, z float64) {
	d = shape - 1.0/3
	c := 1 / (3 * math.Sqrt(d))
	for {
		x := r.NormFloat64()
		z = c * x
		if z <= -1 {
			continue
		}
		u := r.Float64()
		// log v = 3 log(1+z) and v − 1 = z(3 + z(3 + z)): no digits lost at large d.
		if u < 1-0.0331*x*x*x*x || math.Log(u) < 0.5*x*x+d*(3*math.Log1p(z)-z*(3+z*(3+z))) {
			return d, z
		}
	}
}

// GammaLogProb is the log density at x of the gamma distribution with the given shape and rate, as
// [Gamma] draws from it: −Inf for x < 0. At 0 it is +Inf, log(rate) or −Inf if the shape is below,
// at or above 1.
func GammaLogProb(x, shape, rate float64) float64 {
	checkPositive("GammaLogProb", "shape", shape)
	checkPositive("GammaLogProb", "rate", rate)
	switch {
	case math.IsNaN(x):
		return x
	case x < 0 || math.IsInf(x, 1):
		return math.Inf(-1)
	case x == 0:
		return atZero(shape, math.Log(rate))
	}
	logX := math.Log(x)
	return gammaKernel(shape, rate*x, math.Log(rate)+logX) - logX
}

// LogGammaLogProb is the log density at x of what [LogGamma] draws, the log of a Gamma(shape, 1)
// variate:
//
//	log p(x) = shape x − exp(x) − log Γ(shape).
func LogGammaLogProb(x, shape float64) float64 {
	checkPositive("LogGammaLogProb", "shape", shape)
	if math.IsInf(x, 0) {
		return math.Inf(-1)
	}
	return gammaKernel(shape, math.Exp(x), x)
}

// InvGammaLogProb is the log density at x of the inverse gamma distribution with the given shape
// and scale, as [InvGamma] draws from it. It is −Inf for x ≤ 0.
func InvGammaLogProb(x, shape, scale float64) float64 {
	checkPositive("InvGammaLogProb", "shape", shape)
	checkPositive("InvGammaLogProb", "scale", scale)
	switch {
	case math.IsNaN(x):
		return x
	case x <= 0 || math.IsInf(x, 1):
		return math.Inf(-1)
	}
	logX := math.Log(x)
	return gammaKernel(shape, scale/x, math.Log(scale)-logX) - logX
}

// atZero is the log density at 0 of a density that behaves there like c x^(a−1).
func atZero(a, logC float64) float64 {
	switch {
	case a < 1:
		return math.Inf(1)
	case a > 1:
		return math.Inf(-1)
	}
	return logC
}

// Beta draws from the beta distribution with parameters a and b, both positive and finite: density
//
//	p(x) = x^(a−1) (1−x)^(b−1) Γ(a+b) / (Γ(a) Γ(b)),   0 < x < 1,
//
// mean a/(a+b). It is the law of A/(A+B) with A ~ Gamma(a, 1), B ~ Gamma(b, 1). Beta computes it as
// the logistic function of log A − log B ([LogGamma]), which is never NaN, for parameters from 1e-8
// to 1e8. The result is 0 or 1 only if that is the float64 nearest to the true value; for
// parameters below about 0.01 this is common.
//
// Beta panics with a sentence on a parameter that is not positive and finite. It does not allocate.
func Beta(r *rand.Rand, a, b float64) float64 {
	checkPositive("Beta", "a", a)
	checkPositive("Beta", "b", b)
	if d := draws.Of(r); d != nil {
		return d.Two("Beta", Beta, BetaLogProb, a, b)
	}
	logOdds := LogGamma(r, a) - LogGamma(r, b)
	if logOdds < 0 { // exp of a negative number never overflows
		odds := math.Exp(logOdds)
		return odds / (1 + odds)
	}
	return 1 / (1 + math.Exp(-logOdds))
}

// BetaLogProb is the log density at x of the beta distribution with parameters a and b, as [Beta]
// draws from it. It is −Inf outside [0, 1]. At 0 it is +Inf, log b or −Inf if a is below, at or
// above 1; at 1 the same holds with a and b exchanged.
func BetaLogProb(x, a, b float64) float64 {
	checkPositive("BetaLogProb", "a", a)
	checkPositive("BetaLogProb", "b", b)
	switch {
	case math.IsNaN(x):
		return x
	case x < 0 || x > 1:
		return math.Inf(-1)
	case x == 0:
		return atZero(a, math.Log(b))
	case x == 1:
		return atZero(b, math.Log(a))
	}
	logX, logY := math.Log(x), math.Log1p(-x)
	return betaKernel(a, b, x, 1-x, logX, logY) - logX - logY
}

// BetaBinomial draws the number of successes in n trials whose success probability is Beta(a, b):
// probability
//
//	p(k) = n!/(k! (n−k)!) B(k+a, n−k+b)/B(a, b),   k = 0 … n,
//
// mean nm, m = a/(a+b), variance nm(1−m)(a+b+n)/(a+b+1). It panics with a sentence on a negative n,
// and on a or b that is not positive and finite.
func BetaBinomial(r *rand.Rand, n int, a, b float64) int {
	checkBinomial("BetaBinomial", n, 0)
	checkPositive("BetaBinomial", "a", a)
	checkPositive("BetaBinomial", "b", b)
	return Binomial(r, n, Beta(r, a, b))
}

// BetaBinomialLogProb is the log probability that [BetaBinomial] draws k: −Inf outside 0 … n.
//
// It puts each beta function into a kernel at q. What is added vanishes in the sum, and the kernels
// are exact where logs of large gamma functions are not.
func BetaBinomialLogProb(k, n int, a, b float64) float64 {
	checkBinomial("BetaBinomialLogProb", n, 0)
	checkPositive("BetaBinomialLogProb", "a", a)
	checkPositive("BetaBinomialLogProb", "b", b)
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	x, left := float64(k), float64(n-k)
	q, w := (x+1)/float64(n+2), (left+1)/float64(n+2)
	logQ, logW := math.Log(q), math.Log(w)
	return betaKernel(x+1, left+1, q, w, logQ, logW) + betaKernel(a, b, q, w, logQ, logW) -
		betaKernel(x+a, left+b, q, w, logQ, logW) - math.Log(q*w*float64(n+1))
}
