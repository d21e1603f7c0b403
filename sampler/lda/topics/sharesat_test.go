package topics

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/lda"
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
	if err := tr.AddArray("counted", sampler.Array{Shape: []int{3, 2},
		Draws: [][][]float64{{{.6, .4, .5, .5, .7, .3}}, {{.4, .6, .5, .5, .3, .7}}}}); err != nil {
		t.Fatal(err)
	}
	return tr
}

// coefficientBy are the covariates of coefficientTrace.
func coefficientBy() lda.Covariates {
	return lda.Covariates{Names: []string{"x"}, X: slices.Repeat([][]float64{{0}, {1}}, 5000)}
}

// TestSharesAt: shares are those of the formula, also where exponentials are too large, and
// Renumber brings both chains together.
func TestSharesAt(t *testing.T) {
	tr := coefficientTrace(t)
	with := must(SharesAt(tr, coefficientBy(), []string{"none", "one", "huge"}, [][]float64{{0}, {1}, {5000}}))
	ordered := must(Renumber(with.Trace, &relabel.Alignment{Perms: [][]int{{0, 1}, {1, 0}}}))
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
	// 70 % were counted where 75 % are expected, in 5000 documents: by less than a fifth.
	if len(with.Warnings) > 0 || with.Counted[1][0][0] != 0.7 || with.Counted[2] != nil {
		t.Errorf("counted %v, warnings %v", with.Counted, with.Warnings)
	}
	if e := with.Expected[3][1]; math.Abs(e[0]-0.375) > 1e-12 {
		t.Errorf("of all documents %v is expected", e)
	}
}

func TestBadShares(t *testing.T) {
	tr := coefficientTrace(t)
	swap := &relabel.Alignment{Perms: [][]int{{0, 1}, {1, 0}}}
	shares := func(tr *sampler.Trace, names []string, x ...[]float64) error {
		_, err := SharesAt(tr, coefficientBy(), names, x)
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
	turned := &sampler.Trace{}
	for _, name := range []string{"lambda", "counted"} {
		a := must(tr.Array(name))
		if name == "lambda" {
			a.Coords = [][]string{nil, {"intercept", "x"}}
		}
		if err := turned.AddArray(name, *a); err != nil {
			t.Fatal(err)
		}
	}
	if err := shares(turned, []string{"a"}, []float64{1}); err != nil {
		t.Error(err)
	}
	y := coefficientBy()
	y.Names = []string{"y"}
	_, wrongNames := SharesAt(turned, y, []string{"a"}, [][]float64{{1}})
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
		`"y"], and the model ["x"]`:  wrongNames,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v", want, err)
		}
	}
}
