package nb

import (
	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
)

// Contour draws a density of two variables as a map: three lines of equal height, which hold 50, 80
// and 95 % of the mass that lies in the rectangle. The density need not be normalised. Put a
// sampler on the map with [AddPath] and [AddPoints].
func Contour(density func(x, y float64) float64, xlo, xhi, ylo, yhi float64) *plot.Plot {
	g := paint.GridOf(density, xlo, xhi, ylo, yhi)
	p := paint.NewPlot("Contours of a density", "x", "y")
	var k paint.Contours
	for i, level := range g.Levels() {
		k[i] = paint.ContourLine{Parts: g.Lines(level), LineStyle: paint.Stroke(paint.Pale(paint.Grey, []float64{1, 0.75, 0.5}[i]), 1.1)}
	}
	p.Add(k)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = xlo, xhi, ylo, yhi
	p.Legend.Add("50, 80 and 95 % of the mass", k)
	return p
}

// contourData returns the numbers that [Contour] draws: the heights of the density above which lie
// 50, 80 and 95 % of its mass in the rectangle, highest first, by summing the density over a grid
// of 201 × 201 points.
func contourData(density func(x, y float64) float64, xlo, xhi, ylo, yhi float64) [3]float64 {
	return paint.GridOf(density, xlo, xhi, ylo, yhi).Levels()
}
