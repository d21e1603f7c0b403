package relabel

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkRelabel relabels 4 × 1000 draws of 8 components and 500 observations.
func BenchmarkRelabel(b *testing.B) {
	m := makeMixture(b, rand.New(rand.NewPCG(1, 1)), 8, 500, 4, 1000, 3)
	var r *Relabelling
	for _, method := range []struct {
		name string
		f    func() (*Relabelling, error)
	}{
		{"pivot", func() (*Relabelling, error) { return Pivot(m.tr, "mu", "logsd") }},
		{"Stephens", func() (*Relabelling, error) { return Stephens(m.tr, "p") }},
		{"ECR", func() (*Relabelling, error) { return ECR(m.tr, "z", 8) }},
	} {
		b.Run(method.name, func(b *testing.B) {
			var err error
			for b.Loop() {
				if r, err = method.f(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(r.rounds), "rounds")
		})
	}
	b.Run("Compare", func(b *testing.B) {
		for b.Loop() {
			if _, err := r.Compare(m.tr, "mu", "logsd"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
