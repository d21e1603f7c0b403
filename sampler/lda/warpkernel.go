package lda

import (
	"math/bits"
	"math/rand/v2"
)

// ofDocs says where the tokens of each document are in a layout by word: the tokens of document d
// are at[start[d]] to at[start[d+1]], in increasing order.
type ofDocs struct {
	start []int
	at    []uint32
}

func positions(t *tokens) ofDocs {
	of := ofDocs{make([]int, t.docs+1), make([]uint32, len(t.other))}
	next := make([]int, t.docs)
	for d, n := range t.length {
		next[d] = of.start[d]
		of.start[d+1] = of.start[d] + int(n)
	}
	for i, d := range t.other {
		of.at[next[d]] = uint32(i)
		next[d]++
	}
	return of
}

// warp is the kernel of [Warp]. A record has the topic of a token in the low half and the topic
// proposed to it in the high half. Records have the order of the tokens, by word.
type warp struct {
	records []uint32
	of      ofDocs
	docCut  []int
	wordCut []int
	scratch []*warpScratch
	alpha   alias
	workers *workers
	state   *State // of the current sweep, for the tasks

	wordsOf, docsOf func(i int)
}

// warpScratch is the scratch space for a share of the words, and for a share of the documents.
type warpScratch struct {
	random uint64
	counts []weights // by topic
	doc    []uint32  // the records of a document
	_      [128]byte
}

// weights are the weights of a topic for the current word or document: n_wk + β or n_dk + α_k, and
// n_k + Vβ.
type weights struct{ row, all float64 }

// warpShares is the number of shares of a corpus. It depends on the number of tokens and not on the
// number of threads, because it decides which share gets which random numbers, and which changes of
// n_k a share knows.
func warpShares(tokens int) int { return min(max(tokens>>14, 1), 16) }

func newWarp(m *plan) kernel {
	t, of, topics := m.tokens, m.of, m.prior.K
	g := &warp{records: make([]uint32, len(t.other)), of: of, workers: newWorkers(m.set.Threads),
		docCut: []int{0}, wordCut: []int{0}}
	longest := 0
	for _, n := range t.length {
		longest = max(longest, int(n))
	}
	n, doc, word := warpShares(len(t.other)), 0, 0
	for i := 1; i <= n; i++ {
		for doc < t.docs && (of.start[doc] < len(t.other)*i/n || i == n) {
			doc++
		}
		for word < len(t.words) && (t.start[word] < len(t.other)*i/n || i == n) {
			word++
		}
		g.docCut, g.wordCut = append(g.docCut, doc), append(g.wordCut, word)
		g.scratch = append(g.scratch, &warpScratch{counts: make([]weights, topics+8)[:topics],
			doc: make([]uint32, longest+32)[:longest]})
	}
	g.alpha.make(topics)
	g.wordsOf, g.docsOf = g.visitWords, g.visitDocs
	return g
}

// sweep visits the words, then the documents.
func (g *warp) sweep(r *rand.Rand, s *State) error {
	g.state = s
	g.alpha.fill(s.Alpha)
	g.phase(r, s, g.wordsOf)
	g.phase(r, s, g.docsOf)
	g.state = nil
	for i, rec := range g.records {
		s.z[i] = uint16(rec)
	}
	return nil
}

func (g *warp) phase(r *rand.Rand, s *State, task func(i int)) {
	vBeta := s.Beta * float64(s.tokens.v)
	for _, x := range g.scratch {
		x.random = r.Uint64()
		for k, n := range s.nk {
			x.counts[k].all = float64(n) + vBeta
		}
	}
	g.workers.run(len(g.scratch), task)
	for k, before := range s.nk {
		for _, x := range g.scratch {
			s.nk[k] += int32(x.counts[k].all-vBeta+0.5) - before
		}
	}
}

