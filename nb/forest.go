package nb

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Forest draws the intervals of many scalars below one another: which are large, which are surely
// not zero, and which can you not trust yet? The thin line is the 95 % equal-tailed interval, the
// thick line holds the middle half of the draws, and the dot is the median. On the right are R-hat
// and the effective sample size, the smaller one of bulk and tail. They are bold if they are beyond
// the limits of [Summary] (diag.Limits).
//
// names are parameters, such as "theta" for all its elements, or scalars, such as "theta[3]".
// Without names, Forest draws all but lp__. The picture is as high as it needs to be. It shows at
// most 100 scalars, and the axis says how many there are.
//
// Rows are 1 apart and the last one is at 0: you can draw points over them with [AddPoints]. For
// another interval, sorted rows, or rows without R-hat and ESS see [Interval]; for several models
// [Compare]. [AddMark] draws a reference line.
func Forest(tr *sampler.Trace, names ...string) *plot.Plot {
	return Interval{}.Forest(tr, names...)
}

// Forest is [Forest] with this interval as the thin line, and with these limits of R-hat and ESS.
func (i Interval) Forest(tr *sampler.Trace, names ...string) *plot.Plot {
	rows := i.rows(tr, names)
	if i.Sorted {
		slices.SortStableFunc(rows, func(a, b forestRow) int { return cmp.Compare(b.Median, a.Median) })
	}
	p := paint.NewPlot("Posterior intervals", "value", "")
	if n := len(rows); n > mostRows {
		p.X.Label.Text = fmt.Sprintf("value (the first %d of %d scalars)", mostRows, n)
		rows = rows[:mostRows]
	}
	var labels []string
	for _, r := range rows {
		labels = append(labels, r.Label)
	}
	f := forest{rows, p.Y.Tick.Label, i.Bare}
	paint.AddNamed(p, fmt.Sprintf("median, 50 %% and %s", i), f)
	paint.NameRows(p, labels)
	paint.SetWish(p, paint.Wish{Height: 140 + 22*len(labels)})
	p.Y.Min, p.Y.Max = -0.6, float64(len(rows))+0.4 // with room for the head of the columns
	if i.Bare {
		p.Y.Max -= 0.8
	}
	return p
}

// forestRow is what [Forest] draws of one scalar.
type forestRow struct {
	Label                          string
	Lower, Q25, Median, Q75, Upper float64 // quantiles 2.5, 25, 50, 75 and 97.5 %
	RHat                           float64
	ESS                            float64 // the smaller one of bulk and tail
	BadRHat, BadESS                bool    // beyond the limit of diag.Judge
}

// rows returns the rows of a forest, with this interval from Lower to Upper.
func (i Interval) rows(tr *sampler.Trace, names []string) []forestRow {
	found, _, judge := summed("forest", i.Limits, tr, names)
	var rows []forestRow
	for _, r := range found {
		draws := Must(tr.Draws(r.Label))
		lower, upper := i.Of(draws)
		lowest, highest := diag.ETI(draws, 0.5)
		badRHat, badESS := judge.Beyond(r)
		rows = append(rows, forestRow{
			r.Label, lower, lowest, r.Median, highest, upper,
			r.RHat, r.MinESS(), badRHat, badESS,
		})
	}
	return rows
}

// mostRows is how many rows a reader can look at one by one.
const mostRows = 100

// forest is the rows of Forest, the first at the top.
type forest struct {
	rows  []forestRow
	style draw.TextStyle
	bare  bool // without R-hat and ESS
}

// Columns of numbers to the right of the axes: where they end, from there.
const rHatColumn, essColumn, columnsWidth = 48, 94, 98

func (f forest) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if p.X.Min < 0 && p.X.Max > 0 {
		c.StrokeLine2(paint.Stroke(paint.Grey, 0.5), x(0), c.Min.Y, x(0), c.Max.Y)
	}
	right := f.style
	right.XAlign, right.YAlign = draw.XRight, draw.YCenter
	write := func(column, at vg.Length, text string, bold bool) {
		sty := right
		if bold {
			sty.Font.Weight = 3 // bold
		}
		c.FillText(sty, vg.Point{X: c.Max.X + column, Y: at + 1.5}, text)
	}
	if head := y(float64(len(f.rows))); !f.bare {
		write(rHatColumn, head, "R-hat", false)
		write(essColumn, head, "ESS", false)
	}
	for i, r := range f.rows {
		at := y(float64(len(f.rows) - 1 - i))
		if r.finite() {
			c.StrokeLine2(paint.Stroke(paint.Posterior, 1), x(r.Lower), at, x(r.Upper), at)
			c.StrokeLine2(paint.Stroke(paint.Posterior, 3.5), x(r.Q25), at, x(r.Q75), at)
			if median := (vg.Point{X: x(r.Median), Y: at}); c.Contains(median) {
				paint.Rimmed(&c, median, 2.4)
			}
		}
		if f.bare {
			continue
		}
		write(rHatColumn, at, orDash(r.RHat, 'f', 3), r.BadRHat)
		write(essColumn, at, orDash(math.Floor(r.ESS), 'f', 0), r.BadESS)
	}
}

// orDash writes a number, or a dash for NaN.
func orDash(v float64, format byte, digits int) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, format, digits, 64)
}

func (r forestRow) finite() bool { return paint.IsFinite(r.Lower) && paint.IsFinite(r.Upper) }

// GlyphBoxes implements plot.GlyphBoxer: room for the columns.
func (f forest) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	if f.bare {
		return nil
	}
	return []plot.GlyphBox{{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: columnsWidth}}}}
}

func (f forest) DataRange() (xmin, xmax, ymin, ymax float64) {
	var ends plotter.XYs
	for _, r := range f.rows {
		if r.finite() {
			ends = append(ends, plotter.XY{X: r.Lower}, plotter.XY{X: r.Upper})
		}
	}
	if len(ends) == 0 {
		return 0, 1, 0, 1
	}
	xmin, xmax, _, _ = plotter.XYRange(ends)
	xmin, xmax = paint.Room(xmin, xmax, 0.03)
	return xmin, xmax, -0.6, float64(len(f.rows)) + 0.4
}

func (f forest) Thumbnail(c *draw.Canvas) {
	y, middle := c.Center().Y, c.Center().X
	c.StrokeLine2(paint.Stroke(paint.Posterior, 1), c.Min.X, y, c.Max.X, y)
	c.StrokeLine2(paint.Stroke(paint.Posterior, 3.5), middle-4, y, middle+4, y)
	paint.Rimmed(c, c.Center(), 1.8)
}
