package lda

import (
	"flag"
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

var barSeeds = flag.Int("lda.bars", 0, "seeds of the full test of the bars; 0 is a small test")

// bars draws the images of Griffiths & Steyvers (2004), 5 × 5 pixels, with the given number of dots
// in each (the paper has 2000 images of 100), from ten topics, the rows and the columns; θ ~
// Dirichlet(1).
func bars(seed uint64, images, dots int) []corpus.Doc {
	r := sampler.Stream("bars", seed, 0)
	alpha, theta := make([]float64, 10), make([]float64, 10)
	for k := range alpha {
		alpha[k] = 1
	}
	docs := make([]corpus.Doc, images)
	for d := range docs {
		variate.Dirichlet(r, alpha, theta)
		words := make([]int32, dots)
		for i := range words {
			k, at := variate.Categorical(r, theta), r.IntN(5)
			if k < 5 {
				words[i] = int32(5*k + at)
			} else {
				words[i] = int32(5*at + k - 5)
			}
		}
		docs[d] = corpus.Bag(words)
	}
	return docs
}

// worstBar is the largest distance in total variation of a row or a column from the topic nearest
// to it.
func worstBar(phi []float64) float64 {
	worst := 0.0
	for bar := range 10 {
		best := 1.0
		for k := range 10 {
			tv := 0.0
			for pixel := range 25 {
				p := 0.0
				if bar < 5 && pixel/5 == bar || bar >= 5 && pixel%5 == bar-5 {
					p = 0.2
				}
				tv += math.Abs(phi[k*25+pixel]-p) / 2
			}
			best = min(best, tv)
		}
		worst = max(worst, best)
	}
	return worst
}

// TestBars: all ten bars are found as topics, each within 0.05 in total variation, in at most 400
// sweeps. A prototype took 65 to 180 sweeps in ten seeds (shared notes, "LDA", section 4, T5); the
// twenty seeds of -lda.bars=20 take 80 to 290. By default there are fewer images, and the bound is
// 0.15.
func TestBars(t *testing.T) {
	phi := make([]float64, 250)
	seeds, images, dots, near := *barSeeds, 2000, 100, 0.05
	if seeds == 0 {
		seeds, images, dots, near = 1, 300, 50, 0.15
	}
	for seed := range seeds {
		m := must(Prior{K: 10, Alpha: []float64{1},
			Beta: 0.1}.Model(bars(uint64(seed), images, dots), 25, Settings{}))
		r := sampler.Stream("chain", uint64(seed), 0)
		s := must(m.Init(r))
		n, worst := 0, 1.0
		for worst >= near && n < 400 {
			for range 10 {
				m.Blocks[0].Update(r, s)
				n++
			}
			s.Phi(phi)
			worst = worstBar(phi)
		}
		t.Logf("seed %d: %.3f after %d sweeps, %.3f a token", seed, worst, n,
			s.LogJoint()/float64(images*dots))
		if worst >= near {
			t.Errorf("seed %d: a bar is %.2f from the nearest topic after %d sweeps", seed, worst, n)
		}
	}
	// The control: at the start there are no bars.
	m := must(Prior{K: 10, Alpha: []float64{1}, Beta: 0.1}.Model(bars(0, images, dots), 25,
		Settings{RandomStart: true}))
	s := must(m.Init(sampler.Stream("chain", 0, 0)))
	if s.Phi(phi); worstBar(phi) < 0.5 {
		t.Errorf("a random start has bars: %v", worstBar(phi))
	}
}
