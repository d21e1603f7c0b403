// Package classic has older convergence tests, those of the R package coda: [Geweke],
// [HeidelbergerWelch], [RafteryLewis], and [PSRF], the R-hat of Gelman and Rubin. Use them to
// compare with older work. To judge draws, use package diag: its R-hat also sees a drift that all
// chains share, and chains that differ only in their spread.
//
// Nothing panics. A number that cannot be computed is NaN, and a warning says why.
package classic

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// A GewekeTest is the result of [Geweke].
type GewekeTest struct {
	// Z is the difference of the two means in standard errors. P is the probability of a |z| at
	// least as large if the chain is stationary.
	Z, P     float64
	Warnings []error // why Z and P are NaN, if they are
}

// minWindow is the smallest number of draws for a mean in [Geweke]: an autoregression cannot be
// fitted to fewer.
const minWindow = 3

// Geweke compares the mean of the first draws of one chain with the mean of the last ones. If the
// chain has forgotten its start, they differ only by noise:
//
//	z = (x̄₁ − x̄₂)/√(v₁/n₁ + v₂/n₂) ~ N(0, 1),
//
// where v is the spectral density at frequency 0 of each part, which accounts for autocorrelation.
// first and last are fractions of the chain, usually 0.1 and 0.5 (Geweke, "Evaluating the accuracy
// of sampling-based approaches to the calculation of posterior moments", in Bayesian Statistics 4,
// 1992). As in coda's geweke.diag, the parts are the draws 1 … ⌈1+first·(n−1)⌉ and ⌊n−last·(n−1)⌋ …
// n, and v comes from an autoregression.
//
// z| above 2 happens once in twenty chains that are fine. A short first part makes v₁ too small and
// z too large: for 100 draws of an autoregression with coefficient 0.9, the first ten say little.
//
// It is NaN, with a warning, for fewer than 10 draws or 3 in a part, a draw that is not finite,
// fractions outside (0, 1) or with a sum above 1, and draws that are all equal. If each part is
// constant and the values differ, it is ±Inf with P = 0.
func Geweke(chain []float64, first, last float64) GewekeTest {
	fail := func(err error) GewekeTest {
		return GewekeTest{math.NaN(), math.NaN(), []error{fmt.Errorf("classic: Geweke: %w", err)}}
	}
	if err := checkChain(chain, fast.MinDraws); err != nil {
		return fail(err)
	}
	if !(first > 0 && last > 0 && first+last <= 1) {
		return fail(fmt.Errorf("shares of %v and %v: both must be above 0, and their sum at most "+
			"1; 0.1 and 0.5 are usual", first, last))
	}
	x, _ := series.Rescale1(chain)
	steps := float64(len(x) - 1)
	head := x[:int(math.Ceil(1+float64(first*steps)))]
	tail := x[int(math.Floor(float64(len(x))-float64(last*steps)))-1:]
	if shorter := min(len(head), len(tail)); shorter < minWindow {
		return fail(fmt.Errorf("shares of %v and %v of %d draws are %d and %d draws, and a part "+
			"takes %d: run longer, or enlarge the "+
			"shares", first, last, len(x), len(head), len(tail), minWindow))
	}
	headMean, _ := series.MeanVariance(head)
	tailMean, _ := series.MeanVariance(tail)
	variance := spectrum0(head)/float64(len(head)) + spectrum0(tail)/float64(len(tail))
	z := (headMean - tailMean) / math.Sqrt(variance)
	switch {
	case math.IsNaN(variance):
		return fail(errors.New("a part is too short for the autoregression that its draws need: " +
			"run longer, or enlarge the shares"))
	case math.IsNaN(z):
		return fail(errors.New("both parts have the same mean and no noise, so the difference " +
			"has no standard error: is the quantity fixed?"))
	}
	return GewekeTest{Z: z, P: math.Erfc(math.Abs(z) / math.Sqrt2)}
}
