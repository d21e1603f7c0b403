package fast

import (
	"math"

	"gibbslab/sampler/diag/internal/series"
)

// RHat is the formula of RHat for chains of n draws, given by their means and their mean variance.
func RHat(n int, means []float64, within float64) float64 {
	_, between := series.MeanVariance(means) // B/n
	return math.Sqrt(float64(n-1)/float64(n) + between/within)
}
