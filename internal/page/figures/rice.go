package figures

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// An average, and the averages of many bags.
var rice = Figure{Name: "rice", Again: "Other bags", Sliders: []Slider{
	{"grains in a bag", 100, 3000, 100, 1000},
	{"bags", 10, 400, 10, 400},
}, draw: func(v []float64, again uint64) view {
	n, estimates := int(v[0]), make([]float64, int(v[1]))
	r := sampler.Stream("rice", 1+again, 0)
	var in, out [2][]float64
	for range n {
		if x, y := grain(r); x*x+y*y < 1 {
			in[0], in[1] = append(in[0], x), append(in[1], y)
		} else {
			out[0], out[1] = append(out[0], x), append(out[1], y)
		}
	}
	p := nb.Scatter(fmt.Sprintf("%d in the circle", len(in[0])), in[0], in[1])
	nb.AddPoints(p, fmt.Sprintf("%d outside", len(out[0])), out[0], out[1])
	outlines(p)
	for b := range estimates {
		estimates[b] = bag(sampler.Stream("bag", uint64(n)+again<<32, b), n)
	}
	theory := 1.642 / math.Sqrt(v[0])
	q := nb.Histogram(estimates, "estimate of π")
	nb.AddExact(q, "normal, 1.642/√grains wide", distuv.Normal{Mu: math.Pi, Sigma: theory}.Prob)
	q.X.Min, q.X.Max = math.Pi-4*0.1642, math.Pi+4*0.1642
	nb.WithTitle(nb.EqualScales(p), "A bag of rice", "", "")
	nb.WithTitle(q, fmt.Sprintf("What %v bags say", v[1]), "", "")
	return view{plots: []*plot.Plot{p, q}, Says: fmt.Sprintf("This bag says that π is 4 · %d/%d = "+
		"%.3f. %v bags say %.3f on average, give or take %.4f; the formula says 1.642/√%d = %.4f.",
		len(in[0]), n, 4*float64(len(in[0]))/v[0], v[1], diag.Mean(estimates), diag.SD(estimates), n,
		theory)}
}}

// grain falls anywhere in the square from -1 to 1.
func grain(r *rand.Rand) (x, y float64) { return 2*r.Float64() - 1, 2*r.Float64() - 1 }

// bag scatters n grains and estimates the number π.
func bag(r *rand.Rand, n int) float64 {
	in := 0.0
	for range n {
		if x, y := grain(r); x*x+y*y < 1 {
			in++
		}
	}
	return 4 * in / float64(n)
}

// outlines draws the square and the circle.
func outlines(p *plot.Plot) {
	square := plotter.XYs{{X: 1, Y: 1}, {X: -1, Y: 1}, {X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}}
	var circle plotter.XYs
	for t := 0.0; t < 6.3; t += 0.02 {
		circle = append(circle, plotter.XY{X: math.Cos(t), Y: math.Sin(t)})
	}
	p.Add(nb.Must(plotter.NewLine(circle)), nb.Must(plotter.NewLine(square)))
}
