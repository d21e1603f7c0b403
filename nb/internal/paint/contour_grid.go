package paint

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

// ContourShares of the mass lie within the lines.
var ContourShares = [3]float64{0.5, 0.8, 0.95}

// Grid holds the values of a density on a lattice.
type Grid struct {
	X, Y []float64
	Z    [][]float64 // z[column][row]
}

// GridOf computes a density on a lattice over a rectangle.
func GridOf(density func(x, y float64) float64, xlo, xhi, ylo, yhi float64) Grid {
	if density == nil {
		panic("contour: the density is nil")
	}
	if !(xlo < xhi && ylo < yhi) || !IsFinite(xhi-xlo) || !IsFinite(yhi-ylo) {
		panic(fmt.Sprintf("contour: x goes from %v to %v and y from %v to %v: give numbers, the "+
			"smaller first", xlo, xhi, ylo, yhi))
	}
	g := Grid{make([]float64, ContourPoints), make([]float64, ContourPoints),
		make([][]float64, ContourPoints)}
	total := 0.0
	for i := range ContourPoints {
		at := float64(i) / (ContourPoints - 1)
		g.X[i], g.Y[i] = xlo+(xhi-xlo)*at, ylo+(yhi-ylo)*at
	}
	for i, x := range g.X {
		g.Z[i] = make([]float64, ContourPoints)
		for j, y := range g.Y {
			z := density(x, y)
			if !(z >= 0) || math.IsInf(z, 1) {
				panic(fmt.Sprintf("contour: the density at (%.4g, %.4g) is %v: it must be 0 or a "+
					"positive number", x, y, z))
			}
			g.Z[i][j] = z
			total += z
		}
	}
	if !(total > 0) || math.IsInf(total, 1) {
		panic(fmt.Sprintf("contour: the density sums up to %v over the rectangle: is its mass "+
			"somewhere else?", total))
	}
	return g
}

// Levels returns the heights above which these shares of the mass lie.
func (g Grid) Levels() (heights [3]float64) {
	all := slices.Concat(g.Z...)
	slices.SortFunc(all, func(a, b float64) int { return cmp.Compare(b, a) })
	total := 0.0
	for _, z := range all {
		total += z
	}
	sum, k := 0.0, 0
	for _, z := range all {
		for sum += z; k < len(heights) && sum >= ContourShares[k]*total; k++ {
			heights[k] = z
		}
	}
	return heights
}

// ContourLine is one level: rings, or lines that end at the edge of the rectangle.
type ContourLine struct {
	Parts []plotter.XYs
	draw.LineStyle
}

// Contours are the lines of the three levels.
type Contours [len(ContourShares)]ContourLine

// Plot implements plot.Plotter.
func (k Contours) Plot(c draw.Canvas, p *plot.Plot) {
	for _, level := range k {
		for _, part := range level.Parts {
			Line{part, level.LineStyle}.Plot(c, p)
		}
	}
}

// Thumbnail implements plot.Thumbnailer: three lines, as in the plot.
func (k Contours) Thumbnail(c *draw.Canvas) {
	for i, level := range k {
		y := c.Center().Y + vg.Length(1-i)*2.5
		c.StrokeLine2(level.LineStyle, c.Min.X, y, c.Max.X, y)
	}
}

// ContourPoints is the number of points a side: cells of about two pixels.
const ContourPoints = 201
