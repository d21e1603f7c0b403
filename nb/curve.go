package nb

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

// Curve draws a function of one variable from lo to hi: what does this formula look like? It
// computes f at 512 evenly spaced points. Where f is NaN or infinite, the curve has a gap. Draw
// other curves over it with [AddCurve], points with [AddPoints], and an upright line with
// [AddMark].
//
//	f := func(x float64) float64 { return math.Pow(x, 4) * math.Pow(1-x, 6) }
//	p := nb.Curve("likelihood", 0, 1, f)
func Curve(name string, lo, hi float64, f func(x float64) float64) *plot.Plot {
	if !(lo < hi) || !paint.IsFinite(lo) || !paint.IsFinite(hi) {
		panic(fmt.Sprintf("curve %q: it cannot be drawn from %v to %v: give two numbers, the "+
			"smaller first", name, lo, hi))
	}
	p := paint.NewPlot(name, "x", name)
	p.X.Min, p.X.Max = lo, hi
	AddCurve(p, name, f)
	return p
}

// Contour draws a density of two variables as a map: three lines of equal height, which hold 50, 80
// and 95 % of the mass that lies in the rectangle. The density need not be normalised. Put a
// sampler on the map with [AddPath] and [AddPoints].
func Contour(density func(x, y float64) float64, xlo, xhi, ylo, yhi float64) *plot.Plot {
	g := paint.GridOf(density, xlo, xhi, ylo, yhi)
	p := paint.NewPlot("Contours of a density", "x", "y")
	var k paint.Contours
	for i, level := range g.Levels() {
		k[i] = paint.ContourLine{Parts: g.Lines(level),
			LineStyle: paint.Stroke(paint.Pale(paint.Grey, []float64{1, 0.75, 0.5}[i]), 1.1)}
	}
	p.Add(k)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = xlo, xhi, ylo, yhi
	p.Legend.Add("50, 80 and 95 % of the mass", k)
	return p
}

// AddPrior draws a density over a plot, dashed like all priors. It is drawn over the range that the
// plot has so far. To show more of it, set p.X.Min and p.X.Max first.
func AddPrior(p *plot.Plot, name string, pdf func(float64) float64) {
	addCurve(p, name, pdf, paint.Stroke(paint.Prior, 1.4, paint.Dashed...))
}

// AddExact draws an exact density over a plot, in black like everything that is known for certain.
// It is drawn over the range that the plot has so far.
func AddExact(p *plot.Plot, name string, pdf func(float64) float64) {
	addCurve(p, name, pdf, paint.Stroke(paint.Truth, 0.9))
}

// AddBand draws a line through the points (x[i], y[i]) over a plot, and a band from lower[i] to
// upper[i] around it, such as a rate and its interval for each year. x must increase. Give nil for
// lower and upper if there is no band. The colour is the first that the plot's key does not show
// yet, or that of what has the same name up to a comma. For steps, give each x twice, with both
// values.
func AddBand(p *plot.Plot, name string, x, y, lower, upper []float64) {
	if len(y) != len(x) || len(lower) != len(upper) || lower != nil && len(lower) != len(x) {
		panic(fmt.Sprintf("band %q: %d x, %d y, %d lower and %d upper ends: give as many of each, "+
			"or no ends", name, len(x), len(y), len(lower), len(upper)))
	}
	for i := 1; i < len(x); i++ {
		if x[i] < x[i-1] {
			panic(fmt.Sprintf("band %q: x falls from %v to %v at number %d: sort the points by x",
				name, x[i-1], x[i], i))
		}
	}
	l := paint.Line{XYs: finitePoints("band", name, x, y),
		LineStyle: paint.Stroke(paint.ColourFor(p, name), 1.6)}
	if lower != nil {
		for i, v := range slices.Concat(lower, upper) {
			if !paint.IsFinite(v) {
				panic(fmt.Sprintf("band %q: end %d of the band is %v: leave out what is not finite",
					name, i%len(x), v))
			}
		}
		fill := l.Color.(color.NRGBA)
		fill.A = 60 // what lies below it is seen
		p.Add(paint.Ribbon{X: x, Lower: lower, Upper: upper, Fill: fill})
	}
	paint.AddNamed(p, name, l)
}

