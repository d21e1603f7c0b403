package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/criticism"
)

// KHat draws k̂ of each observation, in the order of the data: which observations influence the
// posterior most? Above the line, LOO of the observation is not reliable, and the point is a
// triangle. Observations without k̂ are left out.
func KHat(e *criticism.Elpd) *plot.Plot {
	if e == nil || math.IsNaN(e.Limit) {
		panic("k̂: there is none: give the result of criticism.LOO")
	}
	p := paint.NewPlot("How much does each observation matter?", "number of the observation", "k̂")
	var good, bad plotter.XYs
	for i, o := range e.Points {
		at := plotter.XY{X: float64(i), Y: o.K}
		switch {
		case !paint.IsFinite(o.K):
		case o.K > e.Limit:
			bad = append(bad, at)
		default:
			good = append(good, at)
		}
	}
	if len(good)+len(bad) == 0 {
		panic(fmt.Sprintf("k̂: none of the %d observations has one: their weights have no tail", len(e.Points)))
	}
	limit := paint.Level{Y: e.Limit, LineStyle: paint.Stroke(paint.Truth, 1, paint.Dotted...)}
	p.Add(limit)
	size := min(2.6, 0.6+paint.DotSize(len(e.Points)))
	for _, d := range []struct {
		name string
		dots paint.Dots
	}{
		{"observations", paint.Dots{XYs: good, Colour: paint.Posterior, Shape: draw.CircleGlyph{}, Radius: size}},
		{"too influential", paint.Dots{XYs: bad, Colour: paint.Palette[1], Shape: draw.PyramidGlyph{}, Radius: size + 1}},
	} {
		if len(d.dots.XYs) > 0 {
			p.Add(d.dots)
			p.Legend.Add(d.name, d.dots)
		}
	}
	p.Legend.Add(fmt.Sprintf("limit %.2f", e.Limit), limit)
	p.X.Min, p.X.Max = -0.5, float64(len(e.Points))-0.5
	return p
}
