package nb

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	units "golang.org/x/image/math/fixed"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/farm"
)

// Save writes a picture to a file: a *plot.Plot, or a [Grid], which can have a size. The ending of
// the name chooses the format: .png has two pixels for each CSS pixel, and .svg and .pdf are
// drawings that can be enlarged. Save replaces a file of that name. It panics if the file cannot be
// written. The result of [Report] is saved as a page, .html.
//
//	nb.Save("posterior.pdf", nb.Density(tr, "mu"))
//	nb.Save("wide.svg", nb.Grid{Plots: []*plot.Plot{p}, Width: 1200, Height: 400})
func Save(file string, picture any) {
	if farm.Worker() {
		return // the cell itself writes it
	}
	if page, isPage := picture.(Page); isPage {
		if strings.ToLower(filepath.Ext(file)) != ".html" {
			panic(fmt.Sprintf("save: %q: a report is saved as a page: end the name in .html", file))
		}
		write(file, page.html())
		return
	}
	g, ok := picture.(Grid)
	if p, single := picture.(*plot.Plot); single {
		g, ok = Grid{Plots: []*plot.Plot{p}}, true
	}
	if !ok {
		panic(fmt.Sprintf("save: %s: a %T is no picture: give a *plot.Plot or a nb.Grid", file,
			picture))
	}
	var data []byte
	switch ending := strings.ToLower(filepath.Ext(file)); ending {
	case ".png":
		data = g.png()
	case ".svg":
		data = []byte(g.svg(math.MaxInt))
	case ".pdf":
		data = g.pdf()
	default:
		panic(fmt.Sprintf("save: %q ends in %q: end the name in .png, .svg or .pdf", file, ending))
	}
	write(file, data)
}

func write(file string, data []byte) {
	if err := os.WriteFile(file, data, 0o666); err != nil {
		panic(fmt.Sprintf("save: the picture was not written: %v", err))
	}
}

// pdf is the grid as a page of its size.
func (g Grid) pdf() []byte {
	_, _, width, height := g.layout()
	c := vgpdf.New(paint.Points(width), paint.Points(height))
	g.draw(draw.New(outlines{c}))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		panic(fmt.Sprintf("save: the picture cannot be written as PDF: %v", err))
	}
	return b.Bytes()
}

// outlines is gonum's PDF canvas, but draws letters as shapes. Its own text only has the letters of
// western Europe, and loses the Greek ones.
type outlines struct{ *vgpdf.Canvas }

// FillString implements vg.Canvas.
func (o outlines) FillString(f plotfont.Face, at vg.Point, s string) {
	var letters sfnt.Buffer
	size := units.Int26_6(f.Face.UnitsPerEm()) << 6
	scale := float64(f.Font.Size) / float64(size)
	x := at.X
	for _, letter := range s {
		i, err := f.Face.GlyphIndex(&letters, letter)
		if err != nil {
			continue
		}
		to := func(p units.Point26_6) vg.Point { // in a font y points down
			return vg.Point{X: x + vg.Length(float64(p.X)*scale),
				Y: at.Y - vg.Length(float64(p.Y)*scale)}
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
