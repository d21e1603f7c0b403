package nb_test

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"

	"gibbslab/nb"
)

// A density for each of three scales.
func ExampleExplore() {
	nb.Show(nb.Explore("σ", []float64{0.5, 1, 2}, func(sigma float64) *plot.Plot {
		normal := distuv.Normal{Sigma: sigma}
		p := nb.Curve("density", -4, 4, normal.Prob)
		p.Y.Min = 0
		return nb.WithTitle(p, fmt.Sprintf("P(|x| < 1) = %.2f", 1-2*normal.CDF(-1)), "x", "")
	}))
	// Output:
	// σ = 0.5: P(|x| < 1) = 0.95
	//   x: x, -4 to 4
	//   y: density, 0 to 0.8217
	//   drawn: density
	// σ = 1: P(|x| < 1) = 0.68
	//   x: x, -4 to 4
	//   y: density, 0 to 0.8217
	//   drawn: density
	// σ = 2: P(|x| < 1) = 0.38
	//   x: x, -4 to 4
	//   y: density, 0 to 0.8217
	//   drawn: density
}

// A table for each pair of values.
func ExampleExplore2() {
	nb.Show(nb.Explore2("a", []float64{1, 3}, "b", []float64{1, 2}, func(a, b float64) nb.Table {
		beta := distuv.Beta{Alpha: a, Beta: b}
		return nb.Table{Head: []string{"mean", "sd"}, Rows: [][]any{{beta.Mean(), beta.StdDev()}}}
	}))
	// Output:
	// a = 1, b = 1
	// mean      sd
	//  0.5  0.2887
	// a = 1, b = 2
	//   mean      sd
	// 0.3333  0.2357
	// a = 3, b = 1
	// mean      sd
	// 0.75  0.1936
	// a = 3, b = 2
	// mean   sd
	//  0.6  0.2
}
