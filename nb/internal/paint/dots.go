package paint

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// DotSize is the radius of one of n points.
func DotSize(n int) vg.Length {
	switch {
	case n > 3000:
		return 0.7
	case n > 300:
		return 1.1
	case n > 60:
		return 1.8
	}
	return 2.6
}

// DotShapes go with the colours of the palette. The first four are solid: points are small.
var DotShapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, diamond{}, draw.RingGlyph{},
	draw.PlusGlyph{},
}

// diamond is a square on its corner.
type diamond struct{}

func (diamond) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, at vg.Point) {
	r := sty.Radius * 1.2
	c.FillPolygon(sty.Color, []vg.Point{{X: at.X - r, Y: at.Y}, {X: at.X, Y: at.Y + r},
		{X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y - r}})
}

// Dots are small markers of one colour.
type Dots struct {
	plotter.XYs
	Colour color.Color
	Shape  draw.GlyphDrawer
	Radius vg.Length
}

// AddTo draws the dots, if there are any, and adds them to the key.
func (d Dots) AddTo(p *plot.Plot, name string) {
	if len(d.XYs) > 0 {
		AddNamed(p, name, d)
	}
}

// Right are dots of what is as it should be.
func Right(xys plotter.XYs, radius vg.Length) Dots {
	return Dots{XYs: xys, Colour: Posterior, Shape: draw.CircleGlyph{}, Radius: radius}
}

// Wrong are triangles of what is not.
func Wrong(xys plotter.XYs, radius vg.Length) Dots {
	return Dots{XYs: xys, Colour: Palette[1], Shape: draw.PyramidGlyph{}, Radius: radius}
}

// Rimmed draws a dot of this radius with a white rim.
func Rimmed(c *draw.Canvas, at vg.Point, radius vg.Length) {
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: Pale(Posterior, 0), Radius: radius + 1,
		Shape: draw.CircleGlyph{}}, at)
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: Posterior, Radius: radius, Shape: draw.CircleGlyph{}}, at)
}

// Plot implements plot.Plotter. Points outside of the axes are not drawn.
func (d Dots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if len(d.XYs) > manyDots {
		d.merged(c, x, y)
		return
	}
	for _, xy := range d.XYs {
		if at := (vg.Point{X: x(xy.X), Y: y(xy.Y)}); c.Contains(at) {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: d.Colour, Radius: d.Radius, Shape: d.Shape}, at)
		}
	}
}

// DataRange implements plot.DataRanger. There is room around the points.
func (d Dots) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = plotter.XYRange(d.XYs)
	xmin, xmax = Room(xmin, xmax, 0.02)
	ymin, ymax = Room(ymin, ymax, 0.03)
	return xmin, xmax, ymin, ymax
}

// Thumbnail implements plot.Thumbnailer. The marker stands close to its text.
func (d Dots) Thumbnail(c *draw.Canvas) {
	at := vg.Point{X: c.Max.X - 4, Y: c.Center().Y}
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: d.Colour, Radius: max(2.2, d.Radius), Shape: d.Shape}, at)
}

// manyDots is the number of dots from which neighbours are merged.
const manyDots = 20_000

// merged draws many dots that cover one another. It rounds their places to a lattice whose step is
// the radius. Dots at one place become one dot, and dots that touch in a row become a bar. So a
// picture of ten million dots has no more parts than a picture of some ten thousand.
func (d Dots) merged(c draw.Canvas, x, y func(float64) vg.Length) {
	columns, rows := int(c.Size().X/d.Radius)+1, int(c.Size().Y/d.Radius)+1
	taken := make([]bool, columns*rows)
	for _, xy := range d.XYs {
		if at := (vg.Point{X: x(xy.X), Y: y(xy.Y)}); c.Contains(at) {
			column, row := int((at.X-c.Min.X)/d.Radius), int((at.Y-c.Min.Y)/d.Radius)
			taken[min(max(row, 0), rows-1)*columns+min(max(column, 0), columns-1)] = true
		}
	}
	for row := range rows {
		here := taken[row*columns : (row+1)*columns]
		at := func(column int) vg.Point {
			return vg.Point{X: c.Min.X + d.Radius*(vg.Length(column)+0.5), Y: c.Min.Y +
				d.Radius*(vg.Length(row)+0.5)}
		}
		for from := 0; from < columns; from++ {
			to := from
			for to < columns && here[to] {
				to++
			}
			if to == from+1 {
				c.DrawGlyphNoClip(draw.GlyphStyle{Color: d.Colour, Radius: d.Radius, Shape: d.Shape}, at(from))
			} else if to > from {
				first, last := at(from), at(to-1)
				box := Corners(first.X-d.Radius, first.Y-d.Radius, last.X+d.Radius, last.Y+d.Radius)
				c.FillPolygon(d.Colour, box[:4])
			}
			from = max(from, to)
		}
	}
}

// ChainMarks draws the marker of a chain on points, with a white rim that sets it off from what
// lies below. It joins the markers by a line if Joined is not 0. Other series can be told apart in
// the same way.
type ChainMarks struct {
	plotter.XYs
	Chain  int
	Aside  vg.Length // to the right of the points: the marks of several chains stand side by side
	Joined float64   // how thick the line that joins them is, in points; 0 for none
	Small  bool      // two thirds of the usual size, where much lies below
}

// Besides is how far to the right the marks of a chain stand.
func Besides(chain, chains int) vg.Length {
	return vg.Length(float64(chain)-float64(chains-1)/2) * 5
}

func (m ChainMarks) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, piece := range (Line{XYs: m.XYs}).Pieces() {
		pts := make([]vg.Point, len(piece))
		for i, xy := range piece {
			pts[i] = vg.Point{X: min(max(x(xy.X)+m.Aside, c.Min.X), c.Max.X), Y: y(xy.Y)}
		}
		if m.Joined > 0 {
			c.StrokeLines(Stroke(color.White, m.Joined+0.8), c.ClipLinesXY(pts)...)
			c.StrokeLines(Stroke(ChainColour(m.Chain), m.Joined), c.ClipLinesXY(pts)...)
		}
		for _, at := range pts {
			if c.Contains(at) {
				m.glyph(&c, at)
			}
		}
	}
}

func (m ChainMarks) glyph(c *draw.Canvas, at vg.Point) {
	rim, radius := vg.Length(3.6), vg.Length(2.8)
	if m.Small {
		rim, radius = 2.4, 1.9
	}
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.White, Radius: rim, Shape: draw.CircleGlyph{}}, at)
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: ChainColour(m.Chain), Radius: radius,
		Shape: ChainMarker(m.Chain)}, at)
}

func (m ChainMarks) DataRange() (xmin, xmax, ymin, ymax float64) {
	return Line{XYs: m.XYs}.DataRange()
}

func (m ChainMarks) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(Stroke(ChainColour(m.Chain), 1.2), c.Min.X, y, c.Max.X, y)
	m.glyph(c, c.Center())
}

// ChainKey is the thumbnail of a chain: a line with the marker.
func ChainKey(chain int) ChainMarks { return ChainMarks{Chain: chain} }
