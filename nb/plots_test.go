package nb

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gibbslab/nb/internal/paint"
	"gibbslab/nb/internal/picture"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

func TestDensityData(t *testing.T) {
	tr := testTrace()
	draws := drawsOf(tr, "mu")
	d := densityData(tr, "mu", math.Inf(-1), math.Inf(1))
	if area := integrate.Trapezoidal(d.X, d.Y); math.Abs(area-1) > 1e-9 {
		t.Errorf("the area under the density is %v", area)
	}
	lo, hi := diag.ETI(draws, 0.95)
	if d.Lower != lo || d.Upper != hi || d.Median != diag.Quantile(draws, 0.5) {
		t.Errorf("quantiles %v %v %v", d.Lower, d.Median, d.Upper)
	}
	lowest := slices.Min(drawsOf(tr, "sigma2"))
	bounded, free := densityData(tr, "sigma2", lowest, math.Inf(1)), densityData(tr, "sigma2",
		math.Inf(-1), math.Inf(1))
	if bounded.X[0] < lowest || free.X[0] >= lowest {
		t.Errorf("with the bound %v the density begins at %v, without at %v", lowest, bounded.X[0],
			free.X[0])
	}

	whole := densityData(traceOf(t, "n", [][]float64{{0, 1, 1, 3}, {0, 0, 1, 1}}), "n", math.Inf(-1),
		math.Inf(1))
	if !slices.Equal(whole.Y, []float64{0.375, 0.375, 0.5, 0.5, 0, 0, 0.125, 0.125}) ||
		whole.X[0] != -0.5 || whole.X[7] != 3.5 {
		t.Errorf("of whole numbers: %+v", whole)
	}
	far := densityData(traceOf(t, "x", [][]float64{append(drawsOf(tr, "mu"), 1e6)}), "x", math.Inf(-1),
		math.Inf(1))
	n := float64(far.N)
	if area := integrate.Trapezoidal(far.X, far.Y); far.Outside != 1 ||
		math.Abs(area-(n-1)/n) > 1e-9 || slices.Max(far.Y) < 0.9*slices.Max(d.Y) {
		t.Errorf("with a draw far out: area %v, %d outside, height %v and %v without it", area,
			far.Outside, slices.Max(far.Y), slices.Max(d.Y))
	}
}

func TestAutocorrData(t *testing.T) {
	tr := &sampler.Trace{}
	chains := autoregression(2, 400, 0.6, 0, 1)
	chains[1] = chains[1][:100]
	if err := tr.Add("x", chains); err != nil {
		t.Fatal(err)
	}
	rho, band := autocorrData(tr, "x", 5)
	// of the shortest chain, not of the largest lag
	if want := 1.96 / math.Sqrt(100); band != want {
		t.Errorf("band %v, want %v", band, want)
	}
	for c, r := range rho {
		if !slices.Equal(r, diag.Autocorr(chains[c], 5)) || len(r) != 6 || r[0] != 1 {
			t.Errorf("chain %d: %v", c, r)
		}
	}
	panics(t, "give a lag from 1 to 99", func() { Autocorr(tr, "x", 100) })
	panics(t, "maxLag is 0", func() { Autocorr(tr, "x", 0) })
}

func TestHistogramData(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values []float64
		bins   int // by hand
	}{
		// 27 values, 26 of them from 0 to 25 times 0.5: quartiles 3.25 and 9.75, so 2·6.5/3 = 4.33,
		// and 38/4.33 = 8.8
		{"Freedman and Diaconis", append(steps(26, 0.5), 38), 9},
		// the same quartiles would make 3 bins of 13; 1 + log₂ 27 = 5.8
		{"no hill in the middle", steps(27, 0.5), 6},
		{"whole numbers", []float64{0, 1, 1, 2, 2, 2, 3, 3, 0, 1, 2, 1}, 4},
		// 27 values from 0 to 26: width 8.67, rounded up 9, and 27/9 = 3
		{"whole numbers far apart", steps(27, 1), 3},
		{"one value", []float64{2.5, 2.5}, 1},
		// quartiles are equal; 1 + log₂ 8 = 4
		{"mostly one value", []float64{1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 9}, 4},
	} {
		edges, heights := histogramData(tt.values)
		if len(heights) != tt.bins || len(edges) != tt.bins+1 {
			t.Errorf("%s: %d bins, want %d: %v", tt.name, len(heights), tt.bins, edges)
		}
		area, inside := 0.0, 0
		for i, h := range heights {
			area += h * (edges[i+1] - edges[i])
		}
		for _, v := range tt.values {
			if edges[0] <= v && v <= edges[len(edges)-1] {
				inside++
			}
		}
		if math.Abs(area-1) > 1e-12 || inside != len(tt.values) {
			t.Errorf("%s: area %v, %d of %d values inside", tt.name, area, inside, len(tt.values))
		}
	}
	_, heights := histogramData([]float64{0, 1, 1, 2, 2, 2, 3, 3, 0, 1, 2, 1})
	if want := []float64{2. / 12, 4. / 12, 4. / 12, 2. / 12}; !floatsNear(heights, want) {
		t.Errorf("shares %v, want %v", heights, want)
	}
	panics(t, "no values", func() { Histogram(nil, "x") })
	panics(t, "value 1 is NaN", func() { Histogram([]float64{1, math.NaN()}, "x") })
}

