package diag

import (
	"math"
)

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
