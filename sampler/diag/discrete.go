package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/series"
)

// Mode is the value that the most draws have, the smallest one if several do, and the share of
// draws that have it. It is for discrete variables: of continuous ones, look at [Density.HDIs]. NaN
// for no draws, or if one is not finite.
func Mode(draws []float64) (value, share float64) {
	if len(draws) == 0 || !series.AllFinite(draws) {
		return math.NaN(), math.NaN()
	}
	most := 0
	eachValue(draws, func(v float64, count int) {
		if count > most {
			value, most = v, count
		}
	})
	return value, float64(most) / float64(len(draws))
}

// Entropy says how evenly draws of a discrete variable spread over the k values that occur among
// them: −Σ pᵥ·ln pᵥ / ln k, with pᵥ the share of value v. It is 0 if all are equal, and 1 if all
// values occur equally often (Wilcox, Indices of Qualitative Variation, 1967; the normalised
// entropy of posterior). Values that the variable could take, but that never occur, do not count.
// NaN for no draws, or if one is not finite.
func Entropy(draws []float64) float64 {
	if len(draws) == 0 || !series.AllFinite(draws) {
		return math.NaN()
	}
	sum, k := 0.0, 0
	eachValue(draws, func(_ float64, count int) {
		p := float64(count) / float64(len(draws))
		sum -= p * math.Log(p)
		k++
	})
	if k == 1 {
		return 0
	}
	return min(sum/math.Log(float64(k)), 1)
}

// eachValue calls f with each value among the draws, in increasing order, and how often it occurs.
func eachValue(draws []float64, f func(v float64, count int)) {
	sorted := series.Pooled([][]float64{draws})
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		f(sorted[i], j-i)
		i = j
	}
}
