package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/series"
)

// MAD is the median absolute deviation, the median of |x−median(x)|: a measure of spread that heavy
// tails do not move. It is the plain one, as in ArviZ. For a normal variable the SD is 1/Φ⁻¹(¾) =
// 1.4826 times as large; R's mad and posterior multiply by that number. It is NaN for no draws, or
// if one of them is not finite.
func MAD(x []float64) float64 {
	if len(x) == 0 || !series.AllFinite(x) {
		return math.NaN()
	}
	y, e := series.Rescale1(x)
	median := Quantile(y, 0.5)
	distances := make([]float64, len(y))
	for i, v := range y {
		distances[i] = math.Abs(v - median)
	}
	return math.Ldexp(Quantile(distances, 0.5), e)
}

// ROPE is the fraction of draws in the region of practical equivalence, from lo to hi, both
// included. It is the posterior probability that, for all practical purposes, the variable equals a
// value in between (Kruschke, Advances in Methods and Practices in Psychological Science 1, 2018,
// 270–280). A bound may be ±Inf. All draws count, not only those in an interval. It is NaN for no
// draws, a NaN among them, or unless lo ≤ hi.
func ROPE(draws []float64, lo, hi float64) float64 {
	if len(draws) == 0 || !(lo <= hi) {
		return math.NaN()
	}
	inside := 0
	for _, v := range draws {
		switch {
		case math.IsNaN(v):
			return math.NaN()
		case lo <= v && v <= hi:
			inside++
		}
	}
	return float64(inside) / float64(len(draws))
}
