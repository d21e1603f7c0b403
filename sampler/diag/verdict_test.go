package diag

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/problems"
)

func TestVerdicts(t *testing.T) {
	nan := math.NaN()
	change := func(label string, f func(r *Row)) Row {
		r := ok(label)
		f(&r)
		return r
	}
	apart := change("b", func(r *Row) { r.RHat, r.ESSBulk = 1.5, 20 })
	stuck := change("b", func(r *Row) { r.RHat = 1.5 })
	slow := change("c", func(r *Row) { r.ESSTail = 130 })
	fixed := Row{"f", 3, 0, 3, 3, 3, nan, nan, nan, nan, ""}
	gone := Row{"g", nan, nan, nan, nan, nan, nan, nan, nan, nan, ""}
	short := summaryOf(Row{"s", 1, 1, 0, 1, 2, nan, nan, nan, 1.005, ""})
	short.Draws = 6
	warned := summaryOf(ok("a"))
	warned.Warnings = []error{errors.New("a: chains 1 and 3 have identical draws")}
	for _, c := range []struct {
		name string
		s    *Summary
		want string
	}{
		{"well", summaryOf(ok("a")),
			"The chains agree: R-hat 1.001, smaller ESS 2500; means are good to 2 % of a " +
				"posterior sd. For 1 % run 4 times as long (about 4000 draws a chain)."},
		{"two", summaryOf(ok("a"),
			change("b", func(r *Row) { r.ESSTail, r.MCSEMean, r.RHat = 700, 0.05, 1.008 })),
			"The chains agree: largest R-hat 1.008"},
		{"least", summaryOf(ok("a"),
			change("b", func(r *Row) { r.ESSTail, r.MCSEMean = 700, 0.05 })),
			"smallest ESS 700 (b); means are good to 5 % of a posterior sd. For 2 % run 6.3 times " +
				"as long (about 6300 draws a chain)."},
		{"apart", summaryOf(ok("a"), apart, slow),
			"Not yet: the chains do not agree on b (R-hat 1.500), 1 of 3 parameters. Look at the " +
				"trace plot: if the chains wander over the same values, run 20 times as long (about " +
				"20\u00a0000 draws a chain) for an ESS of 400;"},
		{"stuck", summaryOf(stuck),
			"Not yet: the chains do not agree on b (R-hat 1.500). Look at the trace plot: if the " +
				"chains wander over the same values, warm up longer;"},
		{"slow", summaryOf(slow),
			"Not yet: c is worth 130 independent draws (ESS), and needs 400. The chains do not " +
				"contradict each other: run 3.1 times as long (about 3100 draws a chain)."},
		{"slow of two", summaryOf(slow, ok("a")),
			"Not yet: 1 of 2 parameters are worth less than 400 independent draws (ESS), c the " +
				"least with 130."},
		{"fixed", summaryOf(fixed, ok("a")),
			"The chains agree on 1 of 2 parameters, and 1 cannot be judged (see the warnings):"},
		{"only fixed", summaryOf(fixed),
			"Nothing to judge: R-hat, ESS or MCSE cannot be given, for the reason that the warnings say."},
		{"short", short, "Too early to judge: 6 draws a chain"},
		{"gone", summaryOf(ok("a"), gone, apart),
			"Not usable: there are no draws, or one that is not finite, of 1 of 3 parameters."},
		{"warned", warned, "R-hat and ESS are good, but heed the warnings:"},
		{"empty", &Summary{}, "Nothing to judge: there are no draws."},
		{"no ESS at all", summaryOf(change("z", func(r *Row) { r.ESSBulk = 0 })), "run much longer."},
	} {
		if got := c.s.Verdict(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s\n want %s", c.name, got, c.want)
		}
	}
}

