package topics

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/variate"
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

// TestSharesOfRareFullTopics holds the warning of SharesAt. The topics of ten words are known. If
// shares are drawn as the model says, SharesAt is right. If topic 0 fills 4 % of the documents and
// is absent from the others, its share is far too small, and R-hat says nothing.
func TestSharesOfRareFullTopics(t *testing.T) {
	const docs, topics = 400, 10
	for _, full := range []bool{false, true} {
		r, theta, words := sampler.Stream("rare", 1, 0), make([]float64, topics), make([]int32, 20)
		alpha, counted := slices.Repeat([]float64{0.5}, topics), 0.0
		alpha[0] = 0.2
		p := lda.Prior{K: topics, Alpha: []float64{0.5}, Beta: 1, Guide: map[int32][]float64{}}
		by := lda.Covariates{Names: []string{"late"}}
		var texts []corpus.Doc
		for d := range docs {
			variate.Dirichlet(r, alpha, theta)
			if full && d%50 < 2 {
				clear(theta)
				theta[0] = 1
			} else if full {
				theta[0] = 0
			}
			for i := range words {
				words[i] = int32(variate.Categorical(r, theta))
				if words[i] == 0 {
					counted += 1. / docs / float64(len(words))
				}
			}
			texts, by.X = append(texts, corpus.Bag(words)), append(by.X, []float64{float64(d % 2)})
		}
		for k := range topics {
			p.Guide[int32(k)] = slices.Repeat([]float64{1e-6}, topics)
			p.Guide[int32(k)][k] = 1
		}
		p.By = by
		tr := must(sampler.Run(t.Context(), must(p.Model(texts, topics, lda.Settings{})),
			sampler.Settings{Chains: 2, Warmup: 100, Draws: 100, Seed: 1}))
		shares := must(SharesAt(tr, []string{"early", "late"}, [][]float64{{0}, {1}}))
		early, late := must(shares.Chains("share[early,0]")), must(shares.Chains("share[late,0]"))
		expected := (diag.Mean(slices.Concat(early...)) + diag.Mean(slices.Concat(late...))) / 2
		t.Logf("full %t: counted %.4f, expected %.4f, R-hat %.3f", full, counted, expected, diag.RHat(late))
		if near := math.Abs(expected/counted-1) < 0.15; near == full || full && expected > counted/4 {
			t.Errorf("full %t: the model expects %.4f, and %.4f was counted", full, expected, counted)
		}
		if rhat := diag.RHat(late); rhat > 1.05 {
			t.Errorf("full %t: R-hat is %.3f", full, rhat)
		}
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
