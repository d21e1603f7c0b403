package nb

import (
	"fmt"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
)

// Curve draws a function of one variable from lo to hi: what does this formula look like? It
// computes f at 512 evenly spaced points. Where f is NaN or infinite, the curve has a gap. Draw
// other curves over it with [AddCurve], points with [AddPoints], and an upright line with
// [AddMark].
//
//	p := nb.Curve("likelihood", 0, 1, func(x float64) float64 { return math.Pow(x, 4) * math.Pow(1-x, 6) })
func Curve(name string, lo, hi float64, f func(x float64) float64) *plot.Plot {
	if !(lo < hi) || !paint.IsFinite(lo) || !paint.IsFinite(hi) {
		panic(fmt.Sprintf("curve %q: it cannot be drawn from %v to %v: give two numbers, the "+
			"smaller first", name, lo, hi))
	}
	p := paint.NewPlot(name, "x", name)
	p.X.Min, p.X.Max = lo, hi
	AddCurve(p, name, f)
	return p
}

// Contour draws a density of two variables as a map: three lines of equal height, which hold 50, 80
// and 95 % of the mass that lies in the rectangle. The density need not be normalised. Put a
// sampler on the map with [AddPath] and [AddPoints].
func Contour(density func(x, y float64) float64, xlo, xhi, ylo, yhi float64) *plot.Plot {
	g := paint.GridOf(density, xlo, xhi, ylo, yhi)
	p := paint.NewPlot("Contours of a density", "x", "y")
	var k paint.Contours
	for i, level := range g.Levels() {
		k[i] = paint.ContourLine{Parts: g.Lines(level),
			LineStyle: paint.Stroke(paint.Pale(paint.Grey, []float64{1, 0.75, 0.5}[i]), 1.1)}
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
