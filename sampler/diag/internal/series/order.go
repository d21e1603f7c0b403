package series

import "math"

// Quantile is Quantile for sorted finite draws.
func Quantile(x []float64, p float64) float64 {
	h := float64(len(x)-1) * p
	i := int(h)
	if i+1 >= len(x) {
		return x[len(x)-1]
	}
	w := h - float64(i)
	if gap := x[i+1] - x[i]; !math.IsInf(gap, 0) {
		return min(x[i]+w*gap, x[i+1]) // never falls when p rises, even after rounding
	}
	return (1-w)*x[i] + w*x[i+1]
}

// Midspread is the interquartile range of sorted draws.
func Midspread(x []float64) float64 { return Quantile(x, 0.75) - Quantile(x, 0.25) }
