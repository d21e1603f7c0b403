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
