package paint

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"
)

// The topics of the notebook on topics: ten of twenty discs lie in one heap.
var heap = []struct {
	name    string
	x, y, r vg.Length
}{
	{"jobs, crime", 271.6, 99.153, 15.3},
	{"rights", 235.3, 91.511, 12.4},
	{"America", 164, 302.38, 24.4},
	{"welfare", 263.3, 77.348, 11.5},
	{"taxes", 453.6, 217.06, 21.1},
	{"God", 195.1, 95.111, 13.3},
	{"Congress", 220, 86.971, 15.6},
	{"(mixed)", 223.7, 109.27, 10.8},
	{"freedom", 121.9, 286.69, 19.1},
	{"red tape", 391.6, 125.15, 18.3},
	{"defence", 218.8, 245.1, 18.6},
	{"recovery", 320.1, 208.27, 17.5},
	{"space", 219.7, 130.26, 14.1},
	{"opening", 224.9, 99.273, 12.4},
	{"the needy", 286.8, 94.655, 15.9},
	{"schools", 230, 91.943, 15.6},
	{"heroes", 232.1, 79.586, 11.3},
	{"sunrise", 216.7, 94.364, 11.7},
	{"budget", 407.2, 227.34, 20.9},
	{"trade", 223.9, 218.39, 17.1},
}

// Ten names of overlapping discs stay apart, lie on no other disc, and have leaders that do not
// cross, do not run through a name, and do not pass the middle of another disc.
func TestLabellingOfAHeap(t *testing.T) {
	l := Labelling{Frame: vg.Rectangle{Min: vg.Point{X: 45, Y: 35}, Max: vg.Point{X: 530, Y: 340}}}
	for _, d := range heap {
		l.Discs = append(l.Discs, Disc{At: vg.Point{X: d.x, Y: d.y}, Radius: d.r})
		l.Sizes = append(l.Sizes, vg.Point{X: 4.6 * vg.Length(len(d.name)), Y: 11})
	}
	boxes := l.Boxes()
	for _, complaint := range complaints(l, boxes) {
		t.Error(complaint)
	}
	for i, box := range boxes {
		from, to, led := l.Leader(i, box)
		for j, d := range l.Discs {
			if i == j {
				continue
			}
			nearest := vg.Point{X: min(max(d.At.X, box.Min.X), box.Max.X),
				Y: min(max(d.At.Y, box.Min.Y), box.Max.Y)}
			if Distance(d.At, nearest, nearest) < d.Radius {
				t.Errorf("%q lies on %q", heap[i].name, heap[j].name)
			}
			if led && Distance(d.At, from, to) < 4 {
				t.Errorf("the leader of %q passes the middle of %q", heap[i].name, heap[j].name)
			}
		}
	}
}

// complaints are what makes names hard to read.
func complaints(l Labelling, boxes []vg.Rectangle) (all []string) {
	say := func(format string, a ...any) { all = append(all, fmt.Sprintf(format, a...)) }
	for i, box := range boxes {
		if f := l.Frame; box.Min.X < f.Min.X || box.Max.X > f.Max.X || box.Min.Y < f.Min.Y ||
			box.Max.Y > f.Max.Y {
			say("name %d is cut off", i)
		}
		from, to, led := l.Leader(i, box)
		for j, other := range boxes {
			if i == j {
				continue
			}
			u, v, also := l.Leader(j, other)
			if Overlap(box, other) {
				say("names %d and %d overlap", i, j)
			}
			if led && also && Crosses(from, to, u, v) {
				say("the leaders of %d and %d cross", i, j)
			}
			if led && CrossesBox(from, to, other) {
				say("the leader of %d runs through name %d", i, j)
			}
		}
	}
	return all
}

func TestLabellingOfCrowds(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		l := Labelling{Frame: vg.Rectangle{Max: vg.Point{X: 430, Y: 290}}}
		for i := range 18 {
			at := vg.Point{X: 100 + 45*vg.Length(r.NormFloat64()/2), Y: 80 +
				45*vg.Length(r.NormFloat64()/2)}
			if i >= 10 {
				at = vg.Point{X: 30 + 370*vg.Length(r.Float64()), Y: 30 +
					230*vg.Length(r.Float64())}
			}
			l.Discs = append(l.Discs, Disc{At: at, Radius: 8 + 10*vg.Length(r.Float64())})
			l.Sizes = append(l.Sizes, vg.Point{X: 20 + 35*vg.Length(r.Float64()), Y: 11})
		}
		for _, complaint := range complaints(l, l.Boxes()) {
			t.Errorf("seed %d: %s", seed, complaint)
		}
	}
}

// Ten discs in one place.
func TestLabellingOfACrowd(t *testing.T) {
	l := Labelling{Frame: vg.Rectangle{Max: vg.Point{X: 400, Y: 250}}}
	for i := range 10 {
		at := vg.Point{X: 200 + 3*vg.Length(i%4), Y: 125 - 4*vg.Length(i%3)}
		l.Discs = append(l.Discs, Disc{At: at, Radius: 8})
		l.Sizes = append(l.Sizes, vg.Point{X: 40, Y: 10})
	}
	for _, complaint := range complaints(l, l.Boxes()) {
		t.Error(complaint)
	}
}

func TestCrosses(t *testing.T) {
	p := func(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }
	if !Crosses(p(0, 0), p(2, 2), p(0, 2), p(2, 0)) || Crosses(p(0, 0), p(1, 0), p(0, 1), p(1, 1)) {
		t.Error("lines that cross, or do not")
	}
	box := vg.Rectangle{Min: p(1, 1), Max: p(2, 2)}
	if !CrossesBox(p(0, 0), p(3, 2.9), box) || CrossesBox(p(0, 0), p(3, 0), box) {
		t.Error("a line and a box")
	}
	if d := Distance(p(0, 3), p(-1, 0), p(1, 0)); d != 3 {
		t.Errorf("%v", d)
	}
	if d := Distance(p(5, 3), p(-1, 0), p(1, 0)); d != 5 {
		t.Errorf("%v", d)
	}
}

// Discs without names get no box, and names keep off them.
func TestLabellingWithoutNames(t *testing.T) {
	l := Labelling{Frame: vg.Rectangle{Max: vg.Point{X: 200, Y: 100}}, Sizes: []vg.Point{{X: 40, Y: 11}}}
	l.Discs = []Disc{{At: vg.Point{X: 100, Y: 50}, Radius: 10}}
	alone := l.Boxes()[0]
	l.Discs = append(l.Discs, Disc{At: alone.Min.Add(alone.Size().Scale(0.5)), Radius: 10})
	boxes := l.Boxes()
	disc := l.Discs[1]
	around := vg.Rectangle{Min: disc.At.Sub(vg.Point{X: 10, Y: 10}), Max: disc.At.Add(vg.Point{X: 10, Y: 10})}
	if len(boxes) != 1 || Overlap(boxes[0], around) || !Overlap(alone, around) {
		t.Errorf("boxes %v, and %v without the second disc", boxes, alone)
	}
}
