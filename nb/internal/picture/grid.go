// Package picture makes pictures of plots, side by side, one after another, or to choose from: as
// PNG, SVG, PDF and text.
package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/paint"
)

// Grid shows plots in rows, from left to right and from top to bottom, as one picture.
type Grid struct {
	Plots []*plot.Plot
	// Columns is the number of plots in a row. 0 means 2, or 1 for a single plot.
	Columns int
	// SameAxes gives all plots the range of all of them together, to make them comparable.
	SameAxes bool
	// Width and Height are the size of the whole picture in CSS pixels (1/96 inch). 0 means the
	// usual size. A page that is narrower shrinks the picture.
	Width, Height int
}

// Sizes of pictures, in CSS pixels.
const (
	SquareSide  = 440  // of a picture of the plane alone (EqualScales)
	largestSide = 4000 // of a picture whose size the caller gives
	tallest     = 20_000
	LargestSVG  = 32768 // bytes; a larger picture is a PNG only
)

// Layout is the number of columns and rows, and the size of the whole in CSS pixels.
func (g Grid) Layout() (columns, rows, width, height int) {
	columns, rows, width, height = g.usual()
	for _, side := range []struct {
		name        string
		wish, least int
		to          *int
	}{{"width", g.Width, 160, &width}, {"height", g.Height, 120, &height}} {
		if side.wish != 0 && (side.wish < side.least || side.wish > largestSide) {
			panic(fmt.Sprintf("grid: a %s of %d pixels: give %d to %d, or 0 for the usual size",
				side.name, side.wish, side.least, largestSide))
		}
		if side.wish != 0 {
			*side.to = side.wish
		}
	}
	return columns, rows, width, height
}

// usual is the layout if the caller gives no size.
func (g Grid) usual() (columns, rows, width, height int) {
	n := len(g.Plots)
	if n == 0 {
		panic("grid: there are no plots to show")
	}
	if i := slices.Index(g.Plots, nil); i >= 0 {
		panic(fmt.Sprintf("grid: plot %d is nil", i))
	}
	if g.Columns < 0 {
		panic(fmt.Sprintf("grid: %d columns: give 1 or more, or 0 for 2", g.Columns))
	}
	columns = min(g.Columns, n)
	columns = cmp.Or(columns, min(2, n))
	rows = (n + columns - 1) / columns
	defer func() {
		if height > tallest {
			panic(fmt.Sprintf("grid: the picture would be %d pixels high, and %d are the most: "+
				"show fewer plots at a time", height, tallest))
		}
	}()
	whole, row := paint.GridSize()
	if !slices.ContainsFunc(g.Plots, func(p *plot.Plot) bool { return !paint.Squarish(p) }) {
		side := min(SquareSide, whole/columns)
		return columns, rows, columns * side, rows * max(side, row)
	}
	if columns > 1 {
		for _, h := range g.rowHeights(columns) {
			height += h
		}
		return columns, rows, whole, height
	}
	width, row = paint.PlotSize()
	height = rows * row
	if wish := paint.WishOf(g.Plots[0]); n == 1 { // of a diagram, or of rows
		width, height = cmp.Or(wish.Width, width), cmp.Or(wish.Height, height)
	}
	return 1, rows, width, height
}

// rowHeights are the usual heights of the rows of a grid with several columns. A plot that has rows
// itself, such as a forest, may ask for more than the others.
func (g Grid) rowHeights(columns int) (all []int) {
	_, row := paint.GridSize()
	for i, p := range g.Plots {
		if i%columns == 0 {
			all = append(all, row)
		}
		if wish := paint.WishOf(p); wish.Words == "" && wish.Width == 0 {
			all[i/columns] = max(all[i/columns], wish.Height)
		}
	}
	return all
}

// SameAxes gives plots the range of all of them together.
func SameAxes(plots []*plot.Plot) {
	all := *plots[0]
	for _, p := range plots {
		all.X.Min, all.X.Max = min(all.X.Min, p.X.Min), max(all.X.Max, p.X.Max)
		all.Y.Min, all.Y.Max = min(all.Y.Min, p.Y.Min), max(all.Y.Max, p.Y.Max)
	}
	for _, p := range plots {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = all.X.Min, all.X.Max, all.Y.Min, all.Y.Max
	}
}

