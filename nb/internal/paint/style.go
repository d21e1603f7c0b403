package paint

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// The colours of lines and chains. They are brighter versions of the colours of Okabe & Ito, "Color
// universal design" (2008). They were moved until readers with every kind of colour vision can tell
// any two of them apart (a CIEDE2000 distance of 15 or more for normal, protan, deutan and tritan
// vision), and each of them stands out from a white and from a dark page (a contrast of 3 or more).
// The colours of Okabe & Ito are as close as 11, and their sky blue and orange have a contrast of
// 2.3 with white.
var Palette = []color.NRGBA{
	{R: 3, G: 88, B: 233, A: 255},   // blue
	{R: 169, G: 75, B: 0, A: 255},   // burnt orange
	{R: 1, G: 136, B: 89, A: 255},   // green
	{R: 236, G: 90, B: 154, A: 255}, // pink
	{R: 7, G: 155, B: 237, A: 255},  // sky blue
	{R: 179, G: 145, B: 11, A: 255}, // mustard
}

// Roles that have the same look in every plot.
var (
	Ink       = color.NRGBA{R: 38, G: 38, B: 38, A: 255}
	Faint     = color.NRGBA{R: 228, G: 228, B: 228, A: 255}
	Grey      = color.NRGBA{R: 120, G: 120, B: 120, A: 255}
	Posterior = Palette[0]
	Prior     = Palette[1]
	Truth     = color.NRGBA{A: 255}
)

// Markers are the markers of chains.
var Markers = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{},
	draw.RingGlyph{}, draw.PlusGlyph{},
}

// ChainColour is the colour of a chain, the same in all plots.
func ChainColour(chain int) color.NRGBA { return Palette[chain%len(Palette)] }

// ChainMarker is the second cue beside the colour. From the seventh chain on the colours repeat,
// with other markers.
func ChainMarker(chain int) draw.GlyphDrawer {
	return Markers[(chain+chain/len(Palette))%len(Markers)]
}

// Pale mixes a colour with white: share 1 is the colour itself, 0 is white. Fills are pale rather
// than transparent, because overlapping transparent shapes look like a third thing.
func Pale(c color.NRGBA, share float64) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8(255 - share*(255-float64(v)) + 0.5) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: 255}
}

// Stroke is a line style of this width in points.
func Stroke(c color.Color, width float64, dashes ...vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: vg.Points(width), Dashes: dashes}
}

var (
	Dashed = []vg.Length{6, 3}
	Dotted = []vg.Length{1.5, 2.5}
)

// NewPlot is an empty plot in our style: dark sans-serif text on an opaque white card, which is
// legible in a light and in a dark notebook, open axes, and faint horizontal lines that help to
// read values.
func NewPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	sans := font.Font{Typeface: "Liberation", Variant: font.Variant(variant)}
	size := func(points float64) vg.Length { return vg.Length(points * fontScale) }
	p.Title.TextStyle.Font = font.From(sans, size(12))
	p.Title.TextStyle.Color = Ink
	p.Legend.TextStyle.Font = font.From(sans, size(10))
	p.Legend.TextStyle.Color = Ink
	p.Legend.YPosition = draw.PosCenter
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = font.From(sans, size(10.5))
		a.Label.TextStyle.Color = Ink
		a.Label.Padding = 3
		a.Tick.Label.Font = font.From(sans, size(9.5))
		a.Tick.Label.Color = Ink
		a.Tick.Length = 4
		a.Tick.LineStyle = Stroke(Grey, 0.5)
		a.LineStyle = Stroke(Grey, 0.5)
	}
	p.X.Tick.Marker = Ticks{5}
	p.Y.Tick.Marker = Ticks{5}
	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal = Stroke(Faint, 0.5)
	p.Add(grid, margin{})
	return p
}

// margin keeps what is drawn at the ends of the axes away from the edge of the picture. A dot there
// is whole, and a column or a line ends in sight.
type margin struct{}

func (margin) Plot(draw.Canvas, *plot.Plot) {}

// GlyphBoxes implements plot.GlyphBoxer: room at both ends of both axes.
func (margin) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	const low, high = 2, 6 // gonum leaves room of its own between an axis and its low end
	end := func(at float64, from, to vg.Length) plot.GlyphBox {
		return plot.GlyphBox{X: at, Y: at, Rectangle: vg.Rectangle{
			Min: vg.Point{X: from, Y: from}, Max: vg.Point{X: to, Y: to},
		}}
	}
	return []plot.GlyphBox{end(0, -low, 0), end(1, 0, high)}
}

