package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/series"
)

// RunningMean returns the means of the first draw, of the first two, …, of all: if the line has not
// settled, the run is too short. From the first draw that is not finite on, all are NaN.
func RunningMean(draws []float64) []float64 {
	means := make([]float64, len(draws))
	mean := 0.0
	for i, v := range draws {
		if !series.Finite(v) {
			v = math.NaN()
		}
		n := float64(i + 1)
		mean += v/n - mean/n // rather than (v−mean)/n, which can overflow
		means[i] = mean
	}
	return means
}
