package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/shape"
	"gibbslab/sampler/diag"
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

// Rootogram draws how often each count 0, 1, 2, … occurs in the data, as bars that hang from the
// frequency that the model predicts: does a model of counts have too many zeros, or too few large
// counts? A bar that ends above the grey band is too short, and one that ends below it too long: in
// 95 % of the predicted data sets it ends in the band. The axis has the square roots of
// frequencies, on which all of them vary equally. If there are counts of 60 and more, a bar stands
// for several of them. Counts above the largest observed one are not shown. replicated are
// predicted data sets (Trace.Replicate).
//
// Source: Kleiber & Zeileis, The American Statistician 70 (2016) 296–303.
func Rootogram(observed []float64, replicated [][]float64) *plot.Plot {
	d := rootogramData(observed, replicated)
	label := "count"
	if d.Width > 1 {
		label = fmt.Sprintf("count, in bins of %.4g", d.Width)
	}
	p := paint.NewPlot("Observed frequencies hang from the predicted ones", label, "√frequency")
	h := hanging(d)
	paint.AddNamed(p, "observed, hanging from the predicted", h)
	p.Legend.Add("where 95 % should end", paint.Ribbon{Fill: paint.Pale(paint.Grey, 0.25)})
	return p
}

// rootogramNumbers are what [Rootogram] draws: the square roots of the frequencies of counts. Bar k
// stands for the Width counts from k·Width on.
type rootogramNumbers struct {
	Width                             float64
	Observed, Predicted, Lower, Upper []float64
}

func rootogramData(observed []float64, replicated [][]float64) rootogramNumbers {
	checkReplicated(observed, replicated)
	largest, width := 0.0, 1.0
	frequencies := func(values []float64, into []float64) {
		for i, v := range values {
			if v < 0 || v != math.Trunc(v) || math.IsInf(v, 0) {
				panic(fmt.Sprintf("rootogram: value %d is %v: give counts, 0 or more", i, v))
			}
			if k := math.Floor(v / width); k < float64(len(into)) {
				into[int(k)]++
			}
			largest = max(largest, v)
		}
	}
	frequencies(observed, nil)
	if largest >= mostCounts { // 2, 5 or 10 times a power of 10
		unit := math.Pow(10, math.Floor(math.Log10(largest/mostCounts)))
		for _, digit := range []float64{1, 2, 5, 10} {
			if width = digit * unit; largest/width < mostCounts {
				break
			}
		}
	}
	n := int(largest/width) + 1
	counts := make([]float64, n)
	frequencies(observed, counts)
	of := make([][]float64, n) // count × data set
	for _, values := range replicated {
		f := make([]float64, n)
		frequencies(values, f)
		for k, v := range f {
			of[k] = append(of[k], v)
		}
	}
	d := rootogramNumbers{Width: width}
	for k, f := range of {
		lo, hi := diag.ETI(f, 0.95)
		d.Observed = append(d.Observed, math.Sqrt(counts[k]))
		d.Predicted = append(d.Predicted, math.Sqrt(diag.Mean(f)))
		d.Lower, d.Upper = append(d.Lower, math.Sqrt(lo)), append(d.Upper, math.Sqrt(hi))
	}
	return d
}

// hanging are the bars and the band of a rootogram.
type hanging rootogramNumbers

// ends are the limits between which bar k ends in 95 % of the predicted data sets.
func (h hanging) ends(k int) (low, high float64) {
	return h.Predicted[k] - h.Upper[k], h.Predicted[k] - h.Lower[k]
}

func (h hanging) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	half := min((x(h.Width)-x(0))*0.4, 14)
	for k := range h.Observed {
		at := x((float64(k)+0.5)*h.Width - 0.5)
		low, high := h.ends(k)
		c.FillPolygon(paint.Pale(paint.Grey, 0.25), paint.Corners(at-half-4, y(low), at+half+4, y(high)))
		top, bottom := y(h.Predicted[k]), y(h.Predicted[k]-h.Observed[k])
		c.FillPolygon(paint.Pale(paint.Posterior, 0.5), paint.Corners(at-half, bottom, at+half, top))
		for _, end := range []float64{low, high} { // also where the bar hides the band
			c.StrokeLine2(paint.Stroke(paint.Grey, 0.8), at-half-4, y(end), at+half+4, y(end))
		}
		c.StrokeLine2(paint.Stroke(paint.Truth, 1.4), at-half-2, top, at+half+2, top)
	}
	c.StrokeLine2(paint.Stroke(paint.Truth, 0.6), c.Min.X, y(0), c.Max.X, y(0))
}

func (h hanging) DataRange() (xmin, xmax, ymin, ymax float64) {
	for k := range h.Observed {
		low, high := h.ends(k)
		ymin = min(ymin, low, h.Predicted[k]-h.Observed[k])
		ymax = max(ymax, high, h.Predicted[k])
	}
	end := min((float64(len(h.Observed))+0.1)*h.Width-0.5, math.MaxFloat64)
	return -0.5 - 0.1*h.Width, end, ymin, ymax
}

func (h hanging) Thumbnail(c *draw.Canvas) { paint.FillSwatch(c, paint.Pale(paint.Posterior, 0.5)) }
