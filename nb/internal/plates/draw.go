package plates

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

func (d *Diagram) Plot(c draw.Canvas, _ *plot.Plot) {
	to, scale := d.fit(&c)
	k := vg.Length(scale)
	for p := range d.plates {
		f := d.frames[p]
		lo, hi := to(f.Min), to(f.Max)
		c.StrokeLines(paint.Stroke(paint.Grey, 0.9), []vg.Point{lo, {X: hi.X, Y: lo.Y}, hi,
			{X: lo.X, Y: hi.Y}, lo})
		sty := plateFont()
		sty.Font.Size *= k
		left := hi.X - 4*k - labelWidth(d.plates[p].label, sty)
		if d.labelAtLeft(p) {
			left = lo.X + 4*k
		}
		drawLabel(&c, sty, d.plates[p].label, vg.Point{X: left, Y: lo.Y + 4*k})
	}
	for _, e := range d.edges {
		a, b := d.nodes[e[0]], d.nodes[e[1]]
		drawArrow(&c, to(a.centre()), to(b.centre()), k*a.kind.radius(), k*b.kind.radius(), k)
	}
	for i, n := range d.nodes {
		at, sty := to(n.centre()), n.nameStyle(k)
		drawNode(&c, n.kind, at, k*n.kind.radius())
		left := at.X - labelWidth(n.name, sty)/2
		baseline := at.Y - sty.Font.Size*0.33
		if n.kind == fixed {
			baseline = at.Y + k*(dotRadius+5)
			if d.pointsUp(i) {
				baseline = at.Y - k*(dotRadius+13)
			}
		}
		drawLabel(&c, sty, n.name, vg.Point{X: left, Y: baseline})
	}
}

// pointsUp tells whether an arrow leads up from a node, where its label would be in the way.
func (d *Diagram) pointsUp(n int) bool {
	return slices.ContainsFunc(d.edges, func(e [2]int) bool {
		return e[0] == n && d.nodes[e[1]].row < d.nodes[n].row
	})
}

func (k Kind) radius() vg.Length {
	if k == fixed {
		return dotRadius
	}
	return nodeRadius
}

func drawNode(c *draw.Canvas, k Kind, at vg.Point, radius vg.Length) {
	fill := color.Color(color.White)
	switch k {
	case seen:
		fill = paint.Pale(paint.Grey, 0.35)
	case fixed:
		fill = paint.Ink
	}
	var circle vg.Path
	circle.Move(vg.Point{X: at.X + radius, Y: at.Y})
	circle.Arc(at, radius, 0, 2*math.Pi)
	circle.Close()
	c.SetColor(fill)
	c.Fill(circle)
	c.SetLineStyle(paint.Stroke(paint.Ink, 1))
	c.Stroke(circle)
}

// drawArrow goes from the edge of one circle to the edge of another.
func drawArrow(c *draw.Canvas, from, to vg.Point, start, end, scale vg.Length) {
	v := to.Sub(from)
	length := vg.Length(math.Hypot(float64(v.X), float64(v.Y)))
	u := v.Scale(1 / length)
	side := vg.Point{X: -u.Y, Y: u.X}
	tip := to.Sub(u.Scale(end + 1.5*scale))
	back := tip.Sub(u.Scale(7 * scale))
	from = from.Add(u.Scale(start + 1.5*scale))
	c.StrokeLines(paint.Stroke(paint.Ink, 1), []vg.Point{from, back})
	c.FillPolygon(paint.Ink, []vg.Point{tip, back.Add(side.Scale(3 * scale)),
		back.Sub(side.Scale(3 * scale))})
}

func nodeFont() text.Style {
	sty := paint.NewPlot("", "", "").Title.TextStyle
	sty.Font.Size = diagramFont
	sty.XAlign, sty.YAlign = draw.XLeft, draw.YBottom
	return sty
}

// nameStyle is how a node's name is written in a diagram of scale k: a long name is smaller, within
// its circle.
func (n node) nameStyle(k vg.Length) text.Style {
	const room = 2*nodeRadius - 4
	sty := nodeFont()
	sty.Font.Size *= k
	if n.kind != fixed {
		sty.Font.Size *= min(1, k*room/labelWidth(n.name, sty))
	}
	return sty
}

func plateFont() text.Style {
	sty := nodeFont()
	sty.Font.Size = 9.5
	return sty
}

// labelParts cuts a label into pieces, each with its subscript: "k = 1 … R_j" is one piece with the
// subscript "j".
func labelParts(s string) (parts [][2]string) {
	for s != "" {
		base, rest, _ := strings.Cut(s, "_")
		end := strings.IndexFunc(rest, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		if end < 0 {
			end = len(rest)
		}
		parts = append(parts, [2]string{base, rest[:end]})
		s = rest[end:]
	}
	return parts
}

// A subscript is smaller than its base, but never too small to read.
const subscriptSize, smallestSubscript = 0.72, 9.4

func subscriptOf(sty text.Style) text.Style {
	sty.Font.Size = max(subscriptSize*sty.Font.Size, min(sty.Font.Size, smallestSubscript))
	return sty
}

func labelWidth(s string, sty text.Style) vg.Length {
	var w vg.Length
	for _, part := range labelParts(s) {
		w += sty.Width(part[0])
		if part[1] != "" {
			w += subscriptOf(sty).Width(part[1]) + 0.5
		}
	}
	return w
}

// drawLabel writes a label whose baseline begins at a point.
func drawLabel(c *draw.Canvas, sty text.Style, s string, at vg.Point) {
	write := func(sty text.Style, s string, down vg.Length) {
		if s == "" {
			return
		}
		c.SetColor(sty.Color)
		c.FillString(sty.Handler.Cache().Lookup(sty.Font, sty.Font.Size),
			vg.Point{X: at.X, Y: at.Y - down}, s)
		at.X += sty.Width(s)
	}
	for _, part := range labelParts(s) {
		write(sty, part[0], 0)
		if part[1] != "" {
			at.X += 0.5
			write(subscriptOf(sty), part[1], sty.Font.Size*0.22)
		}
	}
}

// Key draws a kind of node in the key.
type Key struct{ Kind }

func (k Key) Thumbnail(c *draw.Canvas) {
	drawNode(c, k.Kind, c.Center(), min(k.radius(), 4))
}
