package nb

import (
	"fmt"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
)

// WithTitle sets what a plot says: its title, best a finding in a few words, and the labels of its
// axes, each with the symbol and the unit. An empty text leaves what is there. It returns the plot.
// Without a plot (nil) it makes an empty one in the style of all others, to which you can add what
// you like.
func WithTitle(p *plot.Plot, title, x, y string) *plot.Plot {
	if p == nil {
		p = paint.NewPlot("", "", "")
	}
	for _, t := range []struct {
		text string
		to   *string
	}{{title, &p.Title.Text}, {x, &p.X.Label.Text}, {y, &p.Y.Label.Text}} {
		if t.text != "" {
			*t.to = t.text
		}
	}
	return p
}

// EqualScales makes one unit equally long on both axes: a circle is round. Beside other plots, the
// plot becomes narrower or lower than they are. Alone, its picture is a square. EqualScales returns
// the plot.
func EqualScales(p *plot.Plot) *plot.Plot {
	wish := paint.WishOf(p)
	wish.Equal = true
	paint.SetWish(p, wish)
	return p
}

// LogAxis makes an axis of a plot logarithmic: nb.LogAxis(&p.X). Everything drawn along it must be
// positive. What stands on 0, such as a column, begins at the end of the axis.
func LogAxis(a *plot.Axis) {
	if !(a.Min > 0) || !paint.IsFinite(a.Max) {
		panic(fmt.Sprintf("log axis: %q goes from %.4g to %.4g: a logarithmic axis needs positive "+
			"numbers: leave out the others, or set Min", a.Label.Text, a.Min, a.Max))
	}
	a.Scale, a.Tick.Marker = paint.LogScale{}, paint.LogTicks{}
	a.Max *= 1 + 1e-12 // no number drawn lies in the middle of the ends, see paint.LogScale
}
