//go:build !js

package picture

import (
	"bytes"
	"fmt"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	units "golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"

	"gibbslab/nb/internal/paint"
)

// PDF is the grid as a page of its size.
func (g Grid) PDF() []byte {
	_, _, width, height := g.Layout()
	c := vgpdf.New(paint.Points(width), paint.Points(height))
	g.Draw(draw.New(outlines{c}))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		panic(fmt.Sprintf("save: the picture cannot be written as PDF: %v", err))
	}
	return b.Bytes()
}

// outlines is gonum's PDF canvas, but draws letters as shapes. Its own text only has the letters of
// western Europe, and loses the Greek ones.
type outlines struct{ *vgpdf.Canvas }

// SetColor implements vg.Canvas. A PDF wants a colour and its opacity. color.Color has the product
// of the two, and gonum's canvas passes that on, so what is translucent would be too dark.
func (o outlines) SetColor(c color.Color) {
	if c != nil {
		c = straight{color.NRGBAModel.Convert(c).(color.NRGBA)}
	}
	o.Canvas.SetColor(c)
}

// straight is a colour whose components are not multiplied by its opacity.
type straight struct{ color.NRGBA }

// RGBA implements color.Color.
func (c straight) RGBA() (r, g, b, a uint32) {
	return 0x101 * uint32(c.R), 0x101 * uint32(c.G), 0x101 * uint32(c.B), 0x101 * uint32(c.A)
}

func (o outlines) FillString(f plotfont.Face, at vg.Point, s string) {
	var letters sfnt.Buffer
	size := units.Int26_6(f.Face.UnitsPerEm()) << 6
	scale := float64(f.Font.Size) / float64(size)
	x := at.X
	for _, letter := range paint.Boxed(f, s) {
		i, err := f.Face.GlyphIndex(&letters, letter)
		if err != nil {
			continue
		}
		to := func(p units.Point26_6) vg.Point { // in a font y points down
			return vg.Point{X: x + vg.Length(float64(p.X)*scale), Y: at.Y - vg.Length(float64(p.Y)*scale)}
		}
		if shape, err := f.Face.LoadGlyph(&letters, i, size, nil); err == nil {
			o.Fill(pathOf(shape, to))
		}
		if advance, err := f.Face.GlyphAdvance(&letters, i, size, font.HintingNone); err == nil {
			x += vg.Length(float64(advance) * scale)
		}
	}
}

// pathOf is the outline of a letter.
func pathOf(shape sfnt.Segments, to func(units.Point26_6) vg.Point) (p vg.Path) {
	for _, s := range shape {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(p) > 0 {
				p.Close()
			}
			p.Move(to(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			p.Line(to(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			p.QuadTo(to(s.Args[0]), to(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			p.CubeTo(to(s.Args[0]), to(s.Args[1]), to(s.Args[2]))
		}
	}
	if len(p) > 0 {
		p.Close()
	}
	return p
}
