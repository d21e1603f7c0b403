package naivebayes

import (
	"testing"

	"gibbslab/sampler"
)

// models are the three samplers.
var models = map[string]func(Prior, Data) (sampler.Model[State], error){
	"explicit": Prior.Explicit, "collapsed pi": Prior.CollapsedPi, "collapsed": Prior.Collapsed,
}

// BenchmarkLabels times the labels block, in nanoseconds a document of 25 words.
func BenchmarkLabels(b *testing.B) {
	sim, err := Prior{GammaTheta: []float64{0.1}}.Simulate(sampler.Stream("simulate", 1, 0),
		Size{Docs: 10_000})
	if err != nil {
		b.Fatal(err)
	}
	for name, model := range models {
		b.Run(name, func(b *testing.B) {
			m, err := model(Prior{GammaTheta: []float64{0.1}}, sim.Data)
			if err != nil {
				b.Fatal(err)
			}
			r := sampler.Stream("bench", 1, 0)
			s, err := m.Init(r)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Blocks[0].Update(r, s); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2000, "ns/document")
		})
	}
}
