package nb

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/nb/internal/live"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// autoregressive is a trace of parameters p0, p1, … that mix slowly and equally well, and of lp__.
func autoregressive(t *testing.T, seed uint64, parameters int) *sampler.Trace {
	t.Helper()
	r := sampler.Stream("limits", seed, 0)
	tr := &sampler.Trace{}
	for p := range parameters + 1 {
		name := fmt.Sprint("p", p)
		if p == parameters {
			name = "lp__"
		}
		chains := make([][]float64, 4)
		for c := range chains {
			x := r.NormFloat64() / 0.714 // stationary from the start
			for range 1000 {
				x = 0.7*x + r.NormFloat64()
				chains[c] = append(chains[c], x)
			}
		}
		if err := tr.Add(name, chains); err != nil {
			t.Fatal(err)
		}
	}
	return tr
}

// Summary, Forest, Convergence, Target and the progress display doubt the same scalars of the
// same draws.
func TestOneSetOfLimits(t *testing.T) {
	seeds, doubted, above := 20, 0, 0
	if turns.Short(t) {
		seeds = 5
	}
	for seed := range seeds {
		tr := autoregressive(t, uint64(seed), 50)
		s := Summary(tr)
		var inSummary []string
		for _, row := range s.Report().Table.Rows {
			if label, marked := strings.CutSuffix(row[0], " !"); marked && label != "lp__" {
				inSummary = append(inSummary, label)
			}
		}
		doubted += len(inSummary)
		var inForest []string
		for _, r := range (Interval{}).rows(tr, nil) {
			if r.BadRHat || r.BadESS {
				inForest = append(inForest, r.Label)
			}
			if r.RHat > 1.01 {
				above++
			}
		}
		inConvergence := slices.Clone(convergenceData(tr).Doubtful)
		missing, err := diag.Target{}.Unmet(tr)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(inSummary)
		slices.Sort(inForest)
		slices.Sort(inConvergence)
		if !slices.Equal(inSummary, inForest) || !slices.Equal(inSummary, inConvergence) ||
			(missing == "") != (len(s.Warnings) == 0) {
			t.Errorf("seed %d: the summary doubts %v, the forest %v, convergence %v, and the "+
				"target misses %q (warnings %v)",
				seed, inSummary, inForest, inConvergence, missing, s.Warnings)
		}
		for i, line := range live.GlanceAt(tr).Lines {
			if label := fmt.Sprint("p", i); strings.Contains(line,
				"!") != slices.Contains(inSummary, label) {
				t.Errorf("seed %d: the display says %q, and the summary doubts %v", seed, line,
					inSummary)
			}
		}
		if enough := essEvolutionData(tr, "p0").Enough; enough != s.Judge().MinESS() ||
			essQuantileData(tr, "p0").Line != enough || essLocalData(tr, "p0").Line != enough {
			t.Errorf("enough is %v for a plot, and %v for the summary", enough, s.Judge().MinESS())
		}
	}
	if above < seeds/2 {
		t.Errorf("only %d R-hats of %d tables are above 1.01: there is nothing to disagree about",
			above, seeds)
	}
	if doubted > seeds { // one table in a hundred
		t.Errorf("%d warnings in %d tables of chains that are well", doubted, seeds)
	}
}
