package paint

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"unicode/utf8"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// SvgOf draws an SVG of a size given in CSS pixels. It is made for pages that have none of the
// plot's fonts and less room than the picture wants. It names fonts of the same kind, makes each
// text as wide as the layout took it to be, and shrinks with the page. It is empty if it would have
// more than limit bytes.
//
// Notebooks store many of these pictures, so they are small. gonum's SVGs need two to four times
// the bytes. Coordinates are whole numbers of units, each relative to the one before. Lines of one
// style that follow one another are one path. A dot is the round end of a line without length.
// Attributes have single quotes, which JSON does not escape.
func SvgOf(width, height, limit int, draws func(draw.Canvas)) string {
	c := newSvgCanvas(width, height, limit)
	draws(draw.New(c))
	c.end()
	if c.full() {
		return ""
	}
	return c.whole(width, height, c.out.String())
}

// whole is an SVG with these contents.
func (c *svgCanvas) whole(width, height int, contents string) string {
	return fmt.Sprintf(`<svg style='max-width:100%%;height:auto;font-family:%s,Arial,Helvetica,`+
		`sans-serif' width='%d' height='%d' viewBox='0 0 %d %d' `+
		`xmlns='http://www.w3.org/2000/svg'>%s</svg>`,
		houseFont, width, height, c.at(Points(width)), c.at(Points(height)), contents)
}

const (
	houseFont = "Liberation Sans"
	unit      = 20 // of an SVG, in a point: a fifteenth of a pixel
)

// svgCanvas is a vg.Canvas. Once the picture is larger than the limit, it draws no more.
type svgCanvas struct {
	svgState
	saved  []svgState
	size   vg.Point
	limit  int
	out    strings.Builder
	cuts   []int   // where an element ends in out
	style  string  // of the path or the group of texts that is being written
	closes string  // what ends it
	pen    [2]int  // where the path is
	digits bool    // the path ends in a digit
	turn   float64 // the sign of the area of the polygons in the path, if they are filled
}

type svgState struct {
	colour color.Color
	width  vg.Length
	dashes []vg.Length
	offset vg.Length
	matrix [6]float64 // x' = m0 x + m2 y + m4, y' = m1 x + m3 y + m5
}

func newSvgCanvas(width, height, limit int) *svgCanvas {
	c := &svgCanvas{size: vg.Point{X: Points(width), Y: Points(height)}, limit: limit}
	c.svgState = svgState{colour: color.Black, width: 1, matrix: [6]float64{1, 0, 0, 1, 0, 0}}
	return c
}

func (c *svgCanvas) full() bool { return c.out.Len() > c.limit }

func (c *svgCanvas) Size() (x, y vg.Length) { return c.size.X, c.size.Y }

func (c *svgCanvas) SetLineWidth(w vg.Length) { c.width = w }

func (c *svgCanvas) SetLineDash(dashes []vg.Length, offset vg.Length) {
	c.dashes, c.offset = dashes, offset
}

func (c *svgCanvas) SetColor(colour color.Color) {
	if colour == nil {
		colour = color.Black
	}
	c.colour = colour
}

func (c *svgCanvas) Rotate(by float64) {
	sin, cos := math.Sincos(by)
	c.transform(cos, sin, -sin, cos, 0, 0)
}

func (c *svgCanvas) Translate(by vg.Point) { c.transform(1, 0, 0, 1, float64(by.X), float64(by.Y)) }

func (c *svgCanvas) Scale(x, y float64) { c.transform(x, 0, 0, y, 0, 0) }

// transform applies another map before the present one.
func (c *svgCanvas) transform(a, b, cc, d, e, f float64) {
	m := c.matrix
	c.matrix = [6]float64{
		m[0]*a + m[2]*b, m[1]*a + m[3]*b, m[0]*cc + m[2]*d, m[1]*cc + m[3]*d,
		m[0]*e + m[2]*f + m[4], m[1]*e + m[3]*f + m[5],
	}
}

func (c *svgCanvas) Push() { c.saved = append(c.saved, c.svgState) }

func (c *svgCanvas) Pop() {
	last := len(c.saved) - 1
	c.svgState, c.saved = c.saved[last], c.saved[:last]
}

