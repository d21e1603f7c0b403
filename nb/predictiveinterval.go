package nb

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler/diag"
)

// PredictiveIntervals draws the interval that the model predicts for each observed value, in order:
// the thick line is 50 %, the thin line 95 %. Which values surprise the model? Values outside their
// 95 % interval are orange triangles. If the model fits, these are one in twenty, or fewer if the
// model has seen the data. replicated[s][i] is the s-th draw of value i.
func PredictiveIntervals(observed []float64, replicated [][]float64) *plot.Plot {
	d := predictiveIntervalsData(observed, replicated)
	p := paint.NewPlot(fmt.Sprintf("%d of %d values lie outside of their 95 %% interval", d.Outside,
		len(observed)), "number of the value", "value")
	bars := whiskers{d}
	var in, out plotter.XYs
	for i, v := range observed {
		if at := (plotter.XY{X: float64(i), Y: v}); d.surprising(i, v) {
			out = append(out, at)
		} else {
			in = append(in, at)
		}
	}
	p.Add(bars)
	size := min(2.4, 0.4+paint.DotSize(len(observed)))
	p.Legend.Add("50 and 95 % predicted", bars)
	for _, group := range []struct {
		name string
		dots paint.Dots
	}{{"observed", paint.Dots{XYs: in, Colour: paint.Truth, Shape: draw.CircleGlyph{},
		Radius: size}}, {"outside", paint.Dots{XYs: out, Colour: paint.Palette[1], Shape: draw.PyramidGlyph{}, Radius: size + 1}}} {
		if len(group.dots.XYs) > 0 {
			p.Add(group.dots)
			p.Legend.Add(group.name, group.dots)
		}
	}
	p.X.Min, p.X.Max = -0.5, float64(len(observed))-0.5
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

// predictiveIntervalsData returns the numbers that [PredictiveIntervals] draws.
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

// whiskers are upright lines, thick in the middle, at 0, 1, 2, …
type whiskers struct{ intervalNumbers }

// Plot implements plot.Plotter.
func (w whiskers) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	room := (x(1) - x(0)) * 0.8 // for each value
	for i := range w.Lower95 {
		at := x(float64(i))
		w.bar(&c, min(1, room), 0.45, at, y(w.Lower95[i]), y(w.Upper95[i]))
		w.bar(&c, min(4, room), 0.45, at, y(w.Lower50[i]), y(w.Upper50[i]))
	}
}

func (w whiskers) bar(c *draw.Canvas, width vg.Length, share float64, x, lo, hi vg.Length) {
	c.StrokeLines(paint.Stroke(paint.Pale(paint.Posterior, share), width.Points()),
		c.ClipLinesXY([]vg.Point{{X: x, Y: lo}, {X: x, Y: hi}})...)
}

// DataRange implements plot.DataRanger.
func (w whiskers) DataRange() (xmin, xmax, ymin, ymax float64) {
	ymin, ymax = math.Inf(1), math.Inf(-1)
	for i := range w.Lower95 {
		ymin, ymax = min(ymin, w.Lower95[i]), max(ymax, w.Upper95[i])
	}
	ymin, ymax = paint.Room(ymin, ymax, 0.03)
	return 0, float64(len(w.Lower95) - 1), ymin, ymax
}

// Thumbnail implements plot.Thumbnailer.
func (w whiskers) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(paint.Stroke(paint.Pale(paint.Posterior, 0.45), 1), c.Min.X, y, c.Max.X, y)
	c.StrokeLine2(paint.Stroke(paint.Pale(paint.Posterior, 0.45), 4), c.Min.X+5, y, c.Max.X-5, y)
}