// The limit of R-hat grows with the number of parameters, is never below 1.01, and does not excuse
// few draws.
func TestLimitOfRHat(t *testing.T) {
	row := ok("x")
	row.RHat, row.ESSBulk, row.ESSTail = 1.02, 500, 500
	one, many := Limits{}.Judge(1, 4, 1000), Limits{}.Judge(10_000, 4, 1000)
	if a, b := one.MaxRHat(row.ESSBulk),
		many.MaxRHat(row.ESSBulk); !(a >= 1.01 && a < b && b > 1.02 && b < 1.1) {
		t.Errorf("limit %v for one parameter, %v for 10 000", a, b)
	}
	if many.grade(row) != problems.Fine {
		t.Error("of 10 000 parameters, one with R-hat 1.02 and ESS 500 is to be expected")
	}
	row.ESSBulk = 4000 // 1000 a chain: chance does not make 1.02 of that even with so many
	if many.MaxRHat(row.ESSBulk) > 1.015 || many.grade(row) != problems.Differ {
		t.Errorf("R-hat 1.02 at ESS 4000 passes the limit %v", many.MaxRHat(row.ESSBulk))
	}
	row.ESSBulk = 399
	if many.MaxRHat(row.ESSBulk) != 1.01 || many.grade(row) != problems.Differ {
		t.Error("a small ESS excuses R-hat")
	}
	row.ESSBulk = 500
	row.RHat = 1.3
	if many.grade(row) != problems.Differ {
		t.Error("1.3 passes")
	}
}

// What the verdict forecasts comes true: of a run as much longer as it says, the ESS is about the
// one asked for.
func TestForecastComesTrue(t *testing.T) {
	r := sampler.Stream("forecast", 1, 0)
	short, long := diagtest.AR1(r, 0.9, 4, 1000), diagtest.AR1(r, 0.9, 4, 4000)
	a, err := Summarize(traceOf(t, short))
	b, errLong := Summarize(traceOf(t, long))
	if err != nil || errLong != nil {
		t.Fatal(err, errLong)
	}
	// Twelve standard errors of a ratio of two ESS of about 5 % each would be 0.85; one fourfold is
	// far from 1.
	if ratio := b.Rows[0].ESSBulk / a.Rows[0].ESSBulk; ratio < 2.5 || ratio > 6 {
		t.Errorf("four times the draws give %v times the ESS", ratio)
	}
}

func TestManyWarningsAreOneSentence(t *testing.T) {
	tr := &sampler.Trace{}
	r := sampler.Stream("many", 1, 0)
	for k := range 30 {
		x := diagtest.AR1(r, 0, 4, 50)
		for c := range x {
			for i := range x[c] {
				x[c][i] += float64(c * (k + 3))
			}
		}
		if k == 29 {
			x = [][]float64{{1, 1}, {1, 1}, {1, 1}, {1, 1}}
		}
		if err := tr.Add(fmt.Sprint("p", k), x); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Summarize(tr)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(s.Warnings)
	if len(s.Warnings) > 5 || !strings.Contains(text, "p28 (") ||
		!strings.Contains(text, " and 24 more: R-hat is above its limit (1.01): ") {
		t.Errorf("%d warnings: %s", len(s.Warnings), text)
	}
}

// Chains that failed are not judged, whatever the others look like, and a trace that was stored, or
// made from others, still knows.
func TestVerdictOnFailedChains(t *testing.T) {
	type state struct{ x float64 }
	m := sampler.Model[state]{
		Init: func(*rand.Rand) (*state, error) { return new(state), nil },
		Blocks: []sampler.Block[state]{{Name: "x", Update: func(r *rand.Rand, s *state) error {
			if s.x = r.NormFloat64(); s.x > 3.2 {
				return errors.New("x is too large")
			}
			return nil
		}}},
		Params: []sampler.Param[state]{sampler.Scalar("x", func(s *state) float64 { return s.x })},
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 1000, Seed: 2})
	if err == nil || len(tr.Failures()) < 1 || len(tr.Failures()) > 3 {
		t.Fatalf("%d chains failed: %v", len(tr.Failures()), err)
	}
	var file bytes.Buffer
	if err := gob.NewEncoder(&file).Encode(tr); err != nil {
		t.Fatal(err)
	}
	stored := new(sampler.Trace)
	if err := gob.NewDecoder(&file).Decode(stored); err != nil {
		t.Fatal(err)
	}
	mapped, err := tr.Map(func(int, int, []float64) {}, "x")
	if err != nil {
		t.Fatal(err)
	}
	for name, tr := range map[string]*sampler.Trace{"run": tr, "stored": stored, "mapped": mapped} {
		s, err := Summarize(tr)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%d of 4 chains failed, so there is no verdict: chain ", len(tr.Failures()))
		if r := s.Report(); !r.Wrong || !strings.HasPrefix(r.Verdict, want) ||
			!strings.Contains(r.Verdict, "biased sample") {
			t.Errorf("%s: %v, %q", name, r.Wrong, r.Verdict)
		}
	}
}
