package nb

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// labelling finds places for the names of discs. It begins with the best place for each name, and moves one
// name, or lets two change their places, for as long as that makes the picture clearer.
type labelling struct {
	frame vg.Rectangle
	discs []disc
	sizes []vg.Point // of the names
}

type disc struct {
	at     vg.Point
	radius vg.Length
}

// boxes are where the names are written.
func (l labelling) boxes() []vg.Rectangle {
	boxes := make([]vg.Rectangle, len(l.discs))
	placed := make([]bool, len(l.discs))
	const rounds = 8
	for range rounds {
		moved := false
		for i := range l.discs {
			best, least := boxes[i], math.Inf(1)
			if placed[i] {
				least = l.cost(i, best, boxes, placed) - 1e-9
			}
			for _, box := range l.places(i) {
				if cost := l.cost(i, box, boxes, placed); cost < least {
					best, least, moved = box, cost, true
				}
			}
			boxes[i], placed[i] = best, true
		}
		if l.swap(boxes, placed) {
			moved = true
		}
		if !moved {
			break
		}
	}
	return boxes
}

// swap lets pairs of names change their places where that is clearer.
func (l labelling) swap(boxes []vg.Rectangle, placed []bool) (swapped bool) {
	at := func(i int, like vg.Rectangle) vg.Rectangle { // in the middle of another box
		corner := like.Min.Add(like.Size().Sub(l.sizes[i]).Scale(0.5))
		return vg.Rectangle{Min: corner, Max: corner.Add(l.sizes[i])}
	}
	for i := range boxes {
		for j := range i {
			a, b := boxes[i], boxes[j]
			before := l.cost(i, a, boxes, placed) + l.cost(j, b, boxes, placed)
			boxes[i], boxes[j] = at(i, b), at(j, a)
			if l.cost(i, boxes[i], boxes, placed)+l.cost(j, boxes[j], boxes, placed) < before-1e-9 {
				swapped = true
			} else {
				boxes[i], boxes[j] = a, b
			}
		}
	}
	return swapped
}

// places are where the name of a disc could be: all around it, next to it or further and further away.
func (l labelling) places(i int) (all []vg.Rectangle) {
	d, size := l.discs[i], l.sizes[i]
	const directions, distances = 16, 9
	for far := range distances {
		for k := range directions {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / directions)
			reach := d.radius + 2 + vg.Length(far)*0.7*size.Y
			middle := vg.Point{ // the box touches a circle around the disc
				X: d.at.X + vg.Length(cos)*(reach+size.X/2),
				Y: d.at.Y + vg.Length(sin)*(reach+size.Y/2),
			}
			corner := middle.Sub(vg.Point{X: size.X / 2, Y: size.Y / 2})
			all = append(all, vg.Rectangle{Min: corner, Max: corner.Add(size)})
		}
	}
	return all
}

// cost is how much the name of disc i disturbs in a box.
func (l labelling) cost(i int, box vg.Rectangle, boxes []vg.Rectangle, placed []bool) (cost float64) {
	if f := l.frame; box.Min.X < f.Min.X || box.Max.X > f.Max.X || box.Min.Y < f.Min.Y || box.Max.Y > f.Max.Y {
		cost += 20
	}
	from, to, led := l.leader(i, box)
	cost += math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y)) / 20
	for j, d := range l.discs {
		if overlap(vg.Rectangle{
			Min: vg.Point{X: d.at.X - d.radius, Y: d.at.Y - d.radius},
			Max: vg.Point{X: d.at.X + d.radius, Y: d.at.Y + d.radius},
		}, box) {
			cost += 3
		}
		if j == i {
			continue
		}
		if led && distance(d.at, from, to) < d.radius {
			cost++ // through another disc
		}
		if !placed[j] {
			continue
		}
		if overlap(roomAround(boxes[j]), box) {
			cost += 40
		}
		if led && crossesBox(from, to, boxes[j]) {
			cost += 6
		}
		if a, b, other := l.leader(j, boxes[j]); other {
			if crossesBox(a, b, box) {
				cost += 6
			}
			if led && crosses(from, to, a, b) {
				cost += 6
			}
		}
	}
	return cost
}

// leader is the line from a disc to its name, and whether it is needed.
func (l labelling) leader(i int, box vg.Rectangle) (from, to vg.Point, needed bool) {
	d := l.discs[i]
	to = vg.Point{X: min(max(d.at.X, box.Min.X), box.Max.X), Y: min(max(d.at.Y, box.Min.Y+1), box.Max.Y-2)}
	way := to.Sub(d.at)
	far := vg.Length(math.Hypot(float64(way.X), float64(way.Y)))
	if far <= d.radius+4 {
		return to, to, false
	}
	return d.at, to, true
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// roomAround is a box with a space beside it, so that two names do not read as one.
func roomAround(box vg.Rectangle) vg.Rectangle {
	space := vg.Point{X: 5, Y: 0}
	return vg.Rectangle{Min: box.Min.Sub(space), Max: box.Max.Add(space)}
}

// crosses tells whether two lines, from a to b and from c to d, have a point in common.
func crosses(a, b, c, d vg.Point) bool {
	side := func(p, q, r vg.Point) float64 {
		return float64((q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X))
	}
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

// crossesBox tells whether a line goes through a rectangle.
func crossesBox(a, b vg.Point, box vg.Rectangle) bool {
	left, right := vg.Point{X: box.Min.X, Y: box.Max.Y}, vg.Point{X: box.Max.X, Y: box.Min.Y}
	return crosses(a, b, box.Min, box.Max) || crosses(a, b, left, right)
}

// distance is that of a point from the line from a to b.
func distance(p, a, b vg.Point) vg.Length {
	way, to := b.Sub(a), p.Sub(a)
	share := vg.Length(0)
	if length := way.X*way.X + way.Y*way.Y; length > 0 {
		share = min(max((way.X*to.X+way.Y*to.Y)/length, 0), 1)
	}
	off := to.Sub(way.Scale(share))
	return vg.Length(math.Hypot(float64(off.X), float64(off.Y)))
}
