package paint

import "gonum.org/v1/plot/plotter"

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
