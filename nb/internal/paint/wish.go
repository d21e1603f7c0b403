package paint

import (
	"runtime"
	"sync"
	"weak"

	"gonum.org/v1/plot"
)

// A Wish is what a plot asks of the picture that shows it. gonum's plot has no field for it, so it
// is kept beside the plot, as long as the plot lives.
type Wish struct {
	Equal         bool   // one unit is equally long on both axes
	Width, Height int    // of a picture of this plot alone, in CSS pixels; 0 is the usual
	Words         string // what a diagram without axes says, for the text form
}

// wishes holds a Wish for each weak.Pointer[plot.Plot].
var wishes sync.Map

// SetWish keeps what a plot asks for, instead of what it asked for before.
func SetWish(p *plot.Plot, w Wish) {
	key := weak.Make(p)
	if _, had := wishes.Swap(key, w); !had {
		runtime.AddCleanup(p, func(key weak.Pointer[plot.Plot]) { wishes.Delete(key) }, key)
	}
}

// WishOf is what a plot asks for.
func WishOf(p *plot.Plot) Wish {
	w, _ := wishes.Load(weak.Make(p))
	wish, _ := w.(Wish)
	return wish
}

// Sizes of pictures, in CSS pixels (1/96 inch) as shown. PNGs have two pixels for each of them, so
// that they are sharp on fine screens.
const (
	PlotWidth, PlotHeight = 720, 360
	// nearly fills the cell of a window 1400 wide; narrower ones shrink it
	GridWidth = 900
)

// NamesHeight is the height of a picture in which the names of n rows do not touch.
func NamesHeight(n int) int { return max(PlotHeight, 130+17*n) }
