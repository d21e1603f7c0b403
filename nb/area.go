package nb

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// area fills what lies between a curve and the line y = 0.
type area struct {
	plotter.XYs
	fill color.Color
}

// Plot implements plot.Plotter.
func (a area) Plot(c draw.Canvas, p *plot.Plot) {
	if len(a.XYs) == 0 {
		return
	}
	x, y := p.Transforms(&c)
	pts := []vg.Point{{X: x(a.XYs[0].X), Y: y(0)}}
	for _, xy := range a.XYs {
		pts = append(pts, vg.Point{X: x(xy.X), Y: y(xy.Y)})
	}
	pts = append(pts, vg.Point{X: x(a.XYs[len(a.XYs)-1].X), Y: y(0)})
	c.FillPolygon(a.fill, c.ClipPolygonXY(simplify(pts)))
}

// DataRange implements plot.DataRanger.
func (a area) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = plotter.XYRange(a.XYs)
	return xmin, xmax, min(ymin, 0), max(ymax, 0)
}

// Thumbnail implements plot.Thumbnailer.
func (a area) Thumbnail(c *draw.Canvas) { fillSwatch(c, a.fill) }

// fillSwatch fills the middle of a thumbnail.
func fillSwatch(c *draw.Canvas, fill color.Color) {
	y := c.Center().Y
	c.FillPolygon(fill, []vg.Point{
		{X: c.Min.X, Y: y - 3.5}, {X: c.Min.X, Y: y + 3.5}, {X: c.Max.X, Y: y + 3.5}, {X: c.Max.X, Y: y - 3.5},
	})
}

// barPlot fills columns that stand on 0, one between each two edges.
type barPlot struct {
	edges, heights []float64
	fill           color.Color
}

// Plot implements plot.Plotter.
func (b barPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, h := range b.heights {
		if h == 0 {
			continue
		}
		x0, x1 := x(b.edges[i]), x(b.edges[i+1])
		if x1-x0 > 3 {
			x1 -= 0.75 // a thin gap tells neighbours apart
		}
		column := []vg.Point{{X: x0, Y: y(0)}, {X: x0, Y: y(h)}, {X: x1, Y: y(h)}, {X: x1, Y: y(0)}}
		c.FillPolygon(b.fill, c.ClipPolygonXY(column))
	}
}

// DataRange implements plot.DataRanger.
func (b barPlot) DataRange() (xmin, xmax, ymin, ymax float64) {
	for _, h := range b.heights {
		ymax = max(ymax, h)
	}
	return b.edges[0], b.edges[len(b.edges)-1], 0, ymax
}

// Thumbnail implements plot.Thumbnailer.
func (b barPlot) Thumbnail(c *draw.Canvas) { fillSwatch(c, b.fill) }
