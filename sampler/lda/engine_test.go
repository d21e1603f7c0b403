package lda

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/verify/modeltest"
)

// midsize is a corpus of 6000 tokens.
func midsize() []corpus.Doc {
	return synthetic(sampler.Stream("midsize", 1, 0), 150, 40, 300, 10)
}

// variants are all that a user can ask for, with more blocks and threads than kernels has.
var variants = map[string]Settings{
	"dense": {Sampler: Dense}, "fast": {}, "fast, 4 blocks": {Blocks: 4, Threads: 2},
	"partially collapsed": {Sampler: PartiallyCollapsed, Threads: 2}, "warp": {Sampler: Warp, Threads: 2},
	"sparse":       {Sampler: fastSparse, Blocks: 3, Threads: 2},
	"blocked":      {Sampler: fastBlocked, Blocks: 3, Threads: 2},
	"optimised":    {Sampler: fastSparse, Blocks: 3, Threads: 2, Learn: Optimise{Every: 3}},
	"sampled":      {Sampler: fastSparse, Blocks: 3, Threads: 2, Learn: SampleHyper{}},
	"hdp":          {Sampler: fastBlocked, Blocks: 3, Threads: 2, Learn: HDP{}},
	"random start": {Sampler: fastBlocked, Blocks: 3, Threads: 2, RandomStart: true},
}

func models(p Prior, docs []corpus.Doc, v int) map[string]sampler.Model[State] {
	all := map[string]sampler.Model[State]{}
	for name, set := range variants {
		all[name] = modelOf(p, docs, v, set)
	}
	return all
}

// TestCounts: after some sweeps the counts are those of the topics, in every sampler, and the log
// joint density is that of a formula with gamma functions.
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
	topics := len(s.Alpha)
	all := s.Assignments()
	nwk, nk := make([]int32, v*topics), make([]int32, topics)
	lg := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	a, joint := sum(s.Alpha), 0.0
	got := make([]int32, topics)
	theta := make([]float64, len(docs)*topics)
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
			joint += lg(s.Alpha[k]+float64(n)) - lg(s.Alpha[k])
			if want := (float64(n) + s.Alpha[k]) / (float64(i) + a); math.Abs(theta[d*topics+k]-want) > 1e-12 {
				t.Fatalf("%s: θ[%d,%d] is %v, want %v", name, d, k, theta[d*topics+k], want)
			}
		}
	}
	if !slices.Equal(s.nk, nk) {
		t.Fatalf("%s, K = %d: topics have %v tokens, counted %v", name, topics, s.nk, nk)
	}
	phi := make([]float64, topics*v)
	s.Phi(phi)
	for w := range v {
		clear(got)
		s.WordTopics(w, got)
		if !slices.Equal(got, nwk[w*topics:(w+1)*topics]) {
			t.Fatalf("%s, K = %d: topics of word %d are %v", name, topics, w, got)
		}
		for k, n := range got {
			joint += lg(s.Beta+float64(n)) - lg(s.Beta)
			if want := (float64(n) + s.Beta) / (float64(nk[k]) + float64(v)*s.Beta); math.Abs(phi[k*v+w]-want) > 1e-12 {
				t.Fatalf("%s: φ[%d,%d] is %v, want %v", name, k, w, phi[k*v+w], want)
			}
		}
	}
	for _, n := range nk {
		joint += lg(float64(v)*s.Beta) - lg(float64(v)*s.Beta+float64(n))
	}
	if math.Abs(joint/s.LogJoint()-1) > 1e-10 {
		t.Errorf("%s, K = %d: log p(w, z) is %v, by gamma functions %v", name, topics, s.LogJoint(), joint)
	}
}

