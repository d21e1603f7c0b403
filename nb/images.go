package nb

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

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

// gallery is images in rows.
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

// Plot implements plot.Plotter.
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
		c.StrokeLines(paint.Stroke(paint.Grey, 0.5), paint.Corners(left, upper-height, left+width,
			upper))
		sty := p.X.Tick.Label
		sty.Rotation, sty.XAlign, sty.YAlign = 0, draw.XCenter, draw.YTop
		c.FillText(sty, vg.Point{X: left + width/2, Y: upper - height - 3}, g.names[i])
	}
}
