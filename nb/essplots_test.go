package nb

import (
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gibbslab/nb/internal/paint"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

func init() {
	golden["essevolution"] = func(tr *sampler.Trace) *plot.Plot { return ESSEvolution(tr, "mu") }
	golden["essquantile"] = func(tr *sampler.Trace) *plot.Plot { return essQuantile(tr, "mu") }
	golden["esslocal"] = func(tr *sampler.Trace) *plot.Plot { return essLocal(tr, "mu") }
	golden["mcsequantile"] = func(tr *sampler.Trace) *plot.Plot { return mcseQuantile(tr, "mu") }
}

// unequal has chains of 400, 0 and 300 draws.
func unequal(t *testing.T) (tr *sampler.Trace, cut [][]float64) {
	t.Helper()
	chains := autoregression(3, 400, 0.5, 0, 1)
	chains[1], chains[2] = nil, chains[2][:300]
	tr = &sampler.Trace{}
	if err := tr.Add("x", chains); err != nil {
		t.Fatal(err)
	}
	return tr, [][]float64{chains[0][:300], chains[2]}
}

func TestESSPlots(t *testing.T) {
	tr, cut := unequal(t)
	e := essEvolutionData(tr, "x")
	if len(e.Draws) != 20 || e.Draws[0] != 30 || e.Draws[19] != 600 || e.Enough != 200 {
		t.Errorf("of %v draws; enough is %v", e.Draws, e.Enough)
	}
	half := [][]float64{cut[0][:150], cut[1][:150]}
	if e.Bulk[9] != diag.ESSBulk(half) || e.Tail[9] != diag.ESSTail(half) ||
		e.Bulk[19] != diag.ESSBulk(cut) {
		t.Errorf("ESS %v and %v", e.Bulk, e.Tail)
	}
	q, l, m := essQuantileData(tr, "x"), essLocalData(tr, "x"), mcseQuantileData(tr, "x")
	if len(q.P) != 19 || q.P[9] != 0.5 || q.Y[9] != diag.ESSQuantile(cut, 0.5) || q.Line != 200 {
		t.Errorf("%+v", q)
	}
	if len(l.P) != 20 || l.P[19] != 0.975 || l.Y[19] != diag.ESSLocal(cut, 0.95, 1) {
		t.Errorf("%+v", l)
	}
	if len(m.P) != 19 || m.Y[18] != diag.MCSEQuantile(cut, 0.95) || m.Line != diag.MCSEMean(cut) {
		t.Errorf("%+v", m)
	}
	few, still := &sampler.Trace{}, &sampler.Trace{}
	if few.Add("x", autoregression(2, 9, 0, 0, 1)) != nil ||
		still.Add("x", [][]float64{make([]float64, 100)}) != nil {
		t.Fatal("no trace")
	}
	for _, tr := range []*sampler.Trace{few, still} {
		for _, f := range []func(*sampler.Trace, string) *plot.Plot{ESSEvolution, essQuantile,
			essLocal, mcseQuantile} {
			panics(t, "ESS of x: there is none for these", func() { f(tr, "x") })
		}
	}
}

// Draws of 0 and, rarely, 1: no quantile that is drawn changes, and the sentence says so.
func TestPrecisionOfRareEvents(t *testing.T) {
	r := sampler.Stream("rare", 1, 0)
	rare := make([][]float64, 2)
	for c := range rare {
		for range 500 {
			v := 0.0
			if r.Float64() < 0.01 {
				v = 1
			}
			rare[c] = append(rare[c], v)
		}
	}
	tr := &sampler.Trace{}
	if err := tr.Add("x", rare); err != nil {
		t.Fatal(err)
	}
	for _, f := range []func(*sampler.Trace, string) *plot.Plot{essQuantile, essLocal, mcseQuantile,
		ESSEvolution} {
		recorded(f(tr, "x"))
	}
}

// recorded draws a plot without making a picture of it.
func recorded(p *plot.Plot) *recorder.Canvas {
	var rec recorder.Canvas
	paint.DrawPlot(p, draw.NewCanvas(&rec, paint.Points(paint.PlotWidth),
		paint.Points(paint.PlotHeight)))
	return &rec
}

// The means of the eighths of a chain, by hand, and of chains shorter than that.
func TestTraceData(t *testing.T) {
	tr := &sampler.Trace{}
	if err := tr.Add("x", [][]float64{{1, 3, 2, 4, 2, 3, 1, 0, 0, 0, 5, 7, 1, 1, 2, math.NaN()},
		{2, 4, 6}, {}}); err != nil {
		t.Fatal(err)
	}
	d := traceData(tr, "x")
	if !floatsNear(d.Means[0][:7], []float64{2, 3, 2.5, 0.5, 0, 6, 1}) ||
		!math.IsNaN(d.Means[0][7]) {
		t.Errorf("means %v", d.Means[0])
	}
	if !floatsNear(d.At[0], []float64{1.5, 3.5, 5.5, 7.5, 9.5, 11.5, 13.5, 15.5}) {
		t.Errorf("at %v", d.At[0])
	}
	if !floatsNear(d.Means[1], []float64{2, 4, 6}) || !floatsNear(d.At[1], []float64{1, 2, 3}) ||
		len(d.Means[2]) != 0 {
		t.Errorf("means %v at %v, and %v", d.Means[1], d.At[1], d.Means[2])
	}
	recorded(TracePlot(tr, "x"))
}

// Values of a range that overflows, and values that are not finite, are drawn as far as they can
// be.
func TestTraceAwkward(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, chains := range [][][]float64{{{nan, nan}}, {{1}}, {{1}, {2}}, {{inf, 1, 2}, {1, 2, 3}},
		{{1e308, -1e308, 1e308}, {0, 0, 0}}, {{5, 5, 5}}, {{nan, 1, nan, 2}}} {
		tr := &sampler.Trace{}
		if err := tr.Add("x", chains); err != nil {
			t.Fatal(err)
		}
		p := TracePlot(tr, "x")
		recorded(p)
		if one := len(chains) == 1 && len(chains[0]) == 1; one &&
			len(paint.KeyEntries(&p.Legend)) != 1 {
			t.Error("the only draw has no mark")
		}
	}
}
