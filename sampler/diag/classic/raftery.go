package classic

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// A RafteryLewisResult is the result of [RafteryLewis], in draws. A number is NaN if it cannot be
// given.
type RafteryLewisResult struct {
	Thin   float64 // every Thin-th draw makes a first-order Markov chain
	BurnIn float64 // draws to discard at the start (M)
	Total  float64 // draws to make, BurnIn included (N)
	// LowerBound is the number of independent draws that would be enough (Nmin), and Dependence =
	// Total/LowerBound. Above 5 the chain is slow: it started far out, or parameters are
	// correlated.
	LowerBound, Dependence float64
	Warnings               []error // the reason of each NaN
}

// burnInAccuracy is how close to the stationary value the probability of being below the quantile
// must be after BurnIn draws: the ε of Raftery & Lewis, 0.001 as in their paper and in coda.
const burnInAccuracy = 0.001

// RafteryLewis says how long a chain must be to give the probability of being below its q-quantile
// to within ±accuracy, with the given probability. (0.025, 0.005, 0.95) is usual: the true level of
// the reported 2.5 % quantile is then between 2 and 3 %. A pilot run of LowerBound draws is needed.
//
// The indicator of draws at or below the quantile is thinned until BIC prefers a first-order Markov
// chain to a second-order one. With α and β its probabilities of leaving 0 and 1, λ = |1−α−β|, and
// z the normal quantile of (1+probability)/2,
//
//	BurnIn     = Thin · ⌈log(ε(α+β)/max(α, β)) / log λ⌉,   ε = 0.001,
//	Total      = BurnIn + Thin · ⌈z²αβ(2−α−β) / (α+β)³ / accuracy²⌉,
//	LowerBound = ⌈z²q(1−q) / accuracy²⌉
//
// (Raftery & Lewis, "How many iterations in the Gibbs sampler?", in Bayesian Statistics 4, 1992).
// The results agree with coda's raftery.diag, which rounds Dependence to three digits.
//
// They are NaN, with a warning, for arguments outside (0, 1), fewer than LowerBound draws
// (LowerBound is still given), a draw that is not finite, an indicator that never changes or always
// does, and one that is not first-order at any thinning.
func RafteryLewis(chain []float64, q, accuracy, probability float64) RafteryLewisResult {
	nan := math.NaN()
	l := RafteryLewisResult{nan, nan, nan, nan, nan, nil}
	warn := func(err error) RafteryLewisResult {
		l.Warnings = append(l.Warnings, fmt.Errorf("classic: Raftery–Lewis: %w", err))
		return l
	}
	for _, p := range []float64{q, accuracy, probability} {
		if !(p > 0 && p < 1) {
			return warn(fmt.Errorf("quantile %v, accuracy %v, probability %v: each must lie "+
				"between 0 and 1; 0.025, 0.005 and 0.95 are usual", q, accuracy, probability))
		}
	}
	z := mathext.NormalQuantile((1 + probability) / 2)
	l.LowerBound = math.Ceil(z * z * q * (1 - q) / (accuracy * accuracy))
	if float64(len(chain)) < l.LowerBound {
		return warn(fmt.Errorf("the chain has %d draws, and even independent ones would have to "+
			"be %.0f: run longer, or ask for less accuracy", len(chain), l.LowerBound))
	}
	if err := checkChain(chain, fast.MinDraws); err != nil {
		return warn(err)
	}
	level := diag.Quantile(chain, q)
	below := make([]int, len(chain))
	for i, v := range chain {
		if v <= level {
			below[i] = 1
		}
	}
	thin, ok := firstOrderThin(below)
	if !ok {
		return warn(errors.New("no thinning makes the indicator of the quantile a Markov chain " +
			"of the first order: run longer"))
	}
	alpha, beta := leaving(thinned(below, thin))
	both := alpha + beta
	burnIn := math.Ceil(math.Log(burnInAccuracy*both/max(alpha, beta)) / math.Log(math.Abs(1-both)))
	keep := math.Ceil(z * z * alpha * beta * (2 - both) / (both * both * both) / (accuracy * accuracy))
	if !(both > 0 && both < 2) || !series.Finite(burnIn) || !series.Finite(keep) {
		return warn(errors.New("the draws are at or below the quantile all the time, or every " +
			"other time, so it has no speed of mixing: look at the trace plot, or take another " +
			"quantile"))
	}
	l.Thin = float64(thin)
	l.BurnIn = burnIn*l.Thin + 0 // not -0
	l.Total = l.BurnIn + keep*l.Thin
	l.Dependence = l.Total / l.LowerBound
	return l
}

func thinned(x []int, thin int) []int {
	var y []int
	for i := 0; i < len(x); i += thin {
		y = append(y, x[i])
	}
	return y
}

// firstOrderThin is the smallest thinning for a first-order chain: there the likelihood ratio G² of
// a second-order Markov chain to a first-order one does not pay for its two extra parameters, G² <
// 2·log(number of triples).
func firstOrderThin(below []int) (thin int, ok bool) {
	for thin = 1; ; thin++ {
		y := thinned(below, thin)
		if len(y) < 4 { // with one triple, both fit perfectly
			return 0, false
		}
		var triples [2][2][2]float64
		for i := range len(y) - 2 {
			triples[y[i]][y[i+1]][y[i+2]]++
		}
		g2 := 0.0
		for a := range 2 {
			for b := range 2 {
				for c := range 2 {
					count := triples[a][b][c]
					if count == 0 {
						continue
					}
					all := triples[0][b][0] + triples[0][b][1] + triples[1][b][0] + triples[1][b][1]
					fitted := (triples[a][b][0] + triples[a][b][1]) * (triples[0][b][c] + triples[1][b][c]) / all
					g2 += 2 * count * math.Log(count/fitted)
				}
			}
		}
		if g2 < 2*math.Log(float64(len(y)-2)) {
			return thin, true
		}
	}
}

// leaving returns the fraction of steps from 0 that lead to 1, and of steps from 1 that lead to 0;
// NaN if there are no such steps.
func leaving(y []int) (alpha, beta float64) {
	var steps [2][2]float64
	for i := range len(y) - 1 {
		steps[y[i]][y[i+1]]++
	}
	return steps[0][1] / (steps[0][0] + steps[0][1]), steps[1][0] / (steps[1][0] + steps[1][1])
}
