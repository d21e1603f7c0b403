package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/series"
)

// Mean is the arithmetic mean. It is NaN for no draws, or if one of them is not finite.
func Mean(x []float64) float64 {
	if len(x) == 0 || !series.AllFinite(x) {
		return math.NaN()
	}
	y, e := series.Rescale1(x)
	m, _ := series.MeanVariance(y)
	return math.Ldexp(m, e)
}

// SD is the standard deviation √(Σ(x−x̄)²/(n−1)). It is NaN for fewer than two draws, or if one is
// not finite.
func SD(x []float64) float64 {
	if len(x) < 2 || !series.AllFinite(x) {
		return math.NaN()
	}
	y, e := series.Rescale1(x)
	_, v := series.MeanVariance(y)
	return math.Ldexp(math.Sqrt(v), e)
}
