// Package shape computes how values are distributed: the bins of a histogram, and the curve of a
// density.
package shape

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/plotter"

	"gibbslab/internal/numeric"
	"gibbslab/internal/radix"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

// A Distribution is how values are distributed: a curve (X, Y), and the quantiles at 2.5, 50 and
// 97.5 %. The curve is the density (diag.KDE). For whole numbers it is the outline of their
// histogram. For values that never change, apart from rounding, it is a spike: X has no width, and
// Y is 1 at both ends. Outside is the number of values that are too far out to be drawn, of N. Ends
// are where the variable seems to end, or infinite.
type Distribution struct {
	X, Y                 []float64
	Ends                 [2]float64
	Lower, Median, Upper float64
	Outside, N           int
}

// Of is the distribution of values. It panics if there is none, or if one is not finite.
func Of(what string, values []float64) Distribution {
	if len(values) == 0 {
		panic(what + " has no values")
	}
	if i := slices.IndexFunc(values, func(v float64) bool { return !paint.IsFinite(v) }); i >= 0 {
		panic(fmt.Sprintf("value %d of %s is %v: leave out what is not finite", i, what, values[i]))
	}
	sorted := radix.Values(values) // once, rather than in each of the functions below
	quantile := func(p float64) float64 { return numeric.Quantile(sorted, p) }
	s := Distribution{Lower: quantile(0.025), Median: quantile(0.5), Upper: quantile(0.975),
		Ends: [2]float64{math.Inf(-1), math.Inf(1)}}
	lo, hi := sorted[0], sorted[len(sorted)-1]
	if paint.Constant(lo, hi) {
		s.X, s.Y = []float64{lo, hi}, []float64{1, 1}
		return s
	}
	near := Central(sorted)
	s.Outside, s.N = len(sorted)-len(near), len(sorted)
	if k, ends, err := kde(near); err == nil && !Whole(values) {
		s.X, s.Y, s.Ends = k.X, k.Y, ends
		floats.Scale(float64(len(near))/float64(len(sorted)), s.Y)
		return s
	}
	s.X, s.Y = Outline(values)
	return s
}

// kde is diag.KDE between ends that it guesses. Positive values end at 0, and if none is above 1,
// there. Far from these ends the density is the same without them. Where it is above a quarter of
// its height at the smallest or the largest of a hundred values or more, the variable ends there.
func kde(sorted []float64) (k diag.Density, ends [2]float64, err error) {
	lo, hi := sorted[0], sorted[len(sorted)-1]
	ends = [2]float64{math.Inf(-1), math.Inf(1)}
	if lo >= 0 {
		ends[0] = 0
	}
	if lo >= 0 && hi <= 1 {
		ends[1] = 1
	}
	if k, err = diag.KDE(sorted, ends[0], ends[1]); err != nil || len(sorted) < 100 {
		return k, ends, err
	}
	for i, x := range [2]float64{lo, hi} {
		if at := min(sort.SearchFloat64s(k.X, x), len(k.X)-1); k.Y[at] > slices.Max(k.Y)/4 {
			ends[i] = x
		}
	}
	k, err = diag.KDE(sorted, ends[0], ends[1])
	return k, ends, err
}

// Outline is the outline of the histogram of values.
func Outline(values []float64) (x, y []float64) {
	edges, heights := Binned(values, nil)
	for i, h := range heights {
		x, y = append(x, edges[i], edges[i+1]), append(y, h, h)
	}
	return x, y
}

// Central are the values that a picture has room for. Beside a single value at a million all others
// would look like one, and a curve that reaches so far is too coarse to show them. So if values
// reach ten times as far as the middle 95 %, only those within three times its width of it are
// drawn.
func Central(sorted []float64) []float64 {
	lo, hi := numeric.Quantile(sorted, 0.025), numeric.Quantile(sorted, 0.975)
	if room := 3 * (hi - lo); room > 0 && sorted[len(sorted)-1]-sorted[0] > 10*(hi-lo) {
		from := sort.SearchFloat64s(sorted, lo-room)
		return sorted[from:sort.Search(len(sorted), func(i int) bool { return sorted[i] > hi+room })]
	}
	return sorted
}

// Note says that values lie outside of the picture, if some do.
func Note(outside, of int) string {
	if outside == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of %d values lie outside)", outside, of)
}

// Raised is the curve with this height on this base. Ends that lie flat on the base are cut off.
func (s Distribution) Raised(base, height float64) plotter.XYs {
	top := slices.Max(s.Y)
	seen := func(y float64) bool { return y >= 0.002*top }
	from, to := slices.IndexFunc(s.Y, seen), len(s.Y)
	for !seen(s.Y[to-1]) {
		to--
	}
	xys := make(plotter.XYs, to-from)
	for i := range xys {
		xys[i] = plotter.XY{X: s.X[from+i], Y: base + height*s.Y[from+i]/top}
	}
	return xys
}

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
	whole := !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
	switch {
	case whole && hi-lo < 1e9 && !paint.Constant(lo, lo+1):
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
