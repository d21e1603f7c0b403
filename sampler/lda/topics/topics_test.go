package topics

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag/relabel"
	"gibbslab/sampler/lda"
)

// toy has three words.
var toy = []corpus.Doc{{{Word: 0, N: 2}, {Word: 1, N: 1}}, {{Word: 1, N: 2}, {Word: 2, N: 1}},
	{{Word: 0, N: 1}, {Word: 2, N: 2}}, {{Word: 0, N: 3}}}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestTopicsOfTrace: φ, θ and α are averages over the chain, and α is the learnt one if it was
// learnt.
func TestTopicsOfTrace(t *testing.T) {
	docs := toy
	p := lda.Prior{K: 2, Alpha: []float64{0.5}, Beta: 0.3}
	m := must(p.Model(docs, 3, lda.Settings{Sampler: lda.Dense}))
	set := sampler.Settings{Chains: 2, Warmup: 5, Draws: 7, Seed: 3}
	tr := must(sampler.Run(context.Background(), m, set))
	got := must(Read(tr, 1, docs, p.Alpha...))
	phi, theta := make([]float64, 6), make([]float64, 8)
	n, mean, meanTheta := 0, make([]float64, 6), make([]float64, 8)
	for s, err := range m.Sweeps(context.Background(), sampler.Stream("chain", 3, 1)) {
		if err != nil || n == 12 {
			break
		}
		if n++; n > 5 {
			s.Phi(phi)
			s.Theta(theta)
			for i, x := range phi {
				mean[i] += x / 7
			}
			for i, x := range theta {
				meanTheta[i] += x / 7
			}
		}
	}
	if !near(slices.Concat(got.Phi...), mean, 1e-12) ||
		!near(slices.Concat(got.Theta...), meanTheta, 1e-12) ||
		!slices.Equal(got.Alpha, []float64{0.5, 0.5}) {
		t.Errorf("topics %+v, want φ %v, θ %v", got, mean, meanTheta)
	}
	usual := must(sampler.Run(context.Background(),
		must(lda.Prior{K: 2}.Model(docs, 3, lda.Settings{})), set))
	if got := must(Read(usual, 0, docs)); !slices.Equal(got.Alpha, []float64{2.5, 2.5}) {
		t.Errorf("α is %v by default, want 5/K", got.Alpha)
	}
	fixed, other := tr, sampler.Trace{}
	for _, name := range []string{"phi", "theta"} {
		draws := [][]float64{{0.5, 0.5}, {0.5, 0.5}}
		if err := other.AddArray(name,
			sampler.Array{Shape: []int{2}, Draws: [][][]float64{draws}}); err != nil {
			t.Fatal(err)
		}
	}
	learning := must(p.Model(docs, 3, lda.Settings{Sampler: lda.Dense, Learn: lda.SampleHyper{}}))
	tr = must(sampler.Run(context.Background(), learning, set))
	if got := must(Read(tr, 1, docs, p.Alpha...)); got.Alpha[0] == 0.5 {
		t.Error("α was learnt, and is that of the prior")
	}
	for want, f := range map[string]func() (*Topics, error){
		"chain 2":      func() (*Topics, error) { return Read(tr, 2, docs) },
		"chain -1":     func() (*Topics, error) { return Read(tr, -1, docs) },
		"trace is nil": func() (*Topics, error) { return Read(nil, 0, docs) },
		"has 3 values": func() (*Topics, error) { return Read(fixed, 0, docs, 1, 2, 3) },
		"not a whole":  func() (*Topics, error) { return Read(fixed, 0, docs) }, // 5/K, not 0.5
		"= 0.49":       func() (*Topics, error) { return Read(fixed, 1, docs, 0.49) },
		"its documents": func() (*Topics, error) {
			return Read(fixed, 0, []corpus.Doc{{{Word: 0, N: 7}}, docs[1], docs[2], docs[3]}, 0.5)
		},
		"Alpha[0] is": func() (*Topics, error) { return Read(fixed, 0, docs, -1) },
		"shape [2]":   func() (*Topics, error) { return Read(&other, 0, docs) },
		"3 documents": func() (*Topics, error) { return Read(tr, 0, docs[1:]) },
		"empty":       func() (*Topics, error) { return Read(&sampler.Trace{}, 0, docs) },
		"of words": func() (*Topics, error) {
			return Read(tr, 0, []corpus.Doc{{{Word: 7, N: 1}}, nil, nil, nil})
		},
	} {
		if want == "of words" {
			want = "word 7"
		}
		if got, err := f(); got != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error with %q, got %v", want, err)
		}
	}
}

