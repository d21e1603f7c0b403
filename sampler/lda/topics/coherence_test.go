package topics

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

//go:embed testdata/coherence.json
var gensimFile []byte

// near tells whether two lists agree within a relative and absolute tolerance; NaN agrees with NaN.
func near(got, want []float64, tol float64) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tol*max(1, math.Abs(want[i]))) &&
			!(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
			return false
		}
	}
	return true
}

// TestCoherenceAgainstGensim: the three measures agree with gensim, using gensim's 1e-12 for words
// that are never together and its mean over pairs for UMass. The script and versions are in
// testdata.
func TestCoherenceAgainstGensim(t *testing.T) {
	var file struct {
		Texts     [][]int32
		Topics    [][]int
		Coherence []struct {
			Measure string
			Window  int
			Values  []float64
		}
	}
	if err := json.Unmarshal(gensimFile, &file); err != nil || len(file.Coherence) != 8 {
		t.Fatal(err, len(file.Coherence))
	}
	var docs []corpus.Doc
	for _, text := range file.Texts {
		docs = append(docs, corpus.Bag(text))
	}
	mean := func(n [][]int, f func(i, j int) float64) float64 {
		return pairs(n,
			f) / float64(len(n)*(len(n)-1)/2)
	}
	for _, ref := range file.Coherence {
		c := must(CountDocs(docs, file.Topics))
		if ref.Window > 0 {
			c = must(CountWindows(file.Texts, ref.Window, file.Topics))
		}
		var got []float64
		switch ref.Measure {
		case "u_mass":
			got = c.each(func(n [][]int) float64 {
				return mean(n, func(i, j int) float64 { return umass(n, i, j, 1e-12*float64(c.windows)) })
			})
		case "c_npmi":
			got = c.each(func(n [][]int) float64 {
				return mean(n, func(i, j int) float64 { return npmi(n, i, j, c.windows, 1e-12) })
			})
		case "c_v":
			got = c.CV()
		case "c_v, edge": // gensim's own counts, right for texts no longer than the window
			if got = c.CV(); near(got, ref.Values, 1e-10) != (ref.Window == 1000) {
				t.Errorf("windows of %d, as gensim counts them: %v and %v", ref.Window, got, ref.Values)
			}
			continue
		}
		if !near(got, ref.Values, 1e-10) {
			t.Errorf("%s of windows of %d: %v, gensim has %v", ref.Measure, ref.Window, got, ref.Values)
		}
		if ref.Measure == "c_v" && near(must(CountWindows(file.Texts, 60, file.Topics)).CV(),
			ref.Values, 1e-3) {
			t.Error("windows of 60 words give the same")
		}
	}
}

// Four documents by hand: words 0 and 1 are together in two of three, word 2 with neither.
func TestCoherenceByHand(t *testing.T) {
	docs := []corpus.Doc{{{Word: 0, N: 2}, {Word: 1, N: 1}}, {{Word: 0, N: 1}, {Word: 1, N: 5}},
		{{Word: 0, N: 1}}, {{Word: 2, N: 1}}}
	c := must(CountDocs(docs, [][]int{{0, 1}, {0, 2}, {1, 0, 2}, {0}, {}, {0, 7}}))
	nan := math.NaN()
	// (1, 0): log (2+1)/3. (2, 0): log (0+1)/3. Third list: (0, 1): log (2+1)/2; (2, 1): log 1/2;
	// (2, 0): log 1/3. Last: (7, 0): log 1/3.
	umass := []float64{0, -math.Log(3), math.Log(1.5) - math.Log(2) - math.Log(3), nan, nan,
		-math.Log(3)}
	if got := c.UMass(); !near(got, umass, 1e-14) {
		t.Errorf("UMass %v, want %v", got, umass)
	}
	// p(0) = 3/4, p(1) = p(0, 1) = 1/2: log (4/3) / log 2 = 0.415.
	one := math.Log(4.0/3) / math.Log(2)
	npmi := []float64{one, -1, (one - 2) / 3, nan, nan, nan}
	if got := c.NPMI(); !near(got, npmi, 1e-14) {
		t.Errorf("NPMI %v, want %v", got, npmi)
	}
	// Vectors (1, one) and (one, 1): both have the cosine (1+one)/√(2(1+one²)) with their sum.
	cv := (1 + one) / math.Sqrt(2*(1+one*one))
	if got := c.CV(); !near(got[:1], []float64{cv}, 1e-10) || !math.IsNaN(got[3]) ||
		!math.IsNaN(got[5]) {
		t.Errorf("CV %v, want %v first, NaN for one word and a word that occurs nowhere", got, cv)
	}
	always := must(CountDocs([]corpus.Doc{docs[0], docs[1]}, [][]int{{0, 1}}))
	if got := always.NPMI(); got[0] != 0 {
		t.Errorf("two words in all documents have NPMI %v, expected 0", got)
	}
	if got := always.CV(); !near(got, []float64{1 / math.Sqrt2}, 1e-14) {
		t.Errorf("two words in all documents have CV %v, expected 1/√2", got)
	}
}

// TestCountWindows compares with a separate count of each window.
func TestCountWindows(t *testing.T) {
	r := sampler.Stream("windows", 1, 0)
	top := [][]int{{0, 3, 1}, {2, 3}, {}, {5, 0, 9}}
	for _, size := range []int{1, 2, 5, 13, 400} {
		var texts [][]int32
		var windows []corpus.Doc
		for range 20 {
			text := make([]int32, r.IntN(60))
			for i := range text {
				text[i] = int32(r.IntN(11)) - 2 // two of the values are words without a number
			}
			texts = append(texts, text)
			for i := 0; i == 0 || i+size <= len(text); i++ {
				window := slices.DeleteFunc(slices.Clone(text[i:min(i+size, len(text))]), func(w int32) bool {
					return w < 0
				})
				windows = append(windows, corpus.Bag(window))
			}
		}
		got, want := must(CountWindows(texts, size, top)), must(CountDocs(windows, top))
		if got.windows != want.windows ||
			!slices.EqualFunc(got.topics, want.topics, func(a, b [][]int) bool {
				return slices.EqualFunc(a, b, func(a, b []int) bool { return slices.Equal(a, b) })
			}) {
			t.Errorf("windows of %d: %d, %v; one by one %d, %v", size, got.windows, got.topics,
				want.windows, want.topics)
		}
	}
}