// ColourFor is the colour at [IndexFor] for a line, or a fresh one if the key shows a line of that
// colour: they would look the same.
func ColourFor(p *plot.Plot, name string) color.NRGBA {
	line := func(a recorder.Action) bool { // the marks of points are shorter
		s, ok := a.(*recorder.Stroke)
		return ok && len(s.Path) == 2 && s.Path[1].Pos.X-s.Path[0].Pos.X > 12
	}
	c := Palette[IndexFor(p, name)]
	for _, e := range KeyEntries(&p.Legend) {
		if slices.Contains(e.colours(), color.Color(c)) && slices.ContainsFunc(e.Thumb, line) {
			return Palette[FreshIndex(p)]
		}
	}
	return c
}

// IndexFor is the place in the palette of what has this name. What the key already has under the
// same name, up to a comma, has the same colour: "Aachen" and "Aachen, fitted". Otherwise it is
// [FreshIndex].
func IndexFor(p *plot.Plot, name string) int {
	of := func(name string) string { group, _, _ := strings.Cut(name, ","); return group }
	for _, e := range KeyEntries(&p.Legend) {
		if of(e.Text) != of(name) {
			continue
		}
		for i, c := range Palette {
			if slices.Contains(e.colours(), color.Color(c)) {
				return i
			}
		}
	}
	return FreshIndex(p)
}

// FreshIndex is the place of the first colour that the key does not show. When all are taken it
// begins again.
func FreshIndex(p *plot.Plot) int {
	var taken []color.Color
	entries := KeyEntries(&p.Legend)
	for _, e := range entries {
		taken = append(taken, e.colours()...)
	}
	for i, c := range Palette {
		if !slices.Contains(taken, color.Color(c)) {
			return i
		}
	}
	return len(entries) % len(Palette)
}

// The look of all plots. A theme changes it.
var (
	variant    = "Sans" // of the font Liberation
	fontScale  = 1.0
	alone      = 720 // the width of a picture of one plot, in CSS pixels
	gridOfMany = 900 // and of several beside each other
)

// Greys are so different that the lines and markers of up to four can be told apart on paper; marks
// and dashes are the other cue.
var greys = []color.NRGBA{grey(20), grey(140), grey(80), grey(175), grey(50), grey(110)}

func grey(v uint8) color.NRGBA { return color.NRGBA{R: v, G: v, B: v, A: 255} }

var colours = Palette

// A Theme is what a journal asks of figures. The zero value is the usual look.
type Theme struct {
	Font  string  // "sans" (the usual), "serif" or "mono"
	Size  float64 // of the numbers at the axes, in points; 0 is 9.5
	Width float64 // of a picture, in millimetres; 0 is the usual
	Grey  bool    // no colours
}

// Use makes all plots that are made from now on look so.
func (t Theme) Use() error {
	fonts := map[string]string{"": "Sans", "sans": "Sans", "serif": "Serif", "mono": "Mono"}
	name, ok := fonts[t.Font]
	switch {
	case !ok:
		return fmt.Errorf("theme: the font %q: give \"sans\", \"serif\" or \"mono\"", t.Font)
	case !(t.Size == 0 || 4 <= t.Size && t.Size <= 40):
		return fmt.Errorf("theme: a size of %v points: give 4 to 40, or 0 for 9.5", t.Size)
	case !(t.Width == 0 || 45 <= t.Width && t.Width <= 1000):
		return fmt.Errorf("theme: a width of %v mm: give 45 to 1000, or 0 for the usual width", t.Width)
	}
	variant, fontScale, alone, gridOfMany = name, 1, 720, 900
	if t.Size > 0 {
		fontScale = t.Size / 9.5
	}
	if t.Width > 0 {
		alone = int(t.Width/25.4*96 + 0.5)
		gridOfMany = alone
	}
	Palette = colours
	if t.Grey {
		Palette = greys
	}
	Posterior, Prior = Palette[0], Palette[1]
	return nil
}

// PlotSize is the size of a picture of one plot in CSS pixels.
func PlotSize() (width, height int) {
	if alone < 500 { // the title and the key take more of it
		return alone, alone * 3 / 4
	}
	return alone, alone * PlotHeight / PlotWidth
}

// GridSize is the width of a picture of several plots beside each other, and the height of a row.
func GridSize() (width, row int) {
	return gridOfMany, max(160, gridOfMany*CellHeight/GridWidth)
}
