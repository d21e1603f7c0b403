package diag

import "math"

// RHat is the rank-normalised split R-hat: near 1 if the chains agree with each other and each half of a
// chain with the other; above 1.01 they do not yet, and nothing else in the table is to be trusted.
//
// For m half-chains of n draws, with B/n the variance of their means and W the mean of their variances,
//
//	R-hat = √((n−1)/n + B/(nW)).
//
// It is computed from the normal scores of the ranks of the draws (do locations agree?) and from those
// of |x − median| (do scales and tails agree?), and the larger is returned (Vehtari et al. 2021,
// sections 4.1 and 4.2). So it serves distributions without a variance, and units do not matter.
//
// Chains that sit still at different values give +Inf. Draws that are equal throughout, or differ only by rounding
// (by eight units in the last place), give NaN. If only the
// distances from the median are all equal, as for a fair coin, the first part alone counts. The median is
// that of all draws (as in posterior; ArviZ takes it after dropping the middle draw of an odd number).
func RHat(chains [][]float64) float64 {
	x, ok := usable(chains, 4)
	if !ok || rounding(extremes(x)) {
		return math.NaN()
	}
	return greater(rhatBulk(x), rhatTail(x))
}

func rhatBulk(x [][]float64) float64 { return rhat(rankNormal(split(x))) }

func rhatTail(x [][]float64) float64 { return rhat(rankNormal(split(fold(x)))) }

// rhat is the formula of RHat for draws that are split and normalised already.
func rhat(x [][]float64) float64 {
	means := make([]float64, len(x))
	within := 0.0
	for i, c := range x {
		m, v := meanVariance(c)
		means[i] = m
		within += v / float64(len(x))
	}
	return rhatOf(len(x[0]), means, within)
}

// rhatOf is the formula of RHat for chains of n draws, given by their means and their mean variance.
func rhatOf(n int, means []float64, within float64) float64 {
	_, between := meanVariance(means) // B/n
	return math.Sqrt(float64(n-1)/float64(n) + between/within)
}