// TestWordStateStaysTrue: the sums that are updated by increments are the sums of all terms.
func TestWordStateStaysTrue(t *testing.T) {
	docs := midsize()
	m := modelOf(Prior{K: 40}, docs, 300, Settings{Sampler: fastSparse})
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

// TestThreads: the same topics bit for bit whatever the number of threads, and other ones with
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
		if !reflect.DeepEqual(after(p.Model(docs, 300, Settings{Blocks: 1, Threads: 2})), after(p.Model(docs, 300, Settings{}))) {
			t.Error("one block is not the exact sampler")
		}
		if !reflect.DeepEqual(after(p.Model(docs, 300, Settings{Sampler: PartiallyCollapsed, Threads: 1})), after(p.Model(docs, 300, Settings{Sampler: PartiallyCollapsed, Threads: 3}))) {
			t.Error("the partially collapsed sampler draws other topics on three threads")
		}
	}
}

// TestEngine: every sampler allocates nothing, draws the same again, and resumes bit for bit.
func TestEngine(t *testing.T) {
	for name, m := range models(Prior{K: 12}, midsize()[:6], 300) {
		t.Run(name, func(t *testing.T) { modeltest.Engine(t, m) })
	}
}

// TestResumeOfAnotherPrior: a checkpoint is of one prior.
func TestResumeOfAnotherPrior(t *testing.T) {
	docs := midsize()[:6]
	set := sampler.Settings{Chains: 1, Warmup: 2, Draws: 2, Checkpoint: filepath.Join(t.TempDir(), "run")}
	must(sampler.Run(context.Background(), must(Prior{K: 5}.Model(docs, 300, Settings{})), set))
	if _, err := sampler.Run(context.Background(), must(Prior{K: 5, Beta: 0.02}.Model(docs, 300, Settings{})), set); err == nil {
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
		if a := testing.AllocsPerRun(20, sweep); a >= 1 { // a new goroutine now and then is less than one
			t.Errorf("%s: %v allocations a sweep", name, a)
		}
	}
}

