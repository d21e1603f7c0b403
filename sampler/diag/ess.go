package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// ESSMean is the effective sample size for the mean: this many independent draws would estimate the
// mean as well as these draws do. It is S/τ for S draws, where τ = 1 + 2Σρₜ sums the
// autocorrelations of the split chains as long as they are positive (Geyer 1992; Vehtari et al.
// 2021, section 3.2); at most S·log₁₀S. Antithetic chains, which overshoot the mean at each step,
// have more than S.
//
// It needs 10 draws per chain, halves of 5. That gives two pairs of autocorrelations (lags 0 and 1,
// 2 and 3), each from at least two products. It is NaN for fewer, or if all draws are equal.
func ESSMean(chains [][]float64) float64 {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok {
		return math.NaN()
	}
	x, _ = series.Rescale(x)
	return fast.Geyer(series.Split(x))
}

// veryMany is the number of draws from which the workspace of a summary ranks them, because it is
// faster. Its last digits may differ.
const veryMany = 1 << 16

// ESSBulk is the effective sample size in the bulk of the distribution: [ESSMean] of the normal
// scores of the ranks (Vehtari et al. 2021, section 4.1). Below 100 per chain (400 for four), do
// not rely on means and medians, nor on R-hat.
func ESSBulk(chains [][]float64) float64 {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok {
		return math.NaN()
	}
	if len(x)*len(x[0]) >= veryMany && fast.Ordinary(x) {
		return new(fast.Workspace).Bulk(x)
	}
	return fast.Geyer(rankNormal(series.Split(x)))
}

// ESSTail is the effective sample size in the tails: the smaller of those for the 5 % and the 95 %
// quantile q, each [ESSMean] of the indicator x ≤ q (Vehtari et al. 2021, section 4.3). Below 100
// per chain, do not rely on intervals.
//
// If no draw is above q, as happens with discrete draws, the indicator is x < q: is the draw below
// that top value? (Stan's upper tail is x ≥ q, which is the same. ArviZ gives this tail the ESS of
// independent draws; posterior gives up.)
func ESSTail(chains [][]float64) float64 {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok {
		return math.NaN()
	}
	// For draws, x ≤ q is the same as x ≤ the order statistic at or below q. 5 % is 1/20.
	last := len(x)*len(x[0]) - 1
	q := series.Smallest(x, last/20, last*19/20)
	lower, upper := essBelow(x, q[0]), essBelow(x, q[1])
	return series.Lesser(lower, upper)
}

// essBelow is the ESS of the indicator x ≤ q or, if that never changes, of x < q.
func essBelow(x [][]float64, q float64) float64 {
	if ess := essOf(x, func(v float64) bool { return v <= q }); !math.IsNaN(ess) {
		return ess
	}
	return essOf(x, func(v float64) bool { return v < q })
}

// essOf is the ESS of the indicator of a set of draws.
func essOf(x [][]float64, in func(draw float64) bool) float64 {
	y := series.Like(x)
	for i, c := range x {
		for k, v := range c {
			if in(v) {
				y[i][k] = 1
			}
		}
	}
	return fast.Geyer(series.Split(y))
}

// MCSEMean is the Monte Carlo standard error of the mean of all draws, SD/√[ESSMean]: how far off
// the mean is likely to be just because the run was not longer. It is NaN if ESSMean is.
func MCSEMean(chains [][]float64) float64 {
	x := series.Rectangle(chains)
	ess := ESSMean(x)
	if math.IsNaN(ess) {
		return ess
	}
	all := make([]float64, 0, len(x)*len(x[0]))
	for _, c := range x {
		all = append(all, c...)
	}
	return SD(all) / math.Sqrt(ess)
}
