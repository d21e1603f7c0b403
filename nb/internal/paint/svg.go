package paint

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// SvgCanvas is gonum's SVG canvas, and remembers how wide each text is meant to be. Once it is
// certain that the file becomes larger than limit, it draws no more.
type SvgCanvas struct {
	*vgsvg.Canvas
	widths []vg.Length
	bytes  int // the least size of the file so far
	Limit  int
}

// full counts what is to be drawn.
func (c *SvgCanvas) Full(bytes int) bool {
	c.bytes += bytes
	return c.bytes > c.Limit
}

// Stroke implements vg.Canvas. A part of a path has a letter and two numbers.
func (c *SvgCanvas) Stroke(p vg.Path) {
	if !c.Full(4 * len(p)) {
		c.Canvas.Stroke(p)
	}
}

// Fill implements vg.Canvas.
func (c *SvgCanvas) Fill(p vg.Path) {
	if !c.Full(4 * len(p)) {
		c.Canvas.Fill(p)
	}
}

// FillString implements vg.Canvas. Characters that XML does not allow, such as control characters,
// become "�".
func (c *SvgCanvas) FillString(f font.Face, at vg.Point, s string) {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s)
	if !c.Full(len(s)) {
		c.widths = append(c.widths, f.Width(s))
		c.Canvas.FillString(f, at, s)
	}
}

// SvgOf draws an SVG of a size given in CSS pixels, for pages that have none of the plot's fonts
// and less room than the picture wants: it names fonts of the same kind, makes each text as wide as
// the layout took it to be, and shrinks with the page. It is empty if it would have more than limit
// bytes.
func SvgOf(width, height, limit int, draws func(draw.Canvas)) string {
	c := &SvgCanvas{Canvas: vgsvg.New(Points(width), Points(height)), Limit: limit}
	draws(draw.New(c))
	if c.Full(0) {
		return ""
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		panic(fmt.Sprintf("show: the picture cannot be written as SVG: %v", err))
	}
	_, body, _ := strings.Cut(b.String(), "<svg")
	body = strings.Replace(body, " width=", ` style="max-width:100%;height:auto;font-family:Liberation Sans,Arial,Helvetica,sans-serif" width=`, 1)
	body = strings.ReplaceAll(body, "font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", "") // as the whole picture, half the size of a text
	body = strings.ReplaceAll(strings.ReplaceAll(body, "\n\t", " "), "\n", "")                                                   // a notebook spends a dozen bytes on each line
	texts := strings.Split(body, "<text ")
	for i := range texts[1:] {
		texts[i+1] = `textLength="` + strconv.FormatFloat(c.widths[i].Points(), 'f', 1, 64) + `" lengthAdjust="spacingAndGlyphs" ` + texts[i+1]
	}
	svg := "<svg" + strings.Join(texts, "<text ")
	if len(svg) > limit {
		return ""
	}
	return svg
}
