package paint

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
