package topics

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/variate"
)

// pages are texts of a model of four topics over 40 words. With burst, a word that was used is used
// again instead of a new one, with that probability.
func pages(seed uint64, burst float64) (docs []corpus.Doc, authors []string) {
	r := sampler.Stream("pages", seed, 0)
	theta, phi := make([]float64, 4), make([][]float64, 4)
	for k := range phi {
		phi[k] = make([]float64, 40)
		variate.Dirichlet(r, slices.Repeat([]float64{0.2}, 40), phi[k])
	}
	for d := range 200 {
		variate.Dirichlet(r, []float64{0.3, 0.3, 0.3, 0.3}, theta)
		var words []int32
		used := make([][]int32, 4)
		for range 40 {
			k := variate.Categorical(r, theta)
			w := int32(variate.Categorical(r, phi[k]))
			if n := len(used[k]); n > 0 && r.Float64() < burst {
				w = used[k][r.IntN(n)]
			}
			used[k], words = append(used[k], w), append(words, w)
		}
		docs, authors = append(docs, corpus.Bag(words)), append(authors, fmt.Sprint("author ", d%20))
	}
	return docs, authors
}

// TestCheck: texts of the model pass, for several seeds, and bursty ones fail where they should.
func TestCheck(t *testing.T) {
	turns.Long(t)
	for seed := range uint64(2) {
		for _, burst := range []float64{0, 0.6} {
			docs, authors := pages(seed, burst)
			p := lda.Prior{K: 4, Alpha: []float64{0.3}, Beta: 0.2}
			tr := must(sampler.Run(t.Context(), must(p.Model(docs, 40, lda.Settings{Counts: 40})),
				sampler.Settings{Chains: 5, Warmup: 300, Draws: 400, Seed: seed}))
			half := make([]string, len(docs))
			for d := range half {
				half[d] = []string{"a", "b"}[d/7%2]
			}
			fields := map[string]any{"half": half, "author": authors}
			c := Case{Trace: tr, Docs: docs, Alpha: p.Alpha,
				Effects: must(Effects(tr, docs, lda.Covariates{}.Formula("half + (1 | author)", fields)))}
			r := must(Check(c))
			t.Logf("seed %d, burst %g: z %.1f\n%v", seed, burst, r.Misfit.Z, r)
			want := []string(nil)
			if burst > 0 {
				want = []string{"fit"}
			}
			if fmt.Sprint(r.Wrong()) != fmt.Sprint(want) || fmt.Sprint(r.Open()) != "[effects labels]" {
				t.Errorf("seed %d, burst %g: wrong %q, open %q", seed, burst, r.Wrong(), r.Open())
			}
			if seed > 0 {
				continue
			}
			k := r.Stability.Stable[0]
			for i := range tr.NumChains() {
				c.Effects.Low[0][k][i], c.Effects.Mean[0][k][i] = 0.01, 0.02
			}
			c.Effects.Without[0][k] = 0.01
			if !strings.Contains(r.String(), "No effect qualifies") {
				t.Error(r)
			}
			if r := must(Check(c)); !strings.Contains(r.String(), "✓ effects: All 1 do") {
				t.Error(r)
			}
			c.Effects.Effective[k] = 1.1 // a topic of one author, with an effect
			c.Validated = &Validated{Found: 0.2, Low: 0.1, Chance: 0.17}
			if r := must(Check(c)); !strings.Contains(fmt.Sprint(r.Wrong()), "effects labels") ||
				!strings.Contains(r.String(), "1.1 effective clusters, most in") {
				t.Error(r)
			}
		}
	}
}

// TestCheckNothing: one topic, and words that were shuffled among the documents, are red. TestCheck
// has what is right.
func TestCheckNothing(t *testing.T) {
	turns.Long(t)
	docs, authors := pages(3, 0)
	half := make([]string, len(docs))
	for d := range half {
		half[d] = []string{"a", "b"}[d/7%2]
	}
	by := lda.Covariates{}.Formula("half + (1 | author)", map[string]any{"half": half, "author": authors})
	var words []int32
	for _, d := range docs {
		words = append(words, d.Words()...)
	}
	r := sampler.Stream("shuffle", 1, 0)
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	var noise []corpus.Doc
	for n := range slices.Chunk(words, 40) {
		noise = append(noise, corpus.Bag(n))
	}
	for _, c := range []struct {
		name  string
		prior lda.Prior
		docs  []corpus.Doc
		wrong string
		finds string
	}{
		{"one topic", lda.Prior{K: 1, Alpha: []float64{1}, Beta: 0.2}, docs, "one fit", "They are one"},
		{"shuffled", lda.Prior{K: 4, Alpha: []float64{0.3}, Beta: 0.2}, noise, "one", "than by chance"},
		{"shuffled and smooth", lda.Prior{K: 4, Alpha: []float64{50}, Beta: 5}, noise, "topics one",
			"1 of 4 topics"},
		{"smooth", lda.Prior{K: 2, Alpha: []float64{50}, Beta: 50}, docs, "topics one", "They are one"},
	} {
		tr := must(sampler.Run(t.Context(), must(c.prior.Model(c.docs, 40, lda.Settings{Counts: 10})),
			sampler.Settings{Chains: 4, Warmup: 100, Draws: 60, Seed: 2}))
		r := must(Check(Case{Trace: tr, Docs: c.docs, Alpha: c.prior.Alpha,
			Effects: must(Effects(tr, c.docs, by)), Validated: &Validated{Found: .9, Low: .8, Chance: 1. / 6}}))
		t.Logf("%s: wrong %v, open %v\n%v", c.name, r.Wrong(), r.Open(), r)
		for _, name := range strings.Fields(c.wrong) {
			if !slices.Contains(r.Wrong(), name) {
				t.Errorf("%s: %q is not wrong", c.name, name)
			}
		}
		if !strings.Contains(r.String(), c.finds) {
			t.Errorf("%s: nothing says %q", c.name, c.finds)
		}
	}
}
