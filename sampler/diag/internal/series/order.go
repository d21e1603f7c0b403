package series

import (
	"gibbslab/internal/numeric"
	"gibbslab/internal/radix"
)

// Smallest returns the draws that would be at these places, counted from 0, if all were sorted.
func Smallest(x [][]float64, places ...int) []float64 {
	return radix.OrderStatistics(joined(x), places...)
}

// Midspread is the interquartile range of sorted draws.
func Midspread(x []float64) float64 { return numeric.Quantile(x, 0.75) - numeric.Quantile(x, 0.25) }
