package diag

import "math"

// RaoBlackwell estimates the marginal density of a variable at the points x from its full
// conditional, which a Gibbs sampler knows: the mean over the draws, counted from 0, of
//
//	conditional(draw, x) = p(x | the other variables in that draw)
//
// (Gelfand & Smith, Journal of the American Statistical Association 85, 1990, 398–409). For each x
// it is a mean over draws, so it needs no bandwidth and is smooth. For independent draws, no
// unbiased estimate from draws of the variable itself has a smaller variance (the Rao–Blackwell
// theorem). [MCSEMean] of the conditional densities at an x is its error there.
//
// In the same way, [Mean] of the conditional means is the Rao–Blackwellised mean, and MCSEMean of
// them is its error. All are NaN if draws < 1 or conditional is nil.
func RaoBlackwell(x []float64, draws int, conditional func(draw int, x float64) float64) []float64 {
	density := make([]float64, len(x))
	if draws < 1 || conditional == nil {
		for i := range density {
			density[i] = math.NaN()
		}
		return density
	}
	for draw := range draws {
		for i, at := range x {
			density[i] += conditional(draw, at) / float64(draws)
		}
	}
	return density
}
