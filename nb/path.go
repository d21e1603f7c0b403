package nb

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// AddPath draws the path of a sampler over a plot of two variables: a line from each point (x[i],
// y[i]) to the next, and a ring around the first. A Gibbs sampler changes one coordinate at a time,
// and draws a staircase if you give it each of its steps. The colour is the first that the plot's
// key does not show yet. Points that are NaN or infinite are left out. At most 10 000 points are
// drawn, the first ones, and the key says so.
func AddPath(p *plot.Plot, name string, x, y []float64) {
	xys := pairs("path", name, x, y)
	if n := len(xys); n > mostSteps {
		name = fmt.Sprintf("%s (the first %d of %d points)", name, mostSteps, n)
		xys = xys[:mostSteps]
	}
	w := way{paint.Line{XYs: xys, LineStyle: paint.Stroke(paint.FreshColour(p), 1.1)}}
	p.Add(w)
	p.Legend.Add(name, w)
}

// mostSteps of a path can be followed at most.
const mostSteps = 10_000

// way is a line with a ring around its start.
type way struct{ paint.Line }

// Plot implements plot.Plotter.
func (w way) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	pts := make([]vg.Point, len(w.XYs))
	for i, xy := range w.XYs {
		pts[i] = vg.Point{X: x(xy.X), Y: y(xy.Y)}
	}
	for _, piece := range c.ClipLinesXY(pts) {
		w.StrokeRuns(c, piece)
	}
	if c.Contains(pts[0]) {
		w.ring(&c, pts[0])
	}
}

// ring has a white middle, and what lies below cannot be taken for a part of it.
func (w way) ring(c *draw.Canvas, at vg.Point) {
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.White, Radius: 3.2, Shape: draw.CircleGlyph{}}, at)
	c.SetColor(w.Color)
	c.SetLineWidth(1.3)
	c.SetLineDash(nil, 0)
	var circle vg.Path
	circle.Move(vg.Point{X: at.X + 3.2, Y: at.Y})
	circle.Arc(at, 3.2, 0, 2*math.Pi)
	circle.Close()
	c.Stroke(circle)
}

// DataRange implements plot.DataRanger.
func (w way) DataRange() (xmin, xmax, ymin, ymax float64) { return plotter.XYRange(w.XYs) }

// Thumbnail implements plot.Thumbnailer.
func (w way) Thumbnail(c *draw.Canvas) {
	w.Line.Thumbnail(c)
	w.ring(c, vg.Point{X: c.Min.X + 4, Y: c.Center().Y})
}
