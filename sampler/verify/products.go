package verify

import "math"

// products multiplies two test functions, each standardised by the mean and SD of its values before
// and after. If a spread is not finite, the products are 0 and test nothing.
func products(beforeA, afterA, beforeB, afterB []float64) (before, after []float64) {
	meanA, sdA := spread(beforeA, afterA)
	meanB, sdB := spread(beforeB, afterB)
	before, after = make([]float64, len(beforeA)), make([]float64, len(afterA))
	if !(sdA > 0 && sdB > 0) || math.IsInf(sdA, 0) || math.IsInf(sdB, 0) {
		return before, after
	}
	for i := range before {
		before[i] = blur((beforeA[i] - meanA) / sdA * (beforeB[i] - meanB) / sdB)
		after[i] = blur((afterA[i] - meanA) / sdA * (afterB[i] - meanB) / sdB)
	}
	return before, after
}

// spread is the mean and the standard deviation of all values of a and b.
func spread(a, b []float64) (mean, sd float64) {
	n := float64(len(a) + len(b))
	for _, x := range [][]float64{a, b} {
		for _, v := range x {
			mean += v / n
		}
	}
	for _, x := range [][]float64{a, b} {
		for _, v := range x {
			sd += (v - mean) * (v - mean) / n
		}
	}
	return mean, math.Sqrt(sd)
}
