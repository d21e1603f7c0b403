package nb

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// HeatMap draws a table of numbers as shades: where are the large ones? Row 0 is at the top. White
// is 0, and the darkest cell is the largest number. rows and columns name them; if they are nil,
// they are numbered from 0. Numbers must be finite and not negative. The cells are squares if there
// are as many rows as columns, and no row has a name.
func HeatMap(rows, columns []string, values [][]float64) *plot.Plot {
	top := checkTable("heat map", values)
	height, width := len(values), len(values[0])
	p := paint.NewPlot("Heat map", "", "")
	p.Add(shades{values, top})
	p.X.Tick.Marker, p.Y.Tick.Marker = numbered{width, false}, numbered{height, true}
	if columns != nil {
		p.X.Tick.Marker = paint.Named(namesOr(columns, "heat map: columns", width))
	}
	if rows != nil {
		upward := slices.Clone(namesOr(rows, "heat map: rows", height))
		slices.Reverse(upward)
		p.Y.Tick.Marker = paint.EveryName(upward)
		paint.SetWish(p, paint.Wish{Height: paint.NamesHeight(height)})
	}
	p.X.Tick.Length, p.Y.Tick.Length = 0, 0
	p.X.LineStyle.Width, p.Y.LineStyle.Width = 0, 0 // the cells have a frame
	p.X.Min, p.X.Max = -0.5, float64(width)-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(height)-0.5
	addShades(p, "", top)
	if height == width && rows == nil {
		EqualScales(p)
	}
	return p
}

// addShades writes in the key what the shades stand for.
func addShades(p *plot.Plot, what string, top float64) {
	p.Legend.Add(what+"0", swatch(0))
	if top > 0 {
		p.Legend.Add(fmt.Sprintf("%.2g", top/2), swatch(0.5))
		p.Legend.Add(fmt.Sprintf("%.2g", top), swatch(1))
	}
}

// checkTable returns the largest number of a table. It panics if shades cannot show the table.
func checkTable(what string, values [][]float64) float64 {
	if len(values) == 0 || len(values[0]) == 0 {
		panic(what + ": there is no number to draw")
	}
	top := 0.0
	for i, row := range values {
		if len(row) != len(values[0]) {
			panic(fmt.Sprintf("%s: row %d has %d numbers and row 0 has %d: give as many in each",
				what, i, len(row), len(values[0])))
		}
		for j, v := range row {
			if !paint.IsFinite(v) || v < 0 {
				panic(fmt.Sprintf("%s: number %d of row %d is %v: it must be 0 or a positive "+
					"number", what, j, i, v))
			}
			top = max(top, v)
		}
	}
	return top
}

// namesOr are the names given, or numbers from 0.
func namesOr(names []string, what string, n int) []string {
	if names == nil {
		for i := range n {
			names = append(names, fmt.Sprint(i))
		}
	}
	if len(names) != n {
		panic(fmt.Sprintf("%s: %d names for %d of them: give as many, or nil", what, len(names), n))
	}
	return names
}

// numbered counts n places from 0, from the left or from the top, and writes as many numbers as
// have room.
type numbered struct {
	n    int
	down bool
}

// Ticks implements plot.Ticker.
func (c numbered) Ticks(lo, hi float64) []plot.Tick {
	var marks []plot.Tick
	step := max(1, int(paint.RoundStep(float64(c.n)/10)))
	for i := 0; i < c.n; i += step {
		at := i
		if c.down {
			at = c.n - 1 - i
		}
		marks = append(marks, plot.Tick{Value: float64(at), Label: fmt.Sprint(i)})
	}
	return marks
}

// shades are cells of a table, whose largest number is top.
type shades struct {
	values [][]float64
	top    float64
}

// Plot implements plot.Plotter. White cells are those of the background, and take no room in a
// file. The others reach a little under the next ones, and no seam shows between them.
func (s shades) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.FillPolygon(white, paint.Corners(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y)[:4])
	const under = 0.5
	for i, row := range s.values {
		upper := float64(len(s.values)-1-i) + 0.5
		for j := range row {
			if s.colour(i, j) == white {
				continue
			}
			x0, x1, y0, y1 := x(float64(j)-0.5), x(float64(j)+0.5), y(upper-1), y(upper)
			if s.colour(i, j+1) != white {
				x1 += under
			}
			if s.colour(i+1, j) != white {
				y0 -= under
			}
			c.FillPolygon(s.colour(i, j), paint.Corners(x0, y0, x1, y1)[:4])
		}
	}
	c.StrokeLines(paint.Stroke(paint.Grey, 0.5), paint.Corners(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y))
}

// colour is the colour of a cell, white outside the table.
func (s shades) colour(row, column int) color.NRGBA {
	if row == len(s.values) || column == len(s.values[row]) {
		return white
	}
	return shade(s.values[row][column], s.top)
}

var white = paint.Pale(paint.Posterior, 0)

// shade is the colour of v if the largest number is top. There are 65 shades, so numbers near 0 are
// white and take no room in a file.
func shade(v, top float64) color.NRGBA {
	if top == 0 {
		return white
	}
	return paint.Pale(paint.Posterior, math.Round(64*v/top)/64)
}

// swatch is a box of a shade in the key.
type swatch float64

// Thumbnail implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	box := paint.Corners(c.Max.X-12, c.Min.Y, c.Max.X, c.Max.Y)
	c.FillPolygon(shade(float64(s), 1), box[:4])
	c.StrokeLines(paint.Stroke(paint.Grey, 0.5), box)
}
