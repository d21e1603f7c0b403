package nb

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
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
		nameLines(p, namesOr(rows, "heat map: rows", height))
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

// nameLines writes names at the left, the first at the top, on a picture in which they have room.
func nameLines(p *plot.Plot, names []string) {
	p.Y.Tick.Marker, p.Y.Tick.Length = paint.EveryName(paint.Upward(names)), 0
	p.Y.LineStyle.Width = 0
	paint.SetWish(p, paint.Wish{Height: paint.NamesHeight(len(names))})
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

func (s swatch) Thumbnail(c *draw.Canvas) {
	box := paint.Corners(c.Max.X-12, c.Min.Y, c.Max.X, c.Max.Y)
	c.FillPolygon(shade(float64(s), 1), box[:4])
	c.StrokeLines(paint.Stroke(paint.Grey, 0.5), box)
}

// Images draws vectors as small pictures: what do topics over pixels look like? Each image lists
// its pixels row by row from the top left, with the given number of pixels in a row. White is 0,
// and the darkest pixel of an image is its largest number. names stand below the images; nil
// numbers them from 0.
func Images(names []string, images [][]float64, pixels int) *plot.Plot {
	checkTable("images", images)
	if pixels < 1 || len(images[0])%pixels != 0 {
		panic(fmt.Sprintf("images: %d pixels do not make rows of %d: give the number of pixels in "+
			"a row", len(images[0]), pixels))
	}
	p := paint.NewPlot("Images", "", "")
	p.HideAxes()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.Add(gallery{namesOr(names, "images: names", len(images)), images, pixels})
	return p
}

type gallery struct {
	names  []string
	images [][]float64
	pixels int
}

// The space around an image is a fifth of its width. The name stands below it.
const imageGap, nameHeight = 0.2, vg.Length(16)

// columns returns the number of images in a row that makes them largest, and the side of a pixel
// then.
func (g gallery) columns(size vg.Point) (columns int, side vg.Length) {
	width, height := vg.Length(g.pixels)*(1+imageGap), vg.Length(len(g.images[0])/g.pixels)
	for n := 1; n <= len(g.images); n++ {
		rows := vg.Length((len(g.images) + n - 1) / n)
		s := min(size.X/(vg.Length(n)*width), (size.Y/rows-nameHeight)/(height*(1+imageGap)))
		if n == 1 || s > side {
			columns, side = n, s
		}
	}
	return columns, max(side, 1)
}

func (g gallery) Plot(c draw.Canvas, p *plot.Plot) {
	columns, side := g.columns(c.Size())
	width, height := vg.Length(g.pixels)*side, vg.Length(len(g.images[0])/g.pixels)*side
	rows := (len(g.images) + columns - 1) / columns
	// if there is room, rows move apart
	down := min(c.Size().Y/vg.Length(rows), 1.7*height+nameHeight)
	for i, image := range g.images {
		left := c.Min.X + vg.Length(i%columns)*width*(1+imageGap)
		upper := c.Max.Y - vg.Length(i/columns)*down
		largest := checkTable("images", [][]float64{image})
		for j, v := range image {
			x, y := left+vg.Length(j%g.pixels)*side, upper-vg.Length(j/g.pixels)*side
			if colour := shade(v, largest); colour != white {
				c.FillPolygon(colour, paint.Corners(x+0.3, y-side+0.3, x+side-0.3, y-0.3)[:4])
			}
		}
		c.StrokeLines(paint.Stroke(paint.Grey, 0.5), paint.Corners(left, upper-height, left+width, upper))
		sty := p.X.Tick.Label
		sty.Rotation, sty.XAlign, sty.YAlign = 0, draw.XCenter, draw.YTop
		c.FillText(sty, vg.Point{X: left + width/2, Y: upper - height - 3}, g.names[i])
	}
}
