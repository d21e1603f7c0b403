package nb

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"

	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

func init() {
	golden["region"] = func(tr *sampler.Trace) *plot.Plot {
		p := Density(tr, "mu")
		AddRegion(p, tr, "mu", 85.5, 87)
		AddRegion(p, tr, "mu", math.Inf(-1), 85)
		return p
	}
	golden["raoblackwell"] = func(tr *sampler.Trace) *plot.Plot {
		return RaoBlackwell("mu", 78, 94, 3, func(s int, x float64) float64 {
			return distuv.Normal{Mu: 86, Sigma: float64(s + 1)}.Prob(x)
		})
	}
}

// xTrace holds one scalar x.
func xTrace(t *testing.T, chains ...[]float64) *sampler.Trace {
	t.Helper()
	tr := &sampler.Trace{}
	if err := tr.Add("x", chains); err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestAddRegion(t *testing.T) {
	tr := xTrace(t, []float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{2.5, 2.5})
	for _, tt := range []struct {
		lo, hi float64
		want   string // by hand: ten draws
	}{
		{2, 3, "40 % between 2 and 3"},
		{6, math.Inf(1), "30 % from 6 on"},
		{math.Inf(-1), 1, "10 % up to 1"},
		{math.Inf(-1), math.Inf(1), "100 % anywhere"},
		{9, 10, "0 % between 9 and 10"},
	} {
		p := Histogram(drawsOf(tr, "x"), "x")
		before := p.Y.Max
		AddRegion(p, tr, "x", tt.lo, tt.hi)
		if s := picture.Describe(p); !strings.HasSuffix(s, tt.want) || p.Y.Max <= before {
			t.Errorf("%s, want %s", s, tt.want)
		}
		recorded(p)
	}
	p := Density(tr, "x")
	for _, bad := range [][2]float64{{2, 1}, {1, 1}, {math.NaN(), 1}, {1, math.NaN()}} {
		panics(t, "give the smaller bound first", func() { AddRegion(p, tr, "x", bad[0], bad[1]) })
	}
	for share, want := range map[float64]string{0: "0 %", 0.0004: "less than 0.1 %", 0.5: "50 %",
		0.99995: "more than 99.9 %", 1: "100 %"} {
		if got := percent(share); got != want {
			t.Errorf("%v is %q, want %q", share, got, want)
		}
	}
}

// The mean of N(0, 1) and N(2, 1) has median 1, and its quantiles where (Φ(x) + Φ(x−2))/2 = p.
func TestRaoBlackwellData(t *testing.T) {
	conditional := func(s int, x float64) float64 {
		return distuv.Normal{Mu: 2 * float64(s%2),
			Sigma: 1}.Prob(x)
	}
	d := raoBlackwellData("x", -6, 8, 1000, conditional)
	cdf := func(x float64) float64 {
		return (distuv.UnitNormal.CDF(x) +
			distuv.UnitNormal.CDF(x-2)) / 2
	}
	for x, p := range map[float64]float64{d.Lower: 0.025, d.Median: 0.5, d.Upper: 0.975} {
		// the error of the trapezoidal rule and of linear interpolation, step 0.027
		if math.Abs(cdf(x)-p) > 1e-4 {
			t.Errorf("at %v the exact distribution function is %v, want %v", x, cdf(x), p)
		}
	}
	if len(d.Conditionals) != 20 || math.Abs(d.Area-1) > 1e-6 ||
		math.Abs(d.Y[256]-(conditional(0, d.X[256])+conditional(1, d.X[256]))/2) > 1e-12 {
		t.Errorf("%d conditionals, area %v", len(d.Conditionals), d.Area)
	}
	cut := raoBlackwellData("x", -6, 1, 1000, conditional) // half of it
	if math.Abs(cut.Area-0.5) > 1e-3 || !math.IsNaN(cut.Lower) || !math.IsNaN(cut.Median) ||
		!math.IsNaN(cut.Upper) {
		t.Errorf("of half a density: %v %v %v, area %v", cut.Lower, cut.Median, cut.Upper, cut.Area)
	}
	p := RaoBlackwell("x", -6, 1, 1000, conditional)
	if s := picture.Describe(p); !strings.Contains(s, "area 0.5 instead of 1: no interval") {
		t.Error(s)
	}
	recorded(p)
	panics(t, "give two numbers, the smaller first",
		func() { RaoBlackwell("x", 1, math.Inf(1), 1, conditional) })
	panics(t, "0 draws", func() { RaoBlackwell("x", 0, 1, 0, conditional) })
	panics(t, "density is nil", func() { RaoBlackwell("x", 0, 1, 1, nil) })
	panics(t, "densities are finite", func() {
		RaoBlackwell("x", -1, 1, 1,
			func(int, float64) float64 { return math.NaN() })
	})
	panics(t, "densities are finite", func() {
		RaoBlackwell("x", -1, 1, 1,
			func(_ int, x float64) float64 { return x })
	})
}

// Awkward draws give a picture or a sentence.
func TestPosteriorAwkward(t *testing.T) {
	for name, f := range map[string]func(tr *sampler.Trace) *plot.Plot{
		"ridge": func(tr *sampler.Trace) *plot.Plot { return Ridge(tr) },
	} {
		for _, draws := range [][]float64{{1}, {2.5, 2.5, 2.5}, {0, 1e-300}, {-1e300, 1e300, 5},
			{1, 2}, {1e6, 1e6 + 1, 1e6 + 2.5}} {
			func() {
				defer func() {
					if r := recover(); r != nil {
						t.Errorf("%s of %v: %v", name, draws, r)
					}
				}()
				recorded(f(xTrace(t, draws)))
			}()
		}
		panics(t, "is NaN", func() { f(xTrace(t, []float64{1, math.NaN(), 2})) })
		panics(t, "is +Inf", func() { f(xTrace(t, []float64{1, 2}, []float64{math.Inf(1)})) })
	}
}
