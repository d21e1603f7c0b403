package nb

import (
	"testing"

	"gonum.org/v1/plot/vg"

	"gibbslab/nb/internal/paint"
)

// Ten discs in one place: no two names overlap, none is cut off, and no two leaders cross.
func TestLabellingOfACrowd(t *testing.T) {
	l := paint.Labelling{Frame: vg.Rectangle{Max: vg.Point{X: 400, Y: 250}}}
	for i := range 10 {
		l.Discs = append(l.Discs, paint.Disc{At: vg.Point{X: 200 + 3*vg.Length(i%4), Y: 125 - 4*vg.Length(i%3)}, Radius: 8})
		l.Sizes = append(l.Sizes, vg.Point{X: 40, Y: 10})
	}
	boxes := l.Boxes()
	for i, a := range boxes {
		if a.Min.X < 0 || a.Max.X > 400 || a.Min.Y < 0 || a.Max.Y > 250 {
			t.Errorf("name %d is at %v", i, a)
		}
		for j, b := range boxes[:i] {
			if paint.Overlap(a, b) {
				t.Errorf("names %d and %d overlap", i, j)
			}
			p, q, one := l.Leader(i, a)
			u, v, other := l.Leader(j, b)
			if one && other && paint.Crosses(p, q, u, v) {
				t.Errorf("the leaders of %d and %d cross", i, j)
			}
		}
	}
}

func TestCrosses(t *testing.T) {
	p := func(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }
	if !paint.Crosses(p(0, 0), p(2, 2), p(0, 2), p(2, 0)) || paint.Crosses(p(0, 0), p(1, 0), p(0, 1), p(1, 1)) {
		t.Error("lines that cross, or do not")
	}
	box := vg.Rectangle{Min: p(1, 1), Max: p(2, 2)}
	if !paint.CrossesBox(p(0, 0), p(3, 2.9), box) || paint.CrossesBox(p(0, 0), p(3, 0), box) {
		t.Error("a line and a box")
	}
	if d := paint.Distance(p(0, 3), p(-1, 0), p(1, 0)); d != 3 {
		t.Errorf("%v", d)
	}
	if d := paint.Distance(p(5, 3), p(-1, 0), p(1, 0)); d != 5 {
		t.Errorf("%v", d)
	}
}

// The ends of both axes of a square heat map are counted alike, from the upper left corner.
func TestNumberedCells(t *testing.T) {
	across, down := numbered{82, false}.Ticks(0, 1), numbered{82, true}.Ticks(0, 1)
	if len(across) != 9 || len(down) != 9 {
		t.Fatalf("%v and %v", across, down)
	}
	for i, m := range across {
		if m.Label != down[i].Label || m.Value+down[i].Value != 81 {
			t.Errorf("%v and %v", m, down[i])
		}
	}
	if n := len(numbered{3, true}.Ticks(0, 1)); n != 3 {
		t.Errorf("%d of 3", n)
	}
}
