package lda

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/verify/modeltest"
)

// midsize is a corpus of 6000 tokens.
func midsize() []corpus.Doc {
	return synthetic(sampler.Stream("midsize", 1, 0), 150, 40, 300, 10)
}

// variants cover all that a user can ask for, with more blocks and threads than kernels has.
var variants = map[string]Settings{
	"dense": {Sampler: Dense}, "fast": {}, "fast, 4 blocks": {Blocks: 4, Threads: 2},
	"partially collapsed": {Sampler: PartiallyCollapsed, Threads: 2},
	"sparse":              {kernel: &sparseKernel, Blocks: 3, Threads: 2},
	"blocked":             {kernel: &blockedKernel, Blocks: 3, Threads: 2},
	"optimised":           {kernel: &sparseKernel, Blocks: 3, Threads: 2, Learn: Optimise{Every: 3}},
	"sampled":             {kernel: &sparseKernel, Blocks: 3, Threads: 2, Learn: SampleHyper{}},
	"hdp":                 {Learn: HDP{}},
	"hdp in parallel":     {Sampler: PartiallyCollapsed, Threads: 2, Learn: hdpPrior},
	"random start":        {kernel: &blockedKernel, Blocks: 3, Threads: 2, RandomStart: true},
}

func models(p Prior, docs []corpus.Doc, v int) map[string]sampler.Model[State] {
	all := map[string]sampler.Model[State]{}
	for name, set := range variants {
		all[name] = must(p.Model(docs, v, set))
	}
	return all
}

// TestCounts: after some sweeps, in every sampler, the counts agree with the topics, and the log
// joint density agrees with a formula with gamma functions.
func TestCounts(t *testing.T) {
	docs := append(midsize()[:30], nil, corpus.Bag([]int32{3, 3, 3}))
	const v = 302 // words 300 and 301 do not occur
	for _, prior := range []Prior{{K: 3, Alpha: []float64{0.1, 2, 0.7}, Beta: 0.2}, {K: 1}, {K: 33}} {
		for name, m := range models(prior, docs, v) {
			r := sampler.Stream("counts", 1, 0)
			n := 0
			for s, err := range m.Sweeps(context.Background(), r) {
				if err != nil {
					t.Fatal(err)
				}
				if n++; n < 4 {
					continue
				}
				checkCounts(t, name, docs, v, s)
				break
			}
		}
	}
}

func checkCounts(t *testing.T, name string, docs []corpus.Doc, v int, s *State) {
	t.Helper()
	topics, shown := len(s.Alpha), s.plan.prior.K // an HDP may have more topics than it shows
	all := s.Assignments()
	nwk, nk := make([]int32, v*topics), make([]int32, topics)
	lg := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	a, joint := sum(s.Alpha), 0.0
	got := make([]int32, topics)
	theta := make([]float64, len(docs)*shown)
	s.Theta(theta)
	for d, doc := range docs {
		ndk, i := make([]int32, topics), 0
		for _, c := range doc {
			for range c.N {
				z := int(all[d][i])
				ndk[z]++
				nwk[int(c.Word)*topics+z]++
				nk[z]++
				i++
			}
		}
		clear(got)
		s.DocTopics(d, got)
		if !slices.Equal(got, ndk) {
			t.Fatalf("%s, K = %d: topics of document %d are %v, counted %v", name, topics, d, got, ndk)
		}
		joint += lg(a) - lg(a+float64(i))
		for k, n := range ndk {
			if n > 0 {
				joint += lg(s.Alpha[k]+float64(n)) - lg(s.Alpha[k])
			}
			want := (float64(n) + s.Alpha[k]) / (float64(i) + a)
			if k < shown && math.Abs(theta[d*shown+k]-want) > 1e-12 {
				t.Fatalf("%s: θ[%d,%d] is %v, want %v", name, d, k, theta[d*shown+k], want)
			}
		}
	}
	if !slices.Equal(s.nk, nk) {
		t.Fatalf("%s, K = %d: topics have %v tokens, counted %v", name, topics, s.nk, nk)
	}
	phi := make([]float64, shown*v)
	s.Phi(phi)
	for w := range v {
		clear(got)
		s.WordTopics(w, got)
		if !slices.Equal(got, nwk[w*topics:(w+1)*topics]) {
			t.Fatalf("%s, K = %d: topics of word %d are %v", name, topics, w, got)
		}
		for k, n := range got {
			joint += lg(s.Beta+float64(n)) - lg(s.Beta)
			want := (float64(n) + s.Beta) / (float64(nk[k]) + float64(v)*s.Beta)
			if k < shown && math.Abs(phi[k*v+w]-want) > 1e-12 {
				t.Fatalf("%s: φ[%d,%d] is %v, want %v", name, k, w, phi[k*v+w], want)
			}
		}
	}
	for _, n := range nk {
		joint += lg(float64(v)*s.Beta) - lg(float64(v)*s.Beta+float64(n))
	}
	if math.Abs(joint/s.LogJoint()-1) > 1e-10 {
		t.Errorf("%s, K = %d: log p(w, z) is %v, by gamma functions %v", name, topics, s.LogJoint(),
			joint)
	}
}

