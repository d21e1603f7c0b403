package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/series"
)

// NestedRHat tells whether many short chains have forgotten where they began. Chains that began at
// the same point have the same number in superchains, which has one number for each chain. Each
// point needs the same number of chains, best 16 or more, and one draw a chain is enough.
//
// With B the variance of the means of the superchains, and W the mean over superchains of the
// variance of the means of their chains plus the mean variance within chains,
//
//	nested R-hat = √(1 + B/W).
//
// RHat needs long chains, because it estimates B/W within each chain; here the chains of a
// superchain show what independent draws would do. For K points of M chains that mix it is near
// √(1 + 1/M), with one draw a chain. Chains that are one superchain each give √(1 + B/W) of the
// ordinary chains.
//
// Chains are not split, and draws are not replaced by ranks, as in the R package posterior. It is
// NaN for less than two superchains, for superchains of different sizes, if a chain has no draw,
// and if all draws are equal; +Inf if they differ between superchains only.
//
// Source: Margossian, Hoffman, Sountsov, Riou-Durand, Vehtari & Gelman, "Nested R-hat: Assessing
// the convergence of Markov chain Monte Carlo when running many short chains", Bayesian Analysis
// (2024).
func NestedRHat(chains [][]float64, superchains []int) float64 {
	x, ok := series.Usable(chains, 1)
	if !ok || len(x) != len(chains) || len(x) != len(superchains) ||
		series.OnlyRounding(series.Extremes(x)) {
		return math.NaN()
	}
	groups := map[int]int{}
	var means [][]float64 // of the chains of each superchain
	var within []float64  // the sum of the variances of its chains
	for i, c := range x {
		k, known := groups[superchains[i]]
		if !known {
			k = len(means)
			groups[superchains[i]] = k
			means, within = append(means, nil), append(within, 0)
		}
		mean, variance := series.MeanVariance(c)
		means[k] = append(means[k], mean)
		if len(c) > 1 {
			within[k] += variance
		}
	}
	centres, w := make([]float64, len(means)), 0.0
	for k, of := range means {
		if len(of) != len(means[0]) {
			return math.NaN()
		}
		mean, between := series.MeanVariance(of)
		if centres[k] = mean; len(of) > 1 {
			w += between
		}
		w += within[k] / float64(len(of))
	}
	_, b := series.MeanVariance(centres) // NaN if there is only one
	return math.Sqrt(1 + b/(w/float64(len(means))))
}
