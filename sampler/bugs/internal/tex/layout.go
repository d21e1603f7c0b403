package tex

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// A layout is an order of rows, and where it puts the nodes: as nb.PlateDiagram does, a row stands
// below the first of its nodes that has a place.
type layout struct {
	rows []string
	at   map[int][2]int // column and row
	cost int
}

// try makes a random layout.
func (d *Diagram) try(r *rand.Rand) *layout {
	l := &layout{at: map[int][2]int{}}
	drawn := map[[2]int]bool{}
	for {
		var next [][2]int // arrows that are not drawn: first those at what has a place
		for _, a := range d.arrows {
			_, from := l.at[a[0]]
			_, to := l.at[a[1]]
			if !drawn[a] && (from || to) {
				next = append(next, a)
			}
		}
		if next == nil {
			for _, a := range d.arrows {
				if !drawn[a] {
					next = append(next, a)
				}
			}
		}
		if next == nil {
			break
		}
		a := next[r.IntN(len(next))]
		chain, right := []int{a[0], a[1]}, []bool{true}
		drawn[a] = true
		for range r.IntN(4) { // longer: to the left by a parent, to the right by a child or a parent
			left := r.IntN(2) == 0
			end := chain[len(chain)-1]
			if left {
				end = chain[0]
			}
			var more [][2]int
			for _, b := range d.arrows {
				if !drawn[b] && (b[1] == end || b[0] == end) && !slices.Contains(chain, b[0]+b[1]-end) {
					more = append(more, b)
				}
			}
			if more == nil {
				continue
			}
			b := more[r.IntN(len(more))]
			drawn[b] = true
			other := b[0] + b[1] - end
			if left {
				chain, right = append([]int{other}, chain...), append([]bool{b[0] == other}, right...)
			} else {
				chain, right = append(chain, other), append(right, b[1] == other)
			}
		}
		if r.IntN(2) == 0 && len(l.rows) > 0 {
			slices.Reverse(chain)
			slices.Reverse(right)
			for i := range right {
				right[i] = !right[i]
			}
		}
		l.add(d, chain, right)
	}
	for n := range d.Nodes {
		if _, ok := l.at[n]; !ok {
			l.add(d, []int{n}, nil)
		}
	}
	l.cost += d.judge(l)
	return l
}

// add writes a row and places its nodes.
func (l *layout) add(d *Diagram, chain []int, right []bool) {
	var b strings.Builder
	col, row := 0, 0
	for _, p := range l.at {
		row = max(row, p[1]+1)
	}
	for i, n := range chain {
		if i > 0 {
			b.WriteString(map[bool]string{true: " → ", false: " ← "}[right[i-1]])
		}
		if d.Seen[n] {
			b.WriteString("[" + d.Nodes[n] + "]")
		} else {
			b.WriteString(d.Nodes[n])
		}
	}
	for i, n := range chain {
		if p, ok := l.at[n]; ok {
			col, row = p[0]-i, p[1]+1
			break
		}
	}
	for !l.free(chain, col, row) {
		row++
	}
	for i, n := range chain {
		if _, ok := l.at[n]; !ok {
			l.at[n] = [2]int{col + i, row}
		}
	}
	l.rows = append(l.rows, b.String())
}

func (l *layout) free(chain []int, col, row int) bool {
	for i, n := range chain {
		if _, placed := l.at[n]; placed {
			continue
		}
		for _, p := range l.at {
			if p == [2]int{col + i, row} {
				return false
			}
		}
	}
	return true
}

// box is the part of the grid that a plate's frame surrounds.
func (d *Diagram) box(l *layout, plate int) (lo, hi [2]int) {
	lo = l.at[d.in[plate][0]]
	hi = lo
	for _, n := range d.in[plate] {
		for k, x := range l.at[n] {
			lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
		}
	}
	return lo, hi
}

// encloses counts the nodes in the frame of a plate that are not in the plate.
func (d *Diagram) encloses(l *layout, plate int) (count int) {
	lo, hi := d.box(l, plate)
	for n, p := range l.at {
		if !slices.Contains(d.in[plate], n) && lo[0] <= p[0] && p[0] <= hi[0] && lo[1] <= p[1] &&
			p[1] <= hi[1] {
			count++
		}
	}
	return count
}

// crowded counts what stands directly below frames: the frames of other plates, and nodes below two
// frames.
func (d *Diagram) crowded(l *layout) (count int) {
	below := map[int]int{}
	for i := range d.plates {
		lo, hi := d.box(l, i)
		for n, p := range l.at {
			if p[1] == hi[1]+1 && lo[0] <= p[0] && p[0] <= hi[0] {
				below[n]++
			}
		}
		for k := range d.plates {
			u, v := d.box(l, k)
			if u[1] == hi[1]+1 && u[0] <= hi[0] && lo[0] <= v[0] {
				count++
			}
		}
	}
	for _, n := range below {
		count += n / 2
	}
	return count
}

// judge says how bad a layout is.
func (d *Diagram) judge(l *layout) (cost int) {
	for k := range d.plates {
		cost += 1000 * d.encloses(l, k)
	}
	cost += 40 * d.crowded(l)
	wide, high := [2]int{}, [2]int{}
	for _, p := range l.at {
		wide[0], wide[1] = min(wide[0], p[0]), max(wide[1], p[0])
		high[0], high[1] = min(high[0], p[1]), max(high[1], p[1])
	}
	cost += 6*(wide[1]-wide[0]) + 8*(high[1]-high[0])
	side := func(a, b, c [2]int) int { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }
	for i, e := range d.arrows {
		a, b := l.at[e[0]], l.at[e[1]]
		x, y := b[0]-a[0], b[1]-a[1]
		cost += x*x + y*y
		if y < 0 && x == 0 || x < 0 {
			cost += 3
		}
		for n, p := range l.at { // over another node
			if n != e[0] && n != e[1] && side(a, b, p) == 0 && (p[0]-a[0])*(p[0]-b[0]) <= 0 &&
				(p[1]-a[1])*(p[1]-b[1]) <= 0 {
				cost += 300
			}
		}
		for _, f := range d.arrows[:i] {
			p, q := l.at[f[0]], l.at[f[1]]
			if side(a, b, p)*side(a, b, q) < 0 && side(p, q, a)*side(p, q, b) < 0 {
				cost += 60
			}
		}
	}
	return cost
}
