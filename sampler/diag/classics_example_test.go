package diag_test

import (
	"fmt"
	"math"

	"gibbslab/sampler/diag"
)

// Chains that started far apart and have not met, and chains that have.
func ExamplePSRF() {
	for _, phi := range []float64{0.99, 0.5} {
		r := diag.PSRF(wander(phi, 500, -6, -2, 2, 6), 0.95)
		fmt.Printf("φ = %.2f: %.2f, at most %.2f\n", phi, r.Point, r.Upper)
	}
	// Output:
	// φ = 0.99: 1.18, at most 1.50
	// φ = 0.50: 1.00, at most 1.00
}

// Three shares sum to 1: the last says nothing new, and has to be left out.
func ExampleMultivariatePSRF() {
	a, b := wander(0.5, 500, 0, 0, 0, 0), wander(0.8, 500, -2, 0, 1, 2)
	rest := wander(0, 500, 0, 0, 0, 0)
	for c := range rest {
		for i := range rest[c] {
			rest[c][i] = 1 - a[c][i] - b[c][i]
		}
	}
	r := diag.MultivariatePSRF([][][]float64{a, b})
	fmt.Printf("%.3f (coda: %.3f)\n", r.BrooksGelman, r.Coda)
	fmt.Println(diag.MultivariatePSRF([][][]float64{a, b, rest}).Warnings[0])
	// Output:
	// 1.007 (coda: 1.008)
	// multivariate PSRF: the covariance matrix of the 3 parameters within chains is singular: leave out the last of probabilities that sum to 1 and what other parameters determine, or run longer
}

// A thousand chains of two draws each, in four groups that started apart: soon after, and later.
func ExampleNestedRHat() {
	starts, superchain := make([]float64, 1000), make([]int, 1000)
	for c := range starts {
		superchain[c] = c % 4
		starts[c] = float64(2 * superchain[c])
	}
	chains := wander(0.7, 12, starts...)
	for _, after := range []int{2, 10} {
		window := make([][]float64, len(chains))
		for c, draws := range chains {
			window[c] = draws[after : after+2]
		}
		fmt.Printf("after %2d steps: %.3f\n", after, diag.NestedRHat(window, superchain))
	}
	// Output:
	// after  2 steps: 1.275
	// after 10 steps: 1.000
}

// A chain that drifts by one standard deviation, and the same without the drift: is its first tenth like its second half?
func ExampleGeweke() {
	chain := wander(0.5, 2000, 0)[0]
	g := diag.Geweke(chain, 0.1, 0.5)
	fmt.Printf("no drift: z = %.1f, p = %.2f\n", g.Z, g.P)
	for i := range chain {
		chain[i] += float64(i) / 2000
	}
	g = diag.Geweke(chain, 0.1, 0.5)
	fmt.Printf("drift:    z = %.1f, p = %.5f\n", g.Z, g.P)
	// Output:
	// no drift: z = 0.6, p = 0.56
	// drift:    z = -3.4, p = 0.00071
}

// From where on is this chain stationary, and is its mean known to 10 %?
func ExampleHeidelbergerWelch() {
	chain := wander(0.9, 5000, 100)[0]
	for i := range chain {
		chain[i] += 5
	}
	h := diag.HeidelbergerWelch(chain, 0.1, 0.05)
	fmt.Printf("discard %d draws; mean %.1f ± %.1f, good enough: %v\n", h.Start, h.Mean, h.HalfWidth, h.HalfWidthOK)
	// Output:
	// discard 500 draws; mean 4.9 ± 0.1, good enough: true
}

// How long a run gives the 2.5 % quantile to half a per cent of probability?
func ExampleRafteryLewis() {
	l := diag.RafteryLewis(wander(0.8, 5000, 0)[0], 0.025, 0.005, 0.95)
	fmt.Printf("burn-in %.0f, then %.0f draws: %.1f times as many as if independent\n", l.BurnIn, l.Total-l.BurnIn, l.Dependence)
	// Output:
	// burn-in 12, then 13322 draws: 3.6 times as many as if independent
}

// With an ESS of 100 a chain, an R-hat of 1.04 is alarming for one parameter; of ten thousand that mix as well, the worst
// is expected to have it.
func ExampleMaxRHat() {
	for _, parameters := range []int{1, 100, 10_000} {
		half, most := diag.MaxRHat(parameters, 4, 1000, 100, 0.5), diag.MaxRHat(parameters, 4, 1000, 100, 0.95)
		fmt.Printf("the largest of %5d: median %.3f, once in twenty above %.3f\n", parameters, half, most)
	}
	// Output:
	// the largest of     1: median 1.009, once in twenty above 1.019
	// the largest of   100: median 1.027, once in twenty above 1.037
	// the largest of 10000: median 1.044, once in twenty above 1.052
}

// Two ways to count independent draws; the second does not see that chains disagree.
func ExampleESSSpectral() {
	chains := wander(0.5, 1000, 0, 0, 0, 0)
	fmt.Printf("Geyer %.0f, spectral %.0f\n", diag.ESSMean(chains), diag.ESSSpectral(chains))
	for i := range chains[0] {
		chains[0][i] += math.Pi
	}
	fmt.Printf("Geyer %.0f, spectral %.0f\n", diag.ESSMean(chains), diag.ESSSpectral(chains))
	// Output:
	// Geyer 1300, spectral 1293
	// Geyer 6, spectral 1293
}
