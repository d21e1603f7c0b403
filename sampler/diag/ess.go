package diag

import (
	"math"
	"slices"

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
	return SD(slices.Concat(x...)) / math.Sqrt(ess)
}

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

// Autocorr returns the autocorrelations ρ₀ = 1, ρ₁, … of the draws of one chain, up to lag maxLag,
// or n−1 if that is less: ρₜ = cₜ/c₀ with cₜ = Σ(xᵢ−x̄)(xᵢ₊ₜ−x̄)/n. The divisor is n at every lag,
// as in R's acf and ArviZ. It biases the estimate towards 0 and keeps the noise at long lags small;
// for independent draws ρₜ is within ±2/√n nineteen times in twenty. All are NaN if the draws are
// equal or one is not finite; no draws, or a negative maxLag, give nil.
func Autocorr(draws []float64, maxLag int) []float64 {
	lags := min(maxLag, len(draws)-1) + 1
	if lags <= 0 {
		return nil
	}
	rho := make([]float64, lags)
	if !series.AllFinite(draws) {
		for t := range rho {
			rho[t] = math.NaN()
		}
		return rho
	}
	x, _ := series.Rescale1(draws)
	mean, _ := series.MeanVariance(x)
	cov := fast.NewAutocov([][]float64{x}, []float64{mean})
	for t := range rho {
		rho[t] = cov.At(t) / cov.At(0)
	}
	return rho
}
