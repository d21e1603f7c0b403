package nb_test

import (
	"math"

	"gibbslab/nb"
)

// Four heads in ten flips: which probability of heads makes them likeliest?
func ExampleCurve() {
	likelihood := func(x float64) float64 { return math.Pow(x, 4) * math.Pow(1-x, 6) }
	p := nb.Curve("likelihood", 0, 1, likelihood)
	nb.AddCurve(p, "half of it", func(x float64) float64 { return likelihood(x) / 2 })
	nb.AddPoints(p, "maximum", []float64{0.4}, []float64{likelihood(0.4)})
	nb.Show(nb.WithTitle(p, "0.4 explains the flips best", "π, the probability of heads",
		"probability of the flips"))
	// Output:
	// 0.4 explains the flips best
	//   x: π, the probability of heads, 0 to 1
	//   y: probability of the flips, 0 to 0.00123
	//   drawn: likelihood; half of it; maximum
}

func ExampleScatter() {
	p := nb.Scatter("in the circle", []float64{0.1, -0.3, 0.5}, []float64{0.2, 0.4, -0.6})
	nb.AddPoints(p, "outside", []float64{-0.9}, []float64{0.8})
	nb.Show(nb.EqualScales(p))
	// Output:
	// in the circle
	//   x: x, -0.9 to 0.516
	//   y: y, -0.63 to 0.8
	//   drawn: in the circle; outside
}

// Two steps of a Gibbs sampler on the map of a round bell: one along x, one along y.
func ExampleContour() {
	bell := func(x, y float64) float64 { return math.Exp(-(x*x + y*y) / 2) }
	p := nb.Contour(bell, -4, 4, -4, 4)
	nb.AddPath(p, "one sweep", []float64{-3, 0.5, 0.5}, []float64{-3, -3, 1})
	nb.Show(p)
	// Output:
	// Contours of a density
	//   x: x, -4 to 4
	//   y: y, -4 to 4
	//   drawn: 50, 80 and 95 % of the mass; one sweep
}

func ExampleBars() {
	days, exact := []float64{0.45, 0.31, 0.24}, []float64{6. / 13, 4. / 13, 3. / 13}
	nb.Show(nb.Bars([]string{"sunny", "cloudy", "rainy"}, days, exact))
	// Output:
	// Shares
	//   x: , -0.6 to 2.6
	//   y: share, 0 to 0.4754
	//   drawn: sampled; exact
}

func ExampleGroups() {
	nb.Show(nb.Groups([][]float64{{0, 1}, {0.5, 1.5}, {3, 0}}, []int{0, 0, 1}))
	// Output:
	// Groups
	//   x: x, 0 to 3
	//   y: y, 0 to 1.515
	//   drawn: 0; 1
}
