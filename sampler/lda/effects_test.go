package lda

import (
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/relabel"
)

// coefficientTrace has two chains of one draw of λ: two topics, an intercept and one covariate. The
// second chain has the topics in the other order.
func coefficientTrace(t *testing.T) *sampler.Trace {
	t.Helper()
	tr := &sampler.Trace{}
	if err := tr.AddArray("lambda", sampler.Array{Shape: []int{2, 2},
		Draws: [][][]float64{{{0, math.Log(3), 0, 0}}, {{0, 0, 0, math.Log(3)}}}}); err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestSharesAt: shares are those of the formula, also where exponentials are too large, and
// Renumber brings both chains together.
func TestSharesAt(t *testing.T) {
	tr := coefficientTrace(t)
	with := must(SharesAt(tr, []string{"none", "one", "huge"}, [][]float64{{0}, {1}, {5000}}))
	ordered := must(Renumber(with, &relabel.Alignment{Perms: [][]int{{0, 1}, {1, 0}}}))
	for label, want := range map[string]float64{"share[none,0]": 0.5, "share[one,0]": 0.75,
		"share[one,1]": 0.25, "share[huge,0]": 1, "lambda[0,1]": math.Log(3), "lambda[1,1]": 0} {
		for chain, x := range must(ordered.Chains(label)) {
			if !(math.Abs(x[0]-want) < 1e-12) {
				t.Errorf("%s of chain %d is %g, want %g", label, chain, x[0], want)
			}
		}
	}
	if x := must(with.Draws("share[one,0]")); x[1] != 0.25 {
		t.Errorf("Renumber changed the trace it was given: %v", x)
	}
}

func TestBadEffects(t *testing.T) {
	tr := coefficientTrace(t)
	swap := &relabel.Alignment{Perms: [][]int{{0, 1}, {1, 0}}}
	shares := func(tr *sampler.Trace, names []string, x ...[]float64) error {
		_, err := SharesAt(tr, names, x)
		return err
	}
	renumber := func(tr *sampler.Trace, a *relabel.Alignment) error {
		_, err := Renumber(tr, a)
		return err
	}
	other := &sampler.Trace{}
	if err := other.Add("mu", [][]float64{{1}, {1}}); err != nil {
		t.Fatal(err)
	}
	for want, err := range map[string]error{
		"trace is nil":               shares(nil, []string{"a"}, []float64{1}),
		"a model with Covariates":    shares(other, []string{"a"}, []float64{1}),
		"2 names and 1 rows":         shares(tr, []string{"a", "b"}, []float64{1}),
		"row 0 (a) has 2 numbers":    shares(tr, []string{"a"}, []float64{1, 2}),
		"row 0 (a) holds NaN":        shares(tr, []string{"a"}, []float64{math.NaN()}),
		"alignment is nil":           renumber(tr, nil),
		"alignment has 1 chains":     renumber(tr, &relabel.Alignment{Perms: [][]int{{0, 1}}}),
		"expected an order of the K": renumber(tr, &relabel.Alignment{Perms: [][]int{{0, 1}, {2, 0}}}),
		"nothing to renumber":        renumber(other, swap),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v", want, err)
		}
	}
}
