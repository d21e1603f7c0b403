package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

// Predictive draws the posterior predictive density, estimated from draws of new data, over a
// histogram of the observed data: could the model have made data like these? Make each draw of new
// data with a different draw of the parameters. You can give edges of the bins, as to [Histogram].
func Predictive(observed, predictive []float64, edges ...float64) *plot.Plot {
	d := predictiveData(observed, predictive, edges...)
	p := paint.NewPlot("Data and posterior predictive", "value"+outsideNote(observed, d.Edges),
		"density")
	data := paint.BarPlot{Edges: d.Edges, Heights: d.Heights, Fill: paint.Pale(paint.Grey, 0.45)}
	l := paint.Line{XYs: paint.XysOf(d.X, d.Y), LineStyle: paint.Stroke(paint.Posterior, 1.6)}
	p.Add(data, l)
	p.Legend.Add(fmt.Sprintf("%d observed", len(observed)), data)
	p.Legend.Add("predictive", l)
	return p
}

// predictiveNumbers are what [Predictive] draws: a histogram of the data, in which Heights[i] lies
// between Edges[i] and Edges[i+1], and the predictive density (X, Y).
type predictiveNumbers struct {
	Edges, Heights []float64
	X, Y           []float64
}

func predictiveData(observed, predictive []float64, edges ...float64) predictiveNumbers {
	k, err := diag.KDE(predictive, math.Inf(-1), math.Inf(1))
	if err != nil {
		panic(fmt.Sprintf("predictive: %v", err))
	}
	edges, heights := histogramData(observed, edges...)
	return predictiveNumbers{edges, heights, k.X, k.Y}
}

// PredictiveStatistic draws a statistic, such as the largest value, of the data and of the data
// sets that the model makes: does the model get this statistic right? The title gives the share of
// data sets whose value is at least as large as in the data (the posterior predictive p-value). If
// it is near 0 or 1, the model gets the statistic wrong. Choose statistics that the model was not
// fitted to. With a normal model the mean and the variance always look right, but the skewness may
// not.
func PredictiveStatistic(name string, observed []float64, replicated [][]float64,
	statistic func([]float64) float64) *plot.Plot {
	seen, made, share := statisticData(observed, replicated, statistic)
	p := Histogram(made, name)
	p.Title.Text = fmt.Sprintf("%s: as large as observed in %.3g %% of the predicted data sets",
		name, 100*share)
	AddMark(p, "observed", seen)
	return p
}

// statisticData returns the numbers that [PredictiveStatistic] draws: the statistic of the data,
// those of the data sets predicted, and the share of these that are at least as large. The
// statistic is given copies, and may sort them.
func statisticData(observed []float64, replicated [][]float64,
	statistic func([]float64) float64) (seen float64, made []float64, share float64) {
	checkReplicated(observed, replicated)
	if statistic == nil {
		panic("predictive statistic: the statistic is nil: give a function of the data")
	}
	of := func(values []float64) float64 { return statistic(slices.Clone(values)) }
	seen = of(observed)
	for _, values := range replicated {
		t := of(values)
		made = append(made, t)
		if t >= seen {
			share += 1 / float64(len(replicated))
		}
	}
	return seen, made, share
}

// PredictiveIntervals draws the interval that the model predicts for each observed value, in order:
// the thick line is 50 %, the thin line 95 %. Which values surprise the model? Values outside their
// 95 % interval are orange triangles. If the model fits, these are one in twenty, or fewer if the
// model has seen the data. replicated[s][i] is the s-th draw of value i. [Along] names the values,
// or puts each where a covariate says.
func PredictiveIntervals(observed []float64, replicated [][]float64) *plot.Plot {
	d := predictiveIntervalsData(observed, replicated)
	p := paint.NewPlot(fmt.Sprintf("%d of %d values lie outside of their 95 %% interval", d.Outside,
		len(observed)), "number of the value", "value")
	bars := whiskers{d, make([]float64, len(observed))}
	var in, out plotter.XYs
	var isIn, isOut []int
	for i, v := range observed {
		bars.at[i] = float64(i)
		if at := (plotter.XY{X: float64(i), Y: v}); d.surprising(i, v) {
			out, isOut = append(out, at), append(isOut, i)
		} else {
			in, isIn = append(in, at), append(isIn, i)
		}
	}
	p.Add(bars)
	size := min(2.4, 0.4+paint.DotSize(len(observed)))
	p.Legend.Add("50 and 95 % predicted", bars)
	data := paint.Right(in, size)
	data.Colour = paint.Truth
	data.AddTo(p, "observed")
	paint.Wrong(out, size+1).AddTo(p, "outside")
	p.X.Min, p.X.Max = -0.5, float64(len(observed))-0.5
	movable(p, len(observed), bars.at, []plotter.XYs{in, out}, [][]int{isIn, isOut})
	return p
}

// intervalNumbers are what [PredictiveIntervals] draws: for value i the intervals Lower95[i] to
// Upper95[i] and Lower50[i] to Upper50[i], from quantile to quantile (diag.ETI), and how many
// values lie outside of the wider one.
type intervalNumbers struct {
	Lower95, Lower50, Upper50, Upper95 []float64
	Outside                            int
}

func (d intervalNumbers) surprising(i int, v float64) bool {
	return v < d.Lower95[i] || v > d.Upper95[i]
}

func predictiveIntervalsData(observed []float64, replicated [][]float64) intervalNumbers {
	checkReplicated(observed, replicated)
	var d intervalNumbers
	column := make([]float64, len(replicated))
	for i, v := range observed {
		for s := range replicated {
			column[s] = replicated[s][i]
		}
		lo, hi := diag.ETI(column, 0.95)
		d.Lower95, d.Upper95 = append(d.Lower95, lo), append(d.Upper95, hi)
		lo, hi = diag.ETI(column, 0.5)
		d.Lower50, d.Upper50 = append(d.Lower50, lo), append(d.Upper50, hi)
		if d.surprising(i, v) {
			d.Outside++
		}
	}
	return d
}

// whiskers are upright lines, thick in the middle.
type whiskers struct {
	intervalNumbers
	at []float64
}

func (w whiskers) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	room := (c.Max.X - c.Min.X) / vg.Length(len(w.at)) * 0.8 // for each value
	for i := range w.Lower95 {
		at := x(w.at[i])
		w.bar(&c, min(1, room), 0.45, at, y(w.Lower95[i]), y(w.Upper95[i]))
		w.bar(&c, min(4, room), 0.45, at, y(w.Lower50[i]), y(w.Upper50[i]))
	}
}

func (w whiskers) bar(c *draw.Canvas, width vg.Length, share float64, x, lo, hi vg.Length) {
	c.StrokeLines(paint.Stroke(paint.Pale(paint.Posterior, share), width.Points()),
		c.ClipLinesXY([]vg.Point{{X: x, Y: lo}, {X: x, Y: hi}})...)
}

func (w whiskers) DataRange() (xmin, xmax, ymin, ymax float64) {
	ymin, ymax = paint.Room(slices.Min(w.Lower95), slices.Max(w.Upper95), 0.03)
	return slices.Min(w.at), slices.Max(w.at), ymin, ymax
}

func (w whiskers) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(paint.Stroke(paint.Pale(paint.Posterior, 0.45), 1), c.Min.X, y, c.Max.X, y)
	c.StrokeLine2(paint.Stroke(paint.Pale(paint.Posterior, 0.45), 4), c.Min.X+5, y, c.Max.X-5, y)
}
