package topics

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// TestInfer compares E(θ | w) with enumeration, over many copies of each document. The control has
// topics with another α.
func TestInfer(t *testing.T) {
	const copies = 4000
	topics, docs := fixed()
	worst := func(infer *Topics) float64 {
		worst := 0.0
		for _, doc := range docs {
			_, want := enumerateDoc(topics, doc)
			theta := must(infer.Infer(sampler.Stream("new", 1, 0),
				slices.Repeat([]corpus.Doc{doc}, copies), 20, 10))
			for k := range want {
				s, s2 := 0.0, 0.0
				for _, row := range theta {
					s += row[k]
					s2 += row[k] * row[k]
				}
				mean := s / copies
				se := math.Sqrt((s2/copies - mean*mean) / copies)
				worst = max(worst, math.Abs(mean-want[k])/se)
			}
		}
		return worst
	}
	if z := worst(topics); !(z < 4.5) { // 12 comparisons
		t.Errorf("E(θ | w) is off by %.1f standard errors", z)
	}
	other := *topics
	other.Alpha = []float64{0.1, 0.2, 0.06}
	if z := worst(&other); z < 4.5 {
		t.Errorf("α of 0.06 for 0.05 is not noticed: %.1f standard errors", z)
	}
}

// TestInferByDocument: a document's answer depends only on its position; rows sum to one; a
// document without words has the prior.
func TestInferByDocument(t *testing.T) {
	topics, docs := fixed()
	docs[1] = nil
	a := must(topics.Infer(sampler.Stream("new", 1, 0), docs, 0, 0))
	if want := []float64{0.1 / 0.35, 0.2 / 0.35, 0.05 / 0.35}; !near(a[1], want, 1e-12) {
		t.Errorf("no words: θ %v, want %v", a[1], want)
	}
	for d, row := range a {
		if math.Abs(floats.Sum(row)-1) > 1e-12 {
			t.Errorf("document %d: θ %v sums to %v", d, row, floats.Sum(row))
		}
	}
	docs[0] = corpus.Bag([]int32{2, 2})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b := must(topics.Infer(sampler.Stream("new", 1, 0), docs, 0, 0))
	for d := 1; d < len(docs); d++ {
		if !slices.Equal(a[d], b[d]) {
			t.Errorf("document %d: %v, and %v with another document before it on one processor", d,
				a[d], b[d])
		}
	}
	if slices.Equal(a[0], b[0]) {
		t.Error("two documents have the same θ")
	}
}
