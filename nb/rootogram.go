package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

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
