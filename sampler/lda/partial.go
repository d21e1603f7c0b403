package lda

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// shares is the number of shares of the work. This number, not the number of threads, decides which
// share gets which random numbers.
const shares = 16

// partial is the kernel of [PartiallyCollapsed]. Gammas are drawn in log space: with β = 0.01 a
// topic without tokens has gammas that a float32 cannot hold.
//
// The weight of topic k for a token is n_dk φ_kw + α_k φ_kw. The first term is 0 for all topics that
// the document does not have. The sum of the second one does not change within a sweep, so it is
// computed once for each word, and a token costs as much as its document has topics.
type partial struct {
	phi     []float64 // words × stride; rounding K up to a multiple of 4
	nwk     []int32   // words × K
	rest    []float64 // words × blocks: Σ α_k φ_kw over the blocks of topics up to this one
	stride  int
	docCut  []int
	scratch [shares]*workerScratch
	workers *workers
	state   *State // of the current draw, for the tasks
	topics  int

	gammas, normalise, sums, topicsOf func(i int)
}

// blocks is the number of blocks of topics whose weights are summed together.
func (g *partial) blocks() int { return (g.topics + block - 1) / block }

func newPartial(t *tokens, topics, threads int) *partial {
	g := &partial{stride: (topics + 3) / 4 * 4, topics: topics, workers: newWorkers(threads)}
	g.phi, g.nwk = make([]float64, t.v*g.stride), make([]int32, t.v*topics)
	g.rest = make([]float64, t.v*g.blocks())
	floats := func(n int) []float64 { return make([]float64, n+16)[:n:n] }
	doc := 0
	for i := range shares {
		x := &workerScratch{a: floats(g.stride), n: floats(topics), cum: floats(topics),
			list: make([]uint16, 0, topics), at: make([]int32, topics),
			top: floats(topics), sum: floats(topics)}
		x.rand = rand.New(&x.src)
		g.scratch[i] = x
		g.docCut = append(g.docCut, doc)
		for doc < t.docs && t.start[doc] < len(t.other)*(i+1)/shares {
			doc++
		}
	}
	g.docCut = append(g.docCut, t.docs)
	g.gammas, g.normalise, g.sums, g.topicsOf = g.gammasOf, g.normaliseOf, g.sumsOf, g.topicsIn
	return g
}

func (g *partial) seed(r *rand.Rand, s *State) {
	g.state = s
	for _, x := range g.scratch {
		x.src.Seed(r.Uint64(), r.Uint64())
	}
}

// drawPhi is the block phi.
func (g *partial) drawPhi(r *rand.Rand, s *State) error {
	g.seed(r, s)
	g.workers.run(shares, g.gammas)
	// The sums of the shares are combined in share 0, relative to the largest log of all.
	all := g.scratch[0]
	for _, x := range g.scratch[1:] {
		for k, top := range x.top {
			if top > all.top[k] {
				all.sum[k] = all.sum[k]*math.Exp(all.top[k]-top) + x.sum[k]
				all.top[k] = top
			} else if x.sum[k] > 0 {
				all.sum[k] += x.sum[k] * math.Exp(top-all.top[k])
			}
		}
	}
	for k := range all.sum {
		all.sum[k] = all.top[k] + math.Log(all.sum[k])
	}
	g.workers.run(shares, g.normalise)
	g.state = nil
	return nil
}

// gammasOf draws the log gammas for a share of the words.
func (g *partial) gammasOf(i int) {
	x, v := g.scratch[i], len(g.phi)/g.stride
	for k := range x.top {
		x.top[k], x.sum[k] = math.Inf(-1), 0
	}
	for w := v * i / shares; w < v*(i+1)/shares; w++ {
		row := g.phi[w*g.stride:]
		for k, n := range g.nwk[w*g.topics : (w+1)*g.topics] {
			l := variate.LogGamma(x.rand, float64(n)+g.state.Beta)
			row[k] = l
			if l > x.top[k] {
				x.sum[k] = x.sum[k]*math.Exp(x.top[k]-l) + 1
				x.top[k] = l
			} else {
				x.sum[k] += math.Exp(l - x.top[k])
			}
		}
	}
}

// normaliseOf turns the log gammas of a share of the words into probabilities.
func (g *partial) normaliseOf(i int) {
	v, norm := len(g.phi)/g.stride, g.scratch[0].sum
	for w := v * i / shares; w < v*(i+1)/shares; w++ {
		row := g.phi[w*g.stride:]
		for k, n := range norm {
			row[k] = math.Exp(row[k] - n)
		}
	}
}

// sweep is the block z.
func (g *partial) sweep(r *rand.Rand, s *State) error {
	g.seed(r, s)
	g.workers.run(shares, g.sums)
	g.workers.run(shares, g.topicsOf)
	g.state = nil
	g.recount(s, nil)
	return nil
}

// sumsOf sums α_k φ_kw for a share of the words.
func (g *partial) sumsOf(i int) {
	x, v, blocks := g.scratch[i], len(g.phi)/g.stride, g.blocks()
	copy(x.a, g.state.Alpha)
	for w := v * i / shares; w < v*(i+1)/shares; w++ {
		row, sum := g.phi[w*g.stride:][:g.stride], 0.0
		for b := range blocks {
			sum += dot(x.a, row, b*block)
			g.rest[w*blocks+b] = sum
		}
	}
}

// topicsIn draws the topics for a share of the documents.
func (g *partial) topicsIn(i int) {
	x, s, blocks := g.scratch[i], g.state, g.blocks()
	t := s.tokens
	copy(x.a, s.Alpha)
	for d := g.docCut[i]; d < g.docCut[i+1]; d++ {
		z := s.z[t.start[d]:t.start[d+1]]
		for _, k := range z {
			x.add(k)
		}
		for j, w := range t.other[t.start[d]:t.start[d+1]] {
			x.remove(z[j])
			z[j] = x.draw(g.phi[int(w)*g.stride:][:g.stride], g.rest[int(w)*blocks:][:blocks])
			x.add(z[j])
		}
		for _, k := range x.list {
			x.n[k] = 0
		}
		x.list = x.list[:0]
	}
}

func (g *partial) recount(s *State, _ []uint32) {
	clear(g.nwk)
	clear(s.nk)
	s.tokens.each(func(token, _, word int) {
		if z := int(s.z[token]); z != none {
			g.nwk[word*g.topics+z]++
			s.nk[z]++
		}
	})
}

func (g *partial) saved() []uint32 { return nil }

func (g *partial) addDoc(s *State, d int, n []int32, topics []uint16) []uint16 {
	return addTopics(n, s.z[s.tokens.start[d]:s.tokens.start[d+1]], topics)
}

func (g *partial) addWord(_ *State, w int, n []int32, topics []uint16) []uint16 {
	return addCounts(n[:g.topics], g.nwk[w*g.topics:], topics)
}
