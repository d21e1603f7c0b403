package variate

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Dirichlet draws a probability vector from the Dirichlet distribution with the
// given concentrations, all positive and finite, into dst, which has the length
// of alpha and may be alpha itself: density proportional to Π dst[k]^(alpha[k]−1).
// The mean of dst[k] is alpha[k]/A, its variance m(1−m)/(A+1) with m that mean and
// A the sum of alpha.
//
// It normalises independent Gamma(alpha[k], 1) variates in log space ([LogGamma]),
// so that the result is finite and sums to one for concentrations down to 1e-8,
// where the gammas themselves would all underflow and give 0/0. A component is
// exactly 0 where its true value is below 5e-324; for its log use [LogDirichlet].
//
// Dirichlet panics with a sentence on an empty alpha, lengths that differ, and a
// concentration that is not positive and finite. It does not allocate.
func Dirichlet(r *rand.Rand, alpha, dst []float64) {
	top := logGammas(r, "Dirichlet", alpha, dst)
	sum := 0.0
	for k, lg := range dst {
		dst[k] = math.Exp(lg - top)
		sum += dst[k]
	}
	for k := range dst {
		dst[k] /= sum
	}
}

// LogDirichlet is [Dirichlet] with the logarithms of the probabilities in dst.
// They are finite where a probability itself would round to zero, so that a count
// times a log probability is never 0 × −Inf = NaN. With the same generator it
// gives the logs of what Dirichlet gives, up to rounding.
func LogDirichlet(r *rand.Rand, alpha, dst []float64) {
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
		panic(fmt.Sprintf("variate: %s: %d concentrations and room for %d probabilities, expected the same number, at least one; allocate dst with len(alpha)", variate, len(alpha), len(dst)))
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