// visitWords accepts or rejects the proposals of the documents, and makes the proposals of the
// words, q(k) ∝ n_wk + β.
func (g *warp) visitWords(i int) {
	x, t, beta := g.scratch[i], g.state.tokens, g.state.Beta
	for k := range x.counts {
		x.counts[k].row = beta
	}
	uniform := beta * float64(len(x.counts))
	for w := g.wordCut[i]; w < g.wordCut[i+1]; w++ {
		records := g.records[t.start[w]:t.start[w+1]]
		x.decide(records)
		others := float64(len(records) - 1)
		scale := (others + uniform) / (1 << 53)
		for j, rec := range records {
			k := rec & 0xffff
			x.counts[k].row = beta
			if u := float64(x.next()>>11) * scale; u < others {
				k = records[other(u, j)] & 0xffff
			} else {
				k = uint32(x.below(len(x.counts)))
			}
			records[j] = rec&0xffff | k<<16
		}
	}
}

// visitDocs accepts or rejects the proposals of the words, and makes the proposals of the
// documents, q(k) ∝ n_dk + α_k.
func (g *warp) visitDocs(i int) {
	x, alpha := g.scratch[i], g.state.Alpha
	for k, a := range alpha {
		x.counts[k].row = a
	}
	for d := g.docCut[i]; d < g.docCut[i+1]; d++ {
		at := g.of.at[g.of.start[d]:g.of.start[d+1]]
		records := x.doc[:len(at)]
		for j, p := range at {
			records[j] = g.records[p]
		}
		x.decide(records)
		others := float64(len(records) - 1)
		scale := (others + g.alpha.sum) / (1 << 53)
		for j, p := range at {
			z := records[j] & 0xffff
			k := z
			x.counts[z].row = alpha[z]
			if u := float64(x.next()>>11) * scale; u < others {
				k = records[other(u, j)] & 0xffff
			} else {
				k = uint32(g.alpha.draw(x))
			}
			g.records[p] = z | k<<16
		}
	}
}

// other is the place of a random other record, for u below the number of other records.
func other(u float64, but int) int {
	j := int(u)
	j += int(uint64(but-1-j) >> 63) // 1 if j ≥ but, without a branch
	return j
}

// decide counts the topics of the records of a word or a document, and accepts or rejects each
// proposal.
func (x *warpScratch) decide(records []uint32) {
	counts := x.counts
	for _, rec := range records {
		counts[rec&0xffff].row++
	}
	for j, rec := range records {
		old, new := rec&0xffff, rec>>16
		if old == new {
			continue
		}
		a, b := &counts[old], &counts[new]
		u := float64(x.next()>>11) * (1.0 / (1 << 53))
		if u*(a.row-1)*b.all < b.row*(a.all-1) {
			a.row--
			a.all--
			b.row++
			b.all++
			records[j] = new
		}
	}
}

// next draws 64 random bits (Steele, Lea & Flood, "Fast splittable pseudorandom number generators",
// 2014). It is inlined and takes a quarter of the time of a call to rand.PCG.
func (x *warpScratch) next() uint64 {
	x.random += 0x9e3779b97f4a7c15
	z := x.random
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (x *warpScratch) below(n int) int {
	hi, _ := bits.Mul64(x.next(), uint64(n))
	return int(hi)
}

func (g *warp) recount(s *State, saved []uint32) {
	clear(s.nk)
	for i, z := range s.z {
		g.records[i] = uint32(z) | uint32(z)<<16 // it proposes its own topic
		s.nk[z]++
	}
	for i, z := range s.z { // saved proposals are restored if they fit these topics
		if i >= len(saved) || saved[i]&0xffff != uint32(z) || int(saved[i]>>16) >= len(s.Alpha) {
			return
		}
	}
	copy(g.records, saved)
}

func (g *warp) saved() []uint32 { return g.records }

func (g *warp) addDoc(s *State, d int, n []int32, topics []uint16) []uint16 {
	for _, at := range g.of.at[g.of.start[d]:g.of.start[d+1]] {
		topics = addTopics(n, s.z[at:at+1], topics)
	}
	return topics
}

func (g *warp) addWord(s *State, w int, n []int32, topics []uint16) []uint16 {
	i, occurs := s.tokens.find(w)
	if !occurs {
		return topics
	}
	return addTopics(n, s.z[s.tokens.start[i]:s.tokens.start[i+1]], topics)
}
