package nb

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"

	"gibbslab/nb/internal/shape"
)

// PosteriorBars is [Density] as a histogram, which needs no bandwidth. It suits counts: each value
// has a bar as high as its probability. Below the bars are the 95 % interval (from the 2.5 to the
// 97.5 % quantile) and the median. You can draw [AddPrior], [AddExact], [AddMark] and [AddRegion]
// over it.
func PosteriorBars(tr *sampler.Trace, label string) *plot.Plot {
	label = labelOf(tr, label)
	d := posteriorBarsData(tr, label)
	p := paint.NewPlot("Posterior of "+label, label, "density")
	if d.Edges[1]-d.Edges[0] == 1 && shape.Whole(allDraws(tr, label)) {
		p.Y.Label.Text = "probability"
	}
	p.Add(paint.BarPlot{Edges: d.Edges, Heights: d.Heights, Fill: paint.Pale(paint.Posterior, 0.6)})
	addInterval(p, slices.Max(d.Heights), d.Lower, d.Median, d.Upper)
	return p
}

// barNumbers are what [PosteriorBars] draws: Heights[i] is the density between Edges[i] and
// Edges[i+1]. Lower, Median and Upper are the quantiles at 2.5, 50 and 97.5 %.
type barNumbers struct {
	Edges, Heights       []float64
	Lower, Median, Upper float64
}

// posteriorBarsData returns the numbers that [PosteriorBars] draws. The bins are those of
// [HistogramData].
func posteriorBarsData(tr *sampler.Trace, label string) barNumbers {
	var d barNumbers
	draws := allDraws(tr, label)
	d.Edges, d.Heights = HistogramData(draws)
	d.Lower, d.Upper = diag.ETI(draws, 0.95)
	d.Median = diag.Quantile(draws, 0.5)
	return d
}

// addInterval draws an interval and the median below something that stands on y = 0 and has this
// height, and adds both to the key.
func addInterval(p *plot.Plot, height, lower, median, upper float64) {
	p.Y.Min, p.Y.Max = -0.06*height, 1.05*height
	i := interval{lower, upper, -0.03 * height}
	m := middle{median, -0.03 * height}
	p.Add(i, m)
	f := digitsFor(upper - lower)
	if shape.Whole([]float64{2 * lower, 2 * median, 2 * upper}) { // counts have halves at most
		f = func(x float64) string { return fmt.Sprintf("%g", x) }
	}
	p.Legend.Add(fmt.Sprintf("95 %% interval %s to %s", f(lower), f(upper)), i)
	p.Legend.Add("median "+f(median), m)
}

// interval is a horizontal line from one value to another.
type interval struct{ from, to, y float64 }

// Plot implements plot.Plotter.
func (i interval) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	ends := []vg.Point{{X: x(i.from), Y: y(i.y)}, {X: x(i.to), Y: y(i.y)}}
	c.StrokeLines(paint.Stroke(paint.Posterior, 2.5), c.ClipLinesXY(ends)...)
}

// DataRange implements plot.DataRanger.
func (i interval) DataRange() (xmin, xmax, ymin, ymax float64) { return i.from, i.to, i.y, i.y }

// Thumbnail implements plot.Thumbnailer.
func (i interval) Thumbnail(c *draw.Canvas) {
	c.StrokeLine2(paint.Stroke(paint.Posterior, 2.5), c.Min.X, c.Center().Y, c.Max.X, c.Center().Y)
}

// middle is a point with a white rim.
type middle struct{ x, y float64 }

// Plot implements plot.Plotter.
func (m middle) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if at := (vg.Point{X: x(m.x), Y: y(m.y)}); c.ContainsX(at.X) {
		rimmed(&c, at, paint.Posterior)
	}
}

// rimmed draws a dot of a colour with a white rim.
func rimmed(c *draw.Canvas, at vg.Point, fill color.Color) {
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.White, Radius: 3.8, Shape: draw.CircleGlyph{}},
		at)
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: fill, Radius: 2.8, Shape: draw.CircleGlyph{}}, at)
}

// Thumbnail implements plot.Thumbnailer. The dot stands close to its text.
func (m middle) Thumbnail(c *draw.Canvas) {
	rimmed(c, vg.Point{X: c.Max.X - 4, Y: c.Center().Y}, paint.Posterior)
}
