package paint

import (
	"fmt"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// limited is a canvas that refuses a picture of too many parts, before it takes minutes and all
// memory.
type limited struct {
	vg.Canvas
	title string
	left  int
}

// mostParts is how many lines, areas and texts a plot may have. It has room for a table of 380 ×
// 380 cells.
const mostParts = 150_000

func (l *limited) spend(parts int) {
	if l.left -= parts; l.left < 0 {
		panic(fmt.Sprintf("plot %q: it has more than %d parts, more than anyone can see: draw "+
			"some of the data, or means",
			l.title, mostParts))
	}
}

// Stroke implements vg.Canvas.
func (l *limited) Stroke(p vg.Path) {
	l.spend(1 + len(p)/8)
	l.Canvas.Stroke(p)
}

// Fill implements vg.Canvas.
func (l *limited) Fill(p vg.Path) {
	l.spend(1 + len(p)/8)
	l.Canvas.Fill(p)
}

// FillString implements vg.Canvas.
func (l *limited) FillString(f font.Face, at vg.Point, text string) {
	l.spend(1)
	l.Canvas.FillString(f, at, text)
}
