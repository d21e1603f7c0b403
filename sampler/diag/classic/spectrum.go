package classic

import (
	"fmt"
	"math"

	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/internal/series"
)

// spectrum0 is the spectral density v at frequency 0 (times 2π) of the draws of one chain: v/n is
// the variance of the mean of n of them. Like coda's spectrum0.ar it fits autoregressions xₜ =
// Σaⱼxₜ₋ⱼ + noise to the autocovariances (Yule & Walker), of each order p up to 10·log₁₀n, and
// takes the one with the smallest AIC, n·log s²ₚ + 2p. With s²ₚ the variance of its noise, v =
// s²ₚ·n/(n−p−1) / (1−Σaⱼ)².
//
// It is 0 for a constant chain and for a straight line, where the Yule–Walker fit would be an
// artefact of the ends. (coda treats residuals from the line below 1.5e-8 as 0. Here they are
// compared with the spread of the draws, because units should not matter.) It is NaN for fewer than
// three draws, or no more than p+1.
func spectrum0(x []float64) float64 {
	if len(x) < 3 {
		return math.NaN()
	}
	if straight(x) {
		return 0
	}
	n := float64(len(x))
	maxOrder := min(len(x)-1, int(10*math.Log10(n)))
	rho := diag.Autocorr(x, maxOrder)

	// This is the recursion of Levinson & Durbin: it gets a fit of order p from that of order p−1.
	// The noise is in units of the variance.
	a := make([]float64, maxOrder+1) // a[1…p]
	previous := make([]float64, maxOrder+1)
	noise := 1.0
	order, aic, bestNoise, bestSum := 0, 0.0, 1.0, 0.0
	for p := 1; p <= maxOrder; p++ {
		reflection := rho[p]
		for j := 1; j < p; j++ {
			reflection -= a[j] * rho[p-j]
		}
		reflection /= noise
		copy(previous, a)
		a[p] = reflection
		sum := reflection
		for j := 1; j < p; j++ {
			a[j] -= reflection * previous[p-j]
			sum += a[j]
		}
		noise *= 1 - reflection*reflection
		if !(noise > 0) {
			break
		}
		if next := n*math.Log(noise) + 2*float64(p); next < aic {
			order, aic, bestNoise, bestSum = p, next, noise, sum
		}
	}
	free := n - float64(order) - 1
	if free <= 0 {
		return math.NaN()
	}
	_, variance := series.MeanVariance(x)
	return variance * (n - 1) / free * bestNoise / ((1 - bestSum) * (1 - bestSum))
}

// straight tells whether draws lie on a straight line: the residuals from the least-squares line
// are within 1.5e-8, the root of the precision of float64, of their standard deviation. Constant
// draws do.
func straight(x []float64) bool {
	mean, _ := series.MeanVariance(x)
	middle := float64(len(x)-1) / 2
	var tt, tx, xx float64
	for i, v := range x {
		t, d := float64(i)-middle, v-mean
		tt += t * t
		tx += t * d
		xx += d * d
	}
	left := 0.0
	for i, v := range x {
		d := v - mean - tx/tt*(float64(i)-middle)
		left += d * d
	}
	const precision = 1.0 / (1 << 52)
	return left <= precision*xx
}

// checkChain returns an error if the draws of one chain cannot be used.
func checkChain(chain []float64, least int) error {
	if len(chain) < least {
		return fmt.Errorf("the chain has %d draws, and this takes at least %d: run "+
			"longer", len(chain), least)
	}
	for i, v := range chain {
		if !series.Finite(v) {
			return fmt.Errorf("draw %d is %v: look at the block that draws it", i, v)
		}
	}
	return nil
}
