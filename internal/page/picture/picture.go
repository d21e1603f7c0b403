// Package picture draws the plots of a page as wide as its reader has room for.
package picture

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"gibbslab/nb"
)

// A Picture is an SVG, and what it shows in words.
type Picture struct {
	SVG, Words    string
	Width, Height int
}

// Draw draws plots side by side where there is room for two, and panel is their height.
func Draw(room, panel int, plots ...*plot.Plot) (Picture, error) {
	g := nb.Grid{Plots: plots}
	columns, _, width, height := g.Layout()
	switch {
	case len(plots) > 1:
		if columns = 2; room < 640 {
			columns = 1
		}
		width, height = max(room, 300), (len(plots)+columns-1)/columns*panel
	case room < width: // the numbers at the axes must stay as large as they are
		if height = height * max(room, 300) / width; height < panel {
			height = panel
		}
		width = max(room, 300)
	}
	g.Columns, g.Width, g.Height = columns, min(width, 1400), min(height, 4000)
	return Picture{g.SVG(math.MaxInt), g.String(), g.Width, g.Height}, nil
}

// Fault turns the panic of a plot into an error.
func Fault(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%v", p)
	}
}
