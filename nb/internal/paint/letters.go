package paint

import (
	"strings"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// The font of a picture has the letters of Europe. A browser has others for those that it lacks,
// such as Chinese ones, and a PNG or PDF shows boxes for them. Without boxes they would be blank,
// and have no width anywhere.

// Boxed puts boxes in place of the letters that a font lacks.
func Boxed(f font.Face, s string) string {
	var b sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if r > 0x24f {
			if i, err := f.Face.GlyphIndex(&b, r); err != nil || i == 0 {
				return '□'
			}
		}
		return r
	}, s)
}

// letters is gonum's handler of texts, which gives missing letters the width of boxes.
type letters struct{ text.Handler }

var _ = func() bool {
	plot.DefaultTextHandler = letters{plot.DefaultTextHandler}
	return true
}()

func (l letters) Box(txt string, fnt font.Font) (width, height, depth vg.Length) {
	return l.Handler.Box(Boxed(l.Cache().Lookup(fnt, fnt.Size), txt), fnt)
}

func (l letters) Draw(c vg.Canvas, txt string, sty text.Style, at vg.Point) {
	boxed := Boxed(l.Cache().Lookup(sty.Font, sty.Font.Size), txt)
	l.Handler.Draw(&unboxed{c, l.Lines(txt)}, boxed, sty, at)
}

// unboxed writes the next of these lines in place of each text.
type unboxed struct {
	vg.Canvas
	lines []string
}

func (u *unboxed) FillString(f font.Face, at vg.Point, _ string) {
	u.Canvas.FillString(f, at, u.lines[0])
	u.lines = u.lines[1:]
}

// Boxing is a canvas that draws boxes for the letters that a font lacks.
type Boxing struct{ vg.Canvas }

func (b Boxing) FillString(f font.Face, at vg.Point, s string) {
	b.Canvas.FillString(f, at, Boxed(f, s))
}
