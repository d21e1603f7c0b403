package nb

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/internal/radix"
	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/shape"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Density draws the posterior density of one scalar, estimated from the draws of all chains
// together. Its 95 % interval (from the 2.5 to the 97.5 % quantile) is shaded, and its median is
// marked. If a few draws are very far out, they are left out of the curve, and the axis says so. Of
// whole numbers it draws the outline of their histogram.
//
// If a quantity has a hard bound, such as a variance, the estimate spills over it: use
// [DensityBetween]. Add a prior with [AddPrior] and an exact answer with [AddExact].
func Density(tr *sampler.Trace, label string) *plot.Plot {
	return DensityBetween(tr, label, math.Inf(-1), math.Inf(1))
}

// DensityBetween is [Density] for a quantity that cannot be outside [lower, upper]: a variance is
// in [0, +Inf), a probability in [0, 1]. Give math.Inf(1) where there is no bound.
func DensityBetween(tr *sampler.Trace, label string, lower, upper float64) *plot.Plot {
	return Interval{}.Density(tr, label, lower, upper)
}

// Density is [DensityBetween] with this interval shaded.
func (i Interval) Density(tr *sampler.Trace, label string, lower, upper float64) *plot.Plot {
	label = labelOf(tr, label)
	d := densityData(tr, label, lower, upper)
	d.Lower, d.Upper = i.Of(slices.Concat(chainsOf(tr, label)...))
	p := paint.NewPlot("Posterior of "+label, label+shape.Note(d.Outside, d.Draws), "density")
	curve := paint.XysOf(d.X, d.Y)
	shade := paint.Area{XYs: within(curve, d.Lower, d.Upper), Fill: paint.Pale(paint.Posterior, 0.22)}
	l := paint.Line{XYs: curve, LineStyle: paint.Stroke(paint.Posterior, 1.6)}
	median := medianOf(curve, d.Median)
	p.Add(shade, median, l)
	p.Y.Min = 0
	p.Legend.Add("posterior", l)
	f := digitsFor(d.Upper - d.Lower)
	p.Legend.Add(fmt.Sprintf("%s %s to %s", i, f(d.Lower), f(d.Upper)), shade)
	p.Legend.Add("median "+f(d.Median), median)
	return p
}

// medianOf is an upright line below a curve.
func medianOf(curve plotter.XYs, median float64) paint.Line {
	return paint.Line{XYs: plotter.XYs{{X: median}, {X: median, Y: heightAt(curve, median)}},
		LineStyle: paint.Stroke(paint.Posterior, 1.1, paint.Dotted...)}
}

// densityNumbers are what [Density] draws: the curve (X, Y), and the quantiles at 2.5, 50 and 97.5
// %. Outside of the Draws are too far out to be drawn.
type densityNumbers struct {
	X, Y                 []float64
	Lower, Median, Upper float64
	Outside, Draws       int
}

// densityData returns the numbers that [DensityBetween] draws. For [Density], the bounds are
// math.Inf(-1) and math.Inf(1). The curve is diag.KDE, the interval diag.ETI.
func densityData(tr *sampler.Trace, label string, lower, upper float64) densityNumbers {
	draws := slices.Concat(chainsOf(tr, label)...)
	k, err := diag.KDE(draws, lower, upper)
	if err != nil {
		panic(fmt.Sprintf("density of %s: %v", label, err))
	}
	near := shape.Central(radix.Values(draws))
	switch {
	case shape.Whole(draws):
		k.X, k.Y = shape.Outline(draws)
	case len(near) < len(draws):
		k, _ = diag.KDE(near, lower, upper)
		floats.Scale(float64(len(near))/float64(len(draws)), k.Y)
	}
	d := densityNumbers{X: k.X, Y: k.Y, Median: diag.Quantile(draws, 0.5),
		Outside: len(draws) - len(near), Draws: len(draws)}
	d.Lower, d.Upper = diag.ETI(draws, 0.95)
	return d
}

// digitsFor writes values that vary over a range of this width with three digits of the range.
func digitsFor(width float64) func(float64) string {
	decimals := 0
	if width > 0 {
		decimals = max(0, 2-int(math.Floor(math.Log10(width))))
	}
	if decimals > 8 || width >= 1e7 {
		return func(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
	}
	return func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
}

// heightAt interpolates a curve whose x rises. Outside its range it is 0.
func heightAt(curve plotter.XYs, x float64) float64 {
	for i := 1; i < len(curve); i++ {
		if a, b := curve[i-1], curve[i]; a.X <= x && x <= b.X {
			return a.Y + (b.Y-a.Y)*(x-a.X)/(b.X-a.X)
		}
	}
	return 0
}

// within is the part of a curve between two abscissae, with its ends interpolated.
func within(curve plotter.XYs, lo, hi float64) plotter.XYs {
	part := plotter.XYs{{X: lo, Y: heightAt(curve, lo)}}
	for _, xy := range curve {
		if lo < xy.X && xy.X < hi {
			part = append(part, xy)
		}
	}
	return append(part, plotter.XY{X: hi, Y: heightAt(curve, hi)})
}

// An Interval sums up draws by two numbers in a plot. It has the fields of diag.Options, and says
// what rows of intervals show. The zero value is the 95 % equal-tailed interval, which plots draw
// unless you ask for another:
//
//	nb.Interval{Prob: 0.9, HDI: true}.Forest(tr, "theta")
//	nb.Interval{Sorted: true, Bare: true}.Forest(tr, "theta") // for a paper
type Interval struct {
	// Prob is the probability, between 0 and 1. 0 means 0.95.
	Prob float64
	// HDI asks for the highest-density interval instead of the equal-tailed one.
	HDI bool
	// Limits say which R-hat and ESS are a warning.
	Limits diag.Limits
	// Sorted orders the rows of Forest by their medians, the largest at the top.
	Sorted bool
	// Bare leaves out R-hat and ESS, which readers of a paper do not need.
	Bare bool
}

// Of returns the interval of draws: diag.ETI, or diag.HDI.
func (i Interval) Of(draws []float64) (lower, upper float64) {
	if i.HDI {
		return diag.HDI(draws, i.prob())
	}
	return diag.ETI(draws, i.prob())
}

func (i Interval) prob() float64 {
	if !(i.Prob >= 0 && i.Prob < 1) {
		panic(fmt.Sprintf("interval: a probability of %v: "+
			"give a number between 0 and 1, or 0 for 0.95", i.Prob))
	}
	return cmp.Or(i.Prob, 0.95)
}

// String names the interval: "95 % interval", "90 % HDI".
func (i Interval) String() string {
	kind := "interval"
	if i.HDI {
		kind = "HDI"
	}
	return fmt.Sprintf("%.6g %% %s", 100*i.prob(), kind)
}
