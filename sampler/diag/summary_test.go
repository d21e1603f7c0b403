package diag

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/series"
)

// traceOf is a trace with one parameter, "x".
func traceOf(t *testing.T, chains [][]float64) *sampler.Trace {
	t.Helper()
	tr := &sampler.Trace{}
	if err := tr.Add("x", chains); err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestSummaryRow(t *testing.T) {
	x := invarianceChains()
	s, err := Summarize(traceOf(t, x), "x")
	if err != nil {
		t.Fatal(err)
	}
	var all []float64
	for _, c := range x {
		all = append(all, c...)
	}
	lo, hi := ETI(all, 0.95)
	want := Row{"x", Mean(all), SD(all), lo, Quantile(all, 0.5), hi, MCSEMean(x), ESSBulk(x),
		ESSTail(x), RHat(x), "x"}
	want.Mean = s.Rows[0].Mean // summed in another order
	if !diagtest.Near(Mean(all), s.Rows[0].Mean, 1e-12) || s.Rows[0].SD-want.SD > 1e-14 {
		t.Errorf("mean %v, SD %v; want %v, %v", s.Rows[0].Mean, s.Rows[0].SD, Mean(all), SD(all))
	}
	want.SD = s.Rows[0].SD
	if s.Rows[0] != want {
		t.Errorf("row %+v, want %+v", s.Rows[0], want)
	}
}

// A longer run is no cure where each chain stays where it began.
func TestVerdictOfChainsThatStay(t *testing.T) {
	s, err := Summarize(traceOf(t, [][]float64{make([]float64, 100), slices.Repeat([]float64{1}, 100)}))
	if v := s.Verdict(); err != nil || !strings.Contains(v, "a longer run does not help") ||
		strings.Contains(v, "as long") {
		t.Error(v, err)
	}
}

// Each trouble must be found, by its words, and good chains must give no warning.
func TestWarnings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	good := diagtest.AR1(r, 0.1, 4, 1000)
	if s, err := Summarize(traceOf(t, good)); err != nil || len(s.Warnings) > 0 {
		t.Fatalf("good chains: error %v, warnings %v", err, s.Warnings)
	}
	with := func(f func(c, i int, v float64) float64) [][]float64 {
		y := series.Like(good)
		for c := range y {
			for i := range y[c] {
				y[c][i] = f(c, i, good[c][i])
			}
		}
		return y
	}
	for words, chains := range map[string][][]float64{
		"R-hat is 1.":                        with(func(c, _ int, v float64) float64 { return v + float64(c)/3 }),
		"bulk ESS is":                        diagtest.AR1(r, 0.97, 4, 1000),
		"below 400 (100 a chain)":            diagtest.AR1(r, 0.97, 4, 1000),
		"tail ESS is":                        diagtest.AR1(r, 0.98, 4, 1000),
		"it never changes (every draw is 3)": with(func(int, int, float64) float64 { return 3 }),
		"chain 2 never moves from 7": with(func(c, _ int, v float64) float64 {
			return map[bool]float64{true: 7, false: v}[c == 2]
		}),
		"chain 2 never moves from 1": with(func(c, i int, _ float64) float64 { // 5 % are 0 elsewhere
			return map[bool]float64{true: 0}[c != 2 && i%20 == 0] + map[bool]float64{true: 1}[c == 2 || i%20 > 0]
		}),
		"R-hat is +Inf": with(func(c, _ int, _ float64) float64 {
			return float64(c)
		}),
		"chains 1 and 3 have identical draws": {good[0], good[1], good[2], good[1]},
		"only one chain":                      good[:1],
		"have 1000, 1000, 437, 1000 draws":    {good[0], good[1], good[2][:437], good[3]},
		"only the first 437 of each":          {good[0], good[1], good[2][:437], good[3]},
		"chains without draws are left out":   {good[0], nil, good[2], good[3]},
		"draw 12 of chain 3 is NaN": with(func(c, i int, v float64) float64 {
			return map[bool]float64{true: math.NaN(), false: v}[c == 3 && i == 12]
		}),
		"draw 5 of chain 2 is +Inf": {good[0], nil,
			append(append([]float64{}, good[1][:5]...), inf)},
		"chains of length 3 are too short":          {{1, 2, 3}, {3, 2, 1}},
		"too short for ESS and MCSE, which take 10": {good[0][:9], good[1][:9]},
		"there are no draws":                        {nil, nil},
		"too large for float64": with(func(c, i int, v float64) float64 {
			return math.Copysign(math.MaxFloat64, v)
		}),
		"the draws change only once in the middle": {{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}},
	} {
		s, err := Summarize(traceOf(t, chains))
		if err != nil {
			t.Fatal(err)
		}
		if all := fmt.Sprint(errors.Join(s.Warnings...)); !strings.Contains(all, words) ||
			!strings.Contains(all, "x: ") {
			t.Errorf("no warning %q of x in: %s", words, all)
		}
	}
}

