package nb

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// level is a horizontal line over the full width, at a height that values are held against.
type level struct {
	y float64
	draw.LineStyle
}

// Plot implements plot.Plotter.
func (l level) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	if at := y(l.y); c.ContainsY(at) {
		c.StrokeLine2(l.LineStyle, c.Min.X, at, c.Max.X, at)
	}
}

// DataRange implements plot.DataRanger.
func (l level) DataRange() (xmin, xmax, ymin, ymax float64) {
	return math.Inf(1), math.Inf(-1), l.y, l.y
}

// Thumbnail implements plot.Thumbnailer.
func (l level) Thumbnail(c *draw.Canvas) { line{LineStyle: l.LineStyle}.Thumbnail(c) }

// ribbon fills what lies between two curves over the same x.
type ribbon struct {
	x, lower, upper []float64
	fill            color.Color
}

// Plot implements plot.Plotter.
func (r ribbon) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	r = r.thinned(func(v float64) int { return int(math.Floor(float64(x(v)) * columnsPerUnit)) })
	var pts []vg.Point
	for i := range r.x {
		pts = append(pts, vg.Point{X: x(r.x[i]), Y: y(r.upper[i])})
	}
	for i := len(r.x) - 1; i >= 0; i-- {
		pts = append(pts, vg.Point{X: x(r.x[i]), Y: y(r.lower[i])})
	}
	c.FillPolygon(r.fill, c.ClipPolygonXY(pts))
}

// thinned has of each column of pixels the outermost ends, if there are many points a column.
func (r ribbon) thinned(column func(x float64) int) ribbon {
	n := len(r.x)
	if n == 0 || n <= 4*(column(r.x[n-1])-column(r.x[0])+1) {
		return r
	}
	thin, last := ribbon{fill: r.fill}, 0
	for i, x := range r.x {
		if k := len(thin.x) - 1; k < 0 || column(x) != last {
			last = column(x)
			thin.x = append(thin.x, x)
			thin.lower, thin.upper = append(thin.lower, r.lower[i]), append(thin.upper, r.upper[i])
		} else {
			thin.lower[k], thin.upper[k] = min(thin.lower[k], r.lower[i]), max(thin.upper[k], r.upper[i])
		}
	}
	return thin
}

// DataRange implements plot.DataRanger.
func (r ribbon) DataRange() (xmin, xmax, ymin, ymax float64) {
	x0, x1, y0, _ := line{XYs: xysOf(r.x, r.lower)}.DataRange()
	_, _, _, y1 := line{XYs: xysOf(r.x, r.upper)}.DataRange()
	return x0, x1, y0, y1
}

// Thumbnail implements plot.Thumbnailer.
func (r ribbon) Thumbnail(c *draw.Canvas) { fillSwatch(c, r.fill) }

// stepsOf makes a curve of the cumulated shares of values: a step up at each.
func stepsOf(sorted []float64) plotter.XYs {
	xys := make(plotter.XYs, 0, 2*len(sorted))
	n := float64(len(sorted))
	for i, v := range sorted {
		xys = append(xys, plotter.XY{X: v, Y: float64(i) / n}, plotter.XY{X: v, Y: float64(i+1) / n})
	}
	return xys
}
