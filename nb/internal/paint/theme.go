package paint

import (
	"fmt"
	"image/color"
)

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
