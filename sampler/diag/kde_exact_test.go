package diag

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler/diag/internal/series"
)

// density is the f of KDE before normalisation, by its definition.
func (k kernel) density(at float64) float64 {
	f0, f1 := 0.0, 0.0
	for _, v := range k.x {
		t := (at - v) / k.h
		if w := math.Exp(-t * t / 2); math.Abs(t) < kernelReach {
			f0 += w
			f1 += t * w
		}
	}
	return k.correct(at, f0, f1)
}

// Binning the draws must move the density by at most a thousandth of its peak.
func TestKDEIsThatOfTheDraws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, draw := range map[string]func() float64{
		"normal": r.NormFloat64, "exponential": r.ExpFloat64, "rounded": func() float64 {
			return math.Round(10*r.ExpFloat64()) / 10
		},
		"heavy":     func() float64 { return math.Abs(r.NormFloat64() / r.NormFloat64()) },
		"two modes": func() float64 { return r.NormFloat64() + 10*float64(r.IntN(2)) },
	} {
		for _, lower := range []float64{math.Inf(-1), 0} {
			x := make([]float64, 1000)
			for i := range x {
				if x[i] = draw(); lower == 0 {
					x[i] = math.Abs(x[i])
				}
			}
			d, err := KDE(x, lower, inf)
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(x)
			// difference from the exact density with bandwidth h, as a fraction of the peak
			off := func(h float64) float64 {
				k := kernel{x, h, lower, inf}
				exact := Density{X: d.X, Y: make([]float64, len(d.X))}
				for i, at := range d.X {
					exact.Y[i] = k.density(at)
				}
				integral, worst := 0.0, 0.0
				for i := range len(d.X) - 1 {
					integral += (d.X[i+1] - d.X[i]) * (exact.Y[i] + exact.Y[i+1]) / 2
				}
				for i, y := range d.Y {
					worst = max(worst, math.Abs(y-exact.Y[i]/integral))
				}
				return worst / slices.Max(d.Y)
			}
			if e := off(d.Bandwidth); e > 1e-3 {
				t.Errorf("%s from %v: the density is off by %.2g of its peak", name, lower, e)
			}
			if e := off(1.1 * d.Bandwidth); e < 2e-3 {
				t.Errorf("%s from %v: a kernel a tenth wider is off by %.2g only", name, lower, e)
			}
		}
	}
}

// For a density with two modes, ten SDs apart, the integrated squared error is a fraction of that
// with Silverman's bandwidth. For one mode, also with repeated or rounded draws, it is the same.
func TestKDEOfTwoModes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	phi := func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }
	for name, c := range map[string]struct {
		Differ float64
		bend   func(i int, before, v float64) float64
		limit  float64
	}{
		"two modes": {10, func(_ int, _, v float64) float64 { return v }, 0.25},
		"two modes, rounded": {10,
			func(_ int, _, v float64) float64 { return math.Round(100*v) / 100 }, 0.25},
		"one mode": {0, func(_ int, _, v float64) float64 { return v }, 1.2},
		"one mode, rounded": {0,
			func(_ int, _, v float64) float64 { return math.Round(10*v) / 10 }, 1.2},
		"one mode, repeated": {0,
			func(i int, before, v float64) float64 { return []float64{v, before}[min(i%5, 1)] }, 1.2},
		"two modes, repeated": {10,
			func(i int, before, v float64) float64 { return []float64{v, before}[min(i%5, 1)] }, 0.4},
	} {
		ours, silverman := 0.0, 0.0
		for range 5 {
			x := make([]float64, 2000)
			before := 0.0
			for i := range x {
				before = c.bend(i, before, r.NormFloat64()+c.Differ*float64(r.IntN(2)))
				x[i] = before
			}
			d, err := KDE(x, math.Inf(-1), inf)
			if err != nil {
				t.Fatal(err)
			}
			checkDensity(t, d)
			slices.Sort(x)
			distinct := slices.Compact(slices.Clone(x))
			h := 0.9 * min(SD(x), series.Midspread(x)/1.34) * math.Pow(float64(len(distinct)), -1./5)
			k := kernel{x, h, math.Inf(-1), inf}
			for i := 0; i < len(d.X); i += 4 {
				truth := (phi(d.X[i]) + phi(d.X[i]-c.Differ)) / 2
				ours += (d.Y[i] - truth) * (d.Y[i] - truth)
				plain := k.density(d.X[i])
				silverman += (plain - truth) * (plain - truth)
			}
		}
		if ratio := ours / silverman; ratio > c.limit {
			t.Errorf("%s: the squared error is %.2f of that with Silverman's bandwidth, want %v "+
				"at most", name, ratio, c.limit)
		}
	}
}
