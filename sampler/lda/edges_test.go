package lda

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// TestStopsAtAnySweep: a cancelled chain keeps the earlier draws, and these are the first draws of
// an uninterrupted chain.
func TestStopsAtAnySweep(t *testing.T) {
	const warmup, draws = 2, 4
	docs := midsize()[:8]
	for name, m := range models(Prior{K: 5}, docs, 300) {
		m.Params = m.Params[:1]
		whole := must(must(sampler.Run(context.Background(), m,
			sampler.Settings{Chains: 1, Warmup: warmup, Draws: draws})).Draws("lp__"))
		for stop := range warmup + draws {
			ctx, cancel := context.WithCancel(context.Background())
			n := 0
			stopping := m
			stopping.Blocks = append(slices.Clone(m.Blocks),
				sampler.Block[State]{Name: "stop", Update: func(*rand.Rand, *State) error {
					if n++; n == stop+1 {
						cancel()
					}
					return nil
				}})
			tr, err := sampler.Run(ctx, stopping, sampler.Settings{Chains: 1, Warmup: warmup,
				Draws: draws, NoReplay: true})
			got := []float64{}
			if tr != nil {
				got, _ = tr.Draws("lp__") // an error if no draw was kept
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

// TestMostTopics: every sampler without a matrix of topics accepts 65 535 topics, and none accepts
// one more.
func TestMostTopics(t *testing.T) {
	docs := []corpus.Doc{{{Word: 0, N: 9}, {Word: 1, N: 1}}, nil, {{Word: 1, N: 3}}}
	p := Prior{K: maxTopics}
	for name, set := range map[string]Settings{"one block": {},
		"two blocks": {Blocks: 2, Threads: 2}} {
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

// TestNoThreadIsLeft: chains leave no goroutine behind.
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

// TestEdges: corpora and priors at the edge of what is allowed run, and leave finite numbers.
func TestEdges(t *testing.T) {
	for name, c := range map[string]struct {
		p    Prior
		docs []corpus.Doc
		v    int
	}{
		"one topic": {Prior{K: 1}, midsize()[:9], 300},
		"most topics": {Prior{K: maxTopics},
			[]corpus.Doc{{{Word: 0, N: 5}}, {{Word: 1, N: 1}}}, 2},
		"empty documents":   {Prior{K: 4}, []corpus.Doc{nil, {{Word: 0, N: 5}}, {}}, 2},
		"nothing but empty": {Prior{K: 4}, []corpus.Doc{nil, nil}, 2},
		"one word":          {Prior{K: 4}, []corpus.Doc{{{Word: 0, N: 50}}, {{Word: 0, N: 1}}}, 1},
		"one token":         {Prior{K: 40}, []corpus.Doc{{{Word: 6, N: 1}}}, 7},
		"largest α, smallest β": {Prior{K: 20, Alpha: []float64{maxConcentration},
			Beta: minConcentration}, midsize()[:9], 300},
		"smallest α, largest β": {Prior{K: 20, Alpha: []float64{minConcentration},
			Beta: maxConcentration}, midsize()[:9], 300},
		"α of all sizes": {Prior{K: 3, Alpha: []float64{1e-9, 1, 1e9}}, midsize()[:9], 300},
	} {
		for kind, m := range models(c.p, c.docs, c.v) {
			if c.p.K == maxTopics && kind != "fast" {
				continue // slow under the race detector
			}
			m.Params = m.Params[:1]
			tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 1, Warmup: 1, Draws: 5})
			if err != nil {
				t.Errorf("%s, %s: %v", name, kind, err)
				continue
			}
			if n := len(must(tr.Draws("lp__"))); n != 5 {
				t.Errorf("%s, %s: %d draws", name, kind, n)
			}
		}
	}
}

// A badPair is a prior and documents of which at least one is wrong.
type badPair struct {
	p    Prior
	docs []corpus.Doc
	v    int
	want string
}

// badInput is wrong input and what its error says.
func badInput() []badPair {
	good := []corpus.Doc{{{Word: 0, N: 2}}}
	return []badPair{
		{Prior{}, good, 1, "K is 0"},
		{Prior{K: 65536}, good, 1, "65535"},
		{Prior{K: 3, Alpha: []float64{1, 2}}, good, 1,
			"one for all topics, or one for each of the 3"},
		{Prior{K: 3, Alpha: []float64{}}, good, 1, "has 0 values"},
		{Prior{K: 1, Alpha: []float64{math.NaN()}}, good, 1, "Alpha[0] is NaN"},
		{Prior{K: 2, Alpha: []float64{1, math.Inf(1)}}, good, 1, "Alpha[1] is +Inf"},
		{Prior{K: 2, Beta: -1}, good, 1, "Beta is -1"},
		{Prior{K: 2, Beta: 1e-300}, good, 1, "Beta is 1e-300"},
		{Prior{K: 2}, nil, 1, "no documents"},
		{Prior{K: 2}, good, 0, "vocabulary has 0 words"},
		{Prior{K: 2}, []corpus.Doc{{{Word: 5, N: 1}}}, 5, "word 5"},
		{Prior{K: 2, Guide: map[int32][]float64{1: {1, 1}}}, good, 1,
			"word 1, and the words are 0 to 0"},
		{Prior{K: 2, Guide: map[int32][]float64{0: {1}}}, good, 1,
			"Guide[0] has 1 values"},
		{Prior{K: 2, Guide: map[int32][]float64{0: {1, 0}}}, good, 1,
			"Guide[0][1] is 0"},
		{Prior{Beta: -1}, nil, 0, "no documents"},
		{Prior{Beta: -1}, nil, 0, "K is 0"},
	}
}

func TestBadInput(t *testing.T) {
	good := []corpus.Doc{{{Word: 0, N: 2}}}
	for _, c := range badInput() {
		for kind, set := range samplers {
			_, err := c.p.Model(c.docs, c.v, set)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, expected %q", kind, err, c.want)
			}
		}
	}
	p, guided := Prior{K: 2}, Prior{K: 2, Guide: map[int32][]float64{0: {1, 2}}}
	most, long := Prior{K: maxTopics}, []corpus.Doc{{{N: 1 << 16}}}
	for _, c := range []struct {
		p    Prior
		docs []corpus.Doc
		set  Settings
		want string
	}{
		{p, good, Settings{Sampler: 3}, "Settings.Sampler is 3"},
		{p, good, Settings{Sampler: -1}, "Settings.Sampler is -1"},
		{p, good, Settings{Blocks: -1}, "Settings.Blocks is -1"},
		{p, good, Settings{Blocks: 257}, "Settings.Blocks is 257, expected 1 to 256"},
		{p, good, Settings{Sampler: Dense, Blocks: 2}, "Dense has no blocks"},
		{p, good, Settings{Threads: -1}, "Settings.Threads is -1"},
		{p, good, Settings{Starts: -1}, "Settings.Starts is -1"},
		{p, good, Settings{Learn: Optimise{Every: -1}}, "Optimise.Every is -1"},
		{p, good, Settings{Learn: HDP{GammaRate: -1}}, "HDP.GammaRate is -1"},
		{p, good, Settings{Learn: SampleHyper{AlphaShape: math.NaN()}}, "SampleHyper.AlphaShape is NaN"},
		{p, good, Settings{Blocks: -1, Threads: -1, Learn: HDP{GammaRate: -1}},
			"Threads is -1, expected 1 or more, or 0 for as many as there are processors\nlda: " +
				"Settings.Learn: HDP"},
		{p, good, Settings{Sampler: Dense, Learn: HDP{}}, "only Fast with one block and PartiallyCollapsed"},
		{p, good, Settings{Blocks: 2, Learn: HDP{}}, "only Fast with one block and PartiallyCollapsed"},
		{guided, good, Settings{Sampler: PartiallyCollapsed},
			"PartiallyCollapsed does not know Prior.Guide"},
		{guided, good, Settings{Learn: Optimise{}}, "leave out one of them"},
		{guided, good, Settings{Learn: SampleHyper{}}, "leave out one of them"},
		{most, long, Settings{}, "cut it into several"},
	} {
		if _, err := c.p.Model(c.docs, 1, c.set); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, expected %q", c.set, err, c.want)
		}
	}
	if _, err := new(State).GobEncode(); err == nil {
		t.Error("a State of no model was saved")
	}
	s := new(State)
	s.Phi(nil)
	s.Theta([]float64{1})
	s.DocTopics(0, nil)
	s.WordTopics(0, nil)
	if s.LogJoint() != 0 || s.Assignments() != nil {
		t.Error("a State of no model has numbers")
	}
}
