package naivebayes

import (
	"math"
	"testing"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/corpus"
)

func TestProductsOfRisings(t *testing.T) {
	gamma := []float64{0.5, 2, 1e-100, 1e100, 3}
	s := &State{Docs: []int{3}, GammaPi: []float64{2}, Words: [][]int32{{4, 0, 7, 0, 1}},
		Tokens:     []int{12},
		GammaTheta: gamma, GammaThetaSum: 1e100}
	doc := corpus.Doc{{Word: 0, N: 3}, {Word: 1, N: 1}, {Word: 2, N: 1}, {Word: 3, N: 100},
		{Word: 4, N: 1}}
	want := math.Log(5) + numeric.LogRising(4.5, 3) + numeric.LogRising(2, 1) +
		numeric.LogRising(7+1e-100, 1) + numeric.LogRising(1e100, 100) +
		numeric.LogRising(4, 1) - numeric.LogRising(1e100, 106)
	if got := s.logPredictive(doc, 0); math.Abs(got-want) > 1e-10 {
		t.Errorf("a document: %v, want %v", got, want)
	}
	if got := s.logPredictive(nil, 0); got != math.Log(5) {
		t.Errorf("an empty document: %v, want log 5", got)
	}
	// logPolya(2, …) of γ = (1, 3) and counts (4, 1): 2·3·4·5 · 6 / (8·9·10·11·12).
	if got, want := logPolya(2, []float64{1, 3}, []int{4, 1}),
		math.Log(720./95040); math.Abs(got-want) > 1e-14 {
		t.Errorf("Pólya: %v, want %v", got, want)
	}
	// Equal concentrations, which share factors, and an almost equal one, which shares none.
	want = numeric.LogRising(6, 4) + 2*numeric.LogRising(6, 1) + numeric.LogRising(6, 64) +
		numeric.LogRising(6, 70) - numeric.LogRising(36, 140)
	for _, last := range []float64{3, 3 + 1e-15} {
		got := logPolya(2, []float64{3, 3, 3, 3, 3, last}, []int{4, 1, 70, 0, 64, 1})
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("Pólya of (3, …, %v): %v, want %v", last, got, want)
		}
	}
	// Many factors that would underflow and overflow: 1e-100 twice and 1e100 once, a hundred times
	// each.
	var g []float64
	var n []int32
	for range 100 {
		g, n = append(g, 1e-100, 1e-100, 1e100), append(n, 1, 1, 1)
	}
	if got, want := logPolya(1, g, n),
		-100*math.Log(1e100)-numeric.LogRising(1e102, 300); math.Abs(got-want) > 1e-12*math.Abs(want) {
		t.Errorf("Pólya of extreme concentrations: %v, want %v", got, want)
	}
}