// TestEdges: corpora and priors at the edge of what is allowed run, and leave finite numbers.
func TestEdges(t *testing.T) {
	for name, c := range map[string]struct {
		p    Prior
		docs []corpus.Doc
		v    int
	}{
		"one topic":             {Prior{K: 1}, midsize()[:9], 300},
		"most topics":           {Prior{K: maxTopics}, []corpus.Doc{{{Word: 0, N: 5}}, {{Word: 1, N: 1}}}, 2},
		"empty documents":       {Prior{K: 4}, []corpus.Doc{nil, {{Word: 0, N: 5}}, {}}, 2},
		"nothing but empty":     {Prior{K: 4}, []corpus.Doc{nil, nil}, 2},
		"one word":              {Prior{K: 4}, []corpus.Doc{{{Word: 0, N: 50}}, {{Word: 0, N: 1}}}, 1},
		"one token":             {Prior{K: 40}, []corpus.Doc{{{Word: 6, N: 1}}}, 7},
		"largest α, smallest β": {Prior{K: 20, Alpha: []float64{maxConcentration}, Beta: minConcentration}, midsize()[:9], 300},
		"smallest α, largest β": {Prior{K: 20, Alpha: []float64{minConcentration}, Beta: maxConcentration}, midsize()[:9], 300},
		"α of all sizes":        {Prior{K: 3, Alpha: []float64{1e-9, 1, 1e9}}, midsize()[:9], 300},
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

func TestBadInput(t *testing.T) {
	good := []corpus.Doc{{{Word: 0, N: 2}}}
	for name, c := range map[string]struct {
		p    Prior
		docs []corpus.Doc
		v    int
		want string
	}{
		"no topics":     {Prior{}, good, 1, "K is 0"},
		"many topics":   {Prior{K: 65536}, good, 1, "65535"},
		"alphas":        {Prior{K: 3, Alpha: []float64{1, 2}}, good, 1, "one for all topics, or one for each of the 3"},
		"no alpha":      {Prior{K: 3, Alpha: []float64{}}, good, 1, "has 0 values"},
		"alpha NaN":     {Prior{K: 1, Alpha: []float64{math.NaN()}}, good, 1, "Alpha[0] is NaN"},
		"alpha Inf":     {Prior{K: 2, Alpha: []float64{1, math.Inf(1)}}, good, 1, "Alpha[1] is +Inf"},
		"beta negative": {Prior{K: 2, Beta: -1}, good, 1, "Beta is -1"},
		"beta tiny":     {Prior{K: 2, Beta: 1e-300}, good, 1, "Beta is 1e-300"},
		"no documents":  {Prior{K: 2}, nil, 1, "no documents"},
		"no words":      {Prior{K: 2}, good, 0, "vocabulary has 0 words"},
		"beyond":        {Prior{K: 2}, []corpus.Doc{{{Word: 5, N: 1}}}, 5, "word 5"},
		"guided word":   {Prior{K: 2, Guide: map[int32][]float64{1: {1, 1}}}, good, 1, "word 1, and the words are 0 to 0"},
		"guide short":   {Prior{K: 2, Guide: map[int32][]float64{0: {1}}}, good, 1, "Guide[0] has 1 values"},
		"guide zero":    {Prior{K: 2, Guide: map[int32][]float64{0: {1, 0}}}, good, 1, "Guide[0][1] is 0"},
		"all at once":   {Prior{Beta: -1}, nil, 0, "no documents"},
		"all at once 2": {Prior{Beta: -1}, nil, 0, "K is 0"},
	} {
		for kind, set := range samplers {
			if _, err := c.p.Model(c.docs, c.v, set); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: %v", name, kind, err)
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
		{p, good, Settings{Sampler: 4}, "Settings.Sampler is 4"},
		{p, good, Settings{Sampler: fastSparse}, "Settings.Sampler is -2"},
		{p, good, Settings{Blocks: -1}, "Settings.Blocks is -1"},
		{p, good, Settings{Blocks: 257}, "Settings.Blocks is 257, expected 1 to 256"},
		{p, good, Settings{Sampler: Dense, Blocks: 2}, "Dense has no blocks"},
		{p, good, Settings{Threads: -1}, "Settings.Threads is -1"},
		{p, good, Settings{Learn: Optimise{Every: -1}}, "Optimise.Every is -1"},
		{p, good, Settings{Learn: HDP{GammaRate: -1}}, "HDP.GammaRate is -1"},
		{p, good, Settings{Learn: SampleHyper{AlphaShape: math.NaN()}}, "SampleHyper.AlphaShape is NaN"},
		{p, good, Settings{Blocks: -1, Threads: -1, Learn: HDP{GammaRate: -1}}, "Threads is -1, expected 1 or more, or 0 for as many as there are processors\nlda: Settings.Learn: HDP"},
		{guided, good, Settings{Sampler: Warp}, "Warp does not know Prior.Guide"},
		{guided, good, Settings{Sampler: PartiallyCollapsed}, "PartiallyCollapsed does not know Prior.Guide"},
		{guided, good, Settings{Learn: Optimise{}}, "leave out one of them"},
		{guided, good, Settings{Learn: SampleHyper{}}, "leave out one of them"},
		{most, long, Settings{}, "cut it into several"},
		{most, long, Settings{Sampler: Warp}, "cut it into several"},
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

// TestStops: cancelled, a run keeps what it has.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := must(Prior{K: 5}.Model(midsize(), 300, Settings{}))
	n := 0
	m.Blocks = append(m.Blocks, sampler.Block[State]{Name: "stop", Update: func(*rand.Rand, *State) error {
		if n++; n == 7 {
			cancel()
		}
		return nil
	}})
	tr, err := sampler.Run(ctx, m, sampler.Settings{Chains: 1, Warmup: 2, Draws: 1000})
	if err == nil || len(must(tr.Draws("lp__"))) < 5 {
		t.Errorf("error %v, %d draws", err, len(must(tr.Draws("lp__"))))
	}
}

// A progress report says how many tokens a sweep goes through.
func TestWork(t *testing.T) {
	y := &toys[0]
	var said sampler.SweepSize
	set := sampler.Settings{Chains: 1, Warmup: 1, Draws: 1, Progress: func(r sampler.Report) { said = r.Work }}
	if _, err := sampler.Run(context.Background(), must(y.prior().Model(y.docs(), len(y.counts[0]), Settings{})), set); err != nil {
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
