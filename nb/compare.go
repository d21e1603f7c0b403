package nb

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
)

// Compare draws the intervals of several models below one another, like [Forest]: how much does the
// choice of the model matter? names[i] is the name of the model that made traces[i]. labels work
// like the names of [Forest]. If a model lacks a scalar, its interval is left out.
func Compare(names []string, traces []*sampler.Trace, labels ...string) *plot.Plot {
	return Interval{}.Compare(names, traces, labels...)
}

// Compare is [Compare] with this interval as the thin line.
func (i Interval) Compare(names []string, traces []*sampler.Trace, labels ...string) *plot.Plot {
	if len(names) == 0 || len(names) != len(traces) {
		panic(fmt.Sprintf("compare: %d names and %d traces: give as many of each, and at least "+
			"one", len(names), len(traces)))
	}
	var rows []string
	models := make([][]forestRow, len(traces))
	for k, tr := range traces {
		models[k] = i.rowsOf(tr, labels)
		for _, r := range models[k] {
			if !slices.Contains(rows, r.Label) {
				rows = append(rows, r.Label)
			}
		}
	}
	p := paint.NewPlot("Posterior intervals", "value", "")
	switch n := len(rows); {
	case n == 0:
		panic(fmt.Sprintf("compare: no model has a scalar among %q", labels))
	case n > mostRows:
		p.X.Label.Text = fmt.Sprintf("value (the first %d of %d scalars)", mostRows, n)
		rows = rows[:mostRows]
	}
	for k, name := range names {
		m := modelRows{colour: paint.ChainColour(k), shape: paint.DotShapes[k%len(paint.DotShapes)]}
		aside := (float64(len(names)-1)/2 - float64(k)) * 0.7 / float64(len(names))
		for _, r := range models[k] {
			if at := slices.Index(rows, r.Label); at >= 0 {
				m.rows = append(m.rows, r)
				m.heights = append(m.heights, float64(len(rows)-1-at)+aside)
			}
		}
		paint.AddNamed(p, name, m)
	}
	p.Legend.Add(fmt.Sprintf("median, 50 %% and %s", i))
	paint.NameRows(p, rows)
	paint.SetWish(p, paint.Wish{Height: heightOfRows(len(rows), len(names))})
	p.Y.Min, p.Y.Max = -0.5, float64(len(rows))-0.5
	return p
}

// rowsOf returns the rows of the labels that a model has.
func (i Interval) rowsOf(tr *sampler.Trace, labels []string) (rows []forestRow) {
	if len(labels) == 0 {
		return i.rows(tr, nil)
	}
	for _, label := range labels {
		if tr == nil {
			panic("compare: a trace is nil: was the error of sampler.Run looked at?")
		}
		if _, err := tr.Labels(label); err == nil {
			rows = append(rows, i.rows(tr, []string{label})...)
		}
	}
	return rows
}

// heightOfRows is the height of a picture in which each row has room for several models.
func heightOfRows(rows, models int) int { return 140 + (8+16*models)*rows }

// modelRows draws the intervals of one model at these heights.
type modelRows struct {
	rows    []forestRow
	heights []float64
	colour  color.NRGBA
	shape   draw.GlyphDrawer
}

func (m modelRows) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, r := range m.rows {
		if !r.finite() {
			continue
		}
		at := y(m.heights[i])
		level := func(from, to, width float64) {
			c.StrokeLines(paint.Stroke(m.colour, width),
				c.ClipLinesXY([]vg.Point{{X: x(from), Y: at}, {X: x(to), Y: at}})...)
		}
		level(r.Lower, r.Upper, 1)
		level(r.Q25, r.Q75, 3)
		m.glyph(&c, vg.Point{X: x(r.Median), Y: at})
	}
}

func (m modelRows) glyph(c *draw.Canvas, at vg.Point) {
	if c.ContainsX(at.X) {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.White, Radius: 4.2, Shape: draw.CircleGlyph{}}, at)
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: m.colour, Radius: 2.8, Shape: m.shape}, at)
	}
}

func (m modelRows) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i, r := range m.rows {
		if r.finite() {
			xmin, xmax = min(xmin, r.Lower), max(xmax, r.Upper)
			ymin, ymax = min(ymin, m.heights[i]), max(ymax, m.heights[i])
		}
	}
	xmin, xmax = paint.Room(xmin, xmax, 0.03)
	return xmin, xmax, ymin, ymax
}

func (m modelRows) Thumbnail(c *draw.Canvas) {
	y, middle := c.Center().Y, c.Center().X
	c.StrokeLine2(paint.Stroke(m.colour, 1), c.Min.X, y, c.Max.X, y)
	c.StrokeLine2(paint.Stroke(m.colour, 3), middle-5, y, middle+5, y)
	m.glyph(c, c.Center())
}

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
