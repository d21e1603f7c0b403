package paint

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// TestSvgOf compares small drawings with what they must become: 20 units a point, y from the top of
// a picture 72 points high.
func TestSvgOf(t *testing.T) {
	at := func(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }
	path := func(pts ...vg.Point) (p vg.Path) {
		p.Move(pts[0])
		for _, to := range pts[1:] {
			p.Line(to)
		}
		return p
	}
	ring := func(r vg.Length) (p vg.Path) {
		p.Move(at(10+r, 10))
		p.Arc(at(10, 10), r, 0, 2*math.Pi)
		p.Close()
		return p
	}
	left := path(at(0, 0), at(10, 0), at(10, 10)) // turns left
	right := path(at(0, 0), at(10, 10), at(10, 0))
	red := color.NRGBA{R: 255, A: 255}
	const black = `<path style='fill:none;stroke:#000000;stroke-width:20' d='`
	for name, tt := range map[string]struct {
		draw func(c vg.Canvas)
		want string
	}{
		"a line": {func(c vg.Canvas) { c.Stroke(path(at(1, 2), at(3, 2), at(3, 5), at(2, 4))) },
			black + `M20 1400h40v-60l-20 20'/>`},
		"lines of one style are one path, and go on": {func(c vg.Canvas) {
			c.Stroke(path(at(1, 2), at(3, 2)))
			c.Stroke(path(at(3, 2), at(3, 5)))
			c.Stroke(path(at(0, 0), at(0, 1)))
		}, black + `M20 1400h40v-60m-60 100v-20'/>`},
		"another colour is another path": {func(c vg.Canvas) {
			c.Stroke(path(at(0, 0), at(1, 0)))
			c.SetColor(red)
			c.Stroke(path(at(0, 0), at(1, 0)))
		}, black + `M0 1440h20'/>` +
			`<path style='fill:none;stroke:#ff0000;stroke-width:20' d='M0 1440h20'/>`},
		"what is transparent is a path of its own": {func(c vg.Canvas) {
			c.SetColor(color.NRGBA{A: 51})
			c.Fill(left)
			c.Fill(left)
		}, strings.Repeat(`<path style='fill:#000000;fill-opacity:0.2' d='M0 1440h200v-200'/>`, 2)},
		"polygons that turn the same way are one path": {func(c vg.Canvas) {
			c.Fill(left)
			c.Fill(left)
			c.Fill(right)
		}, `<path style='fill:#000000' d='M0 1440h200v-200m-200 200h200v-200'/>` +
			`<path style='fill:#000000' d='M0 1440l200-200v200'/>`},
		"dots": {func(c vg.Canvas) {
			c.Fill(ring(2))
			c.Translate(at(5, 0))
			c.Fill(ring(2))
		}, `<path style='stroke:#000000;stroke-width:80;stroke-linecap:round' d='M200 1240h0m100 0h0'/>`},
		"a ring": {func(c vg.Canvas) { c.Stroke(ring(2)) },
			black + `M240 1240a40 40 0 0 0-60-35a40 40 0 0 0 0 70a40 40 0 0 0 60-35z'/>`},
		"dashes, and a turn": {func(c vg.Canvas) {
			c.Push()
			c.Rotate(math.Pi / 2)
			c.SetLineDash([]vg.Length{3, 1}, 0)
			c.Stroke(path(at(0, 0), at(10, -10)))
			c.Pop()
			c.Stroke(path(at(0, 0), at(1, 1)))
		}, `<path style='fill:none;stroke:#000000;stroke-width:20;stroke-dasharray:60 20' ` +
			`d='M0 1440l200-200'/>` +
			black + `M0 1440l20-20'/>`},
		"texts": {func(c vg.Canvas) {
			face := font.DefaultCache.Lookup(NewPlot("", "", "").Title.TextStyle.Font, 12)
			c.FillString(face, at(1, 1), "a&b")
			c.Rotate(math.Pi / 2)
			c.FillString(face, at(1, -1), "x")
		}, `<g style='fill:#000000;font-size:240px'><text x='20' y='1420'>a&amp;b</text>` +
			`<text transform='translate(20 1420)rotate(-90)'>x</text></g>`},
	} {
		svg := SvgOf(96, 96, 1e6, func(c draw.Canvas) { tt.draw(c.Canvas) })
		_, body, _ := strings.Cut(svg, ">")
		if got := strings.TrimSuffix(body, "</svg>"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, tt.want)
		}
	}
}

// A drawing that is too large for a notebook is not made only to be thrown away.
func TestSvgStopsAtItsLimit(t *testing.T) {
	c := newSvgCanvas(100, 100, 1000)
	for i := range 100_000 {
		line := vg.Path{{Type: vg.MoveComp},
			{Type: vg.LineComp, Pos: vg.Point{X: 10, Y: vg.Length(i)}}}
		c.Stroke(line)
		c.Fill(line)
	}
	if n := c.out.Len(); n > 1200 || !c.full() {
		t.Errorf("%d bytes of an SVG that may have 1000", n)
	}
}
