package nb

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

func init() {
	golden["ridge"] = func(tr *sampler.Trace) *plot.Plot { return Ridge(tr) }
	golden["convergence"] = func(tr *sampler.Trace) *plot.Plot { return Convergence(tr) }
	golden["pairs"] = func(tr *sampler.Trace) *plot.Plot { return Pairs(tr) }
}

// manyScalars has n scalars x0, x1, … of independent draws, without lp__ but with one that never
// changes if n is odd.
func manyScalars(t *testing.T, n, draws int) *sampler.Trace {
	t.Helper()
	tr := &sampler.Trace{}
	for k := range n {
		chains := make([][]float64, 4)
		for c := range chains {
			r := sampler.Stream("many scalars", uint64(k), c)
			for range draws {
				chains[c] = append(chains[c], r.NormFloat64())
			}
		}
		if err := tr.Add(fmt.Sprintf("x%d", k), chains); err != nil {
			t.Fatal(err)
		}
	}
	return tr
}

func TestRidgeData(t *testing.T) {
	tr := testTrace()
	labels, shapes := ridgeData(tr)
	if !slices.Equal(labels, []string{"mu", "sigma2", "count"}) {
		t.Fatal(labels)
	}
	for i, s := range shapes {
		draws := drawsOf(tr, labels[i])
		lo, hi := diag.ETI(draws, 0.95)
		if s.Lower != lo || s.Upper != hi || s.Median != diag.Quantile(draws, 0.5) {
			t.Errorf("%s: %+v", labels[i], s)
		}
	}
	k, err := diag.KDE(drawsOf(tr, "mu"), math.Inf(-1), math.Inf(1))
	if err != nil || !slices.Equal(shapes[0].Y, k.Y) {
		t.Error("mu is not diag.KDE")
	}
	_, heights := histogramData(drawsOf(tr, "count"))
	if len(shapes[2].Y) != 2*len(heights) || shapes[2].Y[1] != heights[0] {
		t.Error("a count is no outline of its histogram")
	}
	panics(t, `no parameter "nu"`, func() { Ridge(tr, "nu") })
	panics(t, "trace is nil", func() { Ridge(nil) })
	if s := Ridge(manyScalars(t, 103, 3)).X.Label.Text; !strings.Contains(s, "first 100 of 103") {
		t.Errorf("nothing says that rows were left out: %s", s)
	}
}

// Convergence finds the scalar whose chains are apart and the one that is slow, names the worst
// first, agrees with Summary, and finds nothing among draws that are fine (the negative control).
func TestConvergenceData(t *testing.T) {
	tr := manyScalars(t, 20, 300)
	if d := convergenceData(tr); len(d.Doubtful) != 0 || !strings.HasPrefix(d.title(),
		"None of 20") || d.EnoughESS != 400 {
		t.Errorf("of independent draws %v are doubtful", d.Doubtful)
	}
	apart := manyScalars(t, 1, 300)
	chains := chainsOf(apart, "x0")
	for i := range chains[2] {
		chains[2][i] += 2
	}
	still := make([][]float64, 4)
	for c := range still {
		still[c] = make([]float64, 300)
	}
	for name, x := range map[string][][]float64{"apart": chains,
		"slow": autoregression(4, 300, 0.9, 0, 1), "still": still} {
		if err := tr.Add(name, x); err != nil {
			t.Fatal(err)
		}
	}
	d := convergenceData(tr)
	if !slices.Equal(d.Doubtful, []string{"apart", "slow"}) {
		t.Fatalf("doubtful: %v", d.Doubtful)
	}
	if want := "2 of 23 scalars are doubtful: apart, slow (1 without R-hat or ESS are not drawn: " +
		"do they never change?)"; d.title() != want {
		t.Errorf("%q, want %q", d.title(), want)
	}
	s := Summary(tr)
	for _, label := range append(d.Doubtful, "still") {
		if !slices.ContainsFunc(s.Warnings,
			func(err error) bool { return strings.Contains(err.Error(), label) }) {
			t.Errorf("Summary has no warning about %s: %v", label, s.Warnings)
		}
	}
	for _, label := range d.Labels[:20] {
		if slices.ContainsFunc(s.Warnings,
			func(err error) bool { return strings.Contains(err.Error(), label+" ") }) {
			t.Errorf("Summary warns about %s: %v", label, s.Warnings)
		}
	}
	i := slices.Index(d.Labels, "slow")
	if row := s.Rows[i]; row.Label != "slow" || d.RHat[i] != row.RHat ||
		d.ESS[i] != min(row.ESSBulk, row.ESSTail) {
		t.Errorf("slow: %v %v, and in the summary %+v", d.RHat[i], d.ESS[i], row)
	}
	// The spread of these draws changes slowly: only the tail has few effective ones.
	r, volatile := sampler.Stream("volatile", 1, 0), make([][]float64, 4)
	for c := range volatile {
		for i := range 400 {
			volatile[c] = append(volatile[c], r.NormFloat64()*float64(1+4*(i/50%2)))
		}
	}
	tail := xTrace(t, volatile...)
	if row, d := Summary(tail).Rows[0], convergenceData(tail); !(row.ESSTail < 0.8*row.ESSBulk) ||
		d.ESS[0] != row.ESSTail {
		t.Errorf("volatile: %v effective draws, and in the summary %+v", d.ESS, row)
	}
	recorded(Convergence(tr))
	panics(t, "no scalar has an R-hat", func() { Convergence(xTrace(t, []float64{1})) })
}