// TestWordStateStaysTrue: the incrementally updated sums equal the sums of all terms.
func TestWordStateStaysTrue(t *testing.T) {
	docs := midsize()
	m := must(Prior{K: 40}.Model(docs, 300, Settings{kernel: &sparseKernel}))
	r := sampler.Stream("word state", 1, 0)
	s := must(m.Init(r))
	for range 20 {
		m.Blocks[0].Update(r, s)
	}
	c := s.kernel.(*sparse).wordStates[0]
	mass, sums := c.mass, slices.Clone(c.sums)
	c.sum()
	if math.Abs(mass/c.mass-1) > 1e-10 {
		t.Errorf("the mass is %v, summed again %v", mass, c.mass)
	}
	for b := range sums {
		if math.Abs(sums[b]/c.sums[b]-1) > 1e-10 {
			t.Errorf("sum %d is %v, summed again %v", b, sums[b], c.sums[b])
		}
	}
}

// TestThreads: the topics are bit for bit the same whatever the number of threads, and differ with
// another number of blocks.
func TestThreads(t *testing.T) {
	docs := midsize()[:40]
	after := func(m sampler.Model[State], err error) [][]uint16 {
		r := sampler.Stream("threads", 1, 0)
		s := must(must(m, err).Init(r))
		for range 5 {
			for _, b := range m.Blocks {
				b.Update(r, s)
			}
		}
		return s.Assignments()
	}
	for _, topics := range []int{10, 100} {
		p := Prior{K: topics}
		one := after(p.Model(docs, 300, Settings{Blocks: 4, Threads: 1}))
		for _, threads := range []int{0, 2, 3, 9} {
			if !reflect.DeepEqual(one, after(p.Model(docs, 300, Settings{Blocks: 4, Threads: threads}))) {
				t.Errorf("K = %d: %d threads draw other topics than one", topics, threads)
			}
		}
		if reflect.DeepEqual(one, after(p.Model(docs, 300, Settings{Blocks: 3, Threads: 1}))) {
			t.Error("3 blocks draw what 4 do: the comparison compares nothing")
		}
		if !reflect.DeepEqual(after(p.Model(docs, 300, Settings{Blocks: 1, Threads: 2})),
			after(p.Model(docs, 300, Settings{}))) {
			t.Error("one block is not the exact sampler")
		}
		for _, learn := range []Learner{nil, HDP{}} {
			set := Settings{Sampler: PartiallyCollapsed, Threads: 1, Learn: learn}
			one := after(p.Model(docs, 300, set))
			if set.Threads = 3; !reflect.DeepEqual(one, after(p.Model(docs, 300, set))) {
				t.Errorf("%T: the partially collapsed sampler draws other topics on three threads", learn)
			}
		}
	}
}

// TestEngine: every sampler allocates nothing, draws the same again, and resumes bit for bit.
func TestEngine(t *testing.T) {
	docs := synthetic(sampler.Stream("few words", 1, 0), 6, 40, 40, 10)
	for name, m := range models(Prior{K: 12}, docs, 40) {
		t.Run(name, func(t *testing.T) { modeltest.Engine(t, m) })
	}
}

// TestResumeOfAnotherPrior: a checkpoint belongs to one prior.
func TestResumeOfAnotherPrior(t *testing.T) {
	docs := midsize()[:6]
	set := sampler.Settings{Chains: 1, Warmup: 2, Draws: 2,
		Checkpoint: filepath.Join(t.TempDir(), "run")}
	must(sampler.Run(context.Background(), must(Prior{K: 5}.Model(docs, 300, Settings{})), set))
	if _, err := sampler.Run(context.Background(),
		must(Prior{K: 5, Beta: 0.02}.Model(docs, 300, Settings{})), set); err == nil {
		t.Error("a run with another β was taken up")
	}
}

func TestSweepAllocatesNothing(t *testing.T) {
	docs := midsize()[:20]
	for name, m := range models(Prior{K: 70}, docs, 300) {
		r := sampler.Stream("alloc", 1, 0)
		s := must(m.Init(r))
		dst := make([]float64, 70*300)
		sweep := func() {
			for _, b := range m.Blocks {
				b.Update(r, s)
			}
			m.LogJoint(s)
			s.Phi(dst)
		}
		for range 5 {
			sweep()
		}
		// a new goroutine now and then averages less than one
		if a := testing.AllocsPerRun(20, sweep); a >= 1 {
			t.Errorf("%s: %v allocations a sweep", name, a)
		}
	}
}

// TestStops: a cancelled run keeps its draws.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := must(Prior{K: 5}.Model(midsize(), 300, Settings{}))
	n := 0
	m.Blocks = append(m.Blocks,
		sampler.Block[State]{Name: "stop", Update: func(*rand.Rand, *State) error {
			if n++; n == 7 {
				cancel()
			}
			return nil
		}})
	tr, err := sampler.Run(ctx, m, sampler.Settings{Chains: 1, Warmup: 2, Draws: 1000,
		NoReplay: true})
	if err == nil || len(must(tr.Draws("lp__"))) < 5 {
		t.Errorf("error %v, %d draws", err, len(must(tr.Draws("lp__"))))
	}
}

// A progress report gives the number of tokens in a sweep.
func TestWork(t *testing.T) {
	y := &toys[0]
	var said sampler.SweepSize
	set := sampler.Settings{Chains: 1, Warmup: 1, Draws: 1,
		Progress: func(r sampler.Report) { said = r.Work }}
	if _, err := sampler.Run(context.Background(),
		must(y.prior().Model(y.docs(), len(y.counts[0]), Settings{})), set); err != nil {
		t.Fatal(err)
	}
	n := 0.0
	for _, row := range y.counts {
		for _, c := range row {
			n += float64(c)
		}
	}
	if said != (sampler.SweepSize{Amount: n, Unit: "tokens"}) {
		t.Errorf("the report says %v of %v tokens", said, n)
	}
}
