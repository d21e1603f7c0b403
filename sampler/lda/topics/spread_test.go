package topics

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/variate"
)

// TestSpread: a topic that four clusters share equally has four, and one that a single author wrote
// has one, which the report of Stability says.
func TestSpread(t *testing.T) {
	x := &Topics{Phi: [][]float64{{0.9, 0.1}, {0.1, 0.9}}, Alpha: []float64{1, 1}}
	var speakers []string
	for d := range 9 {
		x.Docs = append(x.Docs, corpus.Doc{{Word: 0, N: 10}})
		x.Theta = append(x.Theta, []float64{1, 0})
		speakers = append(speakers, fmt.Sprint("s", d%4))
		if d == 8 {
			x.Theta[d], speakers[d] = []float64{0, 1}, "loner"
		}
	}
	effective, largest, err := x.Spread(speakers)
	if err != nil || math.Abs(effective[0]-4) > 1e-12 || effective[1] != 1 || largest[1] != "loner" {
		t.Errorf("%v %q %v", effective, largest, err)
	}
	s, err := Stability([]*Topics{x, x, x, x, x}, speakers...)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Report().String(); !strings.Contains(r, "topic 1 returns, and has 1.0 effective clusters: "+
		`most of it is in "loner"`) || !strings.Contains(r, "clusters") {
		t.Error(r)
	}
	if _, err := Stability([]*Topics{x, x}, speakers[1:]...); err == nil ||
		!strings.Contains(err.Error(), "8 names of clusters and 9 documents") {
		t.Error(err)
	}
}

// TestSearchKWithBy: documents of two kinds have different topics, which covariates know. So they
// predict better, and the number of topics is the true one as well.
func TestSearchKWithBy(t *testing.T) {
	turns.Long(t)
	r := sampler.Stream("search by", 1, 0)
	var docs []corpus.Doc
	var kinds []string
	theta := make([]float64, 4)
	for d := range 300 {
		alpha := [][]float64{{2, 2, .02, .02}, {.02, .02, 2, 2}}[d%2]
		variate.Dirichlet(r, alpha, theta)
		var words []int32
		for range 12 {
			words = append(words, int32(5*variate.Categorical(r, theta)+r.IntN(5)))
		}
		docs, kinds = append(docs, corpus.Bag(words)), append(kinds, []string{"a", "b"}[d%2])
	}
	run := sampler.Settings{Chains: 3, Warmup: 200, Draws: 200, Seed: 1}
	search := func(by lda.DocPrior, ks ...int) *SearchResult {
		p := lda.Prior{Alpha: []float64{0.5}, Beta: 0.1, By: by}
		return must(SearchK(context.Background(), p, ks, docs, 20, lda.Settings{Learn: lda.SampleHyper{}}, run))
	}
	by := lda.Covariates{}.Factor("kind", kinds)
	with, without := search(by, 2, 4, 8), search(nil, 4)
	t.Logf("%v%v", with.Report(), without.Report())
	if with.Take != 4 || with.HeldOut[1] < without.HeldOut[0]+0.02 {
		t.Errorf("took %d; held out %v with covariates, %v without", with.Take, with.HeldOut, without.HeldOut)
	}
	shuffled := slices.Clone(kinds)
	r.Shuffle(len(kinds), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	if wrong := search(lda.Covariates{}.Factor("kind", shuffled), 4); wrong.HeldOut[0] > with.HeldOut[1]-0.02 {
		t.Errorf("the wrong kinds predict as well: %v", wrong.HeldOut)
	}
	run.Chains = 2
	for want, by := range map[string]lda.DocPrior{"expected Covariates or none": lda.Labels{},
		"X has 3 rows": lda.Covariates{Names: []string{"x"}, X: [][]float64{{0}, {1}, {2}}}} {
		_, err := SearchK(context.Background(), lda.Prior{By: by}, []int{2}, docs, 20, lda.Settings{}, run)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