func TestSharedWarningsAreMerged(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for parameters, subject := range map[int]string{2: "p0, p1: ", 4: "all parameters: ",
		30: "all parameters: "} {
		tr := &sampler.Trace{}
		for k := range parameters {
			if err := tr.Add(fmt.Sprint("p", k), diagtest.AR1(r, 0, 1, 2000)); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Summarize(tr)
		if err != nil || len(s.Warnings) != 1 ||
			!strings.HasPrefix(s.Warnings[0].Error(), subject+"there is only one chain") {
			t.Errorf("%d parameters: error %v, warnings %v", parameters, err, s.Warnings)
		}
	}
}

func TestNoFalseWarnings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	x := diagtest.AR1(r, 0.1, 2, 1000)
	still := make([]float64, 1000)
	for words, chains := range map[string][][]float64{
		// worth about 2000/9 independent draws: enough for one chain
		"ESS is":    diagtest.AR1(r, 0.8, 1, 2000),
		"identical": {x[0], still, x[1], still},
		// a label that is nearly certain: two draws of one chain are 1
		"never": {still, append([]float64{1, 1}, still[2:]...), still},
	} {
		s, err := Summarize(traceOf(t, chains))
		if all := fmt.Sprint(s.Warnings); err != nil || strings.Contains(all, words) {
			t.Errorf("error %v, and %q in warnings %s", err, words, all)
		}
	}
}

func TestSummarizeErrors(t *testing.T) {
	if _, err := Summarize(nil); err == nil {
		t.Error("a nil trace gives no error")
	}
	if _, err := Summarize(traceOf(t, invarianceChains()), "y"); err == nil ||
		!strings.Contains(err.Error(), `"y"`) {
		t.Errorf("error %v for an unknown name", err)
	}
	s, err := Summarize(&sampler.Trace{})
	if err != nil || len(s.Rows) != 0 || len(s.Warnings) != 1 {
		t.Errorf("an empty trace gives %+v, %v", s, err)
	}
}

func TestDigitsFollowTheMCSE(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		row  Row
		want string
	}{
		{Row{"a", 86.311725, 1.471447, 83.3514, 86.3338, 89.1454, 0.0262, 3156.9, 3511.2, 1.00049,
			""}, "a 86.31 1.47 83.35 86.33 89.15 0.026 3156 3511 1.000"},
		{Row{"a", 86.311725, 1.471447, 83.3514, 86.3338, 89.1454, 0.0062, 3156.9, 3511.2, 1.0149,
			""}, "a 86.31 1.47 83.35 86.33 89.15 0.0062 3156 3511 1.015"},
		{Row{"a", 1234.5, 210.4, 802.2, 1240.1, 1699.9, 43, 24, 31, 1.2, ""},
			"a 1234 210 802 1240 1700 43 24 31 1.200"},
		{Row{"a", -0.0004, 1, -2, 0.0001, 2, 0.01, 9999, 9999, math.Inf(1), ""},
			"a 0.00 1.00 -2.00 0.00 2.00 0.010 9999 9999 ∞"},
		{Row{"a", 3, 0, 3, 3, 3, nan, nan, nan, nan, ""}, "a 3 0 3 3 3 – – – –"},
		{Row{"a", nan, nan, nan, nan, nan, nan, nan, nan, nan, ""}, "a – – – – – – – – –"},
		{Row{"a", 2.5e-11, 1e-11, 1e-11, 2.5e-11, 5e-11, 1e-13, 4000, 4000, 1, ""},
			"a 2.50e-11 1.00e-11 1.00e-11 2.50e-11 5.00e-11 1.0e-13 4000 4000 1.000"},
		{Row{"a", 1.5e200, 1e200, 1e199, 1.5e200, 3e200, 1e197, 4000, 4000, 1, ""},
			"a 1.500e+200 1.000e+200 1.00e+199 1.500e+200 3.000e+200 1.0e+197 4000 4000 1.000"},
	} {
		if got := strings.Join(c.row.cells(), " "); got != c.want {
			t.Errorf("row %+v\n prints %s\n   want %s", c.row, got, c.want)
		}
	}
}

