package paint

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
)

// Labelling finds places for the names of discs. It begins with the best place for each name, and
// moves one name, or lets two change their places, for as long as that makes the picture clearer.
type Labelling struct {
	Frame vg.Rectangle
	Discs []Disc
	Sizes []vg.Point // of the names; the discs after the last of them have none
}

// A Disc is a circle that may have a name.
type Disc struct {
	At     vg.Point
	Radius vg.Length
}

// Boxes are where the names are written: the best of several searches, each of which begins with
// another name.
func (l Labelling) Boxes() (best []vg.Rectangle) {
	const searches = 6
	least := math.Inf(1)
	for k := range min(searches, len(l.Sizes)) {
		boxes, placed := l.search(k * len(l.Sizes) / searches)
		total := 0.0
		for i, box := range boxes {
			total += l.cost(i, box, boxes, placed, math.Inf(1))
		}
		if total < least {
			best, least = boxes, total
		}
	}
	return best
}

// search places one name after the other, the first one first.
func (l Labelling) search(first int) (boxes []vg.Rectangle, placed []bool) {
	n := len(l.Sizes)
	boxes, placed = make([]vg.Rectangle, n), make([]bool, n)
	const rounds = 8
	for range rounds {
		moved := false
		for k := range n {
			i := (first + k) % n
			best, least := boxes[i], math.Inf(1)
			if placed[i] {
				least = l.cost(i, best, boxes, placed, math.Inf(1)) - 1e-9
			}
			for _, box := range l.places(i) {
				if cost := l.cost(i, box, boxes, placed, least); cost < least {
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
	return boxes, placed
}

// swap lets pairs of names change their places where that is clearer.
func (l Labelling) swap(boxes []vg.Rectangle, placed []bool) (swapped bool) {
	at := func(i int, like vg.Rectangle) vg.Rectangle { // in the middle of another box
		corner := like.Min.Add(like.Size().Sub(l.Sizes[i]).Scale(0.5))
		return vg.Rectangle{Min: corner, Max: corner.Add(l.Sizes[i])}
	}
	for i := range boxes {
		for j := range i {
			a, b := boxes[i], boxes[j]
			both := func(enough float64) float64 {
				return l.cost(i, boxes[i], boxes, placed, enough) + l.cost(j, boxes[j], boxes, placed, enough)
			}
			before := both(math.Inf(1))
			boxes[i], boxes[j] = at(i, b), at(j, a)
			if both(before) < before-1e-9 {
				swapped = true
			} else {
				boxes[i], boxes[j] = a, b
			}
		}
	}
	return swapped
}

// places are where the name of a disc could be: all around it, next to it or further and further
// away.
func (l Labelling) places(i int) (all []vg.Rectangle) {
	d, size := l.Discs[i], l.Sizes[i]
	const directions, distances = 24, 12
	for far := range distances {
		for k := range directions {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / directions)
			reach := d.Radius + 2 + vg.Length(far)*0.7*size.Y
			middle := vg.Point{ // the box touches a circle around the disc
				X: d.At.X + vg.Length(cos)*(reach+size.X/2),
				Y: d.At.Y + vg.Length(sin)*(reach+size.Y/2),
			}
			corner := middle.Sub(vg.Point{X: size.X / 2, Y: size.Y / 2})
			all = append(all, vg.Rectangle{Min: corner, Max: corner.Add(size)})
		}
	}
	return all
}

// cost is how much the name of disc i disturbs in a box. It stops counting when that is more than
// enough.
func (l Labelling) cost(i int, box vg.Rectangle, boxes []vg.Rectangle, placed []bool,
	enough float64) (cost float64) {
	if f := l.Frame; box.Min.X < f.Min.X || box.Max.X > f.Max.X || box.Min.Y < f.Min.Y ||
		box.Max.Y > f.Max.Y {
		cost += 60
	}
	from, to, led := l.Leader(i, box)
	cost += math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y)) / 25
	for j, d := range l.Discs {
		if cost > enough {
			break
		}
		if Overlap(vg.Rectangle{
			Min: vg.Point{X: d.At.X - d.Radius, Y: d.At.Y - d.Radius},
			Max: vg.Point{X: d.At.X + d.Radius, Y: d.At.Y + d.Radius},
		}, box) {
			cost += foreign(i, j)
		}
		if j == i {
			continue
		}
		if led && Distance(d.At, from, to) < d.Radius {
			cost++ // through another disc
		}
		if led && Distance(d.At, from, to) < 5 {
			cost += 4 // past the middle of another disc, where its own leader begins
		}
		if j >= len(placed) || !placed[j] {
			continue
		}
		if Overlap(roomAround(boxes[j]), box) {
			cost += 60
		}
		if led && CrossesBox(from, to, roomAround(boxes[j])) {
			cost += 20
		}
		if a, b, other := l.Leader(j, boxes[j]); other {
			if CrossesBox(a, b, roomAround(box)) {
				cost += 20
			}
			if led && Crosses(from, to, a, b) {
				cost += 20
			}
		}
	}
	return cost
}

// foreign is what it costs if the name of disc i lies on disc j.
func foreign(i, j int) float64 {
	if i == j {
		return 3
	}
	return 8 // it would seem to be the name of that one
}

// Leader is the line from a disc to its name, and whether it is needed.
func (l Labelling) Leader(i int, box vg.Rectangle) (from, to vg.Point, needed bool) {
	d := l.Discs[i]
	to = vg.Point{X: min(max(d.At.X, box.Min.X), box.Max.X),
		Y: min(max(d.At.Y, box.Min.Y+1), box.Max.Y-2)}
	way := to.Sub(d.At)
	far := vg.Length(math.Hypot(float64(way.X), float64(way.Y)))
	if far <= d.Radius+4 {
		return to, to, false
	}
	return d.At, to, true
}

// Overlap tells whether two rectangles have a point in common.
func Overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// roomAround is a box with a space around it, to keep two names from reading as one, and a leader
// from looking like an underline.
func roomAround(box vg.Rectangle) vg.Rectangle {
	space := vg.Point{X: 5, Y: 2}
	return vg.Rectangle{Min: box.Min.Sub(space), Max: box.Max.Add(space)}
}

// Crosses tells whether two lines, from a to b and from c to d, have a point in common.
func Crosses(a, b, c, d vg.Point) bool {
	side := func(p, q, r vg.Point) float64 {
		return float64((q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X))
	}
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

// CrossesBox tells whether a line goes through a rectangle.
func CrossesBox(a, b vg.Point, box vg.Rectangle) bool {
	left, right := vg.Point{X: box.Min.X, Y: box.Max.Y}, vg.Point{X: box.Max.X, Y: box.Min.Y}
	return Crosses(a, b, box.Min, box.Max) || Crosses(a, b, left, right)
}

// Distance is the distance of a point from the line from a to b.
func Distance(p, a, b vg.Point) vg.Length {
	way, to := b.Sub(a), p.Sub(a)
	share := vg.Length(0)
	if length := way.X*way.X + way.Y*way.Y; length > 0 {
		share = min(max((way.X*to.X+way.Y*to.Y)/length, 0), 1)
	}
	off := to.Sub(way.Scale(share))
	return vg.Length(math.Hypot(float64(off.X), float64(off.Y)))
}

// MostNames of discs can be read beside each other.
const MostNames = 24

// Discs are circles with their names. If there are more than MostNames, only the largest have them.
type Discs struct {
	X, Y, Shares []float64
	Names        []string
}

// Plot implements plot.Plotter. The largest disc has a twelfth of the height for its radius. Names
// stand beside their discs, away from other names and other discs as far as possible (see
// Labelling).
func (d Discs) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	largest := slices.Max(d.Shares)
	radius := func(i int) vg.Length {
		return c.Size().Y / 12 * vg.Length(math.Sqrt(d.Shares[i]/max(largest, 1e-300)))
	}
	// small ones lie on large ones
	order := numeric.Order(len(d.Names), func(i, j int) int {
		return cmp.Compare(radius(j), radius(i))
	})
	for _, i := range order {
		at := vg.Point{X: x(d.X[i]), Y: y(d.Y[i])}
		disc := draw.GlyphStyle{Color: Pale(Posterior, 0.3), Radius: radius(i), Shape: draw.CircleGlyph{}}
		c.DrawGlyphNoClip(disc, at)
		disc.Color, disc.Shape = Posterior, draw.RingGlyph{}
		c.DrawGlyphNoClip(disc, at)
	}
	sty := p.X.Tick.Label
	sty.Rotation, sty.XAlign, sty.YAlign = 0, draw.XLeft, draw.YBottom
	named := min(MostNames, len(order))
	slices.Sort(order[:named])
	l := Labelling{Frame: c.Rectangle}
	for k, i := range order {
		l.Discs = append(l.Discs, Disc{At: vg.Point{X: x(d.X[i]), Y: y(d.Y[i])}, Radius: radius(i)})
		if k < named {
			l.Sizes = append(l.Sizes, vg.Point{X: sty.Width(d.Names[i]), Y: sty.FontExtents().Height})
		}
	}
	for i, box := range l.Boxes() {
		if from, to, ok := l.Leader(i, box); ok {
			c.StrokeLine2(Stroke(Ink, 0.5), from.X, from.Y, to.X, to.Y)
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: Ink, Radius: 1.3, Shape: draw.CircleGlyph{}}, from)
		}
		c.FillText(sty, box.Min, d.Names[order[i]])
	}
}

func (d Discs) DataRange() (xmin, xmax, ymin, ymax float64) {
	return slices.Min(d.X), slices.Max(d.X), slices.Min(d.Y), slices.Max(d.Y)
}
