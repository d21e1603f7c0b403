package variate_test

import (
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// The time of PolyaGamma must not grow with its first parameter.
func BenchmarkNumbers(b *testing.B) {
	r := sampler.Stream("bench", 1, 0)
	for _, c := range []struct {
		law string
		p   []float64
	}{
		{"Gamma", []float64{0.1, 2}}, {"Gamma", []float64{2.5, 2}}, {"Gamma", []float64{1e4, 2}},
		{"LogGamma", []float64{2.5}}, {"InvGamma", []float64{17.5, 50}}, {"Beta", []float64{2, 5}},
		{"PolyaGamma", []float64{1, 1.3}}, {"PolyaGamma", []float64{40, 1.3}},
		{"PolyaGamma", []float64{10_000, 1.3}}, {"TruncatedGamma", []float64{2.5, 1, 1, 4}},
		{"TruncatedNormal", []float64{0, 1, 0.5, math.Inf(1)}},
		{"TruncatedNormal", []float64{0, 1, 1e8, math.Inf(1)}}, {"GIG", []float64{0.5, 2, 3}},
		{"Poisson", []float64{3}}, {"Poisson", []float64{1e6}}, {"NegBinomial", []float64{3, 2}},
		{"Binomial", []float64{20, 0.3}}, {"VonMises", []float64{0, 2}},
	} {
		law := numberLaws[c.law]
		x := law.draw(r, c.p)
		b.Run(named(c.law, c.p...)+"/draw", func(b *testing.B) {
			for b.Loop() {
				law.draw(r, c.p)
			}
		})
		b.Run(named(c.law, c.p...)+"/density", func(b *testing.B) {
			for b.Loop() {
				law.logProb(x, c.p)
			}
		})
	}
}

func BenchmarkVectors(b *testing.B) {
	r := sampler.Stream("bench", 1, 0)
	alpha, dst, w := make([]float64, 100), make([]float64, 100), []float64{3, 1, 4, 1, 5, 9, 2, 6, 5, 3}
	for k := range alpha {
		alpha[k] = 0.1
	}
	logs := logWeights(w, -3000)
	for name, draw := range map[string]func(){
		"Dirichlet of 100":     func() { variate.Dirichlet(r, alpha, dst) },
		"Categorical of 10":    func() { variate.Categorical(r, w) },
		"LogCategorical of 10": func() { variate.LogCategorical(r, logs) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				draw()
			}
		})
	}
}