// AddFit draws a fitted line over a plot, with the band that holds it with a probability of 95 % at
// each x: lines[s][i] is the value at x[i] in draw s of the parameters, such as that of a
// regression line. The line in the middle is the median.
func AddFit(p *plot.Plot, name string, x []float64, lines [][]float64) {
	if len(lines) == 0 {
		panic(fmt.Sprintf("fit %q: there are no lines: give one for each draw", name))
	}
	var lower, middle, upper []float64
	column := make([]float64, len(lines))
	for i := range x {
		for s, line := range lines {
			if len(line) != len(x) {
				panic(fmt.Sprintf("fit %q: line %d has %d values, and there are %d x", name, s,
					len(line), len(x)))
			}
			column[s] = line[i]
		}
		lo, hi := diag.ETI(column, 0.95)
		lower, upper = append(lower, lo), append(upper, hi)
		middle = append(middle, diag.Quantile(column, 0.5))
	}
	AddBand(p, name, x, middle, lower, upper)
}

// AddMark draws a vertical black line at x: the true value, or the exact mean.
func AddMark(p *plot.Plot, name string, x float64) {
	m := paint.Mark{X: x, LineStyle: paint.Stroke(paint.Truth, 1, paint.Dotted...)}
	paint.AddNamed(p, name, m)
}

// curvePoints is enough for a curve to look smooth at two pixels a point.
const curvePoints = 512

func addCurve(p *plot.Plot, name string, pdf func(float64) float64, sty draw.LineStyle) {
	lo, hi := p.X.Min, p.X.Max
	if !(lo < hi) || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		panic("plot: " + name + " has no range to be drawn over: add data first, or set p.X.Min " +
			"and p.X.Max")
	}
	xys := make(plotter.XYs, curvePoints)
	for i := range xys {
		x := paint.Between(lo, hi, float64(i)/(curvePoints-1))
		xys[i] = plotter.XY{X: x, Y: pdf(x)}
	}
	l := paint.Line{XYs: xys, LineStyle: sty}
	paint.AddNamed(p, name, l)
}

// AddCurve draws a function over a plot, over the range that the plot has so far. The colour is the
// first that the plot's key does not show yet, or that of points with the same name up to a comma.
// For a prior use [AddPrior], and for an exact answer [AddExact]: these look the same in all plots.
func AddCurve(p *plot.Plot, name string, f func(x float64) float64) {
	if f == nil {
		panic(fmt.Sprintf("curve %q: the function is nil", name))
	}
	addCurve(p, name, f, paint.Stroke(paint.ColourFor(p, name), 1.6))
}

// AddPath draws the path of a sampler over a plot of two variables: a line from each point (x[i],
// y[i]) to the next, and a ring around the first. A Gibbs sampler changes one coordinate at a time,
// and draws a staircase if you give it each of its steps. The colour is the first that the plot's
// key does not show yet. Points that are NaN or infinite are left out. At most 10 000 points are
// drawn, the first ones, and the key says so.
func AddPath(p *plot.Plot, name string, x, y []float64) {
	xys := finitePoints("path", name, x, y)
	if n := len(xys); n > mostSteps {
		name = fmt.Sprintf("%s (the first %d of %d points)", name, mostSteps, n)
		xys = xys[:mostSteps]
	}
	w := paint.Way{Line: paint.Line{XYs: xys, LineStyle: paint.Stroke(paint.ColourFor(p, name), 1.1)}}
	paint.AddNamed(p, name, w)
}

// mostSteps of a path can be followed at most.
const mostSteps = 10_000

// addSteps draws steps over a plot: y[i] holds from x[i] to x[i+1], and the last value at its place
// alone. lower and upper are a band around it, as in [AddBand], or nil.
func addSteps(p *plot.Plot, name string, x, y, lower, upper []float64) {
	if len(y) != len(x) || len(lower) != len(upper) || lower != nil && len(lower) != len(x) {
		panic(fmt.Sprintf("steps %q: %d x, %d y, %d lower and %d upper ends: give as many of each, "+
			"or no ends", name, len(x), len(y), len(lower), len(upper)))
	}
	var at []float64
	for i, v := range x {
		if i > 0 {
			at = append(at, v)
		}
		at = append(at, v)
	}
	AddBand(p, name, at, held(y), held(lower), held(upper))
}

