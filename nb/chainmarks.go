package nb

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// chainMarks sets the marker of a chain upon points, with a white rim, so that they can be told from what lies below, and
// joins them by a line if so wished. Several series that are no chains are told apart in the same way.
type chainMarks struct {
	plotter.XYs
	chain  int
	aside  vg.Length // to the right of the points, so that the marks of several chains stand side by side
	joined float64   // how thick the line that joins them is, in points; 0 for none
}

// besides is where the marks of a chain stand among those of so many.
func besides(chain, chains int) vg.Length { return vg.Length(float64(chain)-float64(chains-1)/2) * 5 }

// Plot implements plot.Plotter.
func (m chainMarks) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, piece := range (line{XYs: m.XYs}).pieces() {
		pts := make([]vg.Point, len(piece))
		for i, xy := range piece {
			pts[i] = vg.Point{X: min(max(x(xy.X)+m.aside, c.Min.X), c.Max.X), Y: y(xy.Y)}
		}
		if m.joined > 0 {
			c.StrokeLines(stroke(color.White, m.joined+0.8), c.ClipLinesXY(pts)...)
			c.StrokeLines(stroke(chainColour(m.chain), m.joined), c.ClipLinesXY(pts)...)
		}
		for _, at := range pts {
			if c.Contains(at) {
				m.glyph(&c, at)
			}
		}
	}
}

func (m chainMarks) glyph(c *draw.Canvas, at vg.Point) {
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.White, Radius: 3.6, Shape: draw.CircleGlyph{}}, at)
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: chainColour(m.chain), Radius: 2.8, Shape: chainMarker(m.chain)}, at)
}

// DataRange implements plot.DataRanger.
func (m chainMarks) DataRange() (xmin, xmax, ymin, ymax float64) { return line{XYs: m.XYs}.DataRange() }

// Thumbnail implements plot.Thumbnailer.
func (m chainMarks) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(stroke(chainColour(m.chain), 1.2), c.Min.X, y, c.Max.X, y)
	m.glyph(c, c.Center())
}

// chainKey is the thumbnail of a chain: a line with the marker.
func chainKey(chain int) chainMarks { return chainMarks{chain: chain} }
