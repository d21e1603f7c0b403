package fast

import (
	"math"

	"gibbslab/sampler/diag/internal/series"
)

// MinDraws is the smallest number of draws per chain for ESS and MCSE; see ESSMean.
const MinDraws = 10

// Geyer is the effective sample size S/τ of m chains of n draws, S = mn, which are already split
// (and, for some uses, ranked). It is NaN if all draws are equal. Let W be the mean variance of the
// chains, V = W(n−1)/n + B/n the variance of all draws, and cₜ the mean autocovariance at lag t.
// The autocorrelation is ρₜ = 1 − (W − cₜ)/V, and chains that disagree count as slow.
//
// The sum τ = −1 + 2Σ(ρ₂ₖ + ρ₂ₖ₊₁) is Geyer's (Statistical Science 7, 1992, 473–483): pairs are
// added while they are positive, and no pair counts for more than the one before. The last pair
// considered is the first negative one, or the last one with two products for each autocovariance.
// Its even member is added once, which steadies the result for antithetic chains; and τ is at least
// 1/log₁₀S. All this follows ArviZ.
func Geyer(x [][]float64) float64 {
	means := make([]float64, len(x))
	for i, c := range x {
		means[i], _ = series.MeanVariance(c)
	}
	return geyerSum(len(x[0]), means, NewAutocov(x, means).At)
}

// geyerSum is Geyer for chains of n draws, given by their means and the mean autocovariance at each
// lag below n. It asks for the lags in order, and only as far as it needs them.
func geyerSum(n int, means []float64, cov func(t int) float64) float64 {
	size := float64(n) * float64(len(means))
	_, between := series.MeanVariance(means)
	within := cov(0) * float64(n) / float64(n-1)
	total := cov(0) + between
	if !(total > 0) {
		return math.NaN()
	}
	rho := func(t int) float64 { return 1 - (within-cov(t))/total }

	even, odd := 1.0, rho(1)
	tau, last := -1.0, math.Inf(1)
	for t := 2; t+1 <= n-2 && even+odd > 0; t += 2 {
		last = min(last, even+odd)
		tau += 2 * last
		even, odd = rho(t), rho(t+1)
	}
	if even > 0 || even+odd >= 0 {
		tau += even
	}
	return size / max(tau, 1/math.Log10(size))
}
