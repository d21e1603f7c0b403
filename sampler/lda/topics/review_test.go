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
			if fmt.Sprint(r.Wrong()) != fmt.Sprint(want) || fmt.Sprint(r.Open()) != "[labels]" {
				t.Errorf("seed %d, burst %g: wrong %q, open %q", seed, burst, r.Wrong(), r.Open())
			}
			if seed > 0 {
				continue
			}
			c.Effects.Effective[r.Stability.Stable[0]] = 1.1 // a topic of one author, with an effect
			for i := range tr.NumChains() {
				c.Effects.Low[0][r.Stability.Stable[0]][i] = 0.01
			}
			c.Validated = &Validated{Found: 0.2, Low: 0.1, Chance: 0.17}
			if r := must(Check(c)); !strings.Contains(fmt.Sprint(r.Wrong()), "effects labels") ||
				!strings.Contains(r.String(), "1.1 effective clusters, most in") {
				t.Error(r)
			}
		}
	}
}
