package lda

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// TestWarpBias checks the table in the comment of Warp. The test that exact samplers pass must
// notice the bias.
func TestWarpBias(t *testing.T) {
	// the fewest standard errors in a full run: 18 (toy 2, which is slow) to 159
	n, sure := *sweeps, 20.0
	if n == 0 {
		n, sure = 4000, 6
	}
	// the comment of Warp
	for i, want := range []float64{-19.437, -40.359, -39.171, -18.604, -20.336} {
		if i == 2 && *sweeps == 0 {
			continue // it mixes slowly
		}
		y := &toys[i]
		z, mean := compare(t, y, n,
			must(y.prior().Model(y.docs(), len(y.counts[0]), Settings{Sampler: Warp, Threads: 1})))
		t.Logf("%s: E log p(w, z) %.4f, exact %.4f; z %.1f, of the same topic %.1f", y.name, mean,
			y.want.mean, z[0], z[1])
		if se := (mean - y.want.mean) / z[0]; math.Abs(mean-want) > 5*se+0.001 { // the given digits
			t.Errorf("%s: E log p(w, z) is %.4f ± %.4f, and %.3f in the comment", y.name, mean, se, want)
		}
		if i != 2 && math.Abs(z[0]) < sure {
			t.Errorf("%s: z is %.1f: the bias is not noticed", y.name, z[0])
		}
	}
}

// TestWarpThreads: on a corpus of several shares, the topics are bit for bit the same whatever the
// number of threads.
func TestWarpThreads(t *testing.T) {
	docs := synthetic(sampler.Stream("threads", 1, 0), 400, 120, 500, 10)
	p := Prior{K: 30, Alpha: []float64{0.2}}
	after := func(seed uint64, threads int) [][]uint16 {
		m := must(p.Model(docs, 500, Settings{Sampler: Warp, Threads: threads}))
		r := sampler.Stream("threads", seed, 0)
		s := must(m.Init(r))
		for range 4 {
			m.Blocks[0].Update(r, s)
		}
		if n := len(s.kernel.(*warp).scratch); n < 2 {
			t.Fatalf("%d shares: nothing is shared", n)
		}
		return s.Assignments()
	}
	one := after(1, 1)
	for _, threads := range []int{0, 2, 3} {
		if !reflect.DeepEqual(one, after(1, threads)) {
			t.Errorf("%d threads draw other topics than one", threads)
		}
	}
	if reflect.DeepEqual(one, after(2, 1)) {
		t.Error("another seed draws the same: the comparison compares nothing")
	}
}

// TestAlias: columns and cuts give the probabilities exactly.
func TestAlias(t *testing.T) {
	for _, w := range [][]float64{{1}, {2, 2, 2}, {1e-9, 1, 1e9}, {0.3, 0.1, 5, 0.1, 0.2, 0.7},
		{7, 1e-9, 1e-9, 1e-9, 1e-9}} {
		var a alias
		a.make(len(w))
		for range 2 { // filling it again changes nothing
			a.fill(w)
		}
		got := make([]float64, len(w))
		for k, cut := range a.cut {
			cut = math.Min(cut, 1)
			got[k] += cut / float64(len(w))
			got[a.other[k]] += (1 - cut) / float64(len(w))
		}
		for k := range w {
			if want := w[k] / a.sum; math.Abs(got[k]-want) > 1e-15*float64(len(w)) { // rounding
				t.Errorf("weights %v: topic %d has probability %g, want %g", w, k, got[k], want)
			}
		}
	}
}

// TestHandOver: the state of one model can go on in another, with its own topics and the other's
// concentrations, but not in a model of other documents or number of topics.
func TestHandOver(t *testing.T) {
	docs, p := midsize()[:20], Prior{K: 12, Alpha: []float64{0.3}, Beta: 0.05}
	const v = 300
	to := models(p, docs, v)
	complete := must(p.complete(slices.Values(docs), v))
	between := must(complete.plan(slices.Values(docs), v, Settings{Sampler: Warp, Threads: 1}))
	for name, from := range models(Prior{K: 12}, docs, v) {
		if name == "hdp" {
			continue // it may have more topics: see TestHDPHandOver
		}
		for _, next := range []string{"dense", "fast", "sparse", "partially collapsed", "warp"} {
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
	s := must(to["warp"].Init(sampler.Stream("hand over", 1, 0)))
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
