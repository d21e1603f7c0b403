package nb_test

import (
	"math"

	"gonum.org/v1/plot"

	"gibbslab/nb"
)

// Figures for one column of a journal that prints no colours.
func ExampleTheme_Use() {
	nb.Theme{Font: "serif", Size: 8, Width: 85, Grey: true}.Use()
	defer nb.Theme{}.Use() // in a notebook: var _ = nb.Theme{…}.Use()
	p := nb.WithTitle(nil, "Two groups", "x", "y")
	x := []float64{1, 2, 3}
	nb.AddPoints(p, "Aachen", x, []float64{1.1, 1.9, 3.2})
	nb.AddPath(p, "Aachen, fitted", x, x) // in the grey of Aachen
	nb.Show(p)
	// Output:
	// Two groups
	//   x: x, 0.96 to 3.04
	//   y: y, 1 to 3.263
	//   drawn: Aachen; Aachen, fitted
}

// How long do they live? Two were still alive when they were last seen.
func ExampleAddSurvival() {
	days := []float64{9, 13, 13, 18, 23}
	died := []bool{true, true, false, true, false}
	p := nb.WithTitle(nil, "Survival", "days", "share alive")
	nb.AddSurvival(p, "Kaplan–Meier", days, died)
	nb.AddCurve(p, "exponential", func(t float64) float64 { return math.Exp(-t / 25) })
	nb.Show(p)
	// Output:
	// Survival
	//   x: days, 0 to 23.2
	//   y: share alive, 0 to 1.018
	//   drawn: Kaplan–Meier; exponential
}

// Which city does the model get wrong?
func ExampleAlong() {
	sales := []float64{3, 9, 5}
	predicted := [][]float64{{3, 5, 4}, {4, 6, 5}, {2, 5, 6}}
	nb.Show(nb.Along(nb.PredictiveIntervals(sales, predicted), "city",
		[]string{"Aachen", "Bonn", "Celle"}))
	// Output:
	// 1 of 3 values lie outside of their 95 % interval
	//   x: city, -0.5 to 2.5
	//   y: value, 1.933 to 9
	//   drawn: 50 and 95 % predicted; observed; outside
}

// A check for each group.
func ExampleByGroup() {
	group := []string{"A", "B", "A", "B"}
	observed := []float64{1, 9, 2, 8}
	predicted := [][]float64{{1, 8, 2, 7}, {2, 7, 1, 9}, {1, 9, 3, 8}}
	mean := func(y []float64) float64 { return (y[0] + y[1]) / 2 }
	nb.Show(nb.ByGroup(group, observed, predicted, func(y []float64, sets [][]float64) *plot.Plot {
		return nb.PredictiveStatistic("mean", y, sets, mean)
	}))
	// Output:
	// A: mean: as large as observed in 100 % of the predicted data sets
	//   x: mean, 1.5 to 2
	//   y: density, 0 to 4.12
	//   drawn: observed
	// B: mean: as large as observed in 33.3 % of the predicted data sets
	//   x: mean, 7.5 to 8.5
	//   y: density, 0 to 1.03
	//   drawn: observed
}