// TestHDPRoom: if there were more topics than K, what reads the topics says so, and names another K.
// With that it reads them.
func TestHDPRoom(t *testing.T) {
	docs := must(datasets.SimulateLDA(sampler.Stream("room", 1, 0), datasets.LDASettings{Docs: 40,
		Tokens: 40, V: 300, Topics: 10, Alpha: 1, Beta: 0.05})).Docs
	run := func(k int) *sampler.Trace {
		m := must(lda.Prior{K: k, Beta: 0.05, Alpha: slices.Repeat([]float64{2 / float64(k)}, k)}.
			Model(docs, 300, lda.Settings{Learn: lda.HDP{}}))
		return must(sampler.Run(context.Background(), m,
			sampler.Settings{Chains: 2, Warmup: 30, Draws: 20, Seed: 1}))
	}
	few, many := run(4), run(64)
	_, err := Read(few, 1, docs)
	_, _, wrong := RHat(few, &relabel.Alignment{Perms: [][]int{{0, 1, 2, 3}, {0, 1, 2, 3}}})
	for _, err := range []error{err, wrong} {
		if err == nil || !strings.Contains(err.Error(), "Prior.K = 4 has room for 3") ||
			!strings.Contains(err.Error(), "run with Prior.K = ") {
			t.Errorf("error %v", err)
		}
	}
	t.Log(err)
	topics, err := Read(many, 1, docs)
	if err != nil {
		t.Fatal(err)
	}
	shares := must(topics.Shares())
	if shares[0] > 0.01 || shares[1] < 0.05 {
		t.Errorf("shares of topics %v: topic 0 has no tokens, and topic 1 is the largest", shares)
	}
}

// small are topics over five words, made by hand; word 4 is in no document.
func small() *Topics {
	return &Topics{
		Phi:   [][]float64{{0.5, 0.2, 0.2, 0.05, 0.05}, {0.4, 0.05, 0.05, 0.25, 0.25}},
		Alpha: []float64{0.3, 0.6},
		Docs: []corpus.Doc{corpus.Bag([]int32{0, 0, 0, 1}), nil, corpus.Bag([]int32{3}),
			corpus.Bag([]int32{0, 0, 2, 3, 3})},
		Theta: [][]float64{{0.9, 0.1}, {0.99, 0.01}, {0.25, 0.75}, {0.25, 0.75}},
	}
}

