package shape

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/internal/radix"
	"gibbslab/nb/internal/paint"
)

// Binned counts values in bins between edges, or in the usual bins if there are no edges. The
// heights are densities (see nb.HistogramData).
func Binned(values, edges []float64) (_, heights []float64) {
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
	lo, hi := edges[0], edges[last+1]
	perUnit := float64(last+1) / (hi - lo)
	for _, v := range values {
		if v < lo || v > hi {
			continue
		}
		// Most bins are equally wide, and this is the right one.
		i := min(max(int((v-lo)*perUnit), 0), last)
		if v < edges[i] || v >= edges[i+1] {
			found := false
			if i, found = slices.BinarySearch(edges, v); !found {
				i--
			}
		}
		heights[min(i, last)]++
	}
	for i := range heights {
		heights[i] /= float64(len(values)) * (edges[i+1] - edges[i])
	}
	return edges, heights
}

// mostBins is the largest number of bins, which keeps a histogram legible.
const mostBins = 80

func checkEdges(edges []float64) {
	if len(edges) < 2 {
		panic("histogram: one edge makes no bin: give two or more, or none for the usual bins")
	}
	for i, v := range edges {
		if !paint.IsFinite(v) || i > 0 && !(v > edges[i-1]) {
			panic(fmt.Sprintf("histogram: edge %d is %v: edges are finite and rise from left to "+
				"right", i, v))
		}
	}
}

// binEdges are the edges of the usual bins.
func binEdges(values []float64) []float64 {
	values = Central(radix.Values(values))
	n, lo, hi := float64(len(values)), values[0], values[len(values)-1]
	quartiles := numeric.Quantiles(values, 0.25, 0.75)
	width := 2 * (quartiles[1] - quartiles[0]) / math.Cbrt(n)
	sturges := 1 + math.Ceil(math.Log2(n)) // two hills have wide quartiles, and would get few bins
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
		bins = int(min(mostBins, max(math.Ceil((hi-lo)/width), sturges)))
	default: // half of the values are equal
		bins = int(sturges)
	}
	if w := (hi - lo) / float64(bins); !paint.IsFinite(w) || math.IsInf(1/w, 0) {
		panic(fmt.Sprintf("histogram: no float64 is the density of values from %v to %v: shift or "+
			"rescale them", lo, hi))
	}
	edges := make([]float64, bins+1)
	for i := range edges {
		edges[i] = lo + float64(i)*((hi-lo)/float64(bins))
	}
	edges[bins] = hi
	return edges
}

// bestWidth is the whole number from 0.8 to 1.25 times a width whose multiples exceed the range by
// the least. If several do, it is the one closest to the width. If there is none, it is the next
// whole number above the width.
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

func allWhole(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
}

// Whole tells whether all values are whole numbers that lie close enough to have a bar each.
func Whole(values []float64) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v != math.Trunc(v) {
			return false
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	return hi-lo < 60 && !paint.Constant(lo, lo+1)
}
