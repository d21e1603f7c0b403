package lda

import (
	"context"
	"math"
	"runtime/debug"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// samplers lists all samplers, for two threads.
var samplers = map[string]Settings{
	"Fast": {}, "Dense": {Sampler: Dense}, "blocks": {Blocks: 2, Threads: 2},
	"PartiallyCollapsed": {Sampler: PartiallyCollapsed, Threads: 2},
}

// A corrupted word number or count used to end the process.
func TestTooLargeForMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	debug.SetMemoryLimit(4 << 30)
	ten := []corpus.Doc{{{Word: 0, N: 10}}}
	for name, set := range samplers {
		for _, c := range []struct {
			p       Prior
			docs    []corpus.Doc
			v       int
			exempt  string // samplers that need no memory for it
			problem string
		}{
			{Prior{K: 5}, []corpus.Doc{{{Word: 0, N: math.MaxInt32}}, {{Word: 0, N: 2}}}, 1, "",
				"hold 2147483649 tokens, repetitions counted, expected at most 2147483647; document 0"},
			{Prior{K: 5}, []corpus.Doc{{{Word: 0, N: math.MaxInt32}}}, 1, "", "document 0"},
			{Prior{K: 1}, []corpus.Doc{nil, {{Word: 0, N: math.MaxInt32}}}, 1, "",
				"of memory with one chain, but only 4.29 GB is available: 2 documents with " +
					"2147483647 tokens (document 1"},
			{Prior{K: 5}, ten, math.MaxInt32, "Fast blocks", "2147483647 words and 5 topics"},
			{Prior{K: maxTopics}, ten, 1_000_000, "Fast blocks", "1000000 words and 65535 topics"},
		} {
			m, err := c.p.Model(c.docs, c.v, set)
			if strings.Contains(c.exempt, name) {
				_, err = sampler.Run(context.Background(), m, sampler.Settings{}) // there is no room for phi
				c.problem = "the largest parameter is phi"
			}
			if err == nil || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%s, K = %d: error %v, expected %q", name, c.p.K, err, c.problem)
			}
		}
	}
}

// The time of a sweep, and of recording after it, depends on the tokens and not on the vocabulary.
func TestCostFollowsTheData(t *testing.T) {
	few := []corpus.Doc{{{Word: 0, N: 3}, {Word: math.MaxInt32 - 1, N: 2}}}
	for _, m := range []sampler.Model[State]{
		must(Prior{K: 20}.Model(few, math.MaxInt32, Settings{Learn: SampleHyper{}})),
		must(Prior{K: maxTopics}.Model([]corpus.Doc{{{Word: 0, N: 3}}, {{Word: 9, N: 7}}}, 10, Settings{})),
	} {
		m.Params = m.Params[:1] // phi is K × V numbers
		tr, err := sampler.Run(context.Background(), m,
			sampler.Settings{Chains: 1, Warmup: 20, Draws: 20})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range must(tr.Draws("lp__")) {
			if !(x < 0 && x > -1000) {
				t.Errorf("lp__ is %v", x)
			}
		}
	}
}

// Adding words that do not occur to the vocabulary does not change the draws, if the sum of β over
// all words stays the same.
func TestUnusedWordsChangeNothing(t *testing.T) {
	docs := midsize()[:20]
	spread := make([]corpus.Doc, len(docs))
	for i, d := range docs {
		for _, c := range d {
			spread[i] = append(spread[i], corpus.Count{Word: 100*c.Word + 7, N: c.N})
		}
	}
	beta := map[int32][]float64{}
	for w := range int32(300) { // all words have a β of their own, in the same order
		beta[w] = []float64{0.1, 0.2, 0.3}
	}
	p := Prior{K: 3, Guide: beta}
	q := Prior{K: 3, Guide: map[int32][]float64{}}
	for w, row := range beta {
		q.Guide[100*w+7] = row
	}
	q.Beta = minConcentration
	a, b := must(p.Model(docs, 300, Settings{})), must(q.Model(spread, 30_000, Settings{}))
	r, u := sampler.Stream("unused", 1, 0), sampler.Stream("unused", 1, 0)
	s, z := must(a.Init(r)), must(b.Init(u))
	for range 5 {
		if err := a.Blocks[0].Update(r, s); err != nil {
			t.Fatal(err)
		}
		if err := b.Blocks[0].Update(u, z); err != nil {
			t.Fatal(err)
		}
	}
	if x, y := s.LogJoint(), z.LogJoint(); math.Abs(x-y) > 1e-3*math.Abs(x) {
		t.Errorf("log joint %v without unused words, %v with them", x, y)
	}
}
