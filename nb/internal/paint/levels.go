package paint

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Level is a horizontal line over the full width, at a height that values are held against.
type Level struct {
	Y float64
	draw.LineStyle
}

func (l Level) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	if at := y(l.Y); c.ContainsY(at) {
		c.StrokeLine2(l.LineStyle, c.Min.X, at, c.Max.X, at)
	}
}

func (l Level) DataRange() (xmin, xmax, ymin, ymax float64) {
	return math.Inf(1), math.Inf(-1), l.Y, l.Y
}

func (l Level) Thumbnail(c *draw.Canvas) { Line{LineStyle: l.LineStyle}.Thumbnail(c) }

// Ribbon fills what lies between two curves over the same x.
type Ribbon struct {
	X, Lower, Upper []float64
	Fill            color.Color
}

func (r Ribbon) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	r = r.thinned(func(v float64) int { return int(math.Floor(float64(x(v)) * columnsPerUnit)) })
	var pts []vg.Point
	for i := range r.X {
		pts = append(pts, vg.Point{X: x(r.X[i]), Y: y(r.Upper[i])})
	}
	for i := len(r.X) - 1; i >= 0; i-- {
		pts = append(pts, vg.Point{X: x(r.X[i]), Y: y(r.Lower[i])})
	}
	c.FillPolygon(r.Fill, c.ClipPolygonXY(pts))
}

// thinned has of each column of pixels the outermost ends, if there are many points a column.
func (r Ribbon) thinned(column func(x float64) int) Ribbon {
	n := len(r.X)
	if n == 0 || n <= 4*(column(r.X[n-1])-column(r.X[0])+1) {
		return r
	}
	thin, last := Ribbon{Fill: r.Fill}, 0
	for i, x := range r.X {
		if k := len(thin.X) - 1; k < 0 || column(x) != last {
			last = column(x)
			thin.X = append(thin.X, x)
			thin.Lower, thin.Upper = append(thin.Lower, r.Lower[i]), append(thin.Upper, r.Upper[i])
		} else {
			thin.Lower[k], thin.Upper[k] = min(thin.Lower[k], r.Lower[i]), max(thin.Upper[k], r.Upper[i])
		}
	}
	return thin
}

func (r Ribbon) DataRange() (xmin, xmax, ymin, ymax float64) {
	x0, x1, y0, _ := Line{XYs: XysOf(r.X, r.Lower)}.DataRange()
	_, _, _, y1 := Line{XYs: XysOf(r.X, r.Upper)}.DataRange()
	return x0, x1, y0, y1
}

func (r Ribbon) Thumbnail(c *draw.Canvas) { FillSwatch(c, r.Fill) }

// StepsOf makes a curve of the cumulated shares of values: a step up at each.
func StepsOf(sorted []float64) plotter.XYs {
	xys := make(plotter.XYs, 0, 2*len(sorted))
	n := float64(len(sorted))
	for i, v := range sorted {
		xys = append(xys, plotter.XY{X: v, Y: float64(i) / n}, plotter.XY{X: v, Y: float64(i+1) / n})
	}
	return xys
}

// Mark is a vertical line over the full height.
type Mark struct {
	X float64
	draw.LineStyle
}

func (m Mark) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	if at := x(m.X); c.ContainsX(at) {
		c.StrokeLine2(m.LineStyle, at, c.Min.Y, at, c.Max.Y)
	}
}

func (m Mark) DataRange() (xmin, xmax, ymin, ymax float64) {
	return m.X, m.X, math.Inf(1), math.Inf(-1)
}

// Thumbnail implements plot.Thumbnailer. The line is upright, as in the plot.
func (m Mark) Thumbnail(c *draw.Canvas) {
	x := c.Max.X - vg.Length(4)
	c.StrokeLine2(m.LineStyle, x, c.Min.Y-1, x, c.Max.Y+1)
}

// Area fills what lies between a curve and the line y = 0.
type Area struct {
	plotter.XYs
	Fill color.Color
}

func (a Area) Plot(c draw.Canvas, p *plot.Plot) {
	if len(a.XYs) == 0 {
		return
	}
	x, y := p.Transforms(&c)
	pts := []vg.Point{{X: x(a.XYs[0].X), Y: y(0)}}
	for _, xy := range a.XYs {
		pts = append(pts, vg.Point{X: x(xy.X), Y: y(xy.Y)})
	}
	pts = append(pts, vg.Point{X: x(a.XYs[len(a.XYs)-1].X), Y: y(0)})
	c.FillPolygon(a.Fill, c.ClipPolygonXY(Simplify(pts)))
}

func (a Area) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = plotter.XYRange(a.XYs)
	return xmin, xmax, min(ymin, 0), max(ymax, 0)
}

func (a Area) Thumbnail(c *draw.Canvas) { FillSwatch(c, a.Fill) }

// FillSwatch fills the middle of a thumbnail.
func FillSwatch(c *draw.Canvas, fill color.Color) {
	y := c.Center().Y
	c.FillPolygon(fill, []vg.Point{{X: c.Min.X, Y: y - 3.5}, {X: c.Min.X, Y: y + 3.5},
		{X: c.Max.X, Y: y + 3.5}, {X: c.Max.X, Y: y - 3.5}})
}

// BarPlot fills columns that stand on 0, one between each two edges.
type BarPlot struct {
	Edges, Heights []float64
	Fill           color.Color
}

func (b BarPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, h := range b.Heights {
		if h == 0 {
			continue
		}
		x0, x1 := x(b.Edges[i]), x(b.Edges[i+1])
		if x1-x0 > 3 {
			x1 -= 0.75 // a thin gap tells neighbours apart
		}
		column := []vg.Point{{X: x0, Y: y(0)}, {X: x0, Y: y(h)}, {X: x1, Y: y(h)}, {X: x1, Y: y(0)}}
		c.FillPolygon(b.Fill, c.ClipPolygonXY(column))
	}
}

func (b BarPlot) DataRange() (xmin, xmax, ymin, ymax float64) {
	_, ymax = Room(0, slices.Max(b.Heights), 0.03)
	return b.Edges[0], b.Edges[len(b.Edges)-1], 0, ymax
}

func (b BarPlot) Thumbnail(c *draw.Canvas) { FillSwatch(c, b.Fill) }
