package paint

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Squarish tells whether the scales are to be equal and the plot is not much wider than high.
func Squarish(p *plot.Plot) bool {
	return WishOf(p).Equal && p.X.Max-p.X.Min < 1.3*(p.Y.Max-p.Y.Min)
}

// Equalised is the part of the canvas in which the axes of p have equal scales.
func Equalised(p *plot.Plot, c draw.Canvas) draw.Canvas {
	inside := p.DataCanvas(c).Size()
	width, height := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
	if !(width > 0 && height > 0) || !IsFinite(width/height) || inside.X <= 0 || inside.Y <= 0 {
		return c
	}
	if wanted := inside.Y * vg.Length(width/height); wanted < inside.X {
		c.Max.X -= inside.X - wanted
	} else {
		c.Min.Y += inside.Y - inside.X*vg.Length(height/width)
	}
	return c
}
