package diag

import (
	"math"
	"testing"
)

func TestHDIsOfKnownDensities(t *testing.T) {
	grid := func(lo, hi float64, f func(x float64) float64) Density {
		d := Density{}
		sum := 0.0
		for i := range gridPoints {
			x := lo + (hi-lo)*float64(i)/(gridPoints-1)
			d.X, d.Y = append(d.X, x), append(d.Y, f(x))
			if i > 0 {
				sum += (d.Y[i] + d.Y[i-1]) / 2 * (d.X[i] - d.X[i-1])
			}
		}
		for i := range d.Y {
			d.Y[i] /= sum
		}
		return d
	}
	normal := func(x, mean, sd float64) float64 { return math.Exp(-(x-mean)*(x-mean)/(2*sd*sd)) / sd }
	two := func(x float64) float64 { return 0.7*normal(x, -3, 1) + 0.3*normal(x, 3, 0.5) }
	for name, c := range map[string]struct {
		d    Density
		prob float64
		want []Region
		tol  float64
	}{
		// 1.6449 standard deviations for 90 %; 512 points of a linear density leave an error of a
		// few 1e-4.
		"normal": {grid(-6, 6, func(x float64) float64 { return normal(x, 0, 1) }), 0.9,
			[]Region{{-1.6449, 1.6449, 0, 0.9}}, 0.012},
		// e^−x at the bound: from 0 to ln 10.
		"exponential": {grid(0, 30, func(x float64) float64 { return math.Exp(-x) }), 0.9,
			[]Region{{0, math.Log(10), 0, 0.9}}, 0.01},
		// By numerical integration: with 200 000 points the level is 0.068686.
		"two modes": {grid(-8, 8, two), 0.9,
			[]Region{{-4.6748, -1.3252, -3, 0.6342}, {2.2099, 3.7900, 3, 0.2658}}, 0.016},
		"triangle": {Density{X: []float64{0, 1, 2}, Y: []float64{0, 1, 0}}, 0.75,
			[]Region{{0.5, 1.5, 1, 0.75}}, 1e-12},
		"uniform": {Density{X: []float64{0, 1, 2}, Y: []float64{0.5, 0.5, 0.5}}, 0.5,
			[]Region{{0, 2, 0, 1}}, 1e-12},
		"all": {Density{X: []float64{0, 1, 2}, Y: []float64{0, 1, 0}}, 1,
			[]Region{{0, 2, 1, 1}}, 1e-12},
	} {
		got := c.d.HDIs(c.prob)
		if len(got) != len(c.want) {
			t.Errorf("%s: regions %v, want %v", name, got, c.want)
			continue
		}
		for i, r := range got {
			w := c.want[i]
			if max(math.Abs(r.Lo-w.Lo), math.Abs(r.Hi-w.Hi), math.Abs(r.Mode-w.Mode),
				math.Abs(r.Mass-w.Mass)) > c.tol {
				t.Errorf("%s: region %v, want %v", name, r, w)
			}
		}
		if m := mass(got); name != "uniform" && math.Abs(m-c.prob) > 1e-9 {
			t.Errorf("%s: the regions hold %v, want %v", name, m, c.prob)
		}
	}
}

func TestHDIsRefuse(t *testing.T) {
	d := Density{X: []float64{0, 1, 2}, Y: []float64{0, 1, 0}}
	for _, p := range []float64{-1, 0, 1.1, math.NaN()} {
		if got := d.HDIs(p); got != nil {
			t.Errorf("prob %v gives %v", p, got)
		}
	}
	for _, d := range []Density{{}, {X: []float64{1, 2}},
		{X: []float64{1, 2}, Y: []float64{1, math.NaN()}}} {
		if got := d.HDIs(0.5); got != nil {
			t.Errorf("%v gives %v", d, got)
		}
	}
}
