package diag

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"gibbslab/sampler/diag/internal/series"
)

// LabelTest is a test for chains of labels: values that are names and have no order, such as the
// cluster of an observation. It returns the probability that chains which have all mixed differ
// from each other as much as these do. Below 0.005, say that they have not. RHat orders the
// labels, which means nothing, and misses a chain that shares its mean with the others.
//
// The draws of each chain, and of each half of each chain, are counted by label. Pearson's χ²
// compares the counts, and the smaller of the two probabilities is doubled. χ² is divided by τ,
// the number of draws that are worth one independent draw: τ = 1 + 2Σρ_t, where
//
//	ρ_t = (P(x_i = x_{i+t}) − Σ π²) / (1 − Σ π²)
//
// is the autocorrelation of labels (equal or not, compared with chance), within chains. The sum
// ends as Geyer's does (1992), where two neighbours are no longer positive together. For
// independent draws τ is 1; for a chain that keeps its label with probability φ, it is (1+φ)/(1−φ),
// as in Weiss's test. Rare labels, worth fewer than 2 independent draws, are counted together.
//
// It needs 10 draws a chain. It is NaN if all labels are equal; 0 if each chain is stuck at a label
// and the labels differ.
//
// Source: B. Deonovic & B. Smith, "Convergence diagnostics for MCMC draws of a categorical
// variable" (2017), arXiv:1706.04919, for the tests this one follows.
func LabelTest(chains [][]float64) float64 {
	x, ok := series.Usable(chains, 10)
	if !ok {
		return math.NaN()
	}
	labels := slices.Compact(series.Pooled(x))
	if len(labels) < 2 {
		return math.NaN()
	}
	count := func(x [][]float64) [][]float64 {
		counts := make([][]float64, len(x))
		for c, values := range x {
			counts[c] = make([]float64, len(labels))
			for _, v := range values {
				k, _ := slices.BinarySearch(labels, v)
				counts[c][k]++
			}
		}
		return counts
	}
	whole := count(x)
	tau := labelTime(x, whole)
	if math.IsNaN(tau) { // no chain ever changes its label
		return 0
	}
	halves := homogeneity(count(series.Split(x)), tau)
	return min(1, 2*series.Lesser(halves, homogeneity(whole, tau)))
}

// labelTime is τ of LabelTest, given the labels of each chain; NaN if no chain changes.
func labelTime(x, counts [][]float64) float64 {
	n := len(x[0])
	chance := 0.0 // the sum over chains of Σπ²
	for _, c := range counts {
		for _, v := range c {
			chance += v * v / float64(n*n)
		}
	}
	if float64(len(x))-chance < 1e-12 {
		return math.NaN()
	}
	rho := func(t int) float64 {
		equal := 0.0
		for _, c := range x {
			for i := t; i < n; i++ {
				if c[i] == c[i-t] {
					equal += 1 / float64(n-t)
				}
			}
		}
		return (equal - chance) / (float64(len(x)) - chance)
	}
	tau := -1.0
	for t := 0; t+1 < n; t += 2 {
		pair := rho(t) + rho(t+1)
		if pair <= 0 {
			break
		}
		tau += 2 * pair
	}
	return max(tau, 1)
}

// homogeneity is the tail probability of Pearson's χ² over tau, for samples of the same size.
func homogeneity(counts [][]float64, tau float64) float64 {
	chi, kinds := 0.0, 0
	add := func(of []float64) { // the counts of one label, by sample
		if mean := Mean(of); mean > 0 {
			kinds++
			for _, v := range of {
				chi += (v - mean) * (v - mean) / mean
			}
		}
	}
	rare := make([]float64, len(counts))
	for k := range counts[0] {
		of := make([]float64, len(counts))
		for h, c := range counts {
			of[h] = c[k]
		}
		if Mean(of)/tau >= 2 {
			add(of)
			continue
		}
		for h, v := range of {
			rare[h] += v
		}
	}
	add(rare)
	if kinds < 2 || len(counts) < 2 {
		return math.NaN()
	}
	return mathext.GammaIncRegComp(float64((len(counts)-1)*(kinds-1))/2, chi/tau/2)
}
