package paint

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/apng"
)

// A Sheet is pictures of one size in rows, each below its name: small multiples. Sizes are in CSS
// pixels.
type Sheet struct {
	Names         []string
	Pictures      []func(draw.Canvas)
	Width, Height int // of a picture
	Columns       int
}

// The room for a name, and between two pictures.
const sheetHead, sheetGap = 28, 12

// Size is that of the whole sheet.
func (s Sheet) Size() (width, height int) {
	rows := (len(s.Pictures) + s.Columns - 1) / s.Columns
	return s.Columns*(s.Width+sheetGap) - sheetGap, rows*(s.Height+sheetHead+sheetGap) - sheetGap
}

// At is the upper left corner of a picture.
func (s Sheet) At(i int) (x, y int) {
	return i % s.Columns * (s.Width + sheetGap), i/s.Columns*(s.Height+sheetHead+sheetGap) + sheetHead
}

// Draw draws the whole.
func (s Sheet) Draw(c draw.Canvas) {
	s.background(c)
	s.heads(c)
	for i, draws := range s.Pictures {
		x, y := s.At(i)
		p := c
		p.Min.X += Points(x)
		p.Max.Y -= Points(y)
		p.Max.X, p.Min.Y = p.Min.X+Points(s.Width), p.Max.Y-Points(s.Height)
		draws(p)
	}
}

func (s Sheet) background(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Path())
}

func (s Sheet) heads(c draw.Canvas) {
	sty := text.Style{
		Color: Ink, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, 13),
		YAlign: draw.YCenter, Handler: plot.DefaultTextHandler,
	}
	for i, name := range s.Names {
		x, y := s.At(i)
		c.FillText(sty, vg.Point{X: c.Min.X + Points(x+11), Y: c.Max.Y - Points(y-sheetHead/2)}, name)
	}
}

// PNG is the whole sheet, with a pixel for each CSS pixel: pages show it smaller.
func (s Sheet) PNG() []byte {
	width, height := s.Size()
	return EncodePNG(RasterOf(width, height, PngDPI/2, s.Draw))
}

// SVG is the whole sheet as an SVG. What several pictures have in common, such as axes, is stored
// once.
func (s Sheet) SVG() string {
	width, height := s.Size()
	c := newSvgCanvas(width, height, 1<<30)
	s.background(draw.New(c))
	s.heads(draw.New(c))
	c.end()
	parts := make([][]string, len(s.Pictures))
	times := map[string]int{}
	for i, draws := range s.Pictures {
		parts[i] = svgParts(s.Width, s.Height, draws)
		for _, part := range parts[i] {
			times[part]++
		}
	}
	var shared, pictures strings.Builder
	ids := map[string]int{}
	for i := range parts {
		x, y := s.At(i)
		fmt.Fprintf(&pictures, "<g transform='translate(%d %d)'>", c.at(Points(x)), c.at(Points(y)))
		for _, part := range parts[i] {
			if times[part] == 1 || len(part) < 60 { // a reference is not shorter
				pictures.WriteString(part)
				continue
			}
			id, known := ids[part]
			if !known {
				id = len(ids)
				ids[part] = id
				fmt.Fprintf(&shared, "<g id='s%d'>%s</g>", id, part)
			}
			fmt.Fprintf(&pictures, "<use href='#s%d'/>", id)
		}
		pictures.WriteString("</g>")
	}
	return c.whole(width, height, "<defs>"+shared.String()+"</defs>"+c.out.String()+pictures.String())
}

func svgParts(width, height int, draws func(draw.Canvas)) (parts []string) {
	c := newSvgCanvas(width, height, 1<<30)
	draws(draw.New(c))
	c.end()
	all, from := c.out.String(), 0
	for _, cut := range c.cuts {
		if cut > from {
			parts = append(parts, all[from:cut])
		}
		from = cut
	}
	return parts
}

// Film draws n frames of a size given in CSS pixels, and makes an animated PNG of them. Programs
// that do not show animations show the last frame.
func Film(width, height, n int, frame func(i int, c draw.Canvas), delays []time.Duration,
	plays int) []byte {
	all := map[[3]uint8]float64{}
	pixels := make([][]uint16, n) // the groups of their colours: all frames share a palette
	var bounds image.Rectangle
	for i := range n {
		img := RasterOf(width, height, PngDPI, func(c draw.Canvas) { frame(i, c) })
		weigh(img, all)
		bounds = img.Rect
		pixels[i] = make([]uint16, len(img.Pix)/4)
		for k := range pixels[i] {
			pixels[i][k] = uint16(group(img.Pix[4*k:]))
		}
	}
	palette, index := reduce(all, 255)
	palette = slices.Insert(palette, 0, color.Color(color.RGBA{}))
	a := apng.Animation{Delays: delays, Plays: plays}
	for i := range n {
		img := image.NewPaletted(bounds, palette)
		for k, g := range pixels[i] {
			img.Pix[k] = index[g] + 1
		}
		a.Frames = append(a.Frames, img)
	}
	file, err := a.Encode()
	if err != nil {
		panic(fmt.Sprintf("animate: the frames cannot be written as PNG: %v", err))
	}
	return file
}
