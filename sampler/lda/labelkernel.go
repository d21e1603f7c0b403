package lda

import (
	"math/rand/v2"
	"slices"
	"unsafe"
)

// allowed is the kernel of [Fast] if documents may have some of the topics only, [Labels]. It keeps
// a count of each topic that a document may have, and computes their weights one by one.
type allowed struct {
	*wordKernel
	ndk   []float32 // whole numbers, of the topics that a document may have
	start []int     // where those of each document begin, and where the last ones end
}

func newAllowed(m *plan) kernel {
	g, rows, n := &allowed{wordKernel: newWordKernel(m)}, m.prior.rows, 0
	for _, row := range rows.of {
		g.start = append(g.start, n)
		n += len(rows.topics[row])
	}
	g.start, g.ndk = append(g.start, n), make([]float32, n)
	g.word = g.topicsOf
	for _, c := range g.wordStates {
		c.sums = nil
		c.cum = make([]float32, m.prior.K+32)[:m.prior.K]
	}
	return g
}

// row is the topics that a document may have, and their counts.
func (g *allowed) row(s *State, doc int) (topics []uint16, n []float32) {
	topics = s.rows.topics[s.rows.of[doc]]
	return topics, g.ndk[g.start[doc]:][:len(topics)]
}

func (g *allowed) topicsOf(s *State, c *wordState, _ int, docs []uint32, z []uint16) {
	z = z[:len(docs)]
	next := soon(docs)
	for i, doc := range docs {
		if i < len(next) {
			at := g.start[next[i]]
			prefetch(unsafe.Pointer(&g.ndk[at]), 4*(g.start[next[i]+1]-at))
		}
		topics, n := g.row(s, int(doc))
		if old := z[i]; old != none {
			n[placeOf(topics, old)]--
			c.add(int(old), -1)
		}
		at := c.drawAmong(topics, n)
		k := topics[at]
		n[at]++
		z[i] = k
		c.add(int(k), 1)
	}
}

// placeOf is where a topic is among those in increasing order, in which it is.
func placeOf(topics []uint16, k uint16) int {
	if len(topics) > 16 {
		at, _ := slices.BinarySearch(topics, k)
		return at
	}
	at := 0
	for topics[at] != k {
		at++
	}
	return at
}

// drawAmong draws one of the topics with probability proportional to (n_dk + α_k) q_k, and returns
// its place.
func (c *wordState) drawAmong(topics []uint16, n []float32) int {
	sum, cum := float32(0), c.cum[:len(topics)]
	n = n[:len(topics)]
	for i, k := range topics {
		sum += (n[i] + c.alpha[k]) * c.q[k]
		cum[i] = sum
	}
	u := c.uniform() * sum
	at := 0
	for at < len(cum)-1 && cum[at] <= u {
		at++
	}
	return at
}

func (g *allowed) recount(s *State, _ []uint32) {
	clear(g.ndk)
	s.tokens.each(func(token, doc, _ int) {
		if z := s.z[token]; z != none {
			topics, n := g.row(s, doc)
			n[placeOf(topics, z)]++
		}
	})
	g.recountTopics(s)
}

func (g *allowed) saved() []uint32 { return nil }

func (g *allowed) addDoc(s *State, d int, n []int32, topics []uint16) []uint16 {
	may, counts := g.row(s, d)
	for i, k := range may {
		if c := int32(counts[i]); c > 0 {
			n[k] += c
			topics = append(topics, k)
		}
	}
	return topics
}

// scatterAmong gives each token a random topic that its document may have.
func (s *State) scatterAmong(r *rand.Rand) {
	s.tokens.each(func(token, doc, _ int) {
		topics := s.rows.topics[s.rows.of[doc]]
		s.z[token] = topics[r.IntN(len(topics))]
	})
}
