package paint

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
)

// MostNames of discs can be read beside each other.
const MostNames = 24

// Discs are circles with their names. If there are more than MostNames, only the largest have them.
type Discs struct {
	X, Y, Shares []float64
	Names        []string
}

// Plot implements plot.Plotter. The largest disc has a twelfth of the height for its radius. Names
// stand beside their discs, away from other names and other discs as far as possible (see
// Labelling).
func (d Discs) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	largest := slices.Max(d.Shares)
	radius := func(i int) vg.Length {
		return c.Size().Y / 12 * vg.Length(math.Sqrt(d.Shares[i]/max(largest, 1e-300)))
	}
	// small ones lie on large ones
	order := numeric.Order(len(d.Names), func(i, j int) int {
		return cmp.Compare(radius(j), radius(i))
	})
	for _, i := range order {
		at := vg.Point{X: x(d.X[i]), Y: y(d.Y[i])}
		disc := draw.GlyphStyle{Color: Pale(Posterior, 0.3), Radius: radius(i), Shape: draw.CircleGlyph{}}
		c.DrawGlyphNoClip(disc, at)
		disc.Color, disc.Shape = Posterior, draw.RingGlyph{}
		c.DrawGlyphNoClip(disc, at)
	}
	sty := p.X.Tick.Label
	sty.Rotation, sty.XAlign, sty.YAlign = 0, draw.XLeft, draw.YBottom
	named := min(MostNames, len(order))
	slices.Sort(order[:named])
	l := Labelling{Frame: c.Rectangle}
	for k, i := range order {
		l.Discs = append(l.Discs, Disc{At: vg.Point{X: x(d.X[i]), Y: y(d.Y[i])}, Radius: radius(i)})
		if k < named {
			l.Sizes = append(l.Sizes, vg.Point{X: sty.Width(d.Names[i]), Y: sty.FontExtents().Height})
		}
	}
	for i, box := range l.Boxes() {
		if from, to, ok := l.Leader(i, box); ok {
			c.StrokeLine2(Stroke(Ink, 0.5), from.X, from.Y, to.X, to.Y)
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: Ink, Radius: 1.3, Shape: draw.CircleGlyph{}}, from)
		}
		c.FillText(sty, box.Min, d.Names[order[i]])
	}
}

func (d Discs) DataRange() (xmin, xmax, ymin, ymax float64) {
	return slices.Min(d.X), slices.Max(d.X), slices.Min(d.Y), slices.Max(d.Y)
}
