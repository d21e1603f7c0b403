package nb

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/internal/radix"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

// PredictiveOverlay compares the data that were observed, black, with data sets that the model
// makes, each with parameters of another draw: do they look like the data, in width, in bumps, at
// the ends? The plot on the left shows densities (diag.KDE, with no bounds). The plot on the right
// shows the share of values up to each. It needs no bandwidth, and suits counts; if a data set has
// too few different values for a density, it is the only one. At most fifty data sets are drawn,
// spread evenly over those given, and the key says of how many.
//
// replicated[s] is the s-th data set. It has as many values as observed.
func PredictiveOverlay(observed []float64, replicated [][]float64) Grid {
	shares := overlay(overlayShares(observed, replicated), "share of values so far", len(replicated))
	shares.Y.Min, shares.Y.Max = 0, 1
	d, err := overlayDensities(observed, replicated)
	if err != nil {
		return Grid{Plots: []*plot.Plot{shares}}
	}
	densities := overlay(d, "density", len(replicated))
	densities.Y.Min = 0
	shares.Title.Text = "The same, as a share so far"
	return Grid{Plots: []*plot.Plot{densities, shares}}
}

// overlayNumbers are what one plot of [PredictiveOverlay] draws: the curve of the observed data and
// the curves of the replicated data sets. The i-th curve is data set Sets[i] of those given.
type overlayNumbers struct {
	Observed   xyCurve
	Replicated []xyCurve
	Sets       []int
}

// xyCurve is a curve through the points (X[i], Y[i]).
type xyCurve struct{ X, Y []float64 }

func overlayDensities(observed []float64, replicated [][]float64) (d overlayNumbers, err error) {
	d = overlayData(observed, replicated, func(values []float64) xyCurve {
		k, kdeErr := diag.KDE(values, math.Inf(-1), math.Inf(1))
		err = cmp.Or(err, kdeErr)
		return xyCurve{k.X, k.Y}
	})
	return d, err
}

// overlayShares steps up by 1/n at each value.
func overlayShares(observed []float64, replicated [][]float64) overlayNumbers {
	return overlayData(observed, replicated, func(values []float64) xyCurve {
		var c xyCurve
		for _, at := range paint.StepsOf(radix.Values(values)) {
			c.X, c.Y = append(c.X, at.X), append(c.Y, at.Y)
		}
		return c
	})
}

// mostSets keeps an overlay legible.
const mostSets = 50

func overlayData(observed []float64, replicated [][]float64,
	curve func([]float64) xyCurve) overlayNumbers {
	checkReplicated(observed, replicated)
	d := overlayNumbers{Observed: curve(observed)}
	n := min(mostSets, len(replicated))
	for i := range n {
		s := i * len(replicated) / n
		d.Sets, d.Replicated = append(d.Sets, s), append(d.Replicated, curve(replicated[s]))
	}
	return d
}

func overlay(d overlayNumbers, y string, of int) *plot.Plot {
	p := paint.NewPlot("Does the model make such data?", "value", y)
	var thin paint.Line
	for _, c := range d.Replicated {
		thin = paint.Line{XYs: paint.XysOf(c.X, c.Y),
			LineStyle: paint.Stroke(paint.Pale(paint.Posterior, 0.4), 0.5)}
		p.Add(thin)
	}
	data := paint.Line{XYs: paint.XysOf(d.Observed.X, d.Observed.Y),
		LineStyle: paint.Stroke(paint.Truth, 1.8)}
	p.Add(data)
	p.Legend.Add("observed", data)
	p.Legend.Add(fmt.Sprintf("%d of %d predicted", len(d.Replicated), of), thin)
	return p
}

// checkReplicated panics if the data sets cannot be compared.
func checkReplicated(observed []float64, replicated [][]float64) {
	if len(observed) == 0 || len(replicated) == 0 {
		panic(fmt.Sprintf("predictive: %d values and %d predicted data sets: give at least one of "+
			"each", len(observed), len(replicated)))
	}
	check := func(what string, values []float64) {
		if i := slices.IndexFunc(values, func(v float64) bool { return !paint.IsFinite(v) }); i >= 0 {
			panic(fmt.Sprintf("predictive: value %d of %s is %v: leave out what is not finite", i,
				what, values[i]))
		}
	}
	check("the data", observed)
	for s, values := range replicated {
		if len(values) != len(observed) {
			panic(fmt.Sprintf("predictive: data set %d has %d values, the data %d: predict as "+
				"many as were observed", s, len(values), len(observed)))
		}
		check(fmt.Sprintf("data set %d", s), values)
	}
}
