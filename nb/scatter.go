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

// Scatter draws the points (x[i], y[i]): where do they lie, and do the two have anything to do with
// each other? All coordinates must be finite. [AddPoints] adds a second group, [EqualScales] makes
// circles round.
func Scatter(name string, x, y []float64) *plot.Plot {
	p := paint.NewPlot(name, "x", "y")
	AddPoints(p, name, x, y)
	return p
}

// AddPoints draws the points (x[i], y[i]) over a plot, in the first colour that the plot's key does
// not show yet, and with the marker that belongs to it. Points are smaller if there are more of
// them.
func AddPoints(p *plot.Plot, name string, x, y []float64) {
	i := paint.IndexFor(p, name)
	xys := finitePoints("points", name, x, y)
	if len(xys) < len(x) {
		k := slices.IndexFunc(x, notFinite)
		if j := slices.IndexFunc(y, notFinite); k < 0 || 0 <= j && j < k {
			k = j
		}
		panic(fmt.Sprintf("points %q: point %d of %d is (%v, %v), and %d are not finite: leave them "+
			"out, and say so", name, k, len(x), x[k], y[k], len(x)-len(xys)))
	}
	s := paint.Dots{XYs: xys, Colour: paint.Palette[i], Shape: paint.DotShapes[i], Radius: 0}
	s.Radius = paint.DotSize(len(s.XYs))
	paint.AddNamed(p, name, s)
}

func notFinite(v float64) bool { return !paint.IsFinite(v) }

// finitePoints returns the points that are finite. It panics if there are none, or if the lengths
// differ.
func finitePoints(what, name string, x, y []float64) plotter.XYs {
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

// Groups draws points in the plane, each with the colour and the marker of its group: who belongs
// together? x[i] are the two coordinates of a point, and z[i] is the number of its group, from 0. A
// group without points keeps its colour, and so pictures of several moments can be compared. After
// six groups the colours repeat, with other markers.
func Groups(x [][]float64, z []int) *plot.Plot {
	if len(x) != len(z) || len(x) == 0 {
		panic(fmt.Sprintf("groups: %d points and %d group numbers: give as many of each, and at "+
			"least one", len(x), len(z)))
	}
	p := paint.NewPlot("Groups", "x", "y")
	for k, at := range byGroup(x, z) {
		if len(at[0]) == 0 {
			continue
		}
		name := fmt.Sprint(k)
		s := paint.Dots{XYs: finitePoints("groups: group", name, at[0], at[1]),
			Colour: paint.Palette[k%len(paint.Palette)],
			Shape:  paint.DotShapes[(k+k/len(paint.Palette))%len(paint.DotShapes)],
			Radius: paint.DotSize(len(x))}
		paint.AddNamed(p, name, s)
	}
	return p
}

// byGroup returns the coordinates of the points of each group.
func byGroup(x [][]float64, z []int) [][2][]float64 {
	if k := slices.Min(z); k < 0 || slices.Max(z) > 10_000 {
		panic(fmt.Sprintf("groups: the group numbers are %d to %d: give whole numbers from 0 "+
			"to the number of groups less 1", k, slices.Max(z)))
	}
	groups := make([][2][]float64, slices.Max(z)+1)
	for i, point := range x {
		if len(point) != 2 {
			panic(fmt.Sprintf("groups: point %d has %d coordinates: give the two to draw", i, len(point)))
		}
		for j, v := range point {
			groups[z[i]][j] = append(groups[z[i]][j], v)
		}
	}
	return groups
}

// AddErrorBars draws points with error bars over a plot: from y[i]−dy[i] to y[i]+dy[i], and from
// x[i]−dx[i] to x[i]+dx[i], such as means and their standard errors. Give nil for dx or dy if there
// are no bars in that direction. A NaN among them means that this point has none. The colour is the
// first that the plot's key does not show yet. The rows of [WordBars], from the top, are at n−1, …,
// 0. [WithTitle] makes an empty plot to begin with.
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
	i := paint.IndexFor(p, name)
	e := errorBars{paint.Dots{Colour: paint.Palette[i], Shape: paint.DotShapes[i],
		Radius: paint.DotSize(len(x))}, nil}
	for i := range x {
		if paint.IsFinite(x[i]) && paint.IsFinite(y[i]) {
			e.XYs = append(e.XYs, plotter.XY{X: x[i], Y: y[i]})
			e.bars = append(e.bars, reach(x[i], y[i], dx, i, plotter.XY{X: 1}),
				reach(x[i], y[i], dy, i, plotter.XY{Y: 1}))
		}
	}
	paint.AddNamed(p, name, e)
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

func (e errorBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, b := range e.bars {
		line := c.ClipLinesXY([]vg.Point{{X: x(b[0].X), Y: y(b[0].Y)}, {X: x(b[1].X), Y: y(b[1].Y)}})
		c.StrokeLines(paint.Stroke(e.Colour, 1.2), line...)
	}
	e.Dots.Plot(c, p)
}

func (e errorBars) DataRange() (xmin, xmax, ymin, ymax float64) {
	all := e.Dots
	all.XYs = slices.Clone(e.XYs)
	for _, b := range e.bars {
		all.XYs = append(all.XYs, b[0], b[1])
	}
	return all.DataRange()
}

func (e errorBars) Thumbnail(c *draw.Canvas) {
	at := vg.Point{X: c.Max.X - 6, Y: c.Center().Y}
	c.StrokeLine2(paint.Stroke(e.Colour, 1.2), at.X, c.Min.Y, at.X, c.Max.Y)
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: e.Colour, Radius: 2.2, Shape: e.Shape}, at)
}
