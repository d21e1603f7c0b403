package nb

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// smallData are eight values, and twelve data sets of a model that they fit.
func smallData() (observed []float64, replicated [][]float64) {
	r := sampler.Stream("replicated", 1, 0)
	replicated = make([][]float64, 12)
	for range 8 {
		observed = append(observed, r.NormFloat64())
		for s := range replicated {
			replicated[s] = append(replicated[s], r.NormFloat64())
		}
	}
	return observed, replicated
}

func init() {
	observed, replicated := smallData()
	few := replicated[:3]
	golden["predictivedensities"] = func(*sampler.Trace) *plot.Plot {
		return PredictiveOverlay(observed, few).Plots[0]
	}
	golden["predictiveecdf"] = func(*sampler.Trace) *plot.Plot {
		return PredictiveOverlay(observed, few).Plots[1]
	}
	golden["predictiveintervals"] = func(*sampler.Trace) *plot.Plot {
		return PredictiveIntervals(observed, replicated)
	}
	golden["pit"] = func(*sampler.Trace) *plot.Plot {
		return PIT([]float64{0.555, 0.775, 0.435, 0.975, 0.185, 0.815, 0.955, 0.035})
	}
	golden["predictivestatistic"] = func(*sampler.Trace) *plot.Plot {
		return PredictiveStatistic("largest value", observed, replicated, slices.Max[[]float64])
	}
}

func TestPredictiveOverlays(t *testing.T) {
	observed, replicated := []float64{2, 1, 4}, make([][]float64, 120)
	for s := range replicated {
		replicated[s] = []float64{float64(s), 1, 0.5}
	}
	d := overlayShares(observed, replicated)
	if !slices.Equal(d.Observed.X, []float64{1, 1, 2, 2, 4, 4}) ||
		!floatsNear(d.Observed.Y, []float64{0, 1. / 3, 1. / 3, 2. / 3, 2. / 3, 1}) {
		t.Errorf("steps %+v", d.Observed)
	}
	// 49·120/50, rounded down
	if len(d.Replicated) != 50 || d.Sets[0] != 0 || d.Sets[49] != 117 ||
		slices.Max(d.Replicated[49].X) != 117 {
		t.Errorf("data sets %v", d.Sets)
	}
	k, err := diag.KDE(replicated[9], math.Inf(-1), math.Inf(1))
	if e, kdeErr := overlayDensities(observed, replicated[9:10]); err != nil || kdeErr != nil ||
		!slices.Equal(e.Replicated[0].Y, k.Y) {
		t.Errorf("not the density of a data set: %v", err)
	}
}

func TestPredictiveIntervalsData(t *testing.T) {
	replicated := make([][]float64, 41) // quantiles of 0, 1, …, 40: 1 and 39, 10 and 30
	for s := range replicated {
		replicated[s] = []float64{float64(s), float64(2 * s)}
	}
	d := predictiveIntervalsData([]float64{39.5, 39.5}, replicated)
	if !floatsNear(d.Lower95, []float64{1, 2}) || !floatsNear(d.Upper95, []float64{39, 78}) ||
		!floatsNear(d.Lower50, []float64{10, 20}) || !floatsNear(d.Upper50, []float64{30, 60}) ||
		d.Outside != 1 {
		t.Errorf("%+v", d)
	}
}

func TestPredictiveStatistic(t *testing.T) {
	observed, replicated := []float64{3, 1, 2}, [][]float64{{1, 5, 1}, {2, 3, 0}, {1, 1, 1},
		{0, 2, 1}}
	seen, made, share := statisticData(observed, replicated,
		func(x []float64) float64 { slices.Sort(x); return x[2] })
	if seen != 3 || !slices.Equal(made, []float64{5, 3, 1, 2}) || share != 0.5 || observed[0] != 3 {
		t.Errorf("%v, %v, %v; the data are now %v", seen, made, share, observed)
	}
}

func TestPredictiveMistakes(t *testing.T) {
	one, two := []float64{1, 2}, [][]float64{{1, 2}, {2, 1}}
	for _, f := range map[string]func(observed []float64, replicated [][]float64){
		"overlay":   func(o []float64, x [][]float64) { PredictiveOverlay(o, x) },
		"intervals": func(o []float64, x [][]float64) { PredictiveIntervals(o, x) },
		"statistic": func(o []float64, x [][]float64) {
			PredictiveStatistic("max", o, x,
				slices.Max[[]float64])
		},
	} {
		panics(t, "at least one of each", func() { f(nil, two) })
		panics(t, "at least one of each", func() { f(one, nil) })
		panics(t, "data set 1 has 1 values, the data 2",
			func() { f(one, [][]float64{{1, 2}, {1}}) })
		panics(t, "value 1 of the data is NaN", func() { f([]float64{1, math.NaN()}, two) })
		panics(t, "value 0 of data set 1 is +Inf",
			func() { f(one, [][]float64{{1, 2}, {math.Inf(1), 1}}) })
		f([]float64{1}, [][]float64{{1}}) // a density of one value has no width
	}
	panics(t, "the statistic is nil", func() { PredictiveStatistic("max", one, two, nil) })
}
