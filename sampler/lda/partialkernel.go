package lda

import "math/rand/v2"

// partial is the kernel of [PartiallyCollapsed].
//
// The weight of topic k for a token is n_dk φ_kw + α_k φ_kw. The first term is 0 for all topics
// that the document does not have. The sum of the second one does not change within a sweep, so it
// is computed once for each word, and a token costs as much as its document has topics.
type partial struct {
	*wordTable
	nwk     []int32 // words × K
	docCut  []int
	scratch [shares]*workerScratch
	workers *workers
	state   *State // of the current draw, for the tasks
	gammas  gammas
	key     [2]uint64 // of the current sweep

	scales, top, total [shares][]float64 // of the gammas, by share of the words

	draw, normalise, sums, topicsOf func(i int)
}

func newPartial(m *plan) kernel {
	t := m.tokens
	g := &partial{workers: newWorkers(m.set.Threads)}
	g.resize(t.v, m.prior.K)
	doc := 0
	for i := range shares {
		g.docCut = append(g.docCut, doc)
		for doc < t.docs && t.start[doc] < len(t.other)*(i+1)/shares {
			doc++
		}
	}
	g.docCut = append(g.docCut, t.docs)
	g.draw, g.normalise, g.sums, g.topicsOf = g.drawOf, g.normaliseOf, g.sumsOf, g.topicsIn
	return g
}

// resize makes empty tables for this many topics.
func (g *partial) resize(v, topics int) {
	g.wordTable, g.nwk = newWordTable(v, topics), make([]int32, v*topics)
	for i := range shares {
		g.scratch[i] = newScratch(topics)
		g.top[i], g.total[i] = g.scratch[i].top, g.scratch[i].sum
		g.scales[i] = make([]float64, topics)
	}
}

// drawPhi is the block phi.
func (g *partial) drawPhi(r *rand.Rand, s *State) error {
	if s.plan.hdp != nil {
		if s.breakRest(r); len(s.Alpha) != g.topics {
			g.recount(s, nil)
		}
	}
	g.gammas = newGammas(r, s.Beta, g.v)
	g.workers.run(shares, g.draw)
	scales(&g.scales, &g.top, &g.total)
	g.workers.run(shares, g.normalise)
	return nil
}

// drawOf draws the gammas of a share of the words.
func (g *partial) drawOf(i int) {
	from, to := wordsOf(g.v, i)
	gammasOf(&g.gammas, g.scratch[i], from, g.nwk[from*g.topics:to*g.topics],
		g.phi[from*g.stride:], g.stride)
}

func (g *partial) normaliseOf(i int) { g.scale(i, g.scales[i]) }

// sweep is the block z.
func (g *partial) sweep(r *rand.Rand, s *State) error {
	g.state, g.key = s, [2]uint64{r.Uint64(), r.Uint64()}
	g.workers.run(shares, g.sums)
	g.workers.run(shares, g.topicsOf)
	g.state = nil
	if g.recount(s, nil); s.plan.hdp != nil {
		s.joinRest()
	}
	return nil
}

func (g *partial) sumsOf(i int) { g.sum(i, g.scratch[i], g.state.Alpha) }

// topicsIn draws the topics for a share of the documents.
func (g *partial) topicsIn(i int) {
	x, t := g.scratch[i], g.state.tokens
	copy(x.a, g.state.Alpha)
	for d := g.docCut[i]; d < g.docCut[i+1]; d++ {
		x.seed(g.key, d)
		x.topicsOf(g.wordTable, t.other[t.start[d]:t.start[d+1]], g.state.z[t.start[d]:t.start[d+1]])
	}
}

func (g *partial) recount(s *State, _ []uint32) {
	if len(s.Alpha) != g.topics {
		g.resize(g.v, len(s.Alpha))
	}
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

func (g *partial) addWord(s *State, i int, n []int32, topics []uint16) []uint16 {
	w := int(s.tokens.words[i])
	return addCounts(n[:g.topics], g.nwk[w*g.topics:], topics)
}