// On an axis with this scale gonum's middle is the middle, and all else is logarithmic.
func TestLogScale(t *testing.T) {
	s := paint.LogScale{}
	for x, want := range map[float64]float64{1: 0, 10: 1. / 3, 100: 2. / 3, 1000: 1, 500.5: 0.5} {
		if got := s.Normalize(1, 1000, x); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v is at %v, want %v", x, got, want)
		}
	}
}

// Names that have no room are written every second one, and so on.
func TestNamesThatFit(t *testing.T) {
	style := paint.NewPlot("", "", "").X.Tick.Label
	n := paint.Named{"a long name", "another one", "a third name", "and a fourth"}
	// a name is about 55 points long
	for room, want := range map[vg.Length]int{1000: 4, 130: 2, 30: 1} {
		if marks := paint.FewerNames(n, -0.5, 3.5, room, style.Width).Ticks(-0.5,
			3.5); len(marks) != want {
			t.Errorf("%d names on %v points, want %d", len(marks), room, want)
		}
	}
}

// Pictures of many scalars, with long names and numbers of all sizes, can be read.
func TestLegibleMany(t *testing.T) {
	tr := &sampler.Trace{}
	for k := range 18 {
		chains := autoregression(4, 60, 0, math.Pow(-12, float64(k%7)),
			math.Pow(10, float64(k%5-2)))
		if err := tr.Add(fmt.Sprintf("quite_a_long_name_%d", k), chains); err != nil {
			t.Fatal(err)
		}
	}
	bars := Bars(Must(tr.Labels()), make([]float64, 18), nil)
	for name, g := range map[string]Grid{
		"pairs": {Plots: []*plot.Plot{Pairs(tr)}},
		"four": {Plots: []*plot.Plot{Pairs(tr, "quite_a_long_name_0", "quite_a_long_name_2",
			"quite_a_long_name_6", "quite_a_long_name_5")}},
		"ridge":       {Plots: []*plot.Plot{Ridge(tr)}},
		"bars":        {Plots: []*plot.Plot{bars}},
		"three":       {Plots: []*plot.Plot{bars, bars, bars}, Columns: 3},
		"convergence": {Plots: []*plot.Plot{Convergence(tr)}},
	} {
		_, _, width, height := g.Layout()
		var rec recorder.Canvas
		g.Draw(draw.NewCanvas(&rec, paint.Points(width), paint.Points(height)))
		for _, complaint := range illegible(rec.Actions, paint.Points(width), paint.Points(height),
			9) {
			t.Errorf("%s: %s", name, complaint)
		}
	}
}
