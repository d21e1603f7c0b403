package paint

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
	c.FillPolygon(fill, []vg.Point{
		{X: c.Min.X, Y: y - 3.5}, {X: c.Min.X, Y: y + 3.5}, {X: c.Max.X, Y: y + 3.5}, {X: c.Max.X,
			Y: y - 3.5},
	})
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
