package plates

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// place gives the new nodes of a row their columns and their row. The columns are in the order
// written, counted from the first node of the row that has a place already. The row is the first
// one below that node where all places are free.
func (d *Diagram) place(chain []int) {
	col, row := 0, 0
	for _, n := range d.nodes {
		row = max(row, n.row+1)
	}
	for i, c := range chain {
		if d.nodes[c].row >= 0 {
			col, row = d.nodes[c].col-i, d.nodes[c].row+1
			break
		}
	}
	free := func() bool {
		for i, c := range chain {
			if d.nodes[c].row < 0 && slices.ContainsFunc(d.nodes,
				func(n node) bool { return n.row == row && n.col == col+i }) {
				return false
			}
		}
		return true
	}
	for !free() {
		row++
	}
	for i, c := range chain {
		if n := &d.nodes[c]; n.row < 0 {
			n.col, n.row = col+i, row
		}
	}
}

// check panics if the diagram cannot be drawn, or is no model.
func (d *Diagram) check() {
	if len(d.nodes) == 0 {
		panic("plate diagram: no nodes were given: write a row such as \"(α) → θ → [y_i]\"")
	}
	for _, n := range d.nodes {
		if d.reaches(d.at[n.name], d.at[n.name], map[int]bool{}) {
			panic(fmt.Sprintf("plate diagram: the arrows lead from %s back to %s: nothing can be "+
				"drawn from itself", n.name, n.name))
		}
	}
	for _, p := range d.plates {
		first := d.nodes[p.members[0]]
		c0, c1, r0, r1 := first.col, first.col, first.row, first.row
		for _, m := range p.members {
			n := d.nodes[m]
			c0, c1, r0, r1 = min(c0, n.col), max(c1, n.col), min(r0, n.row), max(r1, n.row)
		}
		for i, n := range d.nodes {
			if c0 <= n.col && n.col <= c1 && r0 <= n.row && n.row <= r1 && !slices.Contains(p.members, i) {
				panic(fmt.Sprintf("plate diagram: plate %q would enclose %s, which is not in it: "+
					"write the rows in another order", p.label, n.name))
			}
		}
	}
}

// reaches tells whether arrows lead from one node to another.
func (d *Diagram) reaches(from, to int, visited map[int]bool) bool {
	for _, e := range d.edges {
		if e[0] != from || visited[e[1]] {
			continue
		}
		visited[e[1]] = true
		if e[1] == to || d.reaches(e[1], to, visited) {
			return true
		}
	}
	return false
}

// Natural sizes, in points. A diagram that is too large for its canvas is drawn smaller as a whole.
const (
	nodeRadius  = 17
	dotRadius   = 3
	columnStep  = 76
	rowStep     = 64
	plateGap    = 7 // between a plate and what is in it
	plateLabel  = 13
	diagramFont = 13
)

// centre of a node, y upwards.
func (n node) centre() vg.Point {
	return vg.Point{X: vg.Length(n.col * columnStep), Y: vg.Length(-n.row * rowStep)}
}

func (n node) box() vg.Rectangle {
	r, at := vg.Point{X: nodeRadius, Y: nodeRadius}, n.centre()
	return vg.Rectangle{Min: at.Sub(r), Max: at.Add(r)}
}

// inside tells whether plate q lies within plate p. All nodes of q must be in p. If both plates
// have the same nodes, the one that came first is the outer one.
func (d *Diagram) inside(q, p int) bool {
	for _, m := range d.plates[q].members {
		if !slices.Contains(d.plates[p].members, m) {
			return false
		}
	}
	for _, m := range d.plates[p].members {
		if !slices.Contains(d.plates[q].members, m) {
			return true
		}
	}
	return p < q
}

