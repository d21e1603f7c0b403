package law

import "testing"

func BenchmarkLaws(b *testing.B) {
	r := random(9)
	for _, c := range []struct {
		law string
		p   []float64
		x   float64
	}{
		{"dnorm", []float64{0, 1}, 1}, {"dgamma", []float64{3, 1}, 1}, {"dbin", []float64{.3, 20}, 4},
		{"dpois", []float64{7}, 4}, {"dt", []float64{0, 1, 4}, 1}, {"dweib", []float64{2, 1}, 1},
	} {
		l, _ := Find(c.law)
		b.Run(c.law+"/density", func(b *testing.B) {
			for b.Loop() {
				l.LogDensity(c.x, c.p)
			}
		})
		b.Run(c.law+"/draw", func(b *testing.B) {
			for b.Loop() {
				l.Draw(r, c.p)
			}
		})
		b.Run(c.law+"/truncated", func(b *testing.B) {
			lo := l.Quantile(.999, c.p)
			for b.Loop() {
				l.DrawTruncated(r, c.p, lo, inf)
			}
		})
	}
}
