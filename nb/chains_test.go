package nb

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

func init() {
	golden["forest"] = func(tr *sampler.Trace) *plot.Plot { return Forest(tr) }
	golden["rank"] = func(tr *sampler.Trace) *plot.Plot { return RankPlot(tr, "mu") }
}

func traceOf(t *testing.T, name string, chains [][]float64) *sampler.Trace {
	t.Helper()
	tr := &sampler.Trace{}
	if err := tr.Add(name, chains); err != nil {
		t.Fatal(err)
	}
	return tr
}

// Forest's numbers are those of diag, and columns stand in the picture; the height grows with the
// rows, and what is left out is said.
func TestForest(t *testing.T) {
	tr := testTrace()
	rows := Interval{}.rows(tr, []string{"sigma2", "mu"})
	if len(rows) != 2 || rows[0].Label != "sigma2" {
		t.Fatalf("rows are %v", rows)
	}
	draws, chains := drawsOf(tr, "mu"), Must(tr.Chains("mu"))
	for _, c := range []struct{ got, want float64 }{
		{rows[1].Lower, diag.Quantile(draws, 0.025)}, {rows[1].Q25,
			diag.Quantile(draws, 0.25)}, {rows[1].Median, diag.Quantile(draws, 0.5)},
		{rows[1].Q75, diag.Quantile(draws, 0.75)}, {rows[1].Upper,
			diag.Quantile(draws, 0.975)}, {rows[1].RHat, diag.RHat(chains)},
		{rows[1].ESS, math.Min(diag.ESSBulk(chains), diag.ESSTail(chains))},
	} {
		if c.got != c.want {
			t.Errorf("%v in %+v, want %v", c.got, rows[1], c.want)
		}
	}
	many := traceOf(t, "x", [][]float64{{1, 2, 3, 4}, {2, 1, 4, 3}})
	for i := range 120 {
		if err := many.Add("y"+string(rune('a'+i%26))+string(rune('a'+i/26)),
			[][]float64{{1, 2, 3, float64(i)}, {2, 1, 4, 3}}); err != nil {
			t.Fatal(err)
		}
	}
	p := Forest(many)
	if !strings.Contains(p.X.Label.Text, "first 100 of 121") {
		t.Errorf("the axis says %q", p.X.Label.Text)
	}
	_, _, _, few := Grid{Plots: []*plot.Plot{Forest(tr)}}.Layout()
	if _, _, _, height := (Grid{Plots: []*plot.Plot{p}}).Layout(); height < 5*few {
		t.Errorf("100 rows are %d pixels high, 3 rows %d", height, few)
	}
	// What cannot be given is a dash, and no line.
	Show(Forest(traceOf(t, "x", [][]float64{{1, math.NaN(), 2, 3}})))
	panics(t, "the trace is nil", func() { Forest(nil) })
}

// Chains of one law stay in the band in 19 of 20 runs; a chain that sits elsewhere leaves it, with
// an arch.
func TestRankBand(t *testing.T) {
	turns.Long(t)
	outside := func(d rankPlotNumbers) bool {
		return slices.ContainsFunc(d.Y, func(y []float64) bool {
			for i, v := range y {
				if v < d.Lower[i]-1e-12 || v > d.Upper[i]+1e-12 {
					return true
				}
			}
			return false
		})
	}
	left := 0
	for seed := range 100 {
		r := sampler.Stream("rank", uint64(seed), 0)
		chains := make([][]float64, 4)
		for c := range chains {
			for range 200 {
				chains[c] = append(chains[c], r.NormFloat64())
			}
		}
		if outside(rankPlotData(traceOf(t, "x", chains), "x")) {
			left++
		}
		if seed > 0 {
			continue
		}
		for i := range chains[2] {
			chains[2][i] -= 0.5
		}
		if d := rankPlotData(traceOf(t, "x", chains), "x"); !outside(d) ||
			d.Y[2][50] < d.Upper[50] {
			t.Errorf("a chain half a standard deviation lower is at %v, the band ends at %v",
				d.Y[2][50], d.Upper[50])
		}
	}
	if left > 14 { // mean 5, standard deviation 2.2
		t.Errorf("the band was left in %d of 100 runs of right chains", left)
	}
}

// Of equal draws each chain gets its share of the ranks.
func TestRanksOfEqualDraws(t *testing.T) {
	chains := [][]float64{make([]float64, 100), make([]float64, 100), nil}
	for i := range 100 {
		chains[0][i], chains[1][i] = float64(i%3), float64(i/50)
	}
	order := chainsByRank(chains) // one draw in four of those that are 0 comes from chain 0
	for from := 0; from < 60; from += 20 {
		n := 0
		for _, c := range order[from : from+20] {
			n += int(c)
		}
		if n != 15 || len(order) != 200 {
			t.Errorf("of %d ranks, those from %d on hold %d draws of chain 1, want 15", len(order),
				from, n)
		}
	}
	panics(t, "draw 1 of chain 1 of x is NaN and has no rank", func() {
		RankPlot(traceOf(t, "x", [][]float64{{1, 2, 3}, {1, math.NaN(), 3}}), "x")
	})
	panics(t, "1 chain of x has draws", func() {
		RankPlot(traceOf(t, "x", [][]float64{{1, 2, 3}}),
			"x")
	})
}

// Eight rows are drawn, and the others counted.
func TestTraceDensity(t *testing.T) {
	tr := traceOf(t, "x", [][]float64{{1, 2, 3, 4}})
	for _, name := range strings.Fields("a b c d e f g h i") {
		if err := tr.Add(name, [][]float64{{1, 2, 3, 5}}); err != nil {
			t.Fatal(err)
		}
	}
	g := TraceDensity(tr)
	if last := g.Plots[len(g.Plots)-1].Title.Text; len(g.Plots) != 16 ||
		!strings.Contains(last, "2 more are not drawn") {
		t.Errorf("%d plots, the last says %q", len(g.Plots), last)
	}
}
