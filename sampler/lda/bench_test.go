package lda

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

// synthetic draws a corpus from the model: sum of alpha 10, and topics around a base measure that
// falls like 1/rank.
func synthetic(r *rand.Rand, docs, length, v, topics int) []corpus.Doc {
	phi := make([][]float64, topics)
	base, sum := make([]float64, v), 0.0
	for w := range base {
		base[w] = 1 / float64(w+1)
		sum += base[w]
	}
	order := r.Perm(v)
	for k := range phi {
		phi[k] = make([]float64, v)
		conc := make([]float64, v)
		for w := range conc {
			conc[order[w]] = 0.05 * float64(v) * base[w] / sum
		}
		variate.Dirichlet(r, conc, phi[k])
		for w := 1; w < v; w++ {
			phi[k][w] += phi[k][w-1]
		}
	}
	alpha, theta := make([]float64, topics), make([]float64, topics)
	for k := range alpha {
		alpha[k] = 10 / float64(topics)
	}
	all := make([]corpus.Doc, docs)
	for d := range all {
		variate.Dirichlet(r, alpha, theta)
		words := make([]int32, length)
		for i := range words {
			row, u := phi[variate.Categorical(r, theta)], r.Float64()
			lo, hi := 0, v-1
			for lo < hi {
				if m := (lo + hi) / 2; row[m] <= u {
					lo = m + 1
				} else {
					hi = m
				}
			}
			words[i] = int32(lo)
		}
		all[d] = corpus.Bag(words)
	}
	return all
}

// BenchmarkSweep is the time of a sweep over 1 million tokens, by kernel and number of topics:
// fastKernel says where the two kernels of Fast cross.
func BenchmarkSweep(b *testing.B) {
	docs := synthetic(sampler.Stream("bench", 1, 0), 10_000, 100, 10_000, 100)
	for _, topics := range []int{10, 20, 50, 64, 100, 200, 500, 1000} {
		for _, k := range kernels {
			b.Run(fmt.Sprintf("%s/K=%d", k.name, topics), func(b *testing.B) {
				m := must(Prior{K: topics}.Model(docs, 10_000, k.set))
				r := sampler.Stream("chain", 1, 0)
				s := must(m.Init(r))
				for range 5 {
					m.Blocks[0].Update(r, s)
				}
				for b.Loop() {
					m.Blocks[0].Update(r, s)
				}
				b.ReportMetric(1e6*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mtok/s")
			})
		}
	}
}

// BenchmarkBlocks simulates the speed-up of Settings.Blocks with a processor for each block: all
// cells run one after the other, and of each diagonal only the slowest counts. A real machine also
// shares its memory among the processors.
func BenchmarkBlocks(b *testing.B) {
	docs := synthetic(sampler.Stream("bench", 1, 0), 10_000, 100, 10_000, 100)
	for _, topics := range []int{20, 100, 1000} {
		one := 0.0
		for _, blocks := range []int{1, 2, 4, 8, 16} {
			b.Run(fmt.Sprintf("K=%d/blocks=%d", topics, blocks), func(b *testing.B) {
				m := must(Prior{K: topics}.Model(docs, 10_000, Settings{Blocks: blocks, Threads: 1}))
				r := sampler.Stream("chain", 1, 0)
				s := must(m.Init(r))
				for range 5 {
					m.Blocks[0].Update(r, s)
				}
				var slowest, all time.Duration
				g := wordsOfKernel(s.kernel)
				task := g.task
				var longest time.Duration
				g.task = func(i int) {
					if i == 0 { // a new diagonal
						slowest += longest
						longest = 0
					}
					began := time.Now()
					task(i)
					took := time.Since(began)
					longest, all = max(longest, took), all+took
				}
				began := time.Now()
				for b.Loop() {
					m.Blocks[0].Update(r, s)
				}
				took := time.Since(began) - all + slowest + longest
				sweep := took.Seconds() / float64(b.N)
				if blocks == 1 {
					one = sweep
				}
				b.ReportMetric(one/sweep, "speed-up")
				b.ReportMetric(float64(all)/float64(slowest+longest), "busy")
			})
		}
	}
}

func wordsOfKernel(k kernel) *wordKernel {
	if g, ok := k.(*sparse); ok {
		return g.wordKernel
	}
	return k.(*blocked).wordKernel
}
