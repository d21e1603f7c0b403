package mixture

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/corpus"
)

// The merged statistics of two clusters equal those of all their observations, added one by one. If
// rounding destroys the digits, the family says so. The tolerance is about 10⁴ roundings.
func TestMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 40)
	for i := range x {
		x[i] = 30 + 5*r.NormFloat64()
	}
	docs := []corpus.Doc{{{Word: 0, N: 2}}, {{Word: 1, N: 1}, {Word: 2, N: 7}}, {{Word: 2, N: 3}}, {}}
	words, err := Multinomial{Gamma: []float64{0.4, 0.7, 0.3}}.Family(docs, nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]Conjugate{
		"wide":   family(t, Normal{Mean: 20, Kappa: 0.01, Shape: 2, Scale: 1}, x, nil),
		"narrow": family(t, Normal{Mean: -3, Kappa: 7, Shape: 2, Scale: 50}, x, nil),
		"words":  words,
	} {
		size := f.Size()
		stats := make2(4, size.Stats)
		for _, s := range stats {
			f.Clear(s)
		}
		for i := range size.N {
			f.Add(stats[i%3/2], i) // two thirds and one third
			f.Add(stats[2], i)
		}
		if !f.(Merger).Merge(stats[0], stats[1], stats[3]) {
			t.Fatalf("%s: Merge gave up", name)
		}
		near(t, name+": marginal", f.LogMarginal(stats[3]), f.LogMarginal(stats[2]), 1e-9)
		near(t, name+": predictive", f.LogPredictive(stats[3], 1), f.LogPredictive(stats[2], 1), 1e-9)
		if math.Abs(f.LogMarginal(stats[0])-f.LogMarginal(stats[2])) < 0.01 {
			t.Errorf("%s: one side is as good as both: nothing has been tested", name)
		}
	}
	far := []float64{1e9, 1e9, 1e9, 1e9}
	f := family(t, Normal{Kappa: 1, Shape: 2, Scale: 1}, far, nil)
	stats := make2(3, f.Size().Stats)
	f.Clear(stats[0])
	f.Clear(stats[1])
	for i := range far {
		f.Add(stats[i%2], i)
	}
	if ok := f.(Merger).Merge(stats[0], stats[1], stats[2]); ok {
		for i := range far {
			if i%2 == 1 {
				f.Add(stats[0], i)
			}
		}
		if g, w := stats[2][statScale], stats[0][statScale]; !(math.Abs(g-w) <= 1e-6*w) {
			t.Errorf("merged scale %g, one by one %g", g, w)
		}
	}
}