func steps(n int, by float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = by * float64(i)
	}
	return x
}

func floatsNear(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 1e-12 })
}

func TestPredictiveData(t *testing.T) {
	observed, predictive := steps(27, 0.5), drawsOf(testTrace(), "mu")
	d := predictiveData(observed, predictive)
	edges, heights := histogramData(observed)
	k, err := diag.KDE(predictive, math.Inf(-1), math.Inf(1))
	if err != nil || !slices.Equal(d.Edges, edges) || !slices.Equal(d.Heights, heights) ||
		!slices.Equal(d.X, k.X) || !slices.Equal(d.Y, k.Y) {
		t.Errorf("not the histogram and the density of its arguments: %v", err)
	}
	d = predictiveData(observed, predictive, 0, 5, 20)
	if !slices.Equal(d.Edges, []float64{0, 5, 20}) {
		t.Errorf("edges %v", d.Edges)
	}
	p := Predictive([]float64{1, 2, 99}, predictive, 0, 5, 20)
	if want := "value (1 of 3 values lie outside)"; p.X.Label.Text != want {
		t.Errorf("the axis says %q, want %q", p.X.Label.Text, want)
	}
}

func TestMistakesInWords(t *testing.T) {
	tr := testTrace()
	panics(t, `no parameter "mu2"; have mu, sigma2, count`, func() { TracePlot(tr, "mu2") })
	panics(t, "the trace is nil", func() { Density(nil, "mu") })
	none := &sampler.Trace{}
	if err := none.Add("mu", [][]float64{{}, {}}); err != nil {
		t.Fatal(err)
	}
	panics(t, "no draws of \"mu\" were kept", func() { TracePlot(none, "mu") })
	panics(t, "has no range", func() { AddExact(paint.NewPlot("", "", ""), "exact", math.Sqrt) })
	panics(t, "no plots", func() { Show(Grid{}) })
	panics(t, "plot 1 is nil", func() {
		Show(Grid{Plots: []*plot.Plot{paint.NewPlot("", "", ""),
			nil}})
	})
	panics(t, "-1 columns", func() {
		Show(Grid{Plots: []*plot.Plot{paint.NewPlot("", "", "")},
			Columns: -1})
	})
}

// A chain that was stopped before its first draw is left out, and the others keep their colours.
func TestStoppedChain(t *testing.T) {
	tr := &sampler.Trace{}
	if err := tr.Add("x", [][]float64{{}, {1, 2, 3, 2, 1}}); err != nil {
		t.Fatal(err)
	}
	for _, p := range []*plot.Plot{TracePlot(tr, "x"), Autocorr(tr, "x", 2)} {
		if s := picture.Describe(p); strings.Contains(s, "chain 0") || !strings.Contains(s, "chain 1") {
			t.Error(s)
		}
	}
}

// A density that is infinite somewhere leaves a gap there, and does not stretch the axis.
func TestCurveWithAPole(t *testing.T) {
	p := Density(testTrace(), "mu")
	before := p.Y.Max
	AddPrior(p, "prior", func(x float64) float64 {
		if x < 86 {
			return math.Inf(1)
		}
		return 0.01
	})
	if p.Y.Max != before {
		t.Errorf("the axis reaches %v", p.Y.Max)
	}
	Grid{Plots: []*plot.Plot{p}}.PNG()
}

func TestLinePieces(t *testing.T) {
	nan := math.NaN()
	l := paint.Line{XYs: plotter.XYs{{X: 0, Y: nan}, {X: 1, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: nan},
		{X: 4, Y: -4}}}
	pieces := l.Pieces()
	if len(pieces) != 2 || len(pieces[0]) != 2 || len(pieces[1]) != 1 {
		t.Errorf("%v", pieces)
	}
	if x0, x1, y0, y1 := l.DataRange(); x0 != 1 || x1 != 4 || y0 != -4.18 || y1 != 2.18 {
		t.Errorf("range %v %v %v %v", x0, x1, y0, y1)
	}
}
