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

// Grid holds the values of a density on a lattice: NaN where there is none, and no line.
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
	all := slices.DeleteFunc(slices.Concat(g.Z...), math.IsNaN)
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

// gonum's plotter.Contour joins its pieces in the order of a map, which differs from run to run.
// These lines always come in the same order.

// edge is a side of a cell of the lattice: from point (i, j) to (i, j+1) if it is upright, else to
// (i+1, j).
type edge struct {
	i, j    int
	upright bool
}

// Lines returns where the values are equal to level, by "marching squares". In each cell it finds
// by linear interpolation where the level crosses the sides, and joins these points. Then it joins
// pieces that share a point.
func (g Grid) Lines(level float64) []plotter.XYs {
	joined := map[edge][]edge{} // at most one piece on each side of an edge
	var order []edge
	join := func(a, b edge) {
		for _, e := range [2][2]edge{{a, b}, {b, a}} {
			if joined[e[0]] == nil {
				order = append(order, e[0])
			}
			joined[e[0]] = append(joined[e[0]], e[1])
		}
	}
	for i := range len(g.X) - 1 {
		for j := range len(g.Y) - 1 {
			g.cell(i, j, level, join)
		}
	}
	var parts []plotter.XYs
	seen := map[edge]bool{}
	follow := func(e edge) {
		part := plotter.XYs{g.crossing(e, level)}
		start, closed := e, false
		for more := true; more; {
			seen[e], more = true, false
			for _, next := range joined[e] {
				closed = closed || next == start && len(part) > 2
				if !seen[next] {
					part = append(part, g.crossing(next, level))
					e, more = next, true
					break
				}
			}
		}
		if closed {
			part = append(part, part[0])
		}
		parts = append(parts, part)
	}
	// lines that have ends from one of these, then rings from anywhere
	for _, ends := range []int{1, 2} {
		for _, e := range order {
			if !seen[e] && len(joined[e]) == ends {
				follow(e)
			}
		}
	}
	return parts
}

// cell joins the crossings of the sides of one cell. If all four sides are crossed, the value in
// the middle decides.
func (g Grid) cell(i, j int, level float64, join func(a, b edge)) {
	above := func(i, j int) bool { return g.Z[i][j] >= level }
	bottom, top := edge{i, j, false}, edge{i, j + 1, false}
	left, right := edge{i, j, true}, edge{i + 1, j, true}
	var crossed []edge
	for _, side := range []struct {
		edge
		a, b bool
	}{
		{bottom, above(i, j), above(i+1, j)},
		{right, above(i+1, j), above(i+1, j+1)},
		{top, above(i, j+1), above(i+1, j+1)},
		{left, above(i, j), above(i, j+1)},
	} {
		if side.a != side.b {
			crossed = append(crossed, side.edge)
		}
	}
	middle := (g.Z[i][j] + g.Z[i+1][j] + g.Z[i][j+1] + g.Z[i+1][j+1]) / 4
	switch {
	case len(crossed) == 2:
		join(crossed[0], crossed[1])
	case len(crossed) == 4 && (middle >= level) == above(i, j):
		join(bottom, right)
		join(left, top)
	case len(crossed) == 4:
		join(bottom, left)
		join(right, top)
	}
}

// crossing is the point of an edge where the value is level.
func (g Grid) crossing(e edge, level float64) plotter.XY {
	i, j := e.i+1, e.j
	if e.upright {
		i, j = e.i, e.j+1
	}
	a, b := g.Z[e.i][e.j], g.Z[i][j]
	at := (level - a) / (b - a)
	return plotter.XY{X: g.X[e.i] + at*(g.X[i]-g.X[e.i]), Y: g.Y[e.j] + at*(g.Y[j]-g.Y[e.j])}
}