func TestReadTopics(t *testing.T) {
	s := small()
	// (4·0.9 + 1·0.25 + 5·0.25) / 10.
	if got := must(s.Shares()); !near(got, []float64{0.51, 0.49}, 1e-12) {
		t.Errorf("shares %v, want 0.51 and 0.49", got)
	}
	for _, c := range []struct {
		got, want []int
		what      string
	}{
		{must(s.TopDocuments(0, 2)), []int{0, 2},
			"documents of topic 0, the empty one left out, of equal ones the first"},
		{must(s.TopDocuments(1, 99)), []int{2, 3, 0}, "all documents of topic 1"},
		{must(s.TopDocuments(1, -1)), []int{}, "-1 documents"},
		{must(s.Top(3))[0], []int{0, 1, 2}, "probable words of topic 0"},
		{must(s.Top(9))[1], []int{0, 3, 4, 1, 2}, "all words of topic 1"},
		{must(s.TopRelevant(1, 4))[1], []int{0, 3, 1, 2},
			"relevant words of topic 1, λ = 1, without word 4"},
		// φ/p: 0.5/0.5, 0.2/0.1, 0.2/0.1, 0.05/0.3.
		{must(s.TopRelevant(0, 4))[0], []int{1, 2, 0, 3}, "relevant words of topic 0, λ = 0"},
		// λ = 0.6: log 0.5 − 0.4 log 0.5 = −0.416; log 0.2 − 0.4 log 0.1 = −0.688; log 0.05 − 0.4
		// log 0.3 = −2.5.
		{must(s.TopRelevant(0.6, 4))[0], []int{0, 1, 2, 3}, "relevant words of topic 0, λ = 0.6"},
		{must(s.TopExclusive(0, 2))[0], []int{0, 1}, "weight 0"},
		// φ/Σφ of topic 0: 0.556, 0.8, 0.8, 0.167, 0.167, ranks 0.6, 1, 1, 0.4, 0.4.
		{must(s.TopExclusive(1, 3))[0], []int{1, 2, 0}, "weight 1"},
		// Ranks of φ: 1, 0.8, 0.8, 0.4, 0.4; harmonic means 0.75, 0.889, 0.889, 0.4, 0.4.
		{must(s.TopExclusive(0.5, 4))[0], []int{1, 2, 0, 3}, "weight 0.5"},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if got := ranks([]float64{3, 1, 3, 2}); !slices.Equal(got, []float64{1, 0.25, 1, 0.5}) {
		t.Errorf("ranks of 3 1 3 2: %v", got)
	}
	if got := Words([]string{"a", "b"}, [][]int{{1, 0, 2}, {-1}, nil}); strings.Join(got[0],
		" ") != "b a #2" || got[1][0] != "#-1" || len(got[2]) != 0 {
		t.Errorf("words %v", got)
	}
}

// TestMatchTopics: topics in a different order are put back into the first order, and θ and α with
// them.
func TestMatchTopics(t *testing.T) {
	a, b := small(), small()
	slices.Reverse(b.Phi)
	slices.Reverse(b.Alpha)
	for _, row := range b.Theta {
		slices.Reverse(row)
	}
	alignment, same, err := Match([]*Topics{a, b}, 0)
	if err != nil || !slices.Equal(alignment.Perms[1], []int{1, 0}) || b.Phi[0][0] != 0.4 {
		t.Fatalf("%+v, %v, b %v", alignment, err, b.Phi)
	}
	for c, s := range same {
		if !near(slices.Concat(s.Phi...), slices.Concat(a.Phi...), 0) ||
			!near(slices.Concat(s.Theta...), slices.Concat(a.Theta...), 0) || !near(s.Alpha, a.Alpha, 0) {
			t.Errorf("chain %d: %+v, want %+v", c, s, a)
		}
	}
	// √(0.5·0.4) + 2 √(0.2·0.05) + 2 √(0.05·0.25).
	want := math.Sqrt(0.2) + 0.2 + 2*math.Sqrt(0.0125)
	if got := must(a.Similarity()); !near(slices.Concat(got...), []float64{1, want, want, 1}, 1e-12) {
		t.Errorf("similarity %v, want %v", got, want)
	}
	// Three topics rotate: the order and its inverse differ.
	x := &Topics{Phi: [][]float64{{0.8, 0.1, 0.1}, {0.1, 0.8, 0.1}, {0.1, 0.1, 0.8}},
		Alpha: []float64{1, 2, 3}}
	y := &Topics{Phi: [][]float64{x.Phi[1], x.Phi[2], x.Phi[0]}, Alpha: []float64{2, 3, 1}}
	if alignment, same, err = Match([]*Topics{x, y}, 0); err != nil ||
		!slices.Equal(alignment.Perms[1], []int{2, 0, 1}) ||
		!near(slices.Concat(same[1].Phi...), slices.Concat(x.Phi...), 0) ||
		!near(same[1].Alpha, x.Alpha, 0) {
		t.Errorf("three topics: %+v, %v", same, err)
	}
	three := small()
	three.Phi = append(three.Phi, three.Phi[0])
	ragged := small()
	ragged.Theta[1] = []float64{1}
	other := &Topics{Phi: [][]float64{{1, 0}, {0, 1}}}
	for _, bad := range [][]*Topics{{a, three}, {a, nil}, {a, ragged}, {a, other}, {}, nil} {
		if _, _, err := Match(bad, 0); err == nil {
			t.Errorf("no error for %v", bad)
		}
	}
	if _, _, err := Match([]*Topics{a}, 1); err == nil {
		t.Error("no error for reference 1 of one chain")
	}
}
