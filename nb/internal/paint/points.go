package paint

import (
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// XysOf are the points (x[i], y[i]).
func XysOf(x, y []float64) plotter.XYs {
	xys := make(plotter.XYs, len(x))
	for i := range xys {
		xys[i] = plotter.XY{X: x[i], Y: y[i]}
	}
	return xys
}

// Corners returns the corners of a rectangle, and the first corner again at the end.
func Corners(x0, y0, x1, y1 vg.Length) []vg.Point {
	return []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1},
		{X: x0, Y: y0}}
}
