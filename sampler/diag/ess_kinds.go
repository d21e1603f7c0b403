package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// ESSSD is the effective sample size for the standard deviation: [ESSMean] of the squared distances
// (x−x̄)² from the mean of all draws, as the SD is a function of their mean (so in posterior from
// 1.6.1 on, and in ArviZ). A chain that alternates about its mean has a large ESS for the mean and
// a small one for this.
//
// NaN where ESSMean is, and if the draws are two values, each taken equally often: all distances
// are the same then.
func ESSSD(chains [][]float64) float64 {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok {
		return math.NaN()
	}
	squares, _, ok := squaredDistances(x)
	if !ok {
		return math.NaN()
	}
	return fast.Geyer(series.Split(squares))
}

// squaredDistances are (x−x̄)²·4^-e from the mean of all draws, the largest between ¼ and 1: so
// their squares are safe too. It is not ok if all are the same in exact arithmetic, when rounding
// would make a series of noise.
func squaredDistances(x [][]float64) (squares [][]float64, e int, ok bool) {
	x, tamed := series.Rescale(x)
	sorted := series.Pooled(x)
	first, last := sorted[0], sorted[len(sorted)-1]
	half := len(sorted) / 2
	if first == last || 2*half == len(sorted) && sorted[half-1] == first && sorted[half] == last {
		return nil, 0, false
	}
	mean, _ := series.MeanVariance(sorted)
	_, e = math.Frexp(max(last-mean, mean-first))
	squares = series.Like(x)
	for i, c := range x {
		for k, v := range c {
			d := math.Ldexp(v-mean, -e)
			squares[i][k] = d * d
		}
	}
	return squares, e + tamed, true
}

// ESSQuantile is the effective sample size for the p-quantile q: [ESSMean] of the indicator x ≤ q,
// or of x < q if no draw lies above q (Vehtari et al. 2021, section 4.3). p = 0.5 is the median,
// and [ESSTail] is the smaller one of 0.05 and 0.95. An indicator and its complement have the same
// ESS.
//
// NaN where ESSMean is, for p outside [0, 1], and if the indicator never changes in the halves of
// the chains.
func ESSQuantile(chains [][]float64, p float64) float64 {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	return essQuantile(x, p)
}

// essQuantile is ESSQuantile of usable chains.
func essQuantile(x [][]float64, p float64) float64 {
	below, _ := quantileRanks(len(x)*len(x[0]), p)
	return essBelow(x, series.Smallest(x, below)[0])
}

// quantileRanks are the positions, from 0, of the sorted draws at or below and at or above the
// p-quantile of n. They are one if (n−1)p is whole; two units in the last place are for the
// rounding of p and of the product.
func quantileRanks(n int, p float64) (below, above int) {
	h := float64(n-1) * p
	return min(int(h*(1+0x1p-51)), n-1), int(math.Ceil(h * (1 - 0x1p-51)))
}

// ESSLocal is the effective sample size for the probability of the interval from the a-quantile to
// the b-quantile (0 ≤ a < b ≤ 1): [ESSMean] of the indicator of lying in it (Vehtari et al. 2021,
// section 4.3). Taken for twenty intervals of probability 1/20 it shows where in the distribution
// the chains are slow.
//
// NaN where ESSMean is, for other a and b, and if all draws lie inside, or none does.
func ESSLocal(chains [][]float64, a, b float64) float64 {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok || !(0 <= a && a < b && b <= 1) {
		return math.NaN()
	}
	n := len(x) * len(x[0])
	_, from := quantileRanks(n, a)
	to, _ := quantileRanks(n, b)
	ends := series.Smallest(x, from, to)
	return essOf(x, func(v float64) bool { return ends[0] <= v && v <= ends[1] })
}
