package naivebayes

import (
	"math"
	"slices"

	"gibbslab/internal/numeric"
)

// Products are turned into a logarithm when they leave [tiny, huge]: one logarithm for dozens of
// factors, instead of one for each factor or two log-gammas.
const (
	tiny, huge    = 1e-150, 1e150
	risingFactors = 64 // numeric.LogRising is for more
)

// logPolya is the logarithm of Π_i γ_i (γ_i+1) … (γ_i+n_i−1) / [γ (γ+1) … (γ+n−1)], where γ_i is
// scale times gamma[i], γ = Σ γ_i and n = Σ n_i. It is the probability of draws with these counts,
// with their probabilities integrated out. If all γ_i are equal, equal counts share their factors.
func logPolya[N int | int32](scale float64, gamma []float64, counts []N) float64 {
	sum, total, n := 0.0, 0.0, 0
	even := !slices.ContainsFunc(gamma, func(g float64) bool { return g != gamma[0] })
	var times [risingFactors + 1]int // of each count
	for i, count := range counts {
		g := scale * gamma[i]
		total += g
		n += int(count)
		if even && count <= risingFactors {
			times[count]++
		} else {
			sum += numeric.LogRising(g, int(count))
		}
	}
	above := 0 // how many counts have the factor γ_0+j
	for j := risingFactors - 1; j >= 0; j-- {
		if above += times[j+1]; above > 0 {
			sum += float64(above) * math.Log(scale*gamma[0]+float64(j))
		}
	}
	return sum - numeric.LogRising(total, n)
}
