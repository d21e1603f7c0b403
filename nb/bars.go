package nb

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/shape"
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
				panic(fmt.Sprintf("bars: the %s height of %q is %v: it must be 0 or a positive number",
					[]string{"sampled", "exact"}[k], names[i], h))
			}
		}
	}
}

// lids are short horizontal lines over columns.
type lids []float64

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

func (l lids) DataRange() (xmin, xmax, ymin, ymax float64) {
	_, ymax = paint.Room(0, slices.Max(l), 0.03)
	return 0, float64(len(l) - 1), 0, ymax
}

func (l lids) Thumbnail(c *draw.Canvas) {
	paint.Line{LineStyle: paint.Stroke(paint.Truth, 1.6)}.Thumbnail(c)
}

// Histogram draws how values are distributed. The area of the bars is 1, so that a density can be
// laid over them with [AddExact]. Whole numbers get a bar each, as high as their share, if there
// are enough of them.
//
// For bins of your own, give their edges from left to right: nb.Histogram(scores, "score", 60, 70,
// 80, 90, 100). Values outside of them are not drawn, and the label of the axis says how many there
// are. Without edges, the same holds for a few values that are very far out.
func Histogram(values []float64, label string, edges ...float64) *plot.Plot {
	edges, heights := histogramData(values, edges...)
	p := paint.NewPlot("Histogram of "+label, label+outsideNote(values, edges), "density")
	if edges[1]-edges[0] == 1 && shape.Whole(values) {
		p.Y.Label.Text = "share"
	}
	p.Add(paint.BarPlot{Edges: edges, Heights: heights, Fill: paint.Pale(paint.Posterior, 0.6)})
	return p
}

// histogramData returns the numbers that [Histogram] draws: heights[i] is the density of all values
// between edges[i] and edges[i+1]. A value on an edge counts for the bin on its right, and a value
// on the last edge for the last bin.
//
// Without edges, bins have the width 2·IQR/∛n of Freedman & Diaconis (1981), where IQR is the
// distance between the quartiles, or less if these are fewer than the 1 + log₂ n bins of Sturges
// (1926), as for values with two hills. Values that are equal up to rounding have one bin. Whole
// numbers have bins around whole numbers, from half a unit below the smallest to half a unit above
// the largest. These bins have width 1 if the numbers are less than 60 apart and a bin then has at
// least three values on average. Otherwise they have a whole width near the rule's, the one that
// fills the range best, and the last bin may be narrower.
func histogramData(values []float64, edges ...float64) (_, heights []float64) {
	return shape.Binned(values, edges)
}

// outsideNote says how many values lie in no bin, if any do.
func outsideNote(values, edges []float64) string {
	n := 0
	for _, v := range values {
		if v < edges[0] || v > edges[len(edges)-1] {
			n++
		}
	}
	return shape.Note(n, len(values))
}
