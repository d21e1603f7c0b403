package variate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/internal/draws"
)

// Dirichlet draws a probability vector from the Dirichlet distribution with the given
// concentrations, all positive and finite, into dst, which has the length of alpha and may be alpha
// itself: density proportional to Π dst[k]^(alpha[k]−1). The mean m of dst[k] is alpha[k]/A, and
// its variance m(1−m)/(A+1), where A is the sum of alpha.
//
// It normalises independent Gamma(alpha[k], 1) variates in log space ([LogGamma]). So the result is
// finite and sums to one for concentrations down to 1e-8, where the gammas themselves would all
// underflow and give 0/0. A component is exactly 0 if its true value is below 5e-324; for its log
// use [LogDirichlet].
//
// Dirichlet panics with a sentence on an empty alpha, lengths that differ, and a concentration that
// is not positive and finite. It does not allocate.
func Dirichlet(r *rand.Rand, alpha, dst []float64) {
	if d := draws.Of(r); d != nil {
		copy(dst, d.Vector(draws.Law{Name: "Dirichlet", Params: slices.Clone(alpha), Natural: true,
			Draw: Dirichlet, LogProb: DirichletLogProb}, len(dst)))
		return
	}
	numeric.Normalise(dst, logGammas(r, "Dirichlet", alpha, dst))
}

// LogDirichlet is like [Dirichlet], but writes the logarithms of the probabilities to dst. They are
// finite even if a probability itself would round to zero, so a count times a log probability is
// never 0 × −Inf = NaN. With the same generator it gives the logs of Dirichlet's result, up to
// rounding.
func LogDirichlet(r *rand.Rand, alpha, dst []float64) {
	if d := draws.Of(r); d != nil {
		copy(dst, d.Vector(draws.Law{Name: "LogDirichlet", Params: slices.Clone(alpha), Natural: true,
			Draw: LogDirichlet, LogProb: LogDirichletLogProb}, len(dst)))
		return
	}
	top := logGammas(r, "LogDirichlet", alpha, dst)
	sum := 0.0
	for _, lg := range dst {
		sum += math.Exp(lg - top)
	}
	norm := top + math.Log(sum)
	for k := range dst {
		dst[k] -= norm
	}
}

// logGammas fills dst with LogGamma draws and returns the largest.
func logGammas(r *rand.Rand, variate string, alpha, dst []float64) float64 {
	if len(alpha) == 0 || len(alpha) != len(dst) {
		panic(fmt.Sprintf("variate: %s: %d concentrations and room for %d probabilities, "+
			"expected the same number, at least one; allocate dst with len(alpha)", variate,
			len(alpha), len(dst)))
	}
	top := math.Inf(-1)
	for k, a := range alpha {
		if !(a > 0 && a <= math.MaxFloat64) {
			panicNotPositive(variate, fmt.Sprintf("alpha[%d]", k), a)
		}
		dst[k] = LogGamma(r, a)
		top = max(top, dst[k])
	}
	return top
}

// DirichletLogProb is the log density of the probability vector p under the Dirichlet distribution
// with the given concentrations, as [Dirichlet] draws from it:
//
//	log p = log Γ(A) − Σ log Γ(alpha[k]) + Σ (alpha[k]−1) log p[k],   A = Σ alpha[k].
//
// It is the density of all components but one. It does not check that p sums to one. A component
// outside [0, 1] gives −Inf. A component 0 gives −Inf if its concentration is above 1, and +Inf if
// it is below 1.
func DirichletLogProb(p, alpha []float64) float64 {
	return dirichletLogProb("DirichletLogProb", p, alpha, math.Log)
}

// LogDirichletLogProb is like [DirichletLogProb], but takes the logarithms of the probabilities,
// which may themselves underflow. It is the density of the probabilities and not of their
// logarithms.
func LogDirichletLogProb(logP, alpha []float64) float64 {
	return dirichletLogProb("LogDirichletLogProb", logP, alpha, func(x float64) float64 { return x })
}

func dirichletLogProb(variate string, p, alpha []float64, log func(float64) float64) float64 {
	if len(alpha) == 0 || len(alpha) != len(p) {
		panic(fmt.Sprintf("variate: %s: %d concentrations and %d probabilities, expected the "+
			"same number, at least one", variate, len(alpha), len(p)))
	}
	// Γ(A)/Π Γ(alpha) is built factor by factor, one beta function for each. Its large parts cancel
	// within a factor.
	total, sum := 0.0, 0.0
	for k, a := range alpha {
		if !(a > 0 && a <= math.MaxFloat64) {
			panicNotPositive(variate, fmt.Sprintf("alpha[%d]", k), a)
		}
		if k > 0 {
			sum -= logBeta(total, a)
		}
		total += a
	}
	infinite := 0.0
	for k, a := range alpha {
		switch lp := log(p[k]); {
		case math.IsNaN(p[k]):
			return p[k]
		case !(lp <= 0) || math.IsInf(lp, -1) && a > 1:
			return math.Inf(-1)
		case math.IsInf(lp, -1) && a < 1:
			infinite = math.Inf(1)
		case a != 1:
			sum += (a - 1) * lp
		}
	}
	return sum + infinite
}

// logBeta is the log of the beta function B(a, b).
func logBeta(a, b float64) float64 {
	n := a + b
	sum := (logTwoPi-math.Log(a)-math.Log(b)+math.Log(n))/2 - stirling(n) + stirling(a) + stirling(b)
	return sum - timesLogRatio(a, b, n) - timesLogRatio(b, a, n)
}

// timesLogRatio is a log(n/a) for n = a + b.
func timesLogRatio(a, b, n float64) float64 {
	if b < a {
		return a * math.Log1p(b/a)
	}
	return a * (math.Log(n) - math.Log(a))
}
