package nb

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
)

// Bars draws a column for each name, and a black bar over it at the exact height: do the samples
// agree with the exact answer? Give nil for exact if you do not know it. The y axis says "share".
// For something else, such as counts, give it a label with [WithTitle].
func Bars(names []string, sampled, exact []float64) *plot.Plot {
	checkBars(names, sampled, exact)
	p := paint.NewPlot("Shares", "", "share")
	columns := paint.BarPlot{Fill: paint.Pale(paint.Posterior, 0.6)}
	for i, h := range sampled {
		at := float64(i)
		if i > 0 {
			columns.Heights = append(columns.Heights, 0)
		}
		columns.Edges = append(columns.Edges, at-barHalf, at+barHalf)
		columns.Heights = append(columns.Heights, h)
	}
	p.Add(columns)
	p.X.Tick.Marker = paint.Named(names)
	p.X.Tick.Length = 0
	p.X.Min, p.X.Max = -0.6, float64(len(names))-0.4
	if exact != nil {
		tops := lids(exact)
		p.Add(tops)
		p.Legend.Add("sampled", columns)
		p.Legend.Add("exact", tops)
	}
	return p
}

// barHalf is half the width of a column, whose neighbours are 1 apart.
const barHalf = 0.34

func checkBars(names []string, sampled, exact []float64) {
	switch {
	case len(names) == 0:
		panic("bars: there are no names")
	case len(sampled) != len(names):
		panic(fmt.Sprintf("bars: %d names and %d sampled heights: give as many of each", len(names),
			len(sampled)))
	case exact != nil && len(exact) != len(names):
		panic(fmt.Sprintf("bars: %d names and %d exact heights: give as many of each, or nil",
			len(names), len(exact)))
	}
	for k, heights := range [][]float64{sampled, exact} {
		for i, h := range heights {
			if !paint.IsFinite(h) || h < 0 {
				panic(fmt.Sprintf("bars: the %s height of %q is %v: it must be 0 or a positive "+
					"number",
					[]string{"sampled", "exact"}[k], names[i], h))
			}
		}
	}
}

// lids are short horizontal lines over columns.
type lids []float64

// Plot implements plot.Plotter.
func (l lids) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, h := range l {
		at := float64(i)
		if level := y(h); c.ContainsY(level) {
			c.StrokeLine2(paint.Stroke(paint.Truth, 1.6), x(at-barHalf-0.06), level,
				x(at+barHalf+0.06), level)
		}
	}
}

// DataRange implements plot.DataRanger.
func (l lids) DataRange() (xmin, xmax, ymin, ymax float64) {
	for _, h := range l {
		ymin, ymax = min(ymin, h), max(ymax, h)
	}
	ymin, ymax = paint.Room(ymin, ymax, 0.03)
	return 0, float64(len(l) - 1), ymin, ymax
}

// Thumbnail implements plot.Thumbnailer.
func (l lids) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLines(paint.Stroke(paint.Truth, 1.6),
		[]vg.Point{{X: c.Min.X, Y: y}, {X: c.Max.X, Y: y}})
}
