package lda

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// TestStopsAtAnySweep: a chain that is cancelled keeps the draws before that, and these are the
// first ones of a chain that is not.
func TestStopsAtAnySweep(t *testing.T) {
	const warmup, draws = 2, 4
	docs := midsize()[:8]
	for name, m := range models(Prior{K: 5}, docs, 300) {
		m.Params = m.Params[:1]
		whole := must(must(sampler.Run(context.Background(), m, sampler.Settings{Chains: 1, Warmup: warmup, Draws: draws})).Draws("lp__"))
		for stop := range warmup + draws {
			ctx, cancel := context.WithCancel(context.Background())
			n := 0
			stopping := m
			stopping.Blocks = append(slices.Clone(m.Blocks), sampler.Block[State]{Name: "stop", Update: func(*rand.Rand, *State) error {
				if n++; n == stop+1 {
					cancel()
				}
				return nil
			}})
			tr, err := sampler.Run(ctx, stopping, sampler.Settings{Chains: 1, Warmup: warmup, Draws: draws})
			got := []float64{}
			if tr != nil {
				got, _ = tr.Draws("lp__") // an error where no draw was kept
			}
			if len(got) < stop-warmup || len(got) > draws || !slices.Equal(got, whole[:len(got)]) {
				t.Errorf("%s, stopped in sweep %d: draws %v, of %v", name, stop, got, whole)
			}
			if !errors.Is(err, context.Canceled) && (err != nil || len(got) < draws) {
				t.Errorf("%s, stopped in sweep %d: %d draws, error %v", name, stop, len(got), err)
			}
			cancel()
		}
	}
}

// TestMostTopics: 65 535 topics in every sampler that does not take a matrix of them, and one topic
// too many in none.
func TestMostTopics(t *testing.T) {
	docs := []corpus.Doc{{{Word: 0, N: 9}, {Word: 1, N: 1}}, nil, {{Word: 1, N: 3}}}
	p := Prior{K: maxTopics}
	for name, set := range map[string]Settings{"one block": {}, "two blocks": {Blocks: 2, Threads: 2}} {
		m := must(p.Model(docs, 2, set))
		r := sampler.Stream("most topics", 1, 0)
		s := must(m.Init(r))
		if err := m.Blocks[0].Update(r, s); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		seen := 0
		for _, topics := range s.Assignments() {
			for _, k := range topics {
				if k == none {
					t.Errorf("%s: a token has no topic", name)
				}
				seen++
			}
		}
		if sum := sumOf(s.nk); seen != 13 || sum != 13 {
			t.Errorf("%s: %d topics of tokens, %d counted, want 13", name, seen, sum)
		}
	}
	for _, kind := range []Sampler{Fast, Dense} {
		if _, err := (Prior{K: maxTopics + 1}).Model(docs, 2, Settings{Sampler: kind}); err == nil {
			t.Errorf("%v: %d topics are no error", kind, maxTopics+1)
		}
	}
}

// TestNoThreadIsLeft: chains that are done with leave no goroutine behind.
func TestNoThreadIsLeft(t *testing.T) {
	m := must(Prior{K: 7}.Model(midsize(), 300, Settings{Blocks: 4, Threads: 3}))
	before := runtime.NumGoroutine()
	for range 10 {
		r := sampler.Stream("threads", 1, 0)
		s := must(m.Init(r))
		m.Blocks[0].Update(r, s)
	}
	if after := runtime.NumGoroutine(); after > before+3 {
		t.Errorf("%d goroutines before 10 chains, %d after", before, after)
	}
}
