package variate

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

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
