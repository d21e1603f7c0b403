package paint

import (
	"runtime"
	"sync"
	"weak"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Wish is what a plot asks of the picture that shows it. gonum's plot has no field for it, so it
// is kept beside the plot, as long as the plot lives.
type Wish struct {
	Equal         bool // one unit is equally long on both axes
	Width, Height int  // of a picture of this plot alone, in CSS pixels; 0 is the usual
	// of a plot with a place for each observation: how many, and what moves them
	Places int
	Move   func(to []float64)
	Words  string // what a diagram without axes says, for the text form
	Frame  *Frame // of plots that follow one another in one place
}

// A Frame has room for what is around the axes of all these plots, such as titles of two rows. It
// is measured first, and then kept. So axes stay where they are.
type Frame struct {
	Measured bool
	room     [4]vg.Length
}

// keep is the part of c, itself a part of whole, in which the axes of p have the room of the frame.
func (f *Frame) keep(p *plot.Plot, whole, c draw.Canvas) draw.Canvas {
	inside := p.DataCanvas(c)
	before, after := inside.Min.Sub(whole.Min), whole.Max.Sub(inside.Max)
	more := [4]vg.Length{before.X, after.X, before.Y, after.Y}
	for i, room := range more {
		f.room[i] = max(f.room[i], room)
		more[i] = f.room[i] - room
	}
	return draw.Crop(c, more[0], -more[1], more[2], -more[3])
}

// Usual tells whether the picture may have the usual size.
func (w Wish) Usual() bool { return !w.Equal && w.Width == 0 && w.Height == 0 && w.Words == "" }

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
	// of a row of a grid
	CellHeight = 290
)

// NamesHeight is the height of a picture in which the names of n rows do not touch.
func NamesHeight(n int) int { return max(PlotHeight, 130+17*n) }

// Squarish tells whether the scales are to be equal and the plot is not much wider than high.
func Squarish(p *plot.Plot) bool {
	return WishOf(p).Equal && p.X.Max-p.X.Min < 1.3*(p.Y.Max-p.Y.Min)
}

// Equalised is the part of the canvas in which the axes of p have equal scales.
func Equalised(p *plot.Plot, c draw.Canvas) draw.Canvas {
	inside := p.DataCanvas(c).Size()
	width, height := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
	if !(width > 0 && height > 0) || !IsFinite(width/height) || inside.X <= 0 || inside.Y <= 0 {
		return c
	}
	if wanted := inside.Y * vg.Length(width/height); wanted < inside.X {
		c.Max.X -= inside.X - wanted
	} else {
		c.Min.Y += inside.Y - inside.X*vg.Length(height/width)
	}
	return c
}
