package variate

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

// Poisson draws a count from the Poisson distribution with the given mean, at least 0 and finite:
// probability
//
//	p(k) = mean^k exp(−mean) / k!,   k = 0, 1, …,
//
// variance mean. The time grows as the log of the mean. A count above [math.MaxInt] becomes that
// number. It panics with a sentence on another mean.
//
// Source: Ahrens & Dieter, "Computer methods for sampling from gamma, beta, Poisson and binomial
// distributions", Computing 12 (1974) 223–246: wait for the m-th event of a process of rate 1. If
// it comes before the mean, the events after it are another Poisson variate; otherwise those before
// it are spread evenly.
func Poisson(r *rand.Rand, mean float64) int {
	checkNotNegative("Poisson", "mean", mean)
	if d := draws.Of(r); d != nil {
		m := mean // which changes below, and must not move to the heap
		return int(d.Other("Poisson", func() float64 { return float64(Poisson(r, m)) },
			func(x float64) float64 { return PoissonLogProb(int(x), m) }))
	}
	if mean > 1e15 { // the next integer is further away than the error of the normal law
		if x := math.Round(mean + math.Sqrt(mean)*r.NormFloat64()); x < math.MaxInt {
			return int(x)
		}
		return math.MaxInt
	}
	before := 0
	for mean > 20 {
		m := math.Floor(mean * 7 / 8)
		t := Gamma(r, m, 1)
		if t > mean {
			return before + Binomial(r, int(m)-1, mean/t)
		}
		before, mean = before+int(m), mean-t
	}
	for t := r.ExpFloat64(); t < mean; t += r.ExpFloat64() {
		before++
	}
	return before
}

// PoissonLogProb is the log probability that [Poisson] draws k: −Inf for k < 0.
func PoissonLogProb(k int, mean float64) float64 {
	checkNotNegative("PoissonLogProb", "mean", mean)
	switch {
	case k < 0 || k > 0 && mean == 0:
		return math.Inf(-1)
	case mean == 0:
		return 0
	}
	return GammaLogProb(mean, float64(k)+1, 1) // the same function, read in the other argument
}

// NegBinomial draws a count from the negative binomial distribution with the given mean, at least 0
// and finite, and a positive finite size: probability
//
//	p(k) = Γ(k+size)/(Γ(size) k!) · (size/(size+mean))^size (mean/(size+mean))^k,   k = 0, 1, …,
//
// variance mean + mean²/size. It is a Poisson variate whose mean is Gamma(size, size/mean). The
// failures before the size-th success of trials with success probability p have the mean
// size (1−p)/p. It panics with a sentence on other parameters.
func NegBinomial(r *rand.Rand, mean, size float64) int {
	checkNotNegative("NegBinomial", "mean", mean)
	checkPositive("NegBinomial", "size", size)
	if mean == 0 {
		return 0
	}
	return Poisson(r, Gamma(r, size, clampPositive(size/mean)))
}

// NegBinomialLogProb is the log probability that [NegBinomial] draws k: −Inf for k < 0.
func NegBinomialLogProb(k int, mean, size float64) float64 {
	checkNotNegative("NegBinomialLogProb", "mean", mean)
	checkPositive("NegBinomialLogProb", "size", size)
	switch {
	case k < 0 || k > 0 && mean == 0:
		return math.Inf(-1)
	case k == 0:
		return -size * math.Log1p(mean/size)
	}
	x, p, q := float64(k), size/(size+mean), mean/(size+mean)
	return betaKernel(size, x, p, q, math.Log(p), math.Log(q)) - math.Log(x)
}

// Exponential draws from the exponential distribution with the given rate, positive and finite:
// density
//
//	p(x) = rate exp(−rate x),   x ≥ 0,
//
// mean 1/rate, variance 1/rate². It panics with a sentence on another rate.
func Exponential(r *rand.Rand, rate float64) float64 {
	checkPositive("Exponential", "rate", rate)
	if draws.Of(r) != nil { // somebody asks for laws, and knows that of Gamma
		return Gamma(r, 1, rate)
	}
	return clamp(r.ExpFloat64() / rate)
}

// ExponentialLogProb is the log density at x of the distribution that [Exponential] draws from. It
// is −Inf for x < 0.
func ExponentialLogProb(x, rate float64) float64 {
	checkPositive("ExponentialLogProb", "rate", rate)
	if x < 0 {
		return math.Inf(-1)
	}
	return math.Log(rate) - rate*x
}

// Weibull draws from the Weibull distribution with the given shape and scale, both positive and
// finite: density
//
//	p(x) = shape/scale (x/scale)^(shape−1) exp(−(x/scale)^shape),   x ≥ 0,
//
// mean scale Γ(1+1/shape). P(X > x) is exp(−(x/scale)^shape). It panics with a sentence on other
// parameters.
func Weibull(r *rand.Rand, shape, scale float64) float64 {
	checkPositive("Weibull", "shape", shape)
	checkPositive("Weibull", "scale", scale)
	return clamp(scale * math.Pow(r.ExpFloat64(), 1/shape))
}

// WeibullLogProb is the log density at x of the distribution that [Weibull] draws from. It is −Inf
// for x < 0. At 0 it is +Inf, −log(scale) or −Inf if the shape is below, at or above 1.
func WeibullLogProb(x, shape, scale float64) float64 {
	checkPositive("WeibullLogProb", "shape", shape)
	checkPositive("WeibullLogProb", "scale", scale)
	switch {
	case x < 0 || math.IsInf(x, 1):
		return math.Inf(-1)
	case x == 0:
		return atZero(shape, -math.Log(scale))
	}
	return math.Log(shape) + shape*logRatio(x, scale) - math.Log(x) - math.Pow(x/scale, shape)
}

// Pareto draws from the Pareto distribution with the given shape and lower bound, both positive and
// finite: density
//
//	p(x) = shape lo^shape / x^(shape+1),   x ≥ lo,
//
// mean lo shape/(shape−1) for shape > 1. log(x/lo) is exponential with rate shape. It panics with a
// sentence on other parameters.
func Pareto(r *rand.Rand, shape, lo float64) float64 {
	checkPositive("Pareto", "shape", shape)
	checkPositive("Pareto", "lo", lo)
	return clamp(lo * math.Exp(r.ExpFloat64()/shape))
}

// ParetoLogProb is the log density at x of the distribution that [Pareto] draws from. It is −Inf
// for x < lo.
func ParetoLogProb(x, shape, lo float64) float64 {
	checkPositive("ParetoLogProb", "shape", shape)
	checkPositive("ParetoLogProb", "lo", lo)
	if x < lo {
		return math.Inf(-1)
	}
	return math.Log(shape) - math.Log(x) - shape*logRatio(x, lo)
}
