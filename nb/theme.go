package nb

import "gibbslab/nb/internal/paint"

// A Theme is the look of all plots, for a journal that wants its own. Each cell is a program of its
// own, so declare it once, and all cells that run later have it:
//
//	var _ = nb.Theme{Font: "serif", Size: 8, Width: 85, Grey: true}.Use() // one column, in grey
type Theme struct {
	// Font is "sans", "serif" or "mono". "" means "sans".
	Font string
	// Size is the size of the numbers at the axes, in points; the other texts keep their proportion
	// to it. 0 means 9.5.
	Size float64
	// Width is the width of a picture in millimetres. Journals print a column 80 to 90 mm wide, and
	// two columns 170 to 180. 0 means the usual width, 190 for one plot. A [Grid] can have another.
	Width float64
	// Grey draws lines, markers and fills in shades of grey. Up to four can be told apart; markers
	// and dashes help.
	Grey bool
}

// Use makes all plots look so that are made from now on. It panics if a field is out of range.
// Theme{}.Use() is the usual look again.
func (t Theme) Use() Theme {
	if err := paint.Theme(t).Use(); err != nil {
		panic(err)
	}
	return t
}
