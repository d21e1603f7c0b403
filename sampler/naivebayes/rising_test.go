package naivebayes

import (
	"math"
	"math/big"
	"testing"

	"gibbslab/sampler/corpus"
)

// bigRising is log x(x+1)…(x+n−1) from a product of 200 bits.
func bigRising(x float64, n int) float64 {
	product := new(big.Float).SetPrec(200).SetInt64(1)
	for i := range n {
		f := new(big.Float).SetPrec(200).SetFloat64(x)
		product.Mul(product, f.Add(f, new(big.Float).SetInt64(int64(i))))
	}
	mantissa := new(big.Float)
	e := product.MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(e)*math.Ln2
}

func TestLogRising(t *testing.T) {
	for _, x := range []float64{1e-100, 1e-8, 0.01, 0.5, 1, 7.3, 1000, 1e6, 1e12, 1e100} {
		for _, n := range []int{0, 1, 2, 5, 63, 64, 65, 200, 3000} {
			got, want := logRising(x, n), bigRising(x, n)
			if !(math.Abs(got-want) <= 1e-13*max(1, math.Abs(want))) {
				t.Errorf("log of %g rising %d is %v, want %v", x, n, got, want)
			}
		}
	}
	// The largest counts there are, in no time, against log-gamma.
	a, _ := math.Lgamma(math.MaxInt32 + 0.5)
	b, _ := math.Lgamma(0.5)
	if got := logRising(0.5, math.MaxInt32); math.Abs(got-(a-b)) > 1e-13*a {
		t.Errorf("log of 0.5 rising 2³¹−1 is %v, want %v", got, a-b)
	}
}

func TestProductsOfRisings(t *testing.T) {
	gamma := []float64{0.5, 2, 1e-100, 1e100, 3}
	s := &State{Docs: []int{3}, GammaPi: []float64{2}, Words: [][]int32{{4, 0, 7, 0, 1}}, Tokens: []int{12},
		GammaTheta: gamma, GammaThetaSum: 1e100}
	doc := corpus.Doc{{Word: 0, N: 3}, {Word: 1, N: 1}, {Word: 2, N: 1}, {Word: 3, N: 100}, {Word: 4, N: 1}}
	want := math.Log(5) + bigRising(4.5, 3) + bigRising(2, 1) + bigRising(7+1e-100, 1) + bigRising(1e100, 100) + bigRising(4, 1) - bigRising(1e100, 106)
	if got := s.logPredictive(doc, 0); math.Abs(got-want) > 1e-10 {
		t.Errorf("a document: %v, want %v", got, want)
	}
	if got := s.logPredictive(nil, 0); got != math.Log(5) {
		t.Errorf("an empty document: %v, want log 5", got)
	}
	// logPolya(2, …) of γ = (1, 3) and counts (4, 1): 2·3·4·5 · 6 / (8·9·10·11·12).
	if got, want := logPolya(2, []float64{1, 3}, []int{4, 1}), math.Log(720./95040); math.Abs(got-want) > 1e-14 {
		t.Errorf("Pólya: %v, want %v", got, want)
	}
	// Many factors that would underflow and overflow: 1e-100 twice and 1e100 once, a hundred times each.
	var g []float64
	var n []int32
	for range 100 {
		g, n = append(g, 1e-100, 1e-100, 1e100), append(n, 1, 1, 1)
	}
	if got, want := logPolya(1, g, n), -100*math.Log(1e100)-bigRising(1e102, 300); math.Abs(got-want) > 1e-12*math.Abs(want) {
		t.Errorf("Pólya of extreme concentrations: %v, want %v", got, want)
	}
}
