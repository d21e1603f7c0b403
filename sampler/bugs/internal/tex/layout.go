package tex

import (
	"image"
	"maps"
	"math/rand/v2"
	"slices"
)

// A layout is an order of rows, and where it puts the nodes: as nb.PlateDiagram does, a row stands
// below the first of its nodes that has a place.
type layout struct {
	*Diagram
	rows [][]int
	at   map[int]image.Point
}

// try makes a random layout: each row begins with an arrow and grows at both ends.
func (d *Diagram) try(r *rand.Rand) *layout {
	l := &layout{Diagram: d, at: map[int]image.Point{}}
	drawn := make([]bool, len(d.arrows))
	order := r.Perm(len(d.arrows))
	placed := func(i int) bool {
		_, from := l.at[d.arrows[i][0]]
		_, to := l.at[d.arrows[i][1]]
		return from || to
	}
	for slices.Contains(drawn, false) {
		next := func(i int) bool { return !drawn[i] && (len(l.at) == 0 || placed(i)) }
		k := slices.IndexFunc(order, next)
		if k < 0 { // no arrow at what has a place
			k = slices.IndexFunc(order, func(i int) bool { return !drawn[i] })
		}
		drawn[order[k]] = true
		row := slices.Clone(d.arrows[order[k]][:])
		for _, i := range order {
			a := d.arrows[i]
			if drawn[i] || slices.Contains(row, a[0]) == slices.Contains(row, a[1]) || r.IntN(2) == 0 {
				continue
			}
			drawn[i] = true
			switch first, last := row[0], row[len(row)-1]; {
			case a[0] == last || a[1] == last:
				row = append(row, a[0]+a[1]-last)
			case a[0] == first || a[1] == first:
				row = slices.Insert(row, 0, a[0]+a[1]-first)
			default: // in the middle of the row
				drawn[i] = false
			}
		}
		if r.IntN(2) == 0 && len(l.rows) > 0 {
			slices.Reverse(row)
		}
		l.add(row)
	}
	for n := range d.Nodes {
		if _, ok := l.at[n]; !ok {
			l.add([]int{n})
		}
	}
	return l
}

// add places the nodes of a row.
func (l *layout) add(row []int) {
	l.rows = append(l.rows, row)
	taken := map[image.Point]bool{}
	var begin image.Point
	for _, p := range l.at {
		taken[p] = true
		begin.Y = max(begin.Y, p.Y+1)
	}
	for i, n := range row {
		if p, ok := l.at[n]; ok {
			begin = p.Add(image.Pt(-i, 1))
			break
		}
	}
	full := func() bool {
		for i, n := range row {
			if _, ok := l.at[n]; !ok && taken[begin.Add(image.Pt(i, 0))] {
				return true
			}
		}
		return false
	}
	for full() {
		begin.Y++
	}
	for i, n := range row {
		if _, ok := l.at[n]; !ok {
			l.at[n] = begin.Add(image.Pt(i, 0))
		}
	}
}

// box is the part of the grid that some nodes are in.
func (l *layout) box(nodes []int) (b image.Rectangle) {
	for _, n := range nodes {
		p := l.at[n]
		b = b.Union(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
	}
	return b
}

// encloses counts the nodes in the frame of a plate that are not in the plate.
func (l *layout) encloses(plate int) (count int) {
	b := l.box(l.in[plate])
	for n, p := range l.at {
		if p.In(b) && !slices.Contains(l.in[plate], n) {
			count++
		}
	}
	return count
}

// cost says how bad a layout is: frames around what is not in them, crowded places below frames, a
// large grid, long arrows, arrows upwards or to the left, over nodes, and across each other.
func (l *layout) cost() (cost int) {
	below := map[int]int{}
	for k, in := range l.in {
		cost += 1000 * l.encloses(k)
		b := l.box(in)
		b.Min.Y, b.Max.Y = b.Max.Y, b.Max.Y+1
		for n, p := range l.at {
			if p.In(b) {
				if below[n]++; below[n]%2 == 0 {
					cost += 40
				}
			}
		}
		for _, other := range l.in {
			if o := l.box(other); o.Min.Y == b.Min.Y && o.Overlaps(b) {
				cost += 40
			}
		}
	}
	size := l.box(slices.Collect(maps.Keys(l.at))).Size()
	cost += 6*size.X + 8*size.Y
	side := func(a, b, c image.Point) int {
		u, v := b.Sub(a), c.Sub(a)
		return u.X*v.Y - u.Y*v.X
	}
	for i, e := range l.arrows {
		a, b := l.at[e[0]], l.at[e[1]]
		d := b.Sub(a)
		cost += d.X*d.X + d.Y*d.Y
		if d.Y < 0 && d.X == 0 || d.X < 0 {
			cost += 3
		}
		for n, p := range l.at {
			if n != e[0] && n != e[1] && side(a, b, p) == 0 && (p.X-a.X)*(p.X-b.X) <= 0 &&
				(p.Y-a.Y)*(p.Y-b.Y) <= 0 {
				cost += 300
			}
		}
		for _, f := range l.arrows[:i] {
			p, q := l.at[f[0]], l.at[f[1]]
			if side(a, b, p)*side(a, b, q) < 0 && side(p, q, a)*side(p, q, b) < 0 {
				cost += 60
			}
		}
	}
	return cost
}
