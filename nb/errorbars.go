package nb

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// ErrorBars draws points with error bars: from y[i]−dy[i] to y[i]+dy[i], and from x[i]−dx[i] to
// x[i]+dx[i], such as means and their standard errors. Give nil for dx or dy if there are no bars
// in that direction. A NaN among them means that this point has none.
func ErrorBars(name string, x, y, dx, dy []float64) *plot.Plot {
	p := paint.NewPlot(name, "x", "y")
	AddErrorBars(p, name, x, y, dx, dy)
	return p
}

// AddErrorBars draws points with error bars over a plot, as [ErrorBars] does, in the first colour
// that the plot's key does not show yet. The rows of [WordBars], from the top, are at n−1, …, 0.
func AddErrorBars(p *plot.Plot, name string, x, y, dx, dy []float64) {
	for what, d := range map[string][]float64{"dx": dx, "dy": dy} {
		if d != nil && len(d) != len(x) {
			panic(fmt.Sprintf("error bars %q: %d points and %d %s: give as many of each, or nil", name,
				len(x), len(d), what))
		}
		for i, v := range d {
			if v < 0 {
				panic(fmt.Sprintf("error bars %q: %s[%d] is %v: give 0 or more", name, what, i, v))
			}
		}
	}
	finitePoints("error bars", name, x, y) // or panics
	i := paint.FreshIndex(p)
	e := errorBars{paint.Dots{Colour: paint.Palette[i], Shape: paint.DotShapes[i],
		Radius: paint.DotSize(len(x))}, nil}
	for i := range x {
		if paint.IsFinite(x[i]) && paint.IsFinite(y[i]) {
			e.XYs = append(e.XYs, plotter.XY{X: x[i], Y: y[i]})
			e.bars = append(e.bars, reach(x[i], y[i], dx, i, plotter.XY{X: 1}),
				reach(x[i], y[i], dy, i, plotter.XY{Y: 1}))
		}
	}
	p.Add(e)
	p.Legend.Add(name, e)
}

// reach is the bar of point i in one direction.
func reach(x, y float64, d []float64, i int, way plotter.XY) [2]plotter.XY {
	if d == nil || !paint.IsFinite(d[i]) {
		return [2]plotter.XY{{X: x, Y: y}, {X: x, Y: y}}
	}
	return [2]plotter.XY{{X: x - d[i]*way.X, Y: y - d[i]*way.Y},
		{X: x + d[i]*way.X, Y: y + d[i]*way.Y}}
}

// errorBars are points with lines through them.
type errorBars struct {
	paint.Dots
	bars [][2]plotter.XY
}

// Plot implements plot.Plotter.
func (e errorBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, b := range e.bars {
		line := c.ClipLinesXY([]vg.Point{{X: x(b[0].X), Y: y(b[0].Y)}, {X: x(b[1].X), Y: y(b[1].Y)}})
		c.StrokeLines(paint.Stroke(e.Colour, 1.2), line...)
	}
	e.Dots.Plot(c, p)
}

// DataRange implements plot.DataRanger.
func (e errorBars) DataRange() (xmin, xmax, ymin, ymax float64) {
	all := e.Dots
	all.XYs = slices.Clone(e.XYs)
	for _, b := range e.bars {
		all.XYs = append(all.XYs, b[0], b[1])
	}
	return all.DataRange()
}

// Thumbnail implements plot.Thumbnailer.
func (e errorBars) Thumbnail(c *draw.Canvas) {
	at := vg.Point{X: c.Max.X - 6, Y: c.Center().Y}
	c.StrokeLine2(paint.Stroke(e.Colour, 1.2), at.X, c.Min.Y, at.X, c.Max.Y)
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: e.Colour, Radius: 2.2, Shape: e.Shape}, at)
}
