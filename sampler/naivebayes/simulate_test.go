package naivebayes

import (
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
)

func TestSimulate(t *testing.T) {
	sim, err := Prior{}.Simulate(sampler.Stream("simulate", 1, 0), Size{})
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for d, label := range sim.Labels {
		if label != Unlabelled {
			known++
			if label != sim.Truth[d] || d >= 320 {
				t.Errorf("document %d has label %d, truth %d", d, label, sim.Truth[d])
			}
		}
	}
	if len(sim.Docs) != 400 || sim.V != 10_000 || known != 320 {
		t.Errorf("%d documents, %d words, %d known labels", len(sim.Docs), sim.V, known)
	}
	if err := sim.check(); err != nil {
		t.Error(err)
	}
	// Shares of classes, lengths and words of many small simulations, against their means: π 2/3, θ
	// 3/4, length 5.
	prior := Prior{GammaPi: []float64{2, 1}, GammaTheta: []float64{3, 1}}
	r := sampler.Stream("simulate", 2, 0)
	var labels, pi, theta, words, tokens, squares float64
	const n = 20_000
	for range n {
		sim, err := prior.Simulate(r, Size{Docs: 1, V: 2, Words: 5, Labelled: NothingLabelled})
		if err != nil {
			t.Fatal(err)
		}
		labels += float64(1 - sim.Truth[0])
		pi += sim.Pi[0]
		theta += sim.Theta[1][0]
		n := sim.Docs[0].Tokens()
		tokens += float64(n)
		squares += float64(n * n)
		for _, w := range sim.Docs[0] {
			if w.Word == 0 {
				words += float64(w.N)
			}
		}
		if sim.Labels[0] != Unlabelled {
			t.Fatal("a label is shown")
		}
	}
	for _, q := range []struct {
		name          string
		got, want, sd float64 // sd: an upper bound of the standard deviation of one term
	}{{"label", labels, 2. / 3, 0.5}, {"π", pi, 2. / 3, 0.25}, {"θ", theta, 0.75, 0.25},
		{"length", tokens, 5, 2.3}, {"squared length", squares, 30, 25}, {"word 0", words, 3.75, 3}} {
		if tol := 5 * q.sd / math.Sqrt(n); math.Abs(q.got/n-q.want) > tol {
			t.Errorf("mean of %s is %.4f, expected %.4f ± %.4f", q.name, q.got/n, q.want, tol)
		}
	}
	for _, c := range []struct {
		prior Prior
		size  Size
		want  string
	}{
		{Prior{}, Size{Docs: -1}, "Size.Docs is -1"},
		{Prior{}, Size{V: -1}, "Size.V is -1"},
		{Prior{}, Size{Classes: 1}, "Size.Classes is 1"},
		{Prior{}, Size{Words: math.NaN()}, "Size.Words is NaN"},
		{Prior{}, Size{Words: math.Inf(1)}, "Size.Words is +Inf"},
		{Prior{}, Size{Labelled: 1.5}, "Size.Labelled is 1.5"},
		{Prior{GammaPi: []float64{-1}}, Size{}, "GammaPi[0] is -1"},
	} {
		if _, err := c.prior.Simulate(r, c.size); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	if _, err := (Prior{}).Simulate(nil, Size{}); err == nil ||
		!strings.Contains(err.Error(), "rand.Rand is nil") {
		t.Errorf("error %v", err)
	}
}
