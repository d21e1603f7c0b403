package nb

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/internal/radix"
	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/shape"
	"gibbslab/sampler/diag"
)

// PredictiveOverlay compares the data that were observed, black, with data sets that the model
// makes, each with parameters of another draw: do they look like the data, in width, in bumps, at
// the ends? The plot on the left shows densities (diag.KDE, with no bounds), and for whole numbers
// bars with the 95 % interval of what the data sets have in each bin. The plot on the right
// shows the share of values up to each. It needs no bandwidth, and suits counts; if a data set has
// too few different values for a density, it is the only one. At most fifty data sets are drawn,
// spread evenly over those given, and the key says of how many.
//
// replicated[s] is the s-th data set. It has as many values as observed.
func PredictiveOverlay(observed []float64, replicated [][]float64) Grid {
	shares := overlay(overlayShares(observed, replicated), "share of values so far", len(replicated))
	shares.Y.Min, shares.Y.Max = 0, 1
	if allWhole(observed, replicated) {
		shares.Title.Text = "The same, as a share so far"
		return Grid{Plots: []*plot.Plot{overlayBars(observed, replicated), shares}}
	}
	d, err := overlayDensities(observed, replicated)
	if err != nil {
		return Grid{Plots: []*plot.Plot{shares}}
	}
	densities := overlay(d, "density", len(replicated))
	densities.Y.Min = 0
	shares.Title.Text = "The same, as a share so far"
	return Grid{Plots: []*plot.Plot{densities, shares}}
}

// allWhole tells whether all data are whole numbers, and not so large that few have a bin.
func allWhole(observed []float64, replicated [][]float64) bool {
	checkReplicated(observed, replicated)
	fraction := func(v float64) bool { return v != math.Trunc(v) || math.Abs(v) > 1e9 }
	return !slices.ContainsFunc(observed, fraction) && !slices.ContainsFunc(replicated,
		func(values []float64) bool { return slices.ContainsFunc(values, fraction) })
}

// overlayBars draws the share of each count, or bin of counts, in the data, and what is predicted.
func overlayBars(observed []float64, replicated [][]float64) *plot.Plot {
	d := overlayBarsData(observed, replicated)
	all := slices.Concat(slices.Concat(replicated...), observed)
	p := paint.NewPlot("Does the model make such data?", "value"+outsideNote(all, d.Edges), "share")
	bars := paint.BarPlot{Edges: d.Edges, Heights: d.Observed, Fill: paint.Pale(paint.Grey, 0.45)}
	paint.AddNamed(p, "observed", bars)
	var x, y, reach []float64
	for k := range d.Observed {
		middle := (d.Lower[k] + d.Upper[k]) / 2
		x = append(x, (d.Edges[k]+d.Edges[k+1])/2)
		y, reach = append(y, middle), append(reach, d.Upper[k]-middle)
	}
	AddErrorBars(p, "predicted, 95 %", x, y, nil, reach)
	p.Y.Min = 0
	return p
}

// barNumbers are what the bars of [PredictiveOverlay] show: the share of the data from Edges[k] to
// Edges[k+1], and the quantiles 2.5 and 97.5 % of that share in the data sets.
type barNumbers struct{ Edges, Observed, Lower, Upper []float64 }

func overlayBarsData(observed []float64, replicated [][]float64) (d barNumbers) {
	all := slices.Concat(slices.Concat(replicated...), observed)
	d.Edges, _ = shape.Binned(all, nil)
	shares := func(values []float64) []float64 {
		_, heights := shape.Binned(values, d.Edges)
		for k := range heights {
			heights[k] *= d.Edges[k+1] - d.Edges[k]
		}
		return heights
	}
	d.Observed = shares(observed)
	of := make([][]float64, len(d.Observed)) // bin × data set
	for _, values := range replicated {
		for k, share := range shares(values) {
			of[k] = append(of[k], share)
		}
	}
	for _, f := range of {
		lo, hi := diag.ETI(f, 0.95)
		d.Lower, d.Upper = append(d.Lower, lo), append(d.Upper, hi)
	}
	return d
}

// overlayNumbers are what one plot of [PredictiveOverlay] draws: the curve of the observed data and
// the curves of the replicated data sets. The i-th curve is data set Sets[i] of those given.
type overlayNumbers struct {
	Observed   xyCurve
	Replicated []xyCurve
	Sets       []int
}

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
	paint.AddNamed(p, "observed", data)
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
