package lda

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/variate"
)

// PartiallyCollapsed returns the sampler that integrates θ out and draws φ, in two blocks:
//
//	phi: φ_k | z ~ Dirichlet(n_k1 + β, …, n_kV + β)
//	z:   p(z_i = k | rest) ∝ (n_dk + α_k) φ_kw
//
// Given φ the documents have nothing to do with one another. So it is exact on any number of threads, and the same
// bit for bit on each; it is the parallel sampler whose draws have no bias at all. The price is that it mixes more slowly than
// [Prior.Model] by the sweep, all K weights of a token are computed, and 12 bytes × K × V are taken. Gammas are drawn in log space:
// with β = 0.01 a topic without tokens has gammas that a float32 cannot hold.
//
// threads is how many goroutines share a sweep; 0 means as many as there are processors. What is recorded, and from what, is said at [Prior.Model];
// φ itself is summed up by its expectation given z, whose mean has less error.
//
// Source: Magnusson, Jonsson, Villani & Broman, "Sparse partially collapsed MCMC for parallel inference in topic
// models", Journal of Computational and Graphical Statistics 27 (2018) 449–463; without its sparse tables.
func (p Prior) PartiallyCollapsed(docs []corpus.Doc, v, threads int) (sampler.Model[State], error) {
	p, err := p.complete(docs, v)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	if err := p.unguided("PartiallyCollapsed"); err != nil {
		return sampler.Model[State]{}, err
	}
	if threads, err = threadsOf(threads); err != nil {
		return sampler.Model[State]{}, err
	}
	n := p.sizeOf(docs, v)
	kernel := 12 * n.topics * n.words
	if err := n.check(kernel); err != nil {
		return sampler.Model[State]{}, err
	}
	start, err := p.quick(docs, v, 1, 1)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	t := byDocument(docs, v)
	newKernel := func() *partial { return newPartial(t, p.K, threads) }
	m := model(p, t, newKernel, (*partial).drawZ)
	m.StateBytes = n.stateBytes(kernel)
	m.Init = func(r *rand.Rand) (*State, error) {
		s := newState(p, t, newKernel())
		from, err := start.Init(r)
		if err == nil {
			s.assign(from.Assignments())
		}
		return s, err
	}
	m.Blocks = append([]sampler.Block[State]{{Name: "phi", Update: func(r *rand.Rand, s *State) error {
		g, err := attached(p, s, t, newKernel)
		if err != nil {
			return err
		}
		return g.drawPhi(r, s)
	}}}, m.Blocks...)
	return m, nil
}

// shares is the number of shares of the work; it, not the number of threads, decides which random numbers go where.
const shares = 16

// partial is the kernel of PartiallyCollapsed.
type partial struct {
	phi    []float64 // words × stride; rounding K up to a multiple of 4
	nwk    []int32   // words × K
	stride int
	docCut []int
	share  [shares]*share
	crew   *crew
	state  *State // of the current draw, for the tasks
	topics int

	gammas, normalise, topicsOf func(i int)
}

func newPartial(t *tokens, topics, threads int) *partial {
	g := &partial{stride: (topics + 3) / 4 * 4, topics: topics, crew: newCrew(threads)}
	g.phi, g.nwk = make([]float64, t.v*g.stride), make([]int32, t.v*topics)
	floats := func(n int) []float64 { return make([]float64, n+16)[:n:n] }
	doc := 0
	for i := range shares {
		x := &share{a: floats(g.stride), cum: floats((topics + block - 1) / block), top: floats(topics), sum: floats(topics)}
		x.rand = rand.New(&x.src)
		g.share[i] = x
		for g.docCut = append(g.docCut, doc); doc < t.docs && t.start[doc] < len(t.other)*(i+1)/shares; doc++ {
		}
	}
	g.docCut = append(g.docCut, t.docs)
	g.gammas, g.normalise, g.topicsOf = g.gammasOf, g.normaliseOf, g.topicsIn
	return g
}

func (g *partial) seed(r *rand.Rand, s *State) {
	g.state = s
	for _, x := range g.share {
		x.src.Seed(r.Uint64(), r.Uint64())
	}
}

// drawPhi is the block phi.
func (g *partial) drawPhi(r *rand.Rand, s *State) error {
	g.seed(r, s)
	g.crew.run(shares, g.gammas)
	// The shares' sums come together in share 0, relative to the largest log of all.
	all := g.share[0]
	for _, x := range g.share[1:] {
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
	g.crew.run(shares, g.normalise)
	g.state = nil
	return nil
}

// gammasOf draws the log gammas of a share of the words.
func (g *partial) gammasOf(i int) {
	x, v := g.share[i], len(g.phi)/g.stride
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

// normaliseOf makes probabilities of the log gammas of a share of the words.
func (g *partial) normaliseOf(i int) {
	v, norm := len(g.phi)/g.stride, g.share[0].sum
	for w := v * i / shares; w < v*(i+1)/shares; w++ {
		row := g.phi[w*g.stride:]
		for k, n := range norm {
			row[k] = math.Exp(row[k] - n)
		}
	}
}

// drawZ is the block z.
func (g *partial) drawZ(r *rand.Rand, s *State) error {
	g.seed(r, s)
	g.crew.run(shares, g.topicsOf)
	g.state = nil
	g.recount(s, nil)
	return nil
}

// topicsIn draws the topics of a share of the documents.
func (g *partial) topicsIn(i int) {
	x, s := g.share[i], g.state
	t := s.tokens
	for d := g.docCut[i]; d < g.docCut[i+1]; d++ {
		z := s.z[t.start[d]:t.start[d+1]]
		copy(x.a, s.Alpha)
		for _, k := range z {
			x.a[k]++
		}
		for j, w := range t.other[t.start[d]:t.start[d+1]] {
			x.a[z[j]]--
			k := x.draw(g.phi[int(w)*g.stride:][:g.stride], g.topics)
			x.a[k]++
			z[j] = uint16(k)
		}
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
