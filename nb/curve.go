package nb

import (
	"fmt"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
)

// Curve draws a function of one variable from lo to hi: what does this formula look like? The
// numbers drawn are f at 512 points, evenly apart; where f is NaN or infinite the curve has a gap.
// Lay others over it with [AddCurve], points with [AddPoints], an upright line with [AddMark].
//
//	p := nb.Curve("likelihood", 0, 1, func(x float64) float64 { return math.Pow(x, 4) * math.Pow(1-x, 6) })
func Curve(name string, lo, hi float64, f func(x float64) float64) *plot.Plot {
	if !(lo < hi) || !paint.IsFinite(lo) || !paint.IsFinite(hi) {
		panic(fmt.Sprintf("curve %q: it is to be drawn from %v to %v: give two numbers, the smaller first", name, lo, hi))
	}
	p := paint.NewPlot(name, "x", name)
	p.X.Min, p.X.Max = lo, hi
	AddCurve(p, name, f)
	return p
}

// AddCurve draws a function over a plot, in the first colour that the plot's key does not show yet,
// over the range that the plot has so far. For a prior use [AddPrior], and for an exact answer
// [AddExact]: these look the same in all plots.
func AddCurve(p *plot.Plot, name string, f func(x float64) float64) {
	if f == nil {
		panic(fmt.Sprintf("curve %q: the function is nil", name))
	}
	addCurve(p, name, f, paint.Stroke(paint.FreshColour(p), 1.6))
}
