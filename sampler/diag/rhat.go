package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// RHat is the rank-normalised split R-hat. It is near 1 if the chains agree with each other and the
// halves of each chain agree too. Above 1.01 they do not yet, and nothing else in the table can be
// trusted.
//
// For m half-chains of n draws, with B/n the variance of their means and W the mean of their
// variances,
//
//	R-hat = √((n−1)/n + B/(nW)).
//
// It is computed from the normal scores of the ranks of the draws (do locations agree?) and from
// those of |x − median| (do scales and tails agree?), and the larger is returned (Vehtari et al.
// 2021, sections 4.1 and 4.2). So it works for distributions without a variance, and units do not
// matter.
//
// If each chain is constant and the values differ, it is +Inf. Draws that are all equal, or differ
// only by rounding (by eight units in the last place), give NaN. If only the distances from the
// median are all equal, as for a fair coin, the first part alone counts. The median is that of all
// draws (as in posterior; ArviZ takes it after dropping the middle draw of an odd number).
func RHat(chains [][]float64) float64 {
	x, ok := series.Usable(chains, 4)
	if !ok || series.OnlyRounding(series.Extremes(x)) {
		return math.NaN()
	}
	return series.Greater(rhatBulk(x), rhatTail(x))
}

func rhatBulk(x [][]float64) float64 { return rhat(rankNormal(series.Split(x))) }

func rhatTail(x [][]float64) float64 { return rhat(rankNormal(series.Split(fold(x)))) }

// rhat is the formula of RHat for draws that are already split and normalised.
func rhat(x [][]float64) float64 {
	means := make([]float64, len(x))
	within := 0.0
	for i, c := range x {
		m, v := series.MeanVariance(c)
		means[i] = m
		within += v / float64(len(x))
	}
	return fast.RHat(len(x[0]), means, within)
}