// held repeats each value at the place where the next one begins.
func held(values []float64) (all []float64) {
	for i, v := range values {
		if i > 0 {
			all = append(all, values[i-1])
		}
		all = append(all, v)
	}
	return all
}

// AddSurvival draws the share that is still alive at each time, estimated from times of which some
// are censored (Kaplan–Meier): happened[i] tells whether time[i] is when it happened, or when
// observation i was last seen without it. The band is the 95 % confidence interval at each time,
// by Greenwood's formula for log(−log S). Crosses are censored times, if there are up to 200. Lay
// the curves of a model over it:
//
//	p := nb.WithTitle(nil, "Survival", "days", "share alive")
//	nb.AddSurvival(p, "Kaplan–Meier", days, died)
//	nb.AddFit(p, "Weibull", grid, curves)
//
// Source: Kaplan & Meier, Journal of the American Statistical Association 53 (1958) 457–481.
func AddSurvival(p *plot.Plot, name string, time []float64, happened []bool) {
	d, top := survivalData(name, time, happened), max(1, p.Y.Max)
	addSteps(p, name, d.Time, d.Share, d.Lower, d.Upper)
	i := paint.IndexFor(p, name)
	if n := len(d.Censored); 0 < n && n <= 200 {
		p.Add(paint.Dots{XYs: d.Censored, Colour: paint.Palette[i], Shape: draw.PlusGlyph{}, Radius: 3})
	}
	p.Y.Min, p.Y.Max = 0, top
}

// survivalNumbers are what [AddSurvival] draws: from Time[i] on, Share[i] is alive. Error is the
// standard error of Share by Greenwood's formula.
type survivalNumbers struct {
	Time, Share, Lower, Upper, Error []float64
	Censored                         plotter.XYs
}

func survivalData(name string, time []float64, happened []bool) survivalNumbers {
	if len(time) == 0 || len(time) != len(happened) {
		panic(fmt.Sprintf("survival %q: %d times, and for %d it is told whether it happened: give as "+
			"many of each, and at least one", name, len(time), len(happened)))
	}
	for i, t := range time {
		if !(t >= 0) || math.IsInf(t, 1) {
			panic(fmt.Sprintf("survival %q: time %d is %v: give finite times, 0 or more", name, i, t))
		}
	}
	order := numeric.Order(len(time), func(i, j int) int { return cmp.Compare(time[i], time[j]) })
	d := survivalNumbers{Time: []float64{0}, Share: []float64{1}, Lower: []float64{1},
		Upper: []float64{1}, Error: []float64{0}}
	share, variance := 1.0, 0.0 // of log S
	for i := 0; i < len(order); {
		t, deaths, from := time[order[i]], 0.0, i
		for ; i < len(order) && time[order[i]] == t; i++ {
			if happened[order[i]] {
				deaths++
			}
		}
		atRisk := float64(len(order) - from)
		if deaths > 0 {
			share *= 1 - deaths/atRisk
			variance += deaths / (atRisk * (atRisk - deaths))
			lower, upper := 0.0, 0.0
			if share > 0 {
				reach := math.Exp(1.959963984540054 * math.Sqrt(variance) / math.Log(share))
				upper, lower = math.Pow(share, reach), math.Pow(share, 1/reach)
			}
			d.Time, d.Share = append(d.Time, t), append(d.Share, share)
			d.Lower, d.Upper = append(d.Lower, lower), append(d.Upper, upper)
			d.Error = append(d.Error, share*math.Sqrt(variance))
		}
		if float64(i-from) > deaths {
			d.Censored = append(d.Censored, plotter.XY{X: t, Y: share})
		}
	}
	if last := time[order[len(order)-1]]; last > d.Time[len(d.Time)-1] {
		n := len(d.Time) - 1
		d.Time, d.Share = append(d.Time, last), append(d.Share, d.Share[n])
		d.Lower, d.Upper = append(d.Lower, d.Lower[n]), append(d.Upper, d.Upper[n])
		d.Error = append(d.Error, d.Error[n])
	}
	return d
}
