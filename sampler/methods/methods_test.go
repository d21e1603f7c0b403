package methods_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/methods"
	"gibbslab/sampler/normal"
)

// texts are documents over a vocabulary without the stop words.
func texts(t *testing.T, stop ...string) (docs []corpus.Doc, vocabulary []string) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	all := strings.Fields("the a tax vote war peace money work")
	for _, w := range all {
		if !slices.Contains(stop, w) {
			vocabulary = append(vocabulary, w)
		}
	}
	for range 20 {
		var words []int32
		for range 10 {
			if w := slices.Index(vocabulary, all[r.IntN(len(all))]); w >= 0 {
				words = append(words, int32(w))
			}
		}
		docs = append(docs, corpus.Bag(words))
	}
	return docs, vocabulary
}

func statement(t *testing.T, set sampler.Settings, beta float64, stop ...string) *methods.Statement {
	t.Helper()
	docs, vocabulary := texts(t, stop...)
	m, err := lda.Prior{K: 2, Beta: beta}.Model(docs, len(vocabulary), lda.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	set.Chains, set.Warmup = 2, 10
	tr, err := sampler.Run(t.Context(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	s, err := methods.Of(tr, map[string]any{"vocabulary": vocabulary, "stop words": stop}, "loglik")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCompare: a rerun is the same, also after it went through a file, and each change is named.
func TestCompare(t *testing.T) {
	set := sampler.Settings{Draws: 10, Seed: 1}
	first := statement(t, set, 0.1, "the")
	path := filepath.Join(t.TempDir(), "methods.json")
	if err := first.Save(path); err != nil {
		t.Fatal(err)
	}
	kept, err := methods.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if r := kept.Compare(statement(t, set, 0.1, "the")); r.Wrong || r.Warnings != nil {
		t.Errorf("a rerun: %v", r)
	}
	longer, seed := set, set
	longer.Draws, seed.Seed = 11, 2
	for want, now := range map[string]*methods.Statement{
		"vocabulary: 6 entries, and there were 7: 1 gone (a)":         statement(t, set, 0.1, "the", "a"),
		"stop words: 2 entries, and there were 1: 1 new (a)":          statement(t, set, 0.1, "the", "a"),
		"vocabulary: 7 entries, and there were 7: 1 gone (a), 1 new ": statement(t, set, 0.1, "a"),
		"the data or the prior of the model have changed":             statement(t, set, 0.2, "the"),
		"the number of draws was 10 and is 11":                        statement(t, longer, 0.1, "the"),
		"the seed was 1 and is 2":                                     statement(t, seed, 0.1, "the"),
	} {
		if r := kept.Compare(now); !r.Wrong || !strings.Contains(r.String(), want) {
			t.Errorf("%q is not said in\n%v", want, r)
		}
	}
	other := *first
	other.Draws = "0"
	if r := kept.Compare(&other); !strings.Contains(r.Verdict, "the code of the model has changed") {
		t.Error(r)
	}
	delete(first.Parts, "vocabulary")
	if r := kept.Compare(first); !strings.Contains(r.String(), "vocabulary is only in one") {
		t.Error(r)
	}
	if text := kept.Text(); !strings.Contains(text, "2 chains of 10 draws each after 10 sweeps of "+
		"warm-up, seed 1. A sweep updates z. The largest R-hat is ") ||
		!strings.Contains(text, " (loglik), and the smallest") ||
		!strings.Contains(text, "vocabulary: 7 entries, SHA-256 ") {
		t.Error(text)
	}
}

// TestText: parts are written for a reader, a parameter without an R-hat is named, and a part that
// became too long is not compared with nothing.
func TestText(t *testing.T) {
	docs, vocabulary := texts(t)
	by := lda.Covariates{}.Number("day", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	p := lda.Prior{K: 2, Beta: 0.1, By: by}
	m, err := p.Model(docs, len(vocabulary), lda.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(t.Context(), m, sampler.Settings{Chains: 2, Draws: 10, Seed: 1})
	if err == nil {
		err = tr.Add("stuck", [][]float64{slices.Repeat([]float64{1}, 10), slices.Repeat([]float64{2}, 10)})
	}
	of := func(rules any) *methods.Statement {
		s, ofErr := methods.Of(tr, map[string]any{"prior": p, "returning": 3.303571428571428, "rules": rules})
		if err == nil {
			err = ofErr
		}
		return s
	}
	s, long := of(5), of(slices.Repeat([]string{"x"}, 3))
	if err == nil {
		err = s.Save(filepath.Join(t.TempDir(), "methods.json"))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"returning: 3.304.", "stuck differs between chains", "theta (20 × 2)",
		"prior: Prior{K 2, Beta 0.1, By Covariates{Names [day], X 20 elements}}"} {
		if !strings.Contains(s.Text(), want) {
			t.Errorf("%q is not in %s", want, s.Text())
		}
	}
	if text := s.Compare(long).String(); !strings.Contains(text, "rules has changed") ||
		!strings.Contains(s.Compare(of(6)).String(), "rules: it was 5 and is 6") {
		t.Error(text)
	}
}

func TestBad(t *testing.T) {
	m, err := normal.Prior{Tau2: 1, Alpha: 3, Beta: 3}.Model([]float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	m.Data = nil
	tr, err := sampler.Run(t.Context(), m, sampler.Settings{Draws: 5, Warmup: 5})
	if err != nil {
		t.Fatal(err)
	}
	of := func(tr *sampler.Trace) error { _, err := methods.Of(tr, nil); return err }
	_, load := methods.Load(filepath.Join(t.TempDir(), "none"))
	for want, err := range map[string]error{"how it was made": of(&sampler.Trace{}),
		"the model has no Data": of(tr), "no such file": load} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
