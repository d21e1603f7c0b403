package criticism

import (
	"testing"

	"gibbslab/sampler"
)

func BenchmarkLOO(b *testing.B) {
	r := sampler.Stream("bench", 1, 0)
	a := sampler.Array{Shape: []int{100}, Draws: make([][][]float64, 4)}
	for c := range a.Draws {
		for range 1000 {
			x := make([]float64, 100)
			for i := range x {
				x[i] = -r.ExpFloat64() / 3
			}
			a.Draws[c] = append(a.Draws[c], x)
		}
	}
	tr := &sampler.Trace{}
	if err := tr.AddArray("log_lik", a); err != nil {
		b.Fatal(err)
	}
	l, err := Recorded(tr, "log_lik")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := LOO(l); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/100, "µs/observation")
}
