package nb

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// manyDots is from how many dots on neighbours are merged.
const manyDots = 20_000

// merged draws dots that are so many that they cover each other. Their places are rounded to a
// lattice with the step of a radius. Dots at one place are one, and those that touch in a row are
// drawn as a bar, so the picture of ten million dots has no more parts than that of some ten
// thousand.
func (d dots) merged(c draw.Canvas, x, y func(float64) vg.Length) {
	columns, rows := int(c.Size().X/d.radius)+1, int(c.Size().Y/d.radius)+1
	taken := make([]bool, columns*rows)
	for _, xy := range d.XYs {
		if at := (vg.Point{X: x(xy.X), Y: y(xy.Y)}); c.Contains(at) {
			column, row := int((at.X-c.Min.X)/d.radius), int((at.Y-c.Min.Y)/d.radius)
			taken[min(max(row, 0), rows-1)*columns+min(max(column, 0), columns-1)] = true
		}
	}
	for row := range rows {
		here := taken[row*columns : (row+1)*columns]
		at := func(column int) vg.Point {
			return vg.Point{X: c.Min.X + d.radius*(vg.Length(column)+0.5), Y: c.Min.Y + d.radius*(vg.Length(row)+0.5)}
		}
		for from := 0; from < columns; from++ {
			to := from
			for to < columns && here[to] {
				to++
			}
			if to == from+1 {
				c.DrawGlyphNoClip(draw.GlyphStyle{Color: d.colour, Radius: d.radius, Shape: d.shape}, at(from))
			} else if to > from {
				first, last := at(from), at(to-1)
				box := paint.Corners(first.X-d.radius, first.Y-d.radius, last.X+d.radius, last.Y+d.radius)
				c.FillPolygon(d.colour, box[:4])
			}
			from = max(from, to)
		}
	}
}
