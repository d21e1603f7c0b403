package nb

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
)

func init() {
	golden["tracelong"] = func(*sampler.Trace) *plot.Plot { return TracePlot(longTrace(), "x") }
	golden["densities"] = func(tr *sampler.Trace) *plot.Plot {
		return Densities(nil,
			chainsOf(tr, "mu"))
	}
	golden["compare"] = func(tr *sampler.Trace) *plot.Plot {
		return Compare([]string{"one", "two"}, []*sampler.Trace{tr, longTrace()}, "mu", "x")
	}
	golden["band"] = func(*sampler.Trace) *plot.Plot {
		p := Scatter("counts", []float64{1, 2, 3}, []float64{4, 2, 3})
		AddBand(p, "rate", []float64{1, 2, 3}, []float64{3, 2.5, 2}, []float64{2, 2, 1},
			[]float64{4, 3, 3})
		return p
	}
	golden["errorbars"] = func(*sampler.Trace) *plot.Plot {
		p := WithTitle(nil, "one", "x", "y")
		AddErrorBars(p, "one", []float64{6, 9, 19}, []float64{1, 2, 3}, nil, []float64{1, 0, 1})
		AddErrorBars(p, "mean", []float64{5, 10, 20}, []float64{3, 2, 4}, []float64{1, 2, 3},
			[]float64{0.5, math.NaN(), 1})
		return p
	}
}

func TestErrorBarsRefuse(t *testing.T) {
	p := Scatter("one", []float64{1}, []float64{1})
	x := []float64{1, 2}
	panics(t, `error bars "m": 2 points and 1 dy`, func() { AddErrorBars(p, "m", x, x, nil, x[:1]) })
	panics(t, "dx[1] is -1: give 0 or more", func() { AddErrorBars(p, "m", x, x, []float64{1, -1}, nil) })
	panics(t, "2 x and 1 y", func() { AddErrorBars(p, "m", x, x[:1], nil, nil) })
}

// longTrace has chains too long to be told apart, the second empty.
func longTrace() *sampler.Trace {
	chains := autoregression(3, 500, 0.5, 3, 1)
	chains[1] = nil
	tr := &sampler.Trace{}
	if err := tr.Add("x", chains); err != nil {
		panic(err)
	}
	return tr
}

func TestEach(t *testing.T) {
	tr := goldenTrace(t)
	g := Each(tr, Density)
	if len(g.Plots) != 2 || g.Plots[1].Title.Text != "Posterior of sigma2" {
		t.Errorf("%d plots: %s", len(g.Plots), g)
	}
	many := &sampler.Trace{}
	for i := range 14 {
		if err := many.Add(string(rune('a'+i)), [][]float64{{1, 2, 3}}); err != nil {
			t.Fatal(err)
		}
	}
	g = Each(many, TracePlot)
	if n := len(g.Plots); n != 12 || !strings.HasSuffix(g.Plots[11].Title.Text,
		"(2 more are not drawn: name them)") {
		t.Errorf("%d plots, the last is %q", n, g.Plots[11].Title.Text)
	}
}

// Each chain keeps its colour in a panel of its own, and all panels have the same axes.
func TestEachChain(t *testing.T) {
	g := EachChain(longTrace(), TracePlot, "x")
	if len(g.Plots) != 2 || g.Plots[1].Title.Text != "chain 2" {
		t.Fatalf("%d plots: %s", len(g.Plots), g)
	}
	a, b := g.Plots[0], g.Plots[1]
	if a.Y.Min != b.Y.Min || a.Y.Max != b.Y.Max || a.X.Max != 500 {
		t.Errorf("axes %v to %v and %v to %v", a.Y.Min, a.Y.Max, b.Y.Min, b.Y.Max)
	}
	all := slices.Concat(chainsOf(longTrace(), "x")...)
	lo, hi := slices.Min(all), slices.Max(all)
	from, to := paint.Room(lo, hi, 0.05)
	if a.Y.Min > lo || a.Y.Max < hi || a.Y.Min < from || a.Y.Max > to {
		t.Error("the axes are not those of all chains")
	}
	colour := func(p *plot.Plot) string { return written(recorded(p).Actions) }
	want := strings.TrimSpace(strings.Split(written(recorded(TracePlot(longTrace(), "x")).Actions),
		"\n")[0])
	if !strings.Contains(colour(b), "colour {236 90 154 255}") &&
		!strings.Contains(colour(b), "colour {1 136 89 255}") {
		t.Errorf("chain 2 is not green: %s", want)
	}
	if strings.Contains(colour(b), "{3 88 233 255}") {
		t.Error("chain 2 has the colour of chain 0")
	}
}

// Means stand for draws only where draws hide one another, and the key says what they are.
func TestMeansOfLongChainsOnly(t *testing.T) {
	if s := picture.Describe(TracePlot(longTrace(), "x")); !strings.Contains(s,
		"chain 2; marks: mean of an eighth of a chain") {
		t.Error(s)
	}
	if s := picture.Describe(TracePlot(goldenTrace(t), "mu")); strings.Contains(s, "mean of") {
		t.Error(s)
	}
}

func TestDensities(t *testing.T) {
	d := densitiesData(nil, [][]float64{{1.5, 2.5, 4}, nil, {3, 3}})
	if len(d) != 3 || d[1].X != nil || d[0].Median != 2.5 || d[2].X[0] != 3 {
		t.Errorf("%+v", d)
	}
	recorded(Densities(nil, [][]float64{{1.5, 2.5, 4}, nil, {3, 3}}))
	panics(t, "1 names and 2 samples", func() { Densities([]string{"a"}, [][]float64{{1}, {2}}) })
	panics(t, `the sample "a" has no values`, func() { Densities([]string{"a"}, [][]float64{nil}) })
}

func TestCompare(t *testing.T) {
	tr := goldenTrace(t)
	p := Compare([]string{"one", "two"}, []*sampler.Trace{tr, longTrace()}, "sigma2", "x")
	s := picture.Describe(p)
	if !strings.Contains(s, "drawn: one; two; median, 50 % and 95 % interval") {
		t.Error(s)
	}
	names, height := p.Y.Tick.Marker.(paint.RowNames), paint.WishOf(p).Height
	if !slices.Equal(names, []string{"x", "sigma2"}) || height < 200 {
		t.Errorf("rows %v, %d pixels high", names, height)
	}
	panics(t, "2 names and 1 traces", func() { Compare([]string{"a", "b"}, []*sampler.Trace{tr}) })
	panics(t, `no model has a scalar among ["y"]`,
		func() { Compare([]string{"a"}, []*sampler.Trace{tr}, "y") })
	panics(t, "a trace is nil", func() { Compare([]string{"a"}, []*sampler.Trace{nil}, "y") })
}

// Panels with the same axes leave their plots as they are.
func TestSameAxes(t *testing.T) {
	a, b := Scatter("a", []float64{1, 2}, []float64{5, 6}), Scatter("b", []float64{0, 1},
		[]float64{7, 9})
	g := Grid{Plots: []*plot.Plot{a, b}, SameAxes: true}
	if s := g.String(); strings.Count(s, "x: x, 0 to 2.02") != 2 ||
		strings.Count(s, "y: y, 4.97 to 9.06") != 2 {
		t.Error(s)
	}
	if a.X.Max != 2.02 || a.X.Min != 0.98 || b.Y.Min != 6.94 {
		t.Error("the plots themselves have changed")
	}
}
