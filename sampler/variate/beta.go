package variate

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

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
