package lda

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// gammas draws φ word by word: φ_kw = G_kw / Σ_w G_kw with independent G_kw ~ Gamma(n_kw + β). Each
// word has random numbers of its own, keyed by the draw and the word. So words can be drawn in any
// order, by any number of workers.
//
// Most counts are 0, and with β = 0.01 half of these gammas lie below 1e-30: they count as 0. The
// probability that a token would ever take such a topic is below 1e-16, which the uniform that
// chooses the topic cannot resolve. That needs Σ_w G_kw that are not tiny themselves, also in
// topics without tokens: it is below 1e-10 with a probability of 1e-52 if Vβ = 5. If Vβ is smaller,
// all gammas are drawn as logarithms.
type gammas struct {
	key  [2]uint64
	beta float64
	logs bool
	// of the gammas of count 0, if β < 1
	b     float64 // 1 + β/e
	least uint64  // of 53 random bits: below it the gamma is below 1e-30
}

func newGammas(r *rand.Rand, beta float64, v int) gammas {
	g := gammas{key: [2]uint64{r.Uint64(), r.Uint64()}, beta: beta, logs: float64(v)*beta < 5,
		b: 1 + beta/math.E}
	g.least = uint64(math.Pow(1e-30, beta) / g.b * (1 << 53))
	return g
}

// seed gives x the random numbers of word or document i.
func (x *workerScratch) seed(key [2]uint64, i int) {
	x.src.Seed(scramble(key[0]+uint64(i)*0x9e3779b97f4a7c15), scramble(key[1]^scramble(uint64(i)+1)))
}

// scramble is the last step of SplitMix64: neighbours become unrelated.
func scramble(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// gammasOf draws the words from a number on. n holds their counts, words × K, and rows takes the
// gammas, words × stride, relative to exp(x.top[k]); x.sum is their sum by topic.
func gammasOf[N int32 | int64](
	g *gammas, x *workerScratch, from int, n []N, rows []float32, stride int,
) {
	topics := len(x.sum)
	clear(x.top)
	clear(x.sum)
	if g.logs {
		g.largest(x, from, func(w, k int) float64 { return float64(n[w*topics+k]) }, len(n)/topics)
	}
	for w := range len(n) / topics {
		x.seed(g.key, from+w)
		row := rows[w*stride:]
		for k, n := range n[w*topics : (w+1)*topics] {
			y := 0.0
			switch {
			case g.logs:
				y = math.Exp(variate.LogGamma(x.rand, float64(n)+g.beta) - x.top[k])
			case n == 0 && g.beta < 1:
				if y = g.ofNone(x); y == 0 {
					row[k] = 0
					continue
				}
			default:
				y = variate.Gamma(x.rand, float64(n)+g.beta, 1)
			}
			row[k] = float32(y)
			x.sum[k] += y
		}
	}
}

// largest finds the largest log gamma of each topic. The same ones are drawn again afterwards.
func (g *gammas) largest(x *workerScratch, from int, n func(w, k int) float64, words int) {
	for k := range x.top {
		x.top[k] = math.Inf(-1)
	}
	for w := range words {
		x.seed(g.key, from+w)
		for k := range x.top {
			x.top[k] = max(x.top[k], variate.LogGamma(x.rand, n(w, k)+g.beta))
		}
	}
}

// ofNone draws Gamma(β) for β < 1, or 0 for less than 1e-30. Source: Ahrens & Dieter, "Computer
// methods for sampling from gamma, beta, Poisson and binomial distributions", Computing 12 (1974)
// 223–246, algorithm GS.
func (g *gammas) ofNone(x *workerScratch) float64 {
	for {
		bits := x.src.Uint64() >> 11
		if bits < g.least {
			return 0
		}
		p := g.b * (float64(bits+1) * (1.0 / (1 << 53)))
		if p <= 1 {
			y := math.Exp(math.Log(p) / g.beta)
			if y < 1e-17 { // exp(−y) is 1
				return y
			}
			if u := x.rand.Float64(); u <= 1-y || u < math.Exp(-y) {
				return y
			}
			continue
		}
		y := -math.Log((g.b - p) / g.beta)
		if x.rand.Float64() < math.Pow(y, g.beta-1) {
			return y
		}
	}
}

// scales fills all, ranges × K numbers, with what the gammas of each range of words must be
// multiplied by to become φ, from their top and sum.
func scales(all, top, sum *[shares][]float64) {
	for k := range top[0] {
		largest, total := math.Inf(-1), 0.0
		for i := range top {
			if sum[i][k] > 0 {
				largest = max(largest, top[i][k])
			}
		}
		for i := range top {
			if sum[i][k] > 0 {
				all[i][k] = math.Exp(top[i][k] - largest)
				total += sum[i][k] * all[i][k]
			}
		}
		for i := range top {
			all[i][k] /= total
		}
	}
}
