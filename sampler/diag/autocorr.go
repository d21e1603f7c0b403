package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

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
