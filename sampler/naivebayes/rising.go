package naivebayes

import "math"

// Products are turned into a logarithm when they leave [tiny, huge]: one logarithm for dozens of factors,
// instead of one for each, or two log-gammas.
const (
	tiny, huge = 1e-150, 1e150
	// risingFactors is how many factors of a rising factorial are multiplied; the rest is by Stirling's series.
	risingFactors = 64
)

// logRising is the logarithm of the rising factorial x (x+1) … (x+n−1) = Γ(x+n)/Γ(x); 0 for n = 0.
func logRising(x float64, n int) float64 {
	sum, product := 0.0, 1.0
	for range min(n, risingFactors) {
		product *= x
		x++
		if product > huge || product < tiny {
			sum += math.Log(product)
			product = 1
		}
	}
	if n > risingFactors {
		sum += logRisingStirling(x, float64(n-risingFactors))
	}
	return sum + math.Log(product)
}

// logRisingStirling is log Γ(x+n) − log Γ(x) by Stirling's series, arranged so that nothing cancels: for
// x ≥ 64 its error is below 1e-12.
func logRisingStirling(x, n float64) float64 {
	y := x + n
	correction := func(x float64) float64 { return 1/(12*x) - 1/(360*x*x*x) }
	return (x-0.5)*math.Log1p(n/x) + n*math.Log(y) - n + correction(y) - correction(x)
}

// logPolya is log of Π_i γ_i (γ_i+1) … (γ_i+n_i−1) / [γ (γ+1) … (γ+n−1)], γ = Σ γ_i, n = Σ n_i, for scaled
// concentrations: the probability of draws in order with these counts, the probabilities integrated out.
func logPolya[N int | int32](scale float64, gamma []float64, counts []N) float64 {
	sum, product := 0.0, 1.0
	total, n := 0.0, 0
	for i, count := range counts {
		g := scale * gamma[i]
		total += g
		n += int(count)
		if count > risingFactors {
			sum += logRising(g, int(count))
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
	return sum + math.Log(product) - logRising(total, n)
}
