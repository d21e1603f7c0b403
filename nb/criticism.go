package nb

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
)

// ModelDifferences draws how much worse each model predicts than the best one, with one and two
// standard errors of the difference: is the best model surely better?
func ModelDifferences(c *criticism.ModelComparison) *plot.Plot {
	if c == nil || len(c.Rows) == 0 {
		panic("model differences: there are no models: give the result of criticism.Compare")
	}
	p := paint.NewPlot("Which model predicts best?", "difference of elpd to the best model", "")
	var names []string
	for _, r := range c.Rows {
		names = append(names, r.Model)
		if !paint.IsFinite(r.Diff - 2*r.SE) {
			panic(fmt.Sprintf("model differences: the difference of %s is %v ± %v, which cannot "+
				"be drawn", r.Model, r.Diff, r.SE))
		}
	}
	d := differences(c.Rows)
	paint.AddNamed(p, "difference, 1 and 2 standard errors", d)
	paint.NameRows(p, names)
	p.Y.Min, p.Y.Max = -0.6, float64(len(c.Rows))-0.4
	paint.SetWish(p, paint.Wish{Height: 140 + 24*len(names)})
	return p
}

// differences are the rows of ModelDifferences, the best model at the top.
type differences []criticism.ModelRow

func (d differences) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(paint.Stroke(paint.Grey, 0.5), x(0), c.Min.Y, x(0), c.Max.Y)
	for k, r := range d {
		at := y(float64(len(d) - 1 - k))
		c.StrokeLine2(paint.Stroke(paint.Posterior, 1), x(r.Diff-2*r.SE), at, x(r.Diff+2*r.SE), at)
		c.StrokeLine2(paint.Stroke(paint.Posterior, 3.5), x(r.Diff-r.SE), at, x(r.Diff+r.SE), at)
		if middle := (vg.Point{X: x(r.Diff), Y: at}); c.Contains(middle) {
			paint.Rimmed(&c, middle, 2.4)
		}
	}
}

func (d differences) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), 0
	for _, r := range d {
		xmin, xmax = min(xmin, r.Diff-2*r.SE), max(xmax, r.Diff+2*r.SE)
	}
	xmin, xmax = paint.Room(xmin, xmax, 0.03)
	return xmin, xmax, -0.6, float64(len(d)) - 0.4
}

func (d differences) Thumbnail(c *draw.Canvas) { forest{}.Thumbnail(c) }

// KHat draws k̂ of each observation, in the order of the data: which observations influence the
// posterior most? Above the line, LOO of the observation is not reliable, and the point is a
// triangle. Observations without k̂ are left out. [Along] names the observations.
func KHat(e *criticism.Elpd) *plot.Plot {
	if e == nil || math.IsNaN(e.Limit) {
		panic("k̂: there is none: give the result of criticism.LOO")
	}
	p := paint.NewPlot("How much does each observation matter?", "number of the observation", "k̂")
	var good, bad plotter.XYs
	var isGood, isBad []int
	for i, o := range e.Points {
		at := plotter.XY{X: float64(i), Y: o.K}
		switch {
		case !paint.IsFinite(o.K):
		case o.K > e.Limit:
			bad, isBad = append(bad, at), append(isBad, i)
		default:
			good, isGood = append(good, at), append(isGood, i)
		}
	}
	if len(good)+len(bad) == 0 {
		panic(fmt.Sprintf("k̂: none of the %d observations has one: their weights have no tail",
			len(e.Points)))
	}
	limit := paint.Level{Y: e.Limit, LineStyle: paint.Stroke(paint.Truth, 1, paint.Dotted...)}
	p.Add(limit)
	size := min(2.6, 0.6+paint.DotSize(len(e.Points)))
	paint.Right(good, size).AddTo(p, "observations")
	paint.Wrong(bad, size+1).AddTo(p, "too influential")
	p.Legend.Add(fmt.Sprintf("limit %.2f", e.Limit), limit)
	p.X.Min, p.X.Max = -0.5, float64(len(e.Points))-0.5
	movable(p, len(e.Points), nil, []plotter.XYs{good, bad}, [][]int{isGood, isBad})
	return p
}

// PowerScale draws the posterior of one scalar as it would be with more or less of the prior (left)
// and of the likelihood (right): their powers are 0.8, 1 and 1.25. Where the curves part, the
// posterior depends on it; the numbers are those of criticism.PowerScale.
func PowerScale(
	tr *sampler.Trace, l *criticism.LogLik, priors []criticism.LogPrior, label string,
) Grid {
	label = labelOf(tr, label)
	if l == nil || len(priors) == 0 {
		panic("power-scaling: there is no log likelihood or no prior: give both")
	}
	x := Must(tr.Draws(label))
	prior := make([]float64, len(x))
	for _, part := range priors {
		for s, v := range Must(criticism.PerDraw(tr, part.At)) {
			prior[s] += v
		}
	}
	likelihood := Must(l.Total())
	if len(prior) != len(x) || len(likelihood) != len(x) {
		panic(fmt.Sprintf("power-scaling: %s has %d draws, the prior %d and the likelihood %d",
			label, len(x), len(prior), len(likelihood)))
	}
	sensitivity := Must(criticism.PowerScale(tr, l, priors, label)).Rows[0].Values
	var plots []*plot.Plot
	for i, logs := range [][]float64{prior, likelihood} {
		name := []string{"prior", "likelihood"}[i]
		samples := [][]float64{powered(x, logs, 0.8), x, powered(x, logs, 1.25)}
		p := densitiesOf(label, []string{name + "^0.8", "as it is", name + "^1.25"}, samples)
		p.Title.Text = fmt.Sprintf("Power of the %s: sensitivity %.2g", name, sensitivity[i])
		plots = append(plots, p)
	}
	return Grid{Plots: plots, SameAxes: true}
}

// powered are as many draws from the posterior with another power of a component: the quantiles of
// the weighted draws.
func powered(x, logs []float64, power float64) []float64 {
	weights := criticism.PowerWeights(logs, power).Log
	order := numeric.Order(len(x), func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	out := make([]float64, 0, len(x))
	sum, i := math.Exp(weights[order[0]]), 0
	for k := range x {
		level := (float64(k) + 0.5) / float64(len(x))
		for sum < level && i+1 < len(order) {
			i++
			sum += math.Exp(weights[order[i]])
		}
		out = append(out, x[order[i]])
	}
	return out
}

// mostCounts is how many bars a rootogram has.
const mostCounts = 60
