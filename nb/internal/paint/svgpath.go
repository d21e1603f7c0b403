package paint

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

func (c *svgCanvas) Stroke(p vg.Path) {
	if c.width <= 0 || len(p) == 0 || c.full() {
		return
	}
	style, opaque := paintOf("stroke", c.colour)
	style += ";stroke-width:" + strconv.Itoa(max(1, c.at(c.width*vg.Length(c.zoom()))))
	if len(c.dashes) > 0 {
		var dashes []string
		for _, d := range c.dashes {
			dashes = append(dashes, strconv.Itoa(c.at(d)))
		}
		style += ";stroke-dasharray:" + strings.Join(dashes, " ")
		if c.offset != 0 {
			style += ";stroke-dashoffset:" + strconv.Itoa(c.at(c.offset))
		}
	}
	c.path("fill:none;"+style, opaque, p)
}

func (c *svgCanvas) Fill(p vg.Path) {
	if len(p) == 0 || c.full() {
		return
	}
	style, opaque := paintOf("fill", c.colour)
	if r, ok := dotRadius(p); ok {
		style = fmt.Sprintf("stroke%s;stroke-width:%d;stroke-linecap:round", style[len("fill"):],
			2*c.at(r*vg.Length(c.zoom())))
		style = strings.Replace(style, "fill-opacity", "stroke-opacity", 1)
		middle := vg.Path{{Type: vg.MoveComp, Pos: p[1].Pos}, {Type: vg.LineComp, Pos: p[1].Pos}}
		c.path(style, opaque, middle)
		return
	}
	// Two polygons that overlap in one path leave no hole if they turn the same way.
	turn := turnOf(p)
	if turn == 0 || turn != c.turn {
		c.end()
	}
	c.path(style, opaque, p)
	c.turn = turn
}

// dotRadius is the radius of a path that is a circle.
func dotRadius(p vg.Path) (r vg.Length, ok bool) {
	if len(p) != 3 || p[0].Type != vg.MoveComp || p[1].Type != vg.ArcComp ||
		p[2].Type != vg.CloseComp || math.Abs(p[1].Angle) < 2*math.Pi-1e-9 {
		return 0, false
	}
	return p[1].Radius, true
}

// turnOf is the sign of the area of a polygon, and 0 for another path.
func turnOf(p vg.Path) float64 {
	area, n := vg.Length(0), len(p)
	for i, comp := range p {
		switch {
		case comp.Type == vg.CloseComp && i == n-1:
		case (comp.Type == vg.MoveComp) != (i == 0) || i > 0 && comp.Type != vg.LineComp:
			return 0
		case i > 0:
			a, b := p[i-1].Pos.Sub(p[0].Pos), comp.Pos.Sub(p[0].Pos)
			area += a.X*b.Y - a.Y*b.X
		}
	}
	switch {
	case area > 0:
		return 1
	case area < 0:
		return -1
	}
	return 0
}

// path writes a path. Where it is not opaque it is one of its own.
func (c *svgCanvas) path(style string, opaque bool, p vg.Path) {
	if !opaque {
		c.end()
	}
	if c.style != style {
		c.open(style, "<path style='"+style+"' d='", "'/>")
		c.pen = c.place(p[0].Pos)
		c.command("M", c.pen[0], c.pen[1])
	}
	start := c.pen
	for _, comp := range p {
		switch comp.Type {
		case vg.MoveComp:
			c.move(c.place(comp.Pos))
			start = c.pen
		case vg.LineComp:
			c.line(c.place(comp.Pos))
		case vg.ArcComp:
			c.arc(comp)
		case vg.CurveComp:
			c.curve(comp)
		case vg.CloseComp:
			c.command("z")
			c.pen = start
		}
	}
	if !opaque {
		c.end()
	}
}

// command writes a letter, and the numbers after it.
func (c *svgCanvas) command(letter string, numbers ...int) {
	c.out.WriteString(letter)
	c.digits = false
	for _, n := range numbers { // with as few blanks as can be
		if c.digits && n >= 0 {
			c.out.WriteByte(' ')
		}
		c.out.WriteString(strconv.Itoa(n))
		c.digits = true
	}
}

// by is the way from the pen to a point, and moves the pen there.
func (c *svgCanvas) by(to [2]int) (dx, dy int) {
	dx, dy = to[0]-c.pen[0], to[1]-c.pen[1]
	c.pen = to
	return dx, dy
}

func (c *svgCanvas) move(to [2]int) {
	if to != c.pen { // else it goes on where it is
		dx, dy := c.by(to)
		c.command("m", dx, dy)
	}
}

func (c *svgCanvas) line(to [2]int) {
	switch dx, dy := c.by(to); {
	case dy == 0:
		c.command("h", dx)
	case dx == 0:
		c.command("v", dy)
	default:
		c.command("l", dx, dy)
	}
}

// arc goes in pieces of less than half a circle, because an SVG cannot tell which way a longer one
// goes.
func (c *svgCanvas) arc(a vg.PathComp) {
	on := func(angle float64) [2]int {
		sin, cos := math.Sincos(angle)
		return c.place(a.Pos.Add(vg.Point{X: a.Radius * vg.Length(cos), Y: a.Radius * vg.Length(sin)}))
	}
	if first := on(a.Start); first != c.pen {
		c.line(first)
	}
	// y points down, so what turns left turns right
	r, sweep := c.at(a.Radius*vg.Length(c.zoom())), 0
	if a.Angle < 0 {
		sweep = 1
	}
	pieces := int(math.Ceil(math.Abs(a.Angle) / 3))
	for k := range pieces {
		dx, dy := c.by(on(a.Start + a.Angle*float64(k+1)/float64(pieces)))
		c.command("a", r, r, 0, 0, sweep, dx, dy)
	}
}

// curve is a Bézier curve with one or two points of control.
func (c *svgCanvas) curve(b vg.PathComp) {
	var to []int
	for _, p := range append(b.Control, b.Pos) {
		at := c.place(p)
		to = append(to, at[0]-c.pen[0], at[1]-c.pen[1])
	}
	letter := "q"
	if len(b.Control) == 2 {
		letter = "c"
	}
	c.command(letter, to...)
	c.pen = c.place(b.Pos)
}