// layFrames computes the rectangle of each plate, inner plates first. It encloses the nodes of the
// plate and the plates within it, and is at least as wide as its label.
func (d *Diagram) layFrames() {
	d.frames = make([]vg.Rectangle, len(d.plates))
	within := make([][]int, len(d.plates))
	var order []int
	for p := range d.plates {
		for q := range d.plates {
			if q != p && d.inside(q, p) {
				within[p] = append(within[p], q)
			}
		}
		order = append(order, p)
	}
	slices.SortStableFunc(order, func(p, q int) int { return len(within[p]) - len(within[q]) })
	for _, p := range order {
		r := d.nodes[d.plates[p].members[0]].box()
		for _, m := range d.plates[p].members {
			r = union(r, d.nodes[m].box())
		}
		for _, q := range within[p] {
			r = union(r, d.frames[q])
		}
		r.Min = r.Min.Sub(vg.Point{X: plateGap, Y: plateGap + plateLabel})
		r.Max = r.Max.Add(vg.Point{X: plateGap, Y: plateGap})
		if missing := labelWidth(d.plates[p].label, plateFont()) + 8 - r.Size().X; missing > 0 {
			r.Min.X -= missing / 2
			r.Max.X += missing / 2
		}
		d.frames[p] = r
	}
}

// labelAtLeft tells where the label of a plate is written: at the lower right, or at the lower left
// if an arrow runs through the first place and none through the second.
func (d *Diagram) labelAtLeft(p int) bool {
	f, size := d.frames[p], vg.Point{X: labelWidth(d.plates[p].label, plateFont()), Y: plateLabel}
	right := vg.Point{X: f.Max.X - size.X, Y: f.Min.Y}
	return d.crossed(vg.Rectangle{Min: right, Max: right.Add(size)}) &&
		!d.crossed(vg.Rectangle{Min: f.Min, Max: f.Min.Add(size)})
}

// crossed tells whether an arrow runs through a rectangle.
func (d *Diagram) crossed(r vg.Rectangle) bool {
	const points = 200
	for _, e := range d.edges {
		from, to := d.nodes[e[0]].centre(), d.nodes[e[1]].centre()
		for i := range points {
			at := from.Add(to.Sub(from).Scale(vg.Length(i) / points))
			if r.Min.X <= at.X && at.X <= r.Max.X && r.Min.Y <= at.Y && at.Y <= r.Max.Y {
				return true
			}
		}
	}
	return false
}

func (d *Diagram) extent() vg.Rectangle {
	r := d.nodes[0].box()
	for _, n := range d.nodes {
		r = union(r, n.box())
	}
	for _, f := range d.frames {
		r = union(r, f)
	}
	return vg.Rectangle{Min: r.Min.Sub(vg.Point{X: 1, Y: 1}), Max: r.Max.Add(vg.Point{X: 1, Y: 1})}
}

func union(a, b vg.Rectangle) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: min(a.Min.X, b.Min.X), Y: min(a.Min.Y, b.Min.Y)},
		Max: vg.Point{X: max(a.Max.X, b.Max.X), Y: max(a.Max.Y, b.Max.Y)},
	}
}

// Pixels is how high a picture of the diagram alone should be, with title and key.
func (d *Diagram) Pixels() int {
	size, room := d.extent().Size(), paint.Points(paint.PlotWidth)-32
	if size.X > room {
		size.Y *= room / size.X
	}
	return min(2*paint.PlotHeight, 92+int(size.Y*96/72))
}

// fit returns the scale, and the map from natural points to points of a canvas. The diagram is
// drawn in the middle of the canvas.
func (d *Diagram) fit(c *draw.Canvas) (func(vg.Point) vg.Point, float64) {
	e := d.extent()
	size, room := e.Size(), c.Size()
	scale := min(1, float64(room.X/size.X), float64(room.Y/size.Y))
	middle, of := c.Center(), e.Min.Add(size.Scale(0.5))
	return func(p vg.Point) vg.Point { return middle.Add(p.Sub(of).Scale(vg.Length(scale))) }, scale
}
