package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/criticism"
)

// ModelDifferences draws how much worse each model predicts than the best one, with one and two
// standard errors of the difference: is the best model surely better?
func ModelDifferences(c *criticism.ModelComparison) *plot.Plot {
	if c == nil || len(c.Rows) == 0 {
		panic("model differences: there are no models: give the result of criticism.Compare")
	}
	p := paint.NewPlot("Which model predicts best?", "difference of elpd to the best model", "")
	names := make(paint.RowNames, len(c.Rows))
	for k, r := range c.Rows {
		names[len(c.Rows)-1-k] = r.Model
		if !paint.IsFinite(r.Diff - 2*r.SE) {
			panic(fmt.Sprintf("model differences: the difference of %s is %v ± %v, which cannot be drawn", r.Model, r.Diff, r.SE))
		}
	}
	d := differences(c.Rows)
	p.Add(d)
	p.Legend.Add("difference, 1 and 2 standard errors", d)
	p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.LineStyle.Width = names, 0, 0
	p.Y.Min, p.Y.Max = -0.6, float64(len(c.Rows))-0.4
	paint.SetWish(p, paint.Wish{Height: 140 + 24*len(names)})
	return p
}

// differences are the rows of ModelDifferences, the best model at the top.
type differences []criticism.ModelRow

// Plot implements plot.Plotter.
func (d differences) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(paint.Stroke(paint.Grey, 0.5), x(0), c.Min.Y, x(0), c.Max.Y)
	for k, r := range d {
		at := y(float64(len(d) - 1 - k))
		c.StrokeLine2(paint.Stroke(paint.Posterior, 1), x(r.Diff-2*r.SE), at, x(r.Diff+2*r.SE), at)
		c.StrokeLine2(paint.Stroke(paint.Posterior, 3.5), x(r.Diff-r.SE), at, x(r.Diff+r.SE), at)
		for _, dot := range []draw.GlyphStyle{{Color: white, Radius: 3.4, Shape: draw.CircleGlyph{}},
			{Color: paint.Posterior, Radius: 2.4, Shape: draw.CircleGlyph{}}} {
			c.DrawGlyph(dot, vg.Point{X: x(r.Diff), Y: at})
		}
	}
}

// DataRange implements plot.DataRanger.
func (d differences) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), 0
	for _, r := range d {
		xmin, xmax = min(xmin, r.Diff-2*r.SE), max(xmax, r.Diff+2*r.SE)
	}
	xmin, xmax = paint.Room(xmin, xmax, 0.03)
	return xmin, xmax, -0.6, float64(len(d)) - 0.4
}

// Thumbnail implements plot.Thumbnailer.
func (d differences) Thumbnail(c *draw.Canvas) { forest{}.Thumbnail(c) }