// zoom is the length of what was one unit long.
func (c *svgCanvas) zoom() float64 { return math.Hypot(c.matrix[0], c.matrix[1]) }

// at is a length in units.
func (c *svgCanvas) at(l vg.Length) int { return int(math.Round(float64(l) * unit)) }

// place is a point in units from the upper left corner.
func (c *svgCanvas) place(p vg.Point) [2]int {
	m, x, y := c.matrix, float64(p.X), float64(p.Y)
	x, y = m[0]*x+m[2]*y+m[4], m[1]*x+m[3]*y+m[5]
	return [2]int{c.at(vg.Length(x)), c.at(c.size.Y - vg.Length(y))}
}

// paintOf is the style of a colour.
func paintOf(what string, colour color.Color) (style string, opaque bool) {
	n := color.NRGBAModel.Convert(colour).(color.NRGBA)
	style = fmt.Sprintf("%s:#%02x%02x%02x", what, n.R, n.G, n.B)
	if n.A == 255 {
		return style, true
	}
	return fmt.Sprintf("%s;%s-opacity:%.3g", style, what, float64(n.A)/255), false
}

// open begins a path or a group of texts, unless the last one has the same style.
func (c *svgCanvas) open(style, begin, closes string) {
	if style == c.style {
		return
	}
	c.end()
	c.out.WriteString(begin)
	c.style, c.closes, c.digits = style, closes, false
}

// end ends the path or the group of texts that is being written.
func (c *svgCanvas) end() {
	c.out.WriteString(c.closes)
	c.style, c.closes, c.turn = "", "", 0
	c.cuts = append(c.cuts, c.out.Len())
}

// FillString implements vg.Canvas. Characters that XML does not allow, such as control characters,
// become "�". Texts of up to six characters look the same in any font of this kind, and do not
// say how wide they are.
func (c *svgCanvas) FillString(f font.Face, at vg.Point, s string) {
	if f.Font.Size <= 0 || c.full() {
		return
	}
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s)
	style, _ := paintOf("fill", c.colour)
	style = fmt.Sprintf("%s;font-size:%dpx", style, c.at(f.Font.Size*vg.Length(c.zoom())))
	if family := string(f.Font.Typeface) + " " + string(f.Font.Variant); family != houseFont {
		generic := map[font.Variant]string{"Serif": ",Times,serif", "Mono": ",Courier,monospace"}
		style += ";font-family:" + html.EscapeString(family) + generic[f.Font.Variant]
	}
	if f.Font.Weight >= xfont.WeightSemiBold {
		style += ";font-weight:bold"
	}
	if f.Font.Style != xfont.StyleNormal {
		style += ";font-style:italic"
	}
	c.open(style, `<g style='`+style+`'>`, `</g>`)
	to := c.place(at)
	where := fmt.Sprintf(`x='%d' y='%d'`, to[0], to[1])
	if turned := math.Atan2(c.matrix[1], c.matrix[0]) * 180 / math.Pi; turned != 0 {
		where = fmt.Sprintf(`transform='translate(%d %d)rotate(%.4g)'`, to[0], to[1], -turned)
	}
	if utf8.RuneCountInString(s) > 6 {
		where += fmt.Sprintf(` textLength='%d' lengthAdjust='spacingAndGlyphs'`,
			c.at(f.Width(Boxed(f, s))*vg.Length(c.zoom())))
	}
	c.out.WriteString("<text " + where + ">" + html.EscapeString(s) + "</text>")
}

func (c *svgCanvas) DrawImage(r vg.Rectangle, img image.Image) {
	if c.full() {
		return
	}
	c.end()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(fmt.Sprintf("show: the picture cannot be written as PNG: %v", err))
	}
	lower, upper := c.place(r.Min), c.place(r.Max)
	fmt.Fprintf(&c.out, `<image x='%d' y='%d' width='%d' height='%d' preserveAspectRatio='none' `+
		`href='data:image/png;base64,%s'/>`, lower[0], upper[1], upper[0]-lower[0],
		lower[1]-upper[1], base64.StdEncoding.EncodeToString(b.Bytes()))
}