// panels returns the plots, with the same axes if the caller asks for that.
func (g Grid) panels() []*plot.Plot {
	if !g.SameAxes {
		return g.Plots
	}
	panels := make([]*plot.Plot, len(g.Plots))
	for i, p := range g.Plots {
		own := *p
		paint.SetWish(&own, paint.WishOf(p))
		panels[i] = &own
	}
	SameAxes(panels)
	return panels
}

// Draw draws the plots, each in its cell.
func (g Grid) Draw(c draw.Canvas) {
	columns, rows, _, _ := g.Layout()
	w := c.Size().X / vg.Length(columns)
	heights := make([]vg.Length, rows) // of each row
	for i := range heights {
		heights[i] = c.Size().Y / vg.Length(rows)
	}
	if columns > 1 && !slices.ContainsFunc(g.Plots, paint.Squarish) {
		wished, sum := g.rowHeights(columns), 0
		for _, h := range wished {
			sum += h
		}
		for i, h := range wished {
			heights[i] = c.Size().Y * vg.Length(h) / vg.Length(sum)
		}
	}
	paint.Limit(&c)
	c.SetColor(g.Plots[0].BackgroundColor)
	c.Fill(c.Path())
	top := c.Max.Y
	for i, p := range g.panels() {
		column, row := i%columns, i/columns
		cell := c
		cell.Min.X += w * vg.Length(column)
		cell.Max.X = cell.Min.X + w
		cell.Max.Y = top
		cell.Min.Y = top - heights[row]
		if column == columns-1 {
			top = cell.Min.Y
		}
		paint.DrawPlot(p, cell)
	}
}

// Message renders the grid in all formats.
func (g Grid) Message() output.Message {
	m := output.Message{Text: g.String()}
	if !output.InNotebook() {
		return m // nobody would see the picture
	}
	_, _, m.Width, m.Height = g.Layout()
	m.PNG, m.SVG = g.PNG(), g.SVG(LargestSVG)
	return m
}

// PNG is the picture with two pixels for each CSS pixel in each direction.
func (g Grid) PNG() []byte {
	_, _, width, height := g.Layout()
	return paint.EncodePNG(paint.RasterOf(width, height, paint.PngDPI, g.Draw))
}

// SVG is empty if it would have more than limit bytes.
func (g Grid) SVG(limit int) string {
	_, _, width, height := g.Layout()
	return paint.SvgOf(width, height, limit, g.Draw)
}

// String is the text form of the grid: the text forms of its plots, one below the other.
func (g Grid) String() string {
	g.Layout() // panics if there is nothing to show
	forms := make([]string, len(g.Plots))
	for i, p := range g.panels() {
		forms[i] = Describe(p)
	}
	return strings.Join(forms, "\n")
}

// Describe is the text form of a plot: title, axes with their ranges, and what is drawn. It is what
// a screen reader says and what a comparison of two runs sees.
func Describe(p *plot.Plot) string {
	rows := []string{p.Title.Text}
	if p.Title.Text == "" {
		rows[0] = "(plot without a title)"
	}
	if words := paint.WishOf(p).Words; words != "" {
		return rows[0] + "\n  " + strings.ReplaceAll(words, "\n", "\n  ")
	}
	for _, a := range []struct {
		name string
		plot.Axis
	}{{"x", p.X}, {"y", p.Y}} {
		rows = append(rows, fmt.Sprintf("  %s: %s, %.4g to %.4g", a.name, a.Label.Text, a.Min, a.Max))
	}
	var names []string
	for _, e := range paint.KeyEntries(&p.Legend) {
		names = append(names, e.Text)
	}
	if len(names) > 0 {
		rows = append(rows, "  drawn: "+strings.Join(names, "; "))
	}
	return strings.Join(rows, "\n")
}
