package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

// Histogram draws how values are distributed. The area of the bars is 1, so that a density can be
// laid over them with [AddExact]. Whole numbers get a bar each, as high as their share, if there
// are enough of them.
//
// For bins of your own, give their edges from left to right: nb.Histogram(scores, "score", 60, 70,
// 80, 90, 100). Values outside of them are not drawn, and the label of the axis says how many there
// are.
func Histogram(values []float64, label string, edges ...float64) *plot.Plot {
	edges, heights := HistogramData(values, edges...)
	p := paint.NewPlot("Histogram of "+label, label, "density")
	if edges[1]-edges[0] == 1 && wholeNumbers(values) {
		p.Y.Label.Text = "share"
	}
	if n := outside(values, edges); n > 0 {
		p.X.Label.Text += fmt.Sprintf(" (%d of %d values lie outside)", n, len(values))
	}
	p.Add(paint.BarPlot{Edges: edges, Heights: heights, Fill: paint.Pale(paint.Posterior, 0.6)})
	return p
}

// mostBins keeps a histogram legible whatever the rule below says.
const mostBins = 80

// HistogramData returns the numbers that [Histogram] draws: heights[i] is the density of all values
// between edges[i] and edges[i+1]. A value on an edge counts for the bin on its right, and a value
// on the last edge for the last bin.
//
// Without edges, bins have the width 2·IQR/∛n of Freedman & Diaconis (1981), where IQR is the
// distance between the quartiles. Values that are equal up to rounding have one bin. Whole numbers
// have bins around whole numbers, from half a unit below the smallest to half a unit above the
// largest. These bins have width 1 if the numbers are less than 60 apart and a bin then has at
// least three values on average. Otherwise they have a whole width near the rule's, the one that
// fills the range best, and the last bin may be narrower.
func HistogramData(values []float64, edges ...float64) (_, heights []float64) {
	if len(values) == 0 {
		panic("histogram: no values were given")
	}
	for i, v := range values {
		if !paint.IsFinite(v) {
			panic(fmt.Sprintf("histogram: value %d is %v: leave out what is not finite", i, v))
		}
	}
	if len(edges) == 0 {
		edges = binEdges(values)
	}
	checkEdges(edges)
	last := len(edges) - 2
	heights = make([]float64, last+1)
	for _, v := range values {
		if v < edges[0] || v > edges[last+1] {
			continue
		}
		i, found := slices.BinarySearch(edges, v)
		if !found {
			i--
		}
		heights[min(i, last)]++
	}
	for i := range heights {
		heights[i] /= float64(len(values)) * (edges[i+1] - edges[i])
	}
	return edges, heights
}

func checkEdges(edges []float64) {
	if len(edges) < 2 {
		panic("histogram: one edge makes no bin: give two or more, or none for the usual bins")
	}
	for i, v := range edges {
		if !paint.IsFinite(v) || i > 0 && !(v > edges[i-1]) {
			panic(fmt.Sprintf("histogram: edge %d is %v: edges are finite and rise from left to right", i, v))
		}
	}
}

// outside counts the values that lie in no bin.
func outside(values, edges []float64) (n int) {
	for _, v := range values {
		if v < edges[0] || v > edges[len(edges)-1] {
			n++
		}
	}
	return n
}

// binEdges are the edges of the usual bins.
func binEdges(values []float64) []float64 {
	n, lo, hi := float64(len(values)), slices.Min(values), slices.Max(values)
	sorted := slices.Sorted(slices.Values(values)) // once, rather than in each Quantile
	width := 2 * (diag.Quantile(sorted, 0.75) - diag.Quantile(sorted, 0.25)) / math.Cbrt(n)
	bins := mostBins
	switch {
	case allWhole(values) && hi-lo < 1e9 && !paint.Constant(lo, lo+1):
		w := 1.0
		if hi-lo >= 60 || 3*(hi-lo+1) > n {
			w = bestWidth(hi-lo+1, max(1, width, (hi-lo+1)/mostBins))
		}
		var edges []float64
		for at := lo - 0.5; at < hi+0.5; at += w {
			edges = append(edges, at)
		}
		return append(edges, hi+0.5)
	case paint.Constant(lo, hi):
		lo, hi = paint.Apart(lo, hi, 0.5)
		bins = 1
	case width > 0:
		bins = int(min(mostBins, math.Ceil((hi-lo)/width)))
	default: // half of the values are equal: the rule of Sturges (1926)
		bins = 1 + int(math.Ceil(math.Log2(n)))
	}
	if w := (hi - lo) / float64(bins); !paint.IsFinite(w) || math.IsInf(1/w, 0) {
		panic(fmt.Sprintf("histogram: no float64 is the density of values from %v to %v: shift or rescale them", lo, hi))
	}
	edges := make([]float64, bins+1)
	for i := range edges {
		edges[i] = lo + float64(i)*((hi-lo)/float64(bins))
	}
	edges[bins] = hi
	return edges
}

// bestWidth is the whole number from 0.8 to 1.25 of a width, or the next one above, whose multiples
// exceed the range by the least; of several the one closest to the width.
func bestWidth(span, width float64) float64 {
	best := math.Ceil(width)
	excess := func(w float64) float64 { return w*math.Ceil(span/w) - span }
	for w := max(1, math.Ceil(0.8*width)); w <= 1.25*width; w++ {
		if e := excess(w) - excess(best); e < 0 || e == 0 && math.Abs(w-width) < math.Abs(best-width) {
			best = w
		}
	}
	return best
}

// allWhole tells whether each value is a whole number.
func allWhole(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
}

// wholeNumbers tells whether each value is a whole number and they lie close enough to have a bar
// each.
func wholeNumbers(values []float64) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v != math.Trunc(v) {
			return false
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	return hi-lo < 60 && !paint.Constant(lo, lo+1)
}
