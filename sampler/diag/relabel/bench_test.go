package relabel

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkPivot relabels 4 × 1000 draws of 8 components.
func BenchmarkPivot(b *testing.B) {
	m := makeMixture(b, rand.New(rand.NewPCG(1, 1)), 8, 16, 4, 1000, 3)
	var r *Relabelling
	for b.Loop() {
		r = m.relabelled(b)
	}
	b.ReportMetric(float64(r.rounds), "rounds")
}
