package nb

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/nb/internal/paint"
)

// Every golden plot, alone and in grids of two and of three columns, can be read: no two texts
// overlap, none is cut off by the edge of the picture, and none is smaller than 9 points in a page
// 900 CSS pixels wide.
func TestLegible(t *testing.T) {
	const smallest, page = 9.0, 900
	tr := goldenTrace(t)
	for name, f := range golden {
		for place, g := range map[string]Grid{"alone": {Plots: []*plot.Plot{f(tr)}},
			"in a grid": {Plots: []*plot.Plot{f(tr),
				f(tr)}}, "three in a row": {Plots: []*plot.Plot{f(tr), f(tr), f(tr)}, Columns: 3}} {
			if paint.WishOf(g.Plots[0]).Words != "" && len(g.Plots) > 1 {
				// a diagram is a picture of its own, and so are Pairs: beside others it shrinks as
				// a whole
				continue
			}
			_, _, width, height := g.Layout()
			var rec recorder.Canvas
			g.Draw(draw.NewCanvas(&rec, paint.Points(width), paint.Points(height)))
			scale := min(1, float64(page)/float64(width))
			for _, complaint := range illegible(rec.Actions, paint.Points(width),
				paint.Points(height), smallest/scale) {
				t.Errorf("%s %s: %s", name, place, complaint)
			}
		}
	}
}

// The check finds what it is to find.
func TestIllegible(t *testing.T) {
	for want, draws := range map[string]func(c draw.Canvas, text draw.TextStyle){
		"overlap": func(c draw.Canvas, text draw.TextStyle) {
			c.FillText(text, vg.Point{X: 50, Y: 50}, "one")
			c.FillText(text, vg.Point{X: 55, Y: 55}, "two")
		},
		"overlap\n": func(c draw.Canvas, text draw.TextStyle) { // one is upright
			c.FillText(text, vg.Point{X: 40, Y: 80}, "lying")
			text.Rotation = math.Pi / 2
			c.FillText(text, vg.Point{X: 50, Y: 60}, "standing upright")
		},
		"cut off": func(c draw.Canvas, text draw.TextStyle) {
			c.FillText(text,
				vg.Point{X: 180, Y: 50}, "too far right")
		},
		"points, less": func(c draw.Canvas, text draw.TextStyle) {
			text.Font.Size = 8
			c.FillText(text, vg.Point{X: 50, Y: 50}, "small")
		},
		"": func(c draw.Canvas, text draw.TextStyle) {
			c.FillText(text, vg.Point{X: 50, Y: 50}, "one")
			c.FillText(text, vg.Point{X: 50, Y: 65}, "above")
		},
	} {
		var rec recorder.Canvas
		draws(draw.NewCanvas(&rec, 200, 200), paint.NewPlot("", "", "").X.Label.TextStyle)
		got := strings.Join(illegible(rec.Actions, 200, 200, 9), "\n")
		if want := strings.TrimSpace(want); !strings.Contains(got, want) || want == "" &&
			got != "" {
			t.Errorf("want %q, got %q", want, got)
		}
	}
}

// textBox is the rectangle that a text takes.
type textBox struct {
	vg.Rectangle
	text string
}

// illegible lists what cannot be read of a recorded drawing of this size.
func illegible(actions []recorder.Action, width, height vg.Length,
	smallest float64) (complaints []string) {
	const slack = 0.3 // points, a third of a pixel
	boxes := textBoxes(actions)
	for i, b := range boxes {
		if b.Min.X < -slack || b.Min.Y < -slack || b.Max.X > width+slack || b.Max.Y > height+slack {
			complaints = append(complaints, fmt.Sprintf("%q is cut off", b.text))
		}
		for _, a := range boxes[:i] {
			if min(a.Max.X, b.Max.X)-max(a.Min.X, b.Min.X) > slack &&
				min(a.Max.Y, b.Max.Y)-max(a.Min.Y, b.Min.Y) > slack {
				complaints = append(complaints, fmt.Sprintf("%q and %q overlap", a.text, b.text))
			}
		}
	}
	for _, a := range actions {
		if s, ok := a.(*recorder.FillString); ok && s.Font.Size.Points() < smallest &&
			strings.TrimSpace(s.String) != "" {
			complaints = append(complaints, fmt.Sprintf("%q has %.1f points, less than %.1f",
				s.String, s.Font.Size.Points(), smallest))
		}
	}
	return complaints
}

// textBoxes finds where the texts of a drawing are: what follows a baseline from the top of its
// capitals to the foot of its letters, moved and turned as the canvas was. Turns are quarters of a
// circle.
func textBoxes(actions []recorder.Action) (boxes []textBox) {
	type place struct{ a, b, c, d, x, y float64 } // (u, v) is at (a·u + c·v + x, b·u + d·v + y)
	now, stack := place{a: 1, d: 1}, []place(nil)
	at := func(u, v vg.Length) vg.Point {
		return vg.Point{X: vg.Length(now.a*float64(u) + now.c*float64(v) + now.x),
			Y: vg.Length(now.b*float64(u) + now.d*float64(v) + now.y)}
	}
	for _, action := range actions {
		switch a := action.(type) {
		case *recorder.Push:
			stack = append(stack, now)
		case *recorder.Pop:
			now, stack = stack[len(stack)-1], stack[:len(stack)-1]
		case *recorder.Translate:
			to := at(a.Point.X, a.Point.Y)
			now.x, now.y = float64(to.X), float64(to.Y)
		case *recorder.Rotate:
			sin, cos := math.Sincos(a.Angle)
			now.a, now.b, now.c, now.d = now.a*cos+now.c*sin, now.b*cos+now.d*sin,
				now.c*cos-now.a*sin, now.d*cos-now.b*sin
		case *recorder.Scale:
			now.a, now.b, now.c, now.d = now.a*a.X, now.b*a.X, now.c*a.Y, now.d*a.Y
		case *recorder.FillString:
			if strings.TrimSpace(a.String) == "" {
				continue
			}
			face := font.DefaultCache.Lookup(a.Font, a.Font.Size)
			// of the size: the height of "A", and how far "g" goes below the line, in Liberation
			// Sans
			const capitals, feet = 0.72, 0.2
			p := at(a.Point.X, a.Point.Y-feet*a.Font.Size)
			q := at(a.Point.X+face.Width(a.String), a.Point.Y+capitals*a.Font.Size)
			boxes = append(boxes, textBox{vg.Rectangle{
				Min: vg.Point{X: min(p.X, q.X), Y: min(p.Y, q.Y)},
				Max: vg.Point{X: max(p.X, q.X), Y: max(p.Y, q.Y)},
			}, a.String})
		}
	}
	return boxes
}
