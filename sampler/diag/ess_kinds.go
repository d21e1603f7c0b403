package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// ESSSD is the effective sample size for the standard deviation: [ESSMean] of the squared distances
// (x−x̄)² from the mean of all draws, because the SD is a function of their mean (posterior does
// this from 1.6.1 on, and so does ArviZ). A chain that alternates about its mean has a large ESS
// for the mean and a small one for the SD.
//
// It is NaN if ESSMean is, and if the draws take two values equally often: then all distances are
// the same.
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

// squaredDistances are (x−x̄)²·4^-e from the mean of all draws. The largest is between ¼ and 1, so
// their squares are safe too. ok is false if all are equal in exact arithmetic: rounding would turn
// them into a series of noise.
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
// or of x < q if no draw is above q (Vehtari et al. 2021, section 4.3). p = 0.5 is the median, and
// [ESSTail] is the smaller one of 0.05 and 0.95. An indicator and its complement have the same ESS.
//
// It is NaN if ESSMean is, for p outside [0, 1], and if the indicator never changes in the halves
// of the chains.
func ESSQuantile(chains [][]float64, p float64) float64 {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	return essQuantile(x, p)
}

// essQuantile is ESSQuantile for usable chains.
func essQuantile(x [][]float64, p float64) float64 {
	below, _ := quantileRanks(len(x)*len(x[0]), p)
	return essBelow(x, series.Smallest(x, below)[0])
}

// quantileRanks are the positions, from 0, of the sorted draws at or below and at or above the
// p-quantile of n. They are equal if (n−1)p is whole, with a tolerance of two units in the last
// place for the rounding of p and of the product.
func quantileRanks(n int, p float64) (below, above int) {
	h := float64(n-1) * p
	return min(int(h*(1+0x1p-51)), n-1), int(math.Ceil(h * (1 - 0x1p-51)))
}

// ESSLocal is the effective sample size for the probability of the interval from the a-quantile to
// the b-quantile (0 ≤ a < b ≤ 1): [ESSMean] of the indicator of being in it (Vehtari et al. 2021,
// section 4.3). Computed for twenty intervals of probability 1/20, it shows where in the
// distribution the chains are slow.
//
// It is NaN if ESSMean is, for other a and b, and if all draws or none are in the interval.
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
