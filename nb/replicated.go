package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/sampler/diag"
)

// PredictiveDensities lays the density of the data that were observed, black, over those of data sets that the model
// makes, each with parameters of another draw: do they look like the data, in width, in bumps, at the ends? At most
// fifty are drawn, spread evenly over those given; the key says of how many.
//
// replicated[s] is the s-th data set, of as many values as observed.
func PredictiveDensities(observed []float64, replicated [][]float64) *plot.Plot {
	d := PredictiveDensitiesData(observed, replicated)
	p := newPlot("Does the model make such data?", "value", "density")
	overlay(p, d, len(replicated))
	p.Y.Min = 0
	return p
}

// PredictiveECDF is [PredictiveDensities] with cumulated shares: the share of values up to each. It has no bandwidth to be
// chosen, and suits counts.
func PredictiveECDF(observed []float64, replicated [][]float64) *plot.Plot {
	d := PredictiveECDFData(observed, replicated)
	p := overlay(newPlot("Does the model make such data?", "value", "share of values so far"), d, len(replicated))
	p.Y.Min, p.Y.Max = 0, 1
	return p
}

// OverlayNumbers are what [PredictiveDensities] and [PredictiveECDF] draw: the curve of the observed data and those of the
// replicated data sets. Sets[i] is the place of the i-th among those given.
type OverlayNumbers struct {
	Observed   XY
	Replicated []XY
	Sets       []int
}

// An XY is a curve through the points (X[i], Y[i]).
type XY struct{ X, Y []float64 }

// PredictiveDensitiesData returns the numbers that [PredictiveDensities] draws: diag.KDE, with no bounds.
func PredictiveDensitiesData(observed []float64, replicated [][]float64) OverlayNumbers {
	return overlayData(observed, replicated, func(values []float64) XY {
		k, err := diag.KDE(values, math.Inf(-1), math.Inf(1))
		if err != nil {
			panic(fmt.Sprintf("predictive densities: %v: draw PredictiveECDF instead", err))
		}
		return XY{k.X, k.Y}
	})
}

// PredictiveECDFData returns the numbers that [PredictiveECDF] draws: a step up of 1/n at each value.
func PredictiveECDFData(observed []float64, replicated [][]float64) OverlayNumbers {
	return overlayData(observed, replicated, func(values []float64) XY {
		var c XY
		for _, at := range stepsOf(slices.Sorted(slices.Values(values))) {
			c.X, c.Y = append(c.X, at.X), append(c.Y, at.Y)
		}
		return c
	})
}

// mostSets keeps an overlay legible.
const mostSets = 50

func overlayData(observed []float64, replicated [][]float64, curve func([]float64) XY) OverlayNumbers {
	checkReplicated(observed, replicated)
	d := OverlayNumbers{Observed: curve(observed)}
	n := min(mostSets, len(replicated))
	for i := range n {
		s := i * len(replicated) / n
		d.Sets, d.Replicated = append(d.Sets, s), append(d.Replicated, curve(replicated[s]))
	}
	return d
}

func overlay(p *plot.Plot, d OverlayNumbers, of int) *plot.Plot {
	var thin line
	for _, c := range d.Replicated {
		thin = line{xysOf(c.X, c.Y), stroke(pale(posterior, 0.4), 0.5)}
		p.Add(thin)
	}
	data := line{xysOf(d.Observed.X, d.Observed.Y), stroke(truth, 1.8)}
	p.Add(data)
	p.Legend.Add("observed", data)
	p.Legend.Add(fmt.Sprintf("%d of %d predicted", len(d.Replicated), of), thin)
	return p
}

// checkReplicated panics if the data sets cannot be compared.
func checkReplicated(observed []float64, replicated [][]float64) {
	if len(observed) == 0 || len(replicated) == 0 {
		panic(fmt.Sprintf("predictive: %d values and %d predicted data sets: give at least one of each", len(observed), len(replicated)))
	}
	check := func(what string, values []float64) {
		if i := slices.IndexFunc(values, func(v float64) bool { return !isFinite(v) }); i >= 0 {
			panic(fmt.Sprintf("predictive: value %d of %s is %v: leave out what is not finite", i, what, values[i]))
		}
	}
	check("the data", observed)
	for s, values := range replicated {
		if len(values) != len(observed) {
			panic(fmt.Sprintf("predictive: data set %d has %d values, the data %d: predict as many as were observed", s, len(values), len(observed)))
		}
		check(fmt.Sprintf("data set %d", s), values)
	}
}
