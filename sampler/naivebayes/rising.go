package naivebayes

import (
	"math"

	"gibbslab/internal/numeric"
)

// Products are turned into a logarithm when they leave [tiny, huge]: one logarithm for dozens of
// factors, instead of one for each factor or two log-gammas.
const (
	tiny, huge = 1e-150, 1e150
	// A rising factorial of up to risingFactors factors is multiplied out here. Beyond that,
	// numeric.LogRising takes over.
	risingFactors = 64
)

// logPolya is the logarithm of Π_i γ_i (γ_i+1) … (γ_i+n_i−1) / [γ (γ+1) … (γ+n−1)], where γ_i is
// scale times gamma[i], γ = Σ γ_i and n = Σ n_i. It is the probability of a sequence of draws with
// these counts, with the probabilities of the draws integrated out.
func logPolya[N int | int32](scale float64, gamma []float64, counts []N) float64 {
	sum, product := 0.0, 1.0
	total, n := 0.0, 0
	for i, count := range counts {
		g := scale * gamma[i]
		total += g
		n += int(count)
		if count > risingFactors {
			sum += numeric.LogRising(g, int(count))
			continue
		}
		for range int(count) {
			product *= g
			g++
			if product > huge || product < tiny {
				sum += math.Log(product)
				product = 1
			}
		}
	}
	return sum + math.Log(product) - numeric.LogRising(total, n)
}
