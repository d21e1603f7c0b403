package nb

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// Scatter draws the points (x[i], y[i]): where do they lie, and do the two have anything to do with
// each other? Points with a coordinate that is NaN or infinite are left out. [AddPoints] adds a
// second group, [EqualScales] makes circles round.
func Scatter(name string, x, y []float64) *plot.Plot {
	p := paint.NewPlot(name, "x", "y")
	AddPoints(p, name, x, y)
	return p
}

// AddPoints draws the points (x[i], y[i]) over a plot, in the first colour that the plot's key does
// not show yet, and with the marker that belongs to it. Points are smaller if there are more of
// them.
func AddPoints(p *plot.Plot, name string, x, y []float64) {
	i := paint.FreshIndex(p)
	s := dots{pairs("points", name, x, y), paint.Palette[i], dotShapes[i], 0}
	s.radius = dotSize(len(s.XYs))
	p.Add(s)
	p.Legend.Add(name, s)
}

// dotSize is the radius of one of n points.
func dotSize(n int) vg.Length {
	switch {
	case n > 3000:
		return 0.7
	case n > 300:
		return 1.1
	case n > 60:
		return 1.8
	}
	return 2.6
}

// pairs are those points that are finite. It panics if there are none, or the lengths differ.
func pairs(what, name string, x, y []float64) plotter.XYs {
	if len(x) != len(y) {
		panic(fmt.Sprintf("%s %q: %d x and %d y: give as many of each", what, name, len(x), len(y)))
	}
	xys := make(plotter.XYs, 0, len(x))
	for i := range x {
		if paint.IsFinite(x[i]) && paint.IsFinite(y[i]) {
			xys = append(xys, plotter.XY{X: x[i], Y: y[i]})
		}
	}
	if len(xys) == 0 {
		panic(fmt.Sprintf("%s %q: there is no point to draw among the %d given", what, name, len(x)))
	}
	return xys
}

// dotShapes go with the colours of the palette. The first four are solid: points are small.
var dotShapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, diamond{}, draw.RingGlyph{}, draw.PlusGlyph{},
}

// diamond is a square on its corner.
type diamond struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (diamond) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, at vg.Point) {
	r := sty.Radius * 1.2
	c.FillPolygon(sty.Color, []vg.Point{{X: at.X - r, Y: at.Y}, {X: at.X, Y: at.Y + r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y - r}})
}

// dots are small markers of one colour.
type dots struct {
	plotter.XYs
	colour color.Color
	shape  draw.GlyphDrawer
	radius vg.Length
}

// Plot implements plot.Plotter. Points outside of the axes are not drawn.
func (d dots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if len(d.XYs) > manyDots {
		d.merged(c, x, y)
		return
	}
	for _, xy := range d.XYs {
		if at := (vg.Point{X: x(xy.X), Y: y(xy.Y)}); c.Contains(at) {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: d.colour, Radius: d.radius, Shape: d.shape}, at)
		}
	}
}

// DataRange implements plot.DataRanger.
func (d dots) DataRange() (xmin, xmax, ymin, ymax float64) { return plotter.XYRange(d.XYs) }

// Thumbnail implements plot.Thumbnailer. The marker stands close to its text.
func (d dots) Thumbnail(c *draw.Canvas) {
	at := vg.Point{X: c.Max.X - 4, Y: c.Center().Y}
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: d.colour, Radius: max(2.2, d.radius), Shape: d.shape}, at)
}
