package figures

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/nb"
	"gibbslab/sampler"
)

// The path of a Gibbs sampler in the plane: along x, then along y.
var stairs = Figure{Name: "staircase", Again: "Another walk", Sliders: []Slider{
	{"correlation ρ", -0.99, 0.99, 0.01, 0.8},
	{"steps", 1, 60, 1, 24},
	{"start x", -3.4, 3.4, 0.1, 2.8},
	{"start y", -3.4, 3.4, 0.1, -2.4},
}, draw: func(v []float64, again uint64) view {
	rho, step := v[0], int(v[1])
	xs, ys := staircase(sampler.Stream("chain", 1+again, 0), rho, v[2], v[3], (step+1)/2)
	along, at := "x", ys[step]
	if step%2 == 0 {
		along, at = "y", xs[step]
	}
	p := hill(rho, fmt.Sprintf("Step %d: along %s", step, along))
	cut(p, along, at, rho)
	nb.AddPath(p, "path", xs[:step+1], ys[:step+1])
	nb.AddPoints(p, "its end", xs[step:step+1], ys[step:step+1])
	return view{plots: []*plot.Plot{p}, Says: fmt.Sprintf("Step %d ends at x = %.2f, y = %.2f. A "+
		"sweep keeps ρ² = %.2f of the distance from the middle, on average: a thousand sweeps are "+
		"worth %.0f independent draws of x.", step, xs[step], ys[step], rho*rho, worth(rho))}
}}

// hill is the map of a hill. The closer rho is to 1, the narrower its ridge.
func hill(rho float64, title string) *plot.Plot {
	p := nb.Contour(func(x, y float64) float64 {
		return math.Exp(-(x*x - 2*rho*x*y + y*y) / (2 - 2*rho*rho))
	}, -3.5, 3.5, -3.5, 3.5)
	return nb.WithTitle(nb.EqualScales(p), title, "", "")
}

// cut draws the full conditional over the map: the shape of a cut at x or y = at.
func cut(p *plot.Plot, along string, at, rho float64) {
	turned := func(t, v float64) plotter.XY {
		return map[string]plotter.XY{"x": {X: t, Y: v}, "y": {X: v, Y: t}}[along]
	}
	ridge := plotter.XYs{turned(3.5, at), turned(-3.5, at)}
	for t := -3.5; t <= 3.5; t += 0.05 { // the top is 1.1 high
		height := 1.1 * math.Exp(-(t-rho*at)*(t-rho*at)/(2-2*rho*rho))
		ridge = append(ridge, turned(t, at+height))
	}
	slice := nb.Must(plotter.NewPolygon(ridge))
	slice.Color, slice.LineStyle.Color = color.NRGBA{220, 60, 40, 70}, color.NRGBA{200, 40, 20, 255}
	p.Add(slice)
	p.Legend.Add("heights along the cut, stretched", slice)
}

func given(r *rand.Rand, rho, other float64) float64 {
	return rho*other + math.Sqrt(1-rho*rho)*r.NormFloat64()
}

// staircase makes n sweeps from (x, y), and returns each corner of the way: 2n + 1 points.
func staircase(r *rand.Rand, rho, x, y float64, n int) (xs, ys []float64) {
	xs, ys = []float64{x}, []float64{y}
	for range n {
		x = given(r, rho, y)
		xs, ys = append(xs, x), append(ys, y)
		y = given(r, rho, x)
		xs, ys = append(xs, x), append(ys, y)
	}
	return xs, ys
}

func worth(rho float64) float64 { return 1000 * (1 - rho*rho) / (1 + rho*rho) }
