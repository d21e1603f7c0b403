package nb

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate"
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
	p := paint.NewPlot("Posterior of "+label, label+shape.Note(d.Outside, d.N), "density")
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

// densityData returns the numbers that [DensityBetween] draws. For [Density], the bounds are
// math.Inf(-1) and math.Inf(1). The curve is diag.KDE, the interval diag.ETI.
func densityData(tr *sampler.Trace, label string, lower, upper float64) shape.Distribution {
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
	d := shape.Distribution{X: k.X, Y: k.Y, Median: diag.Quantile(draws, 0.5),
		Outside: len(draws) - len(near), N: len(draws)}
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

// RaoBlackwell draws the posterior density of a variable from lo to hi as the mean of its full
// conditional densities, which a Gibbs sampler knows and a kernel estimate does not:
//
//	p(x | data) ≈ (1/S) Σₛ p(x | data, the other variables in draw s).
//
// Twenty of these densities are drawn as thin lines (Gelfand & Smith, Journal of the American
// Statistical Association 85, 1990, 398–409). The estimate is smooth, correct at bounds, and needs
// few draws. conditional(s, x) is the density for draw s, counted from 0. It must be normalised.
//
//	s2 := nb.Must(tr.Draws("sigma2")) // what mu's full conditional depends on
//	nb.RaoBlackwell("mu", 80, 92, len(s2), func(s int, x float64) float64 {
//		return distuv.Normal{Mu: mean(s2[s]), Sigma: sd(s2[s])}.Prob(x)
//	})
//
// The median and the shaded 95 % interval are computed from the curve. If its area between lo and
// hi differs from 1 by more than 0.01, they are left out, and the key says so: widen the range, or
// normalise the conditional.
func RaoBlackwell(label string, lo, hi float64, draws int,
	conditional func(draw int, x float64) float64) *plot.Plot {
	d := raoBlackwellData(label, lo, hi, draws, conditional)
	p := paint.NewPlot("Posterior of "+label+", from its full conditionals", label, "density")
	curve := paint.XysOf(d.X, d.Y)
	whole := !math.IsNaN(d.Median)
	shade := paint.Area{Fill: paint.Pale(paint.Posterior, 0.22)}
	if whole {
		shade.XYs = within(curve, d.Lower, d.Upper)
		p.Add(shade)
	}
	var thin paint.Line
	for _, y := range d.Conditionals {
		thin = paint.Line{XYs: paint.XysOf(d.X, y),
			LineStyle: paint.Stroke(paint.Pale(paint.Grey, 0.6), 0.5)}
		p.Add(thin)
	}
	l := paint.Line{XYs: curve, LineStyle: paint.Stroke(paint.Posterior, 1.8)}
	p.Add(l)
	// narrow conditionals would press it flat
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = lo, hi, 0, min(p.Y.Max, 3*slices.Max(d.Y))
	p.Legend.Add(fmt.Sprintf("mean of %d conditionals", draws), l)
	p.Legend.Add(fmt.Sprintf("%d of them", len(d.Conditionals)), thin)
	if !whole {
		p.Legend.Add(fmt.Sprintf("area %.3g instead of 1: no interval", d.Area))
		return p
	}
	f := digitsFor(d.Upper - d.Lower)
	p.Legend.Add(fmt.Sprintf("95 %% interval %s to %s", f(d.Lower), f(d.Upper)), shade)
	median := medianOf(curve, d.Median)
	paint.AddNamed(p, "median "+f(d.Median), median)
	return p
}

// raoBlackwellNumbers are what [RaoBlackwell] draws: the density Y at X, twenty of its conditionals
// at X, the area below Y, and its quantiles at 2.5, 50 and 97.5 %, NaN unless the area is within
// 0.01 of 1.
type raoBlackwellNumbers struct {
	X, Y                       []float64
	Conditionals               [][]float64
	Area, Lower, Median, Upper float64
}

// raoBlackwellData returns the numbers that [RaoBlackwell] draws: diag.RaoBlackwell at 512 points.
func raoBlackwellData(label string, lo, hi float64, draws int,
	conditional func(draw int, x float64) float64) raoBlackwellNumbers {
	switch {
	case !(lo < hi) || !paint.IsFinite(hi-lo):
		panic(fmt.Sprintf("posterior of %s: it is to be drawn from %v to %v: give two numbers, "+
			"the smaller first", label, lo, hi))
	case draws < 1:
		panic(fmt.Sprintf("posterior of %s: %d draws: give the number of draws that conditional "+
			"is asked for, 1 or more", label, draws))
	case conditional == nil:
		panic(fmt.Sprintf("posterior of %s: the conditional density is nil", label))
	}
	d := raoBlackwellNumbers{X: make([]float64, curvePoints)}
	for i := range d.X {
		d.X[i] = lo + (hi-lo)*float64(i)/(curvePoints-1)
	}
	d.Y = diag.RaoBlackwell(d.X, draws, conditional)
	for i, y := range d.Y {
		if !paint.IsFinite(y) || y < 0 {
			panic(fmt.Sprintf("posterior of %s: the mean of the conditional densities at %.4g is "+
				"%v: densities are finite and not negative; does the range go beyond a bound?",
				label, d.X[i], y))
		}
	}
	for k, n := 0, min(draws, thinCurves); k < n; k++ {
		y := make([]float64, curvePoints)
		for i, x := range d.X {
			y[i] = conditional(k*draws/n, x)
		}
		d.Conditionals = append(d.Conditionals, y)
	}
	d.Area = integrate.Trapezoidal(d.X, d.Y)
	d.Lower, d.Median, d.Upper = math.NaN(), math.NaN(), math.NaN()
	if math.Abs(d.Area-1) < 0.01 {
		at := func(share float64) float64 { return quantileOfCurve(d.X, d.Y, share) }
		d.Lower, d.Median, d.Upper = at(0.025), at(0.5), at(0.975)
	}
	return d
}

// thinCurves is how many conditionals can be told from a smear.
const thinCurves = 20

// quantileOfCurve is where the share p of the area below a curve is reached, which is taken as
// straight between points.
func quantileOfCurve(x, y []float64, p float64) float64 {
	total := integrate.Trapezoidal(x, y)
	sum := 0.0
	for i := 1; i < len(x); i++ {
		piece := (y[i] + y[i-1]) / 2 * (x[i] - x[i-1])
		if sum+piece >= p*total && piece > 0 {
			return x[i-1] + (x[i]-x[i-1])*(p*total-sum)/piece
		}
		sum += piece
	}
	return x[len(x)-1]
}
