package diag

import (
	"math"

	"gibbslab/internal/numeric"
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

// MaxRHat returns the limit below which the largest of the R-hats of all parameters stays, with the
// given probability, if all chains have mixed. Each [RHat] has noise: the largest of 10 000 good
// ones is well above 1.01.
//
// Under good mixing the k = 2·chains half-chains of n = draws/2 draws have e = essPerChain/2
// effective draws each. The means of their normal scores then have the variance 1/e, and the
// variances within them the mean (1−1/e)n/(n−1). So
//
//	R² = (n−1)/n·(1 + F/(e−1)),
//
// where F has the F distribution with k−1 and k(e'−1) degrees of freedom. For independent normal
// draws e' = e = n and that is exact; for others it is nearly so, because only ranks matter. e' is
// the number of effective draws for the variance. It is taken from an autoregression with
// coefficient φ, whose squares have φ²: with τ = n/e = (1+φ)/(1−φ) draws per effective draw, n/e' =
// (1+φ²)/(1−φ²) = (τ+1/τ)/2. RHat is the larger of two such values, for the ranks and for the
// distances from the median. The distances mix as squares do, so for them e' also replaces e. The
// two values of each parameter, and all parameters, are treated as independent, so the limit r
// solves
//
//	(P(R ≤ r)·P(R' ≤ r))^parameters = probability.
//
// Take 0.95 for a limit that one good run in twenty exceeds, 0.5 for the median of the largest, and
// exp(−exp(−γ)) = 0.57, with Euler's γ, for its mean (as for the Gumbel distribution, which maxima
// approach). For the largest of 100 and of 10 000, the excess of this mean over 1 was within a few
// per cent of the simulated one: 1 % for independent draws, 1 to 5 % too large for autoregressions
// with coefficient ½ and 0.9 and an ESS of 100 per chain, 7 % for −0.3 and 200 draws. Correlated
// parameters have a smaller largest R-hat; distances that mix more slowly than values have a larger
// one.
//
// draws is the number of draws per chain. essPerChain is the bulk ESS per chain that you require of
// each parameter, say 100 ([ESSBulk] is for all chains together). Do not use the ESS of a doubtful
// run: chains that disagree have a small ESS, and it must not excuse them. MaxRHat is NaN unless
// parameters and chains are at least 1, draws at least 4, essPerChain above 2 and finite, and
// probability in (0, 1).
func MaxRHat(parameters, chains, draws int, essPerChain, probability float64) float64 {
	e := essPerChain / 2
	if parameters < 1 || chains < 1 || draws < 4 || !(e > 1) || !series.Finite(e) ||
		!(probability > 0 && probability < 1) {
		return math.NaN()
	}
	n, k := float64(draws/2), 2*float64(chains)
	tau := n / e
	e2 := max(n/((tau+1/tau)/2), 1+1e-9) // e', with some freedom at least
	tail := -math.Expm1(math.Log(probability) / float64(parameters))
	x := numeric.Solve(tail, func(x float64) float64 { // x = R²·n/(n−1) − 1
		a, b := numeric.FTail(x*(e-1), k-1, k*(e2-1)), numeric.FTail(x*(e2-1), k-1, k*(e2-1))
		return a + b - a*b
	})
	return math.Sqrt((n - 1) / n * (1 + x))
}

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
