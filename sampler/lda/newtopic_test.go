package lda

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// TestHDPAdopts: an HDP goes on from the topics of another model, and numbers them by size.
func TestHDPAdopts(t *testing.T) {
	docs := midsize()[:40]
	r := sampler.Stream("adopts", 1, 0)
	for _, set := range []Settings{{}, {Sampler: Dense}, {Blocks: 2}} {
		s := must(must(Prior{K: 6}.Model(docs, 300, set)).Init(r))
		m := must(Prior{K: 3}.Model(docs, 300, Settings{Learn: HDP{}}))
		if set.Blocks == 2 {
			m = must(Prior{K: 3}.Model(docs, 300, Settings{Learn: HDP{}, Sampler: PartiallyCollapsed}))
		}
		for range 5 {
			for _, b := range m.Blocks {
				if err := b.Update(r, s); err != nil {
					t.Fatal(err)
				}
			}
			if s.nk[newTopic] != 0 {
				t.Errorf("%v: topic 0 has %d tokens", set.Sampler, s.nk[newTopic])
			}
		}
		before := s.LogJoint()
		m.WarmedUp(s)
		if math.Abs(s.LogJoint()-before) > 1e-6 {
			t.Errorf("%v: log p(w, z) is %v, and was %v", set.Sampler, s.LogJoint(), before)
		}
		if !slices.IsSortedFunc(s.nk[1:], func(a, b int32) int { return int(b - a) }) {
			t.Errorf("%v: topics have %v tokens", set.Sampler, s.nk)
		}
		checkTotals(t, s)
	}
}

// TestHDPResumesAfterWarmup: a state that is saved when the warm-up is over and one that is not
// sort their topics alike.
func TestHDPResumesAfterWarmup(t *testing.T) {
	docs := midsize()[:10]
	m := must(Prior{K: 3}.Model(docs, 300, Settings{Learn: HDP{}}))
	r := sampler.Stream("warm", 1, 0)
	s := must(m.Init(r))
	var back State
	if err := back.GobDecode(must(s.GobEncode())); err != nil {
		t.Fatal(err)
	}
	m.WarmedUp(s)
	m.WarmedUp(&back)
	a, b := sampler.Stream("warm", 2, 0), sampler.Stream("warm", 2, 0)
	for range 3 {
		m.Blocks[0].Update(a, s)
		m.Blocks[0].Update(b, &back)
	}
	if !slices.Equal(s.z, back.z) {
		t.Error("the chains differ")
	}
}

// TestHDPOfManyTopics: a chain that needs more topics than there are numbers says so.
func TestHDPOfManyTopics(t *testing.T) {
	m := must(Prior{K: 1}.Model([]corpus.Doc{{{Word: 0, N: 1}}}, 1, Settings{Learn: HDP{}}))
	s := must(m.Init(sampler.Stream("many", 1, 0)))
	s.grow(maxTopics)
	defer func() {
		if p := recover(); p == nil || !strings.Contains(p.(error).Error(), "65534 topics") {
			t.Errorf("panic %v", p)
		}
	}()
	s.grow(maxTopics)
}

func checkTotals(t *testing.T, s *State) {
	t.Helper()
	n := make([]int32, len(s.nk))
	for _, k := range s.z {
		n[k]++
	}
	if !slices.Equal(n, s.nk) {
		t.Errorf("topics have %v tokens, counted %v", n, s.nk)
	}
}
