package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"gibbslab/sampler/diag"
)

// Histogram draws how values are distributed. The area of the bars is 1, so that a density can be laid over
// them with [AddExact]. Whole numbers get a bar each, as high as their share, if there are enough of them.
func Histogram(values []float64, label string) *plot.Plot {
	edges, heights := HistogramData(values)
	p := newPlot("Histogram of "+label, label, "density")
	if edges[1]-edges[0] == 1 && wholeNumbers(values) {
		p.Y.Label.Text = "share"
	}
	p.Add(barPlot{edges, heights, pale(posterior, 0.6)})
	return p
}

// mostBins keeps a histogram legible whatever the rule below says.
const mostBins = 80

// HistogramData returns the numbers that [Histogram] draws: heights[i] is the density between edges[i] and
// edges[i+1]. Bins have the width 2·IQR/∛n of Freedman & Diaconis (1981), IQR being the distance of the
// quartiles. Values that are the same up to rounding have one bin. Whole numbers less than 60 apart have bins of width 1 around them if that makes three or more
// values a bin on average; else the width is rounded up to a whole number.
func HistogramData(values []float64) (edges, heights []float64) {
	if len(values) == 0 {
		panic("histogram: no values were given")
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, v := range values {
		if !isFinite(v) {
			panic(fmt.Sprintf("histogram: value %d is %v: leave out what is not finite", i, v))
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	n := len(values)
	tooFar := fmt.Sprintf("histogram: no float64 is the density of values from %v to %v: shift or rescale them", lo, hi)
	width := 2 * (diag.Quantile(values, 0.75) - diag.Quantile(values, 0.25)) / math.Cbrt(float64(n))
	bins := mostBins
	switch {
	case wholeNumbers(values):
		w := 1.0
		if 3*(hi-lo+1) > float64(n) {
			w = max(1, math.Ceil(width))
		}
		bins = int(math.Ceil((hi - lo + 1) / w))
		lo -= 0.5
		hi = lo + w*float64(bins)
	case constant(lo, hi):
		lo, hi = apart(lo, hi, 0.5)
		bins = 1
	case width > 0:
		bins = int(min(mostBins, math.Ceil((hi-lo)/width)))
	default: // half of the values are equal: the rule of Sturges (1926)
		bins = 1 + int(math.Ceil(math.Log2(float64(n))))
	}
	width = (hi - lo) / float64(bins)
	if !isFinite(width) || math.IsInf(1/width, 0) {
		panic(tooFar)
	}
	edges, heights = make([]float64, bins+1), make([]float64, bins)
	for i := range edges {
		edges[i] = lo + float64(i)*width
	}
	for _, v := range values {
		heights[min(bins-1, int((v-lo)/width))] += 1 / (float64(n) * width)
	}
	return edges, heights
}

// wholeNumbers tells whether each value is a whole number and they lie close enough to have a bar each.
func wholeNumbers(values []float64) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v != math.Trunc(v) {
			return false
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	return hi-lo < 60 && !constant(lo, lo+1)
}
