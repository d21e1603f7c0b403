package nb

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// contourShares of the mass lie within the lines.
var contourShares = [3]float64{0.5, 0.8, 0.95}

// grid holds the values of a density on a lattice.
type grid struct {
	x, y []float64
	z    [][]float64 // z[column][row]
}

func gridOf(density func(x, y float64) float64, xlo, xhi, ylo, yhi float64) grid {
	if density == nil {
		panic("contour: the density is nil")
	}
	if !(xlo < xhi && ylo < yhi) || !isFinite(xhi-xlo) || !isFinite(yhi-ylo) {
		panic(fmt.Sprintf("contour: x goes from %v to %v and y from %v to %v: give numbers, the smaller first", xlo, xhi, ylo, yhi))
	}
	g := grid{make([]float64, contourPoints), make([]float64, contourPoints), make([][]float64, contourPoints)}
	total := 0.0
	for i := range contourPoints {
		at := float64(i) / (contourPoints - 1)
		g.x[i], g.y[i] = xlo+(xhi-xlo)*at, ylo+(yhi-ylo)*at
	}
	for i, x := range g.x {
		g.z[i] = make([]float64, contourPoints)
		for j, y := range g.y {
			z := density(x, y)
			if !(z >= 0) || math.IsInf(z, 1) {
				panic(fmt.Sprintf("contour: the density at (%.4g, %.4g) is %v: it must be 0 or a positive number", x, y, z))
			}
			g.z[i][j] = z
			total += z
		}
	}
	if !(total > 0) || math.IsInf(total, 1) {
		panic(fmt.Sprintf("contour: the density sums up to %v over the rectangle: is its mass somewhere else?", total))
	}
	return g
}

// levels are the heights above which lie the shares of the mass.
func (g grid) levels() (heights [3]float64) {
	all := slices.Concat(g.z...)
	slices.SortFunc(all, func(a, b float64) int { return cmp.Compare(b, a) })
	total := 0.0
	for _, z := range all {
		total += z
	}
	sum, k := 0.0, 0
	for _, z := range all {
		for sum += z; k < len(heights) && sum >= contourShares[k]*total; k++ {
			heights[k] = z
		}
	}
	return heights
}

// contourLine is what is drawn for one level: some rings, or ends that run out of the rectangle.
type contourLine struct {
	parts []plotter.XYs
	draw.LineStyle
}

// contours are the lines of the three levels.
type contours [len(contourShares)]contourLine

// Plot implements plot.Plotter.
func (k contours) Plot(c draw.Canvas, p *plot.Plot) {
	for _, level := range k {
		for _, part := range level.parts {
			line{part, level.LineStyle}.Plot(c, p)
		}
	}
}

// Thumbnail implements plot.Thumbnailer: three lines, as in the plot.
func (k contours) Thumbnail(c *draw.Canvas) {
	for i, level := range k {
		y := c.Center().Y + vg.Length(1-i)*2.5
		c.StrokeLine2(level.LineStyle, c.Min.X, y, c.Max.X, y)
	}
}

// contourPoints is the number of points a side: cells of about two pixels.
const contourPoints = 201
