package variate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

// Binomial draws the number of successes in n trials with success probability p: probability
//
//	p(k) = n!/(k! (n−k)!) p^k (1−p)^(n−k),   k = 0 … n,
//
// mean np, variance np(1−p). It panics with a sentence on a negative n and a p outside [0, 1].
//
// Source: Hörmann, "The generation of binomial random variates", Journal of Statistical Computation
// and Simulation 46 (1993) 101–110, algorithm BTRS; by inversion where np is below 10.
func Binomial(r *rand.Rand, n int, p float64) int {
	checkBinomial("Binomial", n, p)
	if d := draws.Of(r); d != nil {
		return int(d.Other("Binomial", func() float64 { return float64(Binomial(r, n, p)) },
			func(x float64) float64 { return BinomialLogProb(int(x), n, p) }))
	}
	if p > 0.5 {
		return n - Binomial(r, n, 1-p)
	}
	if float64(n)*p < 10 {
		return binomialByInversion(r, n, p)
	}
	np := float64(n) * p
	spread := math.Sqrt(np * (1 - p))
	b := 1.15 + 2.53*spread
	a := -0.0873 + 0.0248*b + 0.01*p
	accepted := 0.92 - 4.2/b
	alpha := (2.83 + 5.1/b) * spread
	mode := math.Floor(float64(n+1) * p)
	top := binomialLogProb(mode, float64(n), p)
	for {
		v, u := r.Float64(), r.Float64()-0.5
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + np + 0.5)
		switch {
		case us >= 0.07 && v <= accepted:
			return int(k)
		case k < 0 || k > float64(n) || us == 0:
		case math.Log(v*alpha/(a/(us*us)+b)) <= binomialLogProb(k, float64(n), p)-top:
			return int(k)
		}
	}
}

// binomialByInversion adds up the probabilities from 0 on. For np below 10 they do not underflow.
func binomialByInversion(r *rand.Rand, n int, p float64) int {
	odds := p / (1 - p)
	first := math.Exp(float64(n) * math.Log1p(-p))
	for {
		u, f := r.Float64(), first
		for k := 0; k <= n; k++ {
			if u < f {
				return k
			}
			u -= f
			f *= odds * float64(n-k) / float64(k+1)
			if f < 1e-300 && float64(k) > float64(n)*p { // only rounding is left of u
				break
			}
		}
	}
}

// BinomialLogProb is the log probability that [Binomial] draws k: −Inf outside 0 … n.
func BinomialLogProb(k, n int, p float64) float64 {
	checkBinomial("BinomialLogProb", n, p)
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	return binomialLogProb(float64(k), float64(n), p)
}

func binomialLogProb(k, n, p float64) float64 {
	if p == 0 || p == 1 {
		if k == n*p {
			return 0
		}
		return math.Inf(-1)
	}
	return binomialLog(k, n, p, 1-p)
}

// binomialLog is binomialLogProb for p inside (0, 1), given q = 1−p too, which may be tiny.
func binomialLog(k, n, p, q float64) float64 {
	switch {
	case k == 0 && p < q:
		return n * math.Log1p(-p)
	case k == 0:
		return n * math.Log(q)
	case k == n && q < p:
		return n * math.Log1p(-q)
	case k == n:
		return n * math.Log(p)
	}
	l := n - k
	sum := (math.Log(n/(k*l))-logTwoPi)/2 + stirling(n) - stirling(k) - stirling(l)
	return sum - deviance(k, n*p, math.Log(n*p)) - deviance(l, n*q, math.Log(n*q))
}

func checkBinomial(variate string, n int, p float64) {
	if n < 0 || !(p >= 0 && p <= 1) {
		panic(fmt.Sprintf("variate: %s: n is %d and p is %g, expected an n of at least 0 and a p "+
			"from 0 to 1", variate, n, p))
	}
}

// Multinomial draws how many of n trials fall into each category, with probabilities proportional
// to weights. It writes them to counts, which has the length of weights: probability
//
//	n!/Π counts[k]! · Π p_k^counts[k],   p_k = weights[k]/Σ weights.
//
// The mean of counts[k] is n p_k, its variance n p_k (1−p_k). It draws one binomial variate for
// each category, so the time does not depend on the number of trials. It panics with a sentence on
// weights as [Categorical] does, on a negative n and on lengths that differ.
func Multinomial(r *rand.Rand, n int, weights []float64, counts []int) {
	rest := sumOfWeights("Multinomial", weights)
	checkMultinomial("Multinomial", n, len(weights), len(counts))
	last := len(weights) - 1
	for weights[last] <= 0 {
		last--
	}
	for k, w := range weights {
		switch {
		case n == 0 || w <= 0:
			counts[k] = 0
		case k == last:
			counts[k] = n
		default:
			counts[k] = Binomial(r, n, min(w/rest, 1))
		}
		n -= counts[k]
		rest -= w
	}
}

// MultinomialLogProb is the log probability of counts under the distribution that [Multinomial]
// draws from, with n their sum. It is −Inf where a count is negative, or positive where the weight
// is 0.
func MultinomialLogProb(counts []int, weights []float64) float64 {
	rest := sumOfWeights("MultinomialLogProb", weights)
	checkMultinomial("MultinomialLogProb", 0, len(weights), len(counts))
	n, last := 0, len(weights)-1
	for _, c := range counts {
		if c < 0 {
			return math.Inf(-1)
		}
		n += c
	}
	for weights[last] <= 0 {
		last--
	}
	sum := 0.0
	for k, w := range weights {
		p := min(max(w/rest, 0), 1)
		switch {
		case k > last || w <= 0:
			p = 0
		case k == last:
			p = 1
		}
		sum += binomialLogProb(float64(counts[k]), float64(n), p)
		n -= counts[k]
		rest -= w
	}
	return sum
}

func checkMultinomial(variate string, n, weights, counts int) {
	if n < 0 || weights != counts {
		panic(fmt.Sprintf("variate: %s: n is %d, with %d weights and room for %d counts, "+
			"expected an n of at least 0 and as many counts as weights", variate, n, weights, counts))
	}
}
