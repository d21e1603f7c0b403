package nb

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"

	"gibbslab/nb/internal/shape"
)

// Densities draws the densities of several samples over one another: do they agree? If names is
// nil, the samples are chains. The axis says "value". For something else, use [WithTitle]. A curve
// ends at the last draw where draws end abruptly, as a rate does at 0.
//
//	nb.Densities(nil, nb.Must(tr.Chains("mu")))                        // one curve for each chain
//	nb.Densities([]string{"pooled", "apart"}, [][]float64{mu1, mu2})   // one for each model
func Densities(names []string, samples [][]float64) *plot.Plot {
	return densitiesOf("value", names, samples)
}

// densitiesOf is [Densities] with another label of the axis.
func densitiesOf(label string, names []string, samples [][]float64) *plot.Plot {
	shapes := densitiesData(names, samples)
	if names == nil {
		for c := range samples {
			names = append(names, chainName(c))
		}
	}
	p := paint.NewPlot("Densities", label+noteOf(shapes), "density")
	var all []paint.ChainMarks
	for i, s := range shapes {
		if s.X == nil {
			all = append(all, paint.ChainMarks{})
			continue
		}
		curve := s.Raised(0, slices.Max(s.Y))
		p.Add(paint.Line{XYs: curve, LineStyle: paint.Stroke(paint.ChainColour(i), 1.4)})
		all = append(all, paint.ChainMarks{XYs: someOf(curve, i, len(shapes)), Chain: i})
	}
	for i, m := range all {
		if shapes[i].X == nil {
			continue
		}
		if len(shapes) > 1 {
			p.Add(m)
		}
		p.Legend.Add(names[i], paint.ChainKey(i))
	}
	p.Y.Min = 0
	return p
}

// noteOf says how many values the curves leave out.
func noteOf(shapes []shape.Distribution) string {
	outside, of := 0, 0
	for _, s := range shapes {
		outside, of = outside+s.Outside, of+s.N
	}
	return shape.Note(outside, of)
}

// densitiesData returns the numbers that [Densities] draws. A chain without draws has a shape
// without points.
func densitiesData(names []string, samples [][]float64) []shape.Distribution {
	if len(samples) == 0 || names != nil && len(names) != len(samples) {
		panic(fmt.Sprintf("densities: %d names and %d samples: give as many of each, and at least "+
			"one", len(names), len(samples)))
	}
	shapes := make([]shape.Distribution, len(samples))
	for i, sample := range samples {
		switch {
		case names != nil:
			shapes[i] = shape.Of(fmt.Sprintf("densities: the sample %q", names[i]), sample)
		case len(sample) > 0:
			shapes[i] = shape.Of("densities: "+chainName(i), sample)
		}
	}
	return shapes
}

// Ridge draws the densities of many scalars below one another, on one axis: how do they differ in
// location, width and form? The 95 % interval (2.5 to 97.5 % quantile) is filled, and the vertical
// line is the median. Each density is as high as its row, so heights in different rows cannot be
// compared. names work as in [Forest], which needs less room if the forms do not matter. Ridge
// draws at most 100 scalars, and the axis says so.
func Ridge(tr *sampler.Trace, names ...string) *plot.Plot {
	labels, shapes := ridgeData(tr, names...)
	p := paint.NewPlot("Posterior densities", "value", "")
	if n := len(labels); n > mostRows {
		p.X.Label.Text = fmt.Sprintf("value (the first %d of %d scalars)", mostRows, n)
		labels, shapes = labels[:mostRows], shapes[:mostRows]
	}
	p.X.Label.Text += noteOf(shapes)
	for i, s := range shapes {
		p.Add(ridge{s, float64(len(labels) - 1 - i)})
	}
	first := ridge{Distribution: shapes[0]}
	p.Legend.Add("density, with 95 % interval and median", first)
	paint.NameRows(p, labels)
	paint.SetWish(p, paint.Wish{Height: heightOfRows(len(labels), 2)})
	p.Y.Min, p.Y.Max = -0.15, float64(len(labels))
	return p
}

// ridgeData returns the numbers that [Ridge] draws: the labels of the scalars, and the shapes of
// their posteriors.
func ridgeData(tr *sampler.Trace, names ...string) (labels []string, shapes []shape.Distribution) {
	labels = scalarsOf("ridge", tr, names)
	for _, label := range labels {
		shapes = append(shapes, shape.Of("ridge: "+label, allDraws(tr, label)))
	}
	return labels, shapes
}

// ridge is a density that stands on its row.
type ridge struct {
	shape.Distribution
	row float64
}

const ridgeHeight = 0.88 // of the distance of rows

func (r ridge) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	curve := r.Raised(r.row, ridgeHeight)
	if r.Lower < r.Upper {
		shade := []vg.Point{{X: x(r.Lower), Y: y(r.row)}}
		for _, at := range within(curve, r.Lower, r.Upper) {
			shade = append(shade, vg.Point{X: x(at.X), Y: y(max(at.Y, r.row))})
		}
		shade = append(shade, vg.Point{X: x(r.Upper), Y: y(r.row)})
		c.FillPolygon(paint.Pale(paint.Posterior, 0.25), c.ClipPolygonXY(paint.Simplify(shade)))
	}
	c.StrokeLines(paint.Stroke(paint.Faint, 0.7),
		c.ClipLinesXY([]vg.Point{{X: c.Min.X, Y: y(r.row)}, {X: c.Max.X, Y: y(r.row)}})...)
	paint.Line{XYs: curve, LineStyle: paint.Stroke(paint.Posterior, 1.3)}.Plot(c, p)
	top := max(heightAt(curve, r.Median), r.row)
	if r.X[0] == r.X[len(r.X)-1] {
		top = r.row + ridgeHeight
	}
	paint.Line{XYs: plotter.XYs{{X: r.Median, Y: r.row}, {X: r.Median, Y: top}},
		LineStyle: paint.Stroke(paint.Posterior, 1.6)}.Plot(c, p)
}

func (r ridge) DataRange() (xmin, xmax, ymin, ymax float64) {
	curve := r.Raised(0, 1)
	return curve[0].X, curve[len(curve)-1].X, r.row, r.row + 1
}

func (r ridge) Thumbnail(c *draw.Canvas) {
	paint.FillSwatch(c, paint.Pale(paint.Posterior, 0.25))
	at := c.Center()
	c.StrokeLine2(paint.Stroke(paint.Posterior, 1.6), at.X, at.Y-3.5, at.X, at.Y+3.5)
	c.StrokeLine2(paint.Stroke(paint.Posterior, 1.3), c.Min.X, at.Y+3.5, c.Max.X, at.Y+3.5)
}
