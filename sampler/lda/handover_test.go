package lda

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// TestHandOver: the state of one model can go on in another, with its own topics and the other's
// concentrations, but not in a model of other documents or number of topics.
func TestHandOver(t *testing.T) {
	docs, p := midsize()[:20], Prior{K: 12, Alpha: []float64{0.3}, Beta: 0.05}
	const v = 300
	to := models(p, docs, v)
	complete := must(p.complete(slices.Values(docs), v))
	between := must(complete.plan(slices.Values(docs), v, Settings{kernel: &sparseKernel, Blocks: 2, Threads: 1}))
	for name, from := range models(Prior{K: 12}, docs, v) {
		if strings.HasPrefix(name, "hdp") {
			continue // it may have more topics: see TestHDPHandOver
		}
		for _, next := range []string{"dense", "fast", "sparse", "partially collapsed"} {
			r := sampler.Stream("hand over", 1, 0)
			s := must(from.Init(r))
			before := s.Assignments()
			m := to[next]
			z := m.Blocks[len(m.Blocks)-1]
			must(between.bind(s)) // a kernel in between, which draws nothing
			if !reflect.DeepEqual(before, s.Assignments()) {
				t.Fatalf("%s to %s: the topics are not those before", name, next)
			}
			if err := z.Update(r, s); err != nil {
				t.Fatalf("%s to %s: %v", name, next, err)
			}
			if s.Beta != p.Beta || s.Alpha[11] != 0.3 {
				t.Errorf("%s to %s: α %v and β %v are not those of the second model", name, next,
					s.Alpha, s.Beta)
			}
			checkCounts(t, name+" to "+next, docs, v, s)
		}
	}
	s := must(to["sparse"].Init(sampler.Stream("hand over", 1, 0)))
	r := sampler.Stream("hand over", 2, 0)
	for want, m := range map[string]sampler.Model[State]{
		"12 topics and this one has 13": must(Prior{K: 13}.Model(docs, v, Settings{})),
		"other documents":               must(p.Model(midsize()[1:21], v, Settings{})),
		"a model of other documents": must(p.Model(append(docs[:19:19], corpus.Bag([]int32{1})),
			v, Settings{Sampler: Dense})),
	} {
		if err := m.Blocks[0].Update(r, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error about %q, got %v", want, err)
		}
	}
	if err := to["fast"].Blocks[0].Update(r, new(State)); err == nil {
		t.Error("a State of no model went on")
	}
}
