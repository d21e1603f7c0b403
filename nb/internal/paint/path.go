package paint

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Way is a line with a ring around its start.
type Way struct{ Line }

func (w Way) Plot(c draw.Canvas, p *plot.Plot) {
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

// ring draws a ring with a white middle, so it cannot be taken for a part of what lies below.
func (w Way) ring(c *draw.Canvas, at vg.Point) {
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

func (w Way) DataRange() (xmin, xmax, ymin, ymax float64) { return plotter.XYRange(w.XYs) }

func (w Way) Thumbnail(c *draw.Canvas) {
	w.Line.Thumbnail(c)
	w.ring(c, vg.Point{X: c.Min.X + 4, Y: c.Center().Y})
}

// XysOf are the points (x[i], y[i]).
func XysOf(x, y []float64) plotter.XYs {
	xys := make(plotter.XYs, len(x))
	for i := range xys {
		xys[i] = plotter.XY{X: x[i], Y: y[i]}
	}
	return xys
}

// Corners returns the corners of a rectangle, and the first corner again at the end.
func Corners(x0, y0, x1, y1 vg.Length) []vg.Point {
	return []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}, {X: x0, Y: y0}}
}
