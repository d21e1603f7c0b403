package nb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gibbslab/internal/numeric"
	"gibbslab/nb/internal/paint"
)

// Box draws samples side by side as box plots: where do their values lie, and how much do they
// vary? The box goes from the lower to the upper quartile, with a line at the median. Whiskers end
// at the last values within 1.5 heights of the box from it, and values further out are dots. If a
// sample has at most thirty values, each value is a dot. The y axis says "value". For something
// else, give it a label with [WithTitle].
func Box(names []string, samples [][]float64) *plot.Plot {
	if len(names) == 0 || len(names) != len(samples) {
		panic(fmt.Sprintf("box: %d names and %d samples: give as many of each, and at least one",
			len(names), len(samples)))
	}
	p := paint.NewPlot("Box plots", "", "value")
	for i, sample := range samples {
		checkSample(names[i], sample)
		b := box{float64(i), boxData(sample), sample}
		if len(sample) > fewValues {
			b.dots = b.Outliers
		}
		p.Add(b)
	}
	p.X.Tick.Marker = paint.Named(names)
	p.X.Tick.Length = 0
	p.X.Min, p.X.Max = -0.6, float64(len(names))-0.4
	return p
}

// fewValues is the size up to which a sample is shown value by value.
const fewValues = 30

func checkSample(name string, sample []float64) {
	if len(sample) == 0 {
		panic(fmt.Sprintf("box: the sample %q has no values", name))
	}
	for i, v := range sample {
		if !paint.IsFinite(v) {
			panic(fmt.Sprintf("box: value %d of the sample %q is %v: leave out what is not finite",
				i, name, v))
		}
	}
}

// boxNumbers are what [Box] draws of a sample: the quartiles, the median, the ends of the whiskers,
// and the values beyond them in increasing order.
type boxNumbers struct {
	Low, Lower, Median, Upper, High float64
	Outliers                        []float64
}

// boxData returns the numbers that [Box] draws of a sample. The quartiles come from diag.Quantile.
// The whiskers end at the smallest and the largest value within 1.5·(Upper − Lower) of the box
// (Tukey, Exploratory Data Analysis, 1977).
func boxData(sample []float64) boxNumbers {
	checkSample("", sample)
	q := numeric.Quantiles(sample, 0.25, 0.5, 0.75)
	b := boxNumbers{Lower: q[0], Median: q[1], Upper: q[2]}
	b.Low, b.High = b.Lower, b.Upper
	reach := 1.5 * (b.Upper - b.Lower)
	for _, v := range sample {
		if v < b.Lower-reach || v > b.Upper+reach {
			b.Outliers = append(b.Outliers, v)
			continue
		}
		b.Low, b.High = min(b.Low, v), max(b.High, v)
	}
	slices.Sort(b.Outliers)
	return b
}

// box is the box plot of a sample, at a place of the x axis.
type box struct {
	at float64
	boxNumbers
	dots []float64
}

// boxHalf is half the width of a box, whose neighbours are 1 apart.
const boxHalf = 0.26

// Plot implements plot.Plotter.
func (b box) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	left, middle, right := x(b.at-boxHalf), x(b.at), x(b.at+boxHalf)
	corners := []vg.Point{{X: left, Y: y(b.Lower)}, {X: left, Y: y(b.Upper)},
		{X: right, Y: y(b.Upper)}, {X: right, Y: y(b.Lower)}}
	c.FillPolygon(paint.Pale(paint.Posterior, 0.35), c.ClipPolygonXY(corners))
	level := func(v, half float64, width float64) {
		if c.ContainsY(y(v)) {
			c.StrokeLine2(paint.Stroke(paint.Posterior, width), x(b.at-half), y(v), x(b.at+half), y(v))
		}
	}
	for _, whisker := range [][2]float64{{b.Lower, b.Low}, {b.Upper, b.High}} {
		line := []vg.Point{{X: middle, Y: y(whisker[0])}, {X: middle, Y: y(whisker[1])}}
		c.StrokeLines(paint.Stroke(paint.Posterior, 1), c.ClipLinesXY(line)...)
		level(whisker[1], boxHalf/2, 1)
	}
	level(b.Median, boxHalf, 2)
	out := paint.Dots{Colour: paint.Ink, Shape: draw.CircleGlyph{}, Radius: 1.5}
	for _, v := range b.dots {
		out.XYs = append(out.XYs, plotter.XY{X: b.at, Y: v})
	}
	out.Plot(c, p)
}

// DataRange implements plot.DataRanger.
func (b box) DataRange() (xmin, xmax, ymin, ymax float64) {
	ymin, ymax = b.Low, b.High
	for _, v := range b.dots {
		ymin, ymax = math.Min(ymin, v), math.Max(ymax, v)
	}
	ymin, ymax = paint.Room(ymin, ymax, 0.03)
	return b.at - boxHalf, b.at + boxHalf, ymin, ymax
}
