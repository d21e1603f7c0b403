package diag

import "math"

// Mean is the arithmetic mean; NaN for no draws, or if one of them is not finite.
func Mean(x []float64) float64 {
	if len(x) == 0 || !allFinite(x) {
		return math.NaN()
	}
	y, e := tame1(x)
	m, _ := meanVariance(y)
	return math.Ldexp(m, e)
}

// SD is the standard deviation √(Σ(x−x̄)²/(n−1)); NaN for fewer than two draws, or if one is not finite.
func SD(x []float64) float64 {
	if len(x) < 2 || !allFinite(x) {
		return math.NaN()
	}
	y, e := tame1(x)
	_, v := meanVariance(y)
	return math.Ldexp(math.Sqrt(v), e)
}

// meanVariance returns mean and variance (over n−1) of tame draws. Sums are taken of differences, from the
// first draw and then from the mean: no digits are lost when the mean is large against the spread, and the
// variance of equal draws is exactly 0.
func meanVariance(x []float64) (mean, variance float64) {
	n := float64(len(x))
	sum := 0.0
	for _, v := range x {
		sum += v - x[0]
	}
	mean = x[0] + sum/n
	squares := 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	return mean, squares / (n - 1)
}
