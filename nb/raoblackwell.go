package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/integrate"
	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

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
