package nb

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// equal marks a plot whose scales are to be equal. It travels with the ticks because a plot has no other place to keep
// a wish of ours: what the scales are is known only when the plot is drawn.
type equal struct{ plot.Ticker }

// squarish tells whether the scales are to be equal and the plot is not much wider than high.
func squarish(p *plot.Plot) bool {
	_, ok := p.X.Tick.Marker.(equal)
	return ok && p.X.Max-p.X.Min < 1.3*(p.Y.Max-p.Y.Min)
}

// equalised is the part of the canvas in which the axes of p have equal scales, if p wishes so; else all of it.
func equalised(p *plot.Plot, c draw.Canvas) draw.Canvas {
	if _, ok := p.X.Tick.Marker.(equal); !ok {
		return c
	}
	inside := p.DataCanvas(c).Size()
	width, height := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
	if !(width > 0 && height > 0) || !isFinite(width/height) || inside.X <= 0 || inside.Y <= 0 {
		return c
	}
	if wanted := inside.Y * vg.Length(width/height); wanted < inside.X {
		c.Max.X -= inside.X - wanted
	} else {
		c.Min.Y += inside.Y - inside.X*vg.Length(height/width)
	}
	return c
}