func TestStringShowsTenWarnings(t *testing.T) {
	s := &Summary{}
	for i := range 25 {
		s.Warnings = append(s.Warnings, fmt.Errorf("trouble %d", i))
	}
	if text := s.String(); !strings.Contains(text, "! trouble 9\n! and 15 more warnings\n") {
		t.Errorf("string %q", text)
	}
}

// Chains that are copies of each other have the best R-hat: the verdict says so before anything
// else. A parameter that hardly ever changes may be equal in two chains by chance.
func TestIdenticalChainsAreNotUsable(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	x, other := diagtest.AR1(r, 0.1, 4, 1000), diagtest.AR1(r, 0.1, 4, 1000)
	rare := make([]float64, 1000)
	for i := range 500 {
		rare[i] = 1
	}
	for want, traces := range map[string][]map[string][][]float64{
		"Not usable: all chains have identical draws": {
			{"x": {x[0], x[0], x[0], x[0]}},
			{"x": {x[0], x[0]}, "y": {x[1], x[1]}, "still": {rare[:500], rare[:500]}}},
		"Not usable: chains 1 and 3 have identical draws": {
			{"x": {x[0], x[1], x[2], x[1]}, "y": {other[0], other[1], other[2], other[1]}}},
		"": {{"x": x}, {"x": x, "rare": {rare, rare, rare[1:], rare[2:]}}, {"rare": {rare, rare}}},
	} {
		for _, parameters := range traces {
			tr := &sampler.Trace{}
			for name, chains := range parameters {
				if err := tr.Add(name, chains); err != nil {
					t.Fatal(err)
				}
			}
			s, err := Summarize(tr)
			if err != nil {
				t.Fatal(err)
			}
			missing, err := Target{ESS: 1, RHat: math.Inf(1)}.Unmet(tr)
			if err != nil {
				t.Fatal(err)
			}
			const alike = "have identical draws"
			if v := s.Verdict(); !strings.HasPrefix(v, want) || want == "" && strings.Contains(v, alike) ||
				strings.Contains(missing, alike) != (want != "") {
				t.Errorf("want %q: %s; missing %q", want, v, missing)
			}
		}
	}
}

// Of two rows with the same R-hat the one with few effective draws is marked: a note explains it.
func TestMarksAreExplained(t *testing.T) {
	s := &Summary{Chains: 4, Draws: 1000, Rows: []Row{
		{Label: "b0", ESSBulk: 390, ESSTail: 900, RHat: 1.012},
		{Label: "b1", ESSBulk: 417, ESSTail: 900, RHat: 1.012}}}
	report := s.Report()
	if a, b := report.Table.Rows[0][0], report.Table.Rows[1][0]; a != "b0 !" || b != "b1" {
		t.Errorf("rows %q, %q", a, b)
	}
	want := "! marks rows beyond their limits. R-hat 1.012 of b1 is not: it is noisy, and in a table " +
		"of 2, with an ESS of 417, chance alone reaches 1.027. A row with an ESS below 400 has no " +
		"such allowance, and the limit 1.01."
	if len(report.Notes) != 1 || report.Notes[0] != want {
		t.Errorf("%q", report.Notes)
	}
	s.Rows[1].RHat = 1.009
	if report := s.Report(); len(report.Notes) > 0 {
		t.Errorf("%q", report.Notes)
	}
}
