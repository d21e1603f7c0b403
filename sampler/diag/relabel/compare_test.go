package relabel

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/internal/diagtest"
)

// The verdict and the warnings say which column to believe.
func TestLabelVerdicts(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		rows      []Row
		ambiguous float64
		says      string
	}{
		{nil, 0, "Nothing to judge"},
		{[]Row{{Label: "mu[0]", Recorded: 1.001, Relabelled: 1.001, LabelFree: 1.002}}, 0,
			"The chains agree on all"},
		{[]Row{{Label: "mu[0]", Recorded: 2, Relabelled: 1.001, LabelFree: 1.002},
			{Label: "lp__", Recorded: nan, Relabelled: nan, LabelFree: 1.003}}, 0,
			"could be made comparable: R-hat is at most 2.000 as recorded, 1.001 relabelled and " +
				"1.003 free of labels"},
		{[]Row{{Label: "mu[0]", Recorded: 2, Relabelled: 1.001, LabelFree: 1.002}}, 0.2,
			"ambiguous in 20 %"},
		{[]Row{{Label: "mu[0]", Recorded: 2, Relabelled: 1.2, LabelFree: 1.002}}, 0,
			"not on relabelled components, least on mu[0] (R-hat 1.200)"},
		{[]Row{{Label: "mu[0]", Recorded: 2, Relabelled: 1.001, LabelFree: 1.2}}, 0.2,
			"whatever the labels"},
		{[]Row{{Label: "mu[0]", Recorded: 2, Relabelled: 1.001, LabelFree: 1.001},
			{Label: "lp__", Recorded: nan, Relabelled: nan, LabelFree: 1.2}}, 0, "least on lp__"},
		{[]Row{{Label: "mu[0]", Recorded: nan, Relabelled: nan, LabelFree: nan}}, 0, "cannot be given"},
		{[]Row{{Label: "lp__", Recorded: nan, Relabelled: nan, LabelFree: 1.001}}, 0, "Nothing to judge"},
	} {
		s := &Summary{Rows: c.rows, Ambiguous: c.ambiguous}
		if !strings.Contains(s.Verdict(), c.says) || !strings.HasPrefix(s.String(), s.Verdict()) {
			t.Errorf("%+v: %q, want %q", c.rows, s.Verdict(), c.says)
		}
	}
	s := &Summary{Rows: []Row{{Label: "mu[0]", Recorded: 2, Relabelled: 1.001, LabelFree: 1.2},
		{Label: "mu[1]", Recorded: 2, Relabelled: 1.001, LabelFree: 1.002},
		{Label: "lp__", Recorded: nan, Relabelled: nan, LabelFree: 1.2},
		{Label: "mu[2]", Recorded: 1, Relabelled: nan, LabelFree: 1}}}
	s.warn()
	if len(s.Warnings) != 2 ||
		!containsWarning(s.Warnings,
			"mu[0]: R-hat of relabelled draws is fine, and that of label-free ones is 1.200: "+
				"believe") || !containsWarning(s.Warnings, "mu[2]: R-hat cannot be given") {
		t.Errorf("warnings: %v", s.Warnings)
	}
}

// The limit of R-hat is the limit for the largest of this many, as for a Summary.
func TestLabelLimits(t *testing.T) {
	x := diagtest.InvarianceChains()
	s := &Summary{}
	for range 50 {
		s.add("x", "x", x, x, x)
	}
	if s.parameters != 50 || s.chains != 4 || s.draws != 150 {
		t.Errorf("%d parameters, %d chains of %d draws", s.parameters, s.chains, s.draws)
	}
	if limit != 1.01 {
		t.Errorf("the limit of one R-hat is %v", limit)
	}
	limit := diag.MaxRHat(50, 4, 150, 120, 0.99)
	for _, v := range []float64{limit - 0.001, limit + 0.001} {
		r := Row{Relabelled: v, LabelFree: v, essRelabelled: 480, essFree: 480}
		if a, b := s.differ(r); a != (v > limit) || b != (v > limit) || v < 1.01 {
			t.Errorf("R-hat %v with limit %v: %v, %v", v, limit, a, b)
		}
		r.essRelabelled, r.essFree = 300, 300 // too few to be excused
		if a, b := s.differ(r); !a || !b {
			t.Errorf("R-hat %v and a small ESS: %v, %v", v, a, b)
		}
	}
}

// For a large array the worst are shown and the rest is bounded; a bound must not be below the
// values it bounds.
func TestLabelTable(t *testing.T) {
	s := &Summary{}
	for i := range 200 {
		s.Rows = append(s.Rows, Row{Name: "mu", Label: fmt.Sprintf("mu[%d]", i), Recorded: 3,
			Relabelled: 1 + float64((i*7)%200)/1e4, LabelFree: 1.0004})
	}
	s.Rows = append(s.Rows, Row{Label: "mu2[0]", Recorded: 2, Relabelled: 1, LabelFree: 1},
		Row{Label: "lp__", Recorded: math.NaN(), Relabelled: math.NaN(), LabelFree: 1.1})
	table := s.Report().Table.Rows
	if len(table) != 8+1+1+1 || !strings.Contains(table[0][2], "1.02") ||
		table[8][0] != "mu: 192 more" || !strings.Contains(table[8][2], "≤ 1.02") ||
		table[8][3] != "≤ 1.001" || table[9][0] != "mu2[0]" ||
		!slices.Equal(table[10], []string{"lp__", "–", "–", "1.100"}) {
		t.Errorf("%q", table)
	}
}
