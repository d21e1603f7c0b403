package paint

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Mark is a vertical line over the full height.
type Mark struct {
	X float64
	draw.LineStyle
}

// Plot implements plot.Plotter.
func (m Mark) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	if at := x(m.X); c.ContainsX(at) {
		c.StrokeLine2(m.LineStyle, at, c.Min.Y, at, c.Max.Y)
	}
}

// DataRange implements plot.DataRanger.
func (m Mark) DataRange() (xmin, xmax, ymin, ymax float64) {
	return m.X, m.X, math.Inf(1), math.Inf(-1)
}

// Thumbnail implements plot.Thumbnailer. The line is upright, as in the plot.
func (m Mark) Thumbnail(c *draw.Canvas) {
	x := c.Max.X - vg.Length(4)
	c.StrokeLine2(m.LineStyle, x, c.Min.Y-1, x, c.Max.Y+1)
}
