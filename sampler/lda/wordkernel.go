package lda

import (
	"math/rand/v2"
	"slices"
)

// wordKernel is shared by the kernels of [Fast]. They go word by word, over parts × parts cells: a
// block of documents times a block of words. Cells on one diagonal share no documents and no words,
// so several threads may sample them at once, each with its own wordState. Only the totals n_k are
// stale; they are merged after each diagonal. With one part the sampler is exact.
type wordKernel struct {
	docCut     []uint32     // where blocks of documents begin and end
	words      [][]int32    // of each block of words: positions in tokens.words
	cut        []uint32     // words that occur × (parts − 1): where the blocks end among its tokens
	wordStates []*wordState // by block of documents
	workers    *workers
	task       func(i int)
	// word draws the topics z of the tokens of one word, which are in these documents. The first is
	// token from. Behind docs, up to its capacity, are the documents of the next tokens.
	word func(s *State, c *wordState, from int, docs []uint32, z []uint16)

	state    *State // of the current sweep, for task
	diagonal int
}

func newWordKernel(m *plan) *wordKernel {
	t, parts := m.tokens, m.set.Blocks
	g := &wordKernel{docCut: []uint32{0}, words: dealWords(t, parts),
		workers: newWorkers(m.set.Threads)}
	// Blocks have about the same number of tokens.
	n, doc, seen := len(t.other), 0, 0
	for p := 1; p <= parts; p++ {
		for doc < t.docs && (seen < n*p/parts || p == parts) {
			seen += int(t.length[doc])
			doc++
		}
		g.docCut = append(g.docCut, uint32(doc))
		g.wordStates = append(g.wordStates, newWordState(m.prior.K))
	}
	if parts > 1 {
		g.cut = make([]uint32, 0, len(t.words)*(parts-1))
		for w := range t.words {
			in := t.other[t.start[w]:t.start[w+1]]
			for _, d := range g.docCut[1:parts] {
				at, _ := slices.BinarySearch(in, d)
				g.cut = append(g.cut, uint32(at))
			}
		}
	}
	g.task = func(i int) { g.cell(g.state, g.wordStates[i], i, (i+g.diagonal)%parts) }
	return g
}

// dealWords makes blocks of words with about the same number of tokens. It deals the words out in
// short runs, each to the block with the fewest tokens so far. Then all blocks have their share of
// the rare words, whose tokens take longer, wherever these are in the vocabulary.
func dealWords(t *tokens, parts int) [][]int32 {
	words, sizes := make([][]int32, parts), make([]int, parts)
	run := len(t.other) / (64 * parts)
	for w := 0; w < len(t.words); {
		p := slices.Index(sizes, slices.Min(sizes))
		for most := sizes[p] + run; w < len(t.words) && sizes[p] <= most; w++ {
			words[p] = append(words[p], int32(w))
			sizes[p] += t.start[w+1] - t.start[w]
		}
	}
	return words
}

// sweep draws the topics of all tokens. All seeds are drawn from r before the threads start.
func (g *wordKernel) sweep(r *rand.Rand, s *State) error {
	g.state = s
	for g.diagonal = range g.wordStates {
		for _, c := range g.wordStates {
			c.begin(s, r.Uint64(), r.Uint64())
		}
		g.workers.run(len(g.wordStates), g.task)
		for k, before := range s.nk { // add the changes made by the cells
			n := before
			for _, c := range g.wordStates {
				n += c.total(k) - before
			}
			s.nk[k] = n
		}
	}
	g.state = nil
	return nil
}

// cell draws the topics in a block of documents and a block of words.
func (g *wordKernel) cell(s *State, c *wordState, docs, words int) {
	t := s.tokens
	for _, w := range g.words[words] {
		from, to := g.tokensOf(t, int(w), docs)
		if from == to {
			continue
		}
		all := s.z[t.start[w]:t.start[w+1]]
		word := int(t.words[w])
		c.enter(word, all)
		docs := t.other[from:to:to] // behind it are documents that another thread may have
		if len(g.wordStates) == 1 {
			docs = t.other[from:to]
		}
		g.word(s, c, from, docs, s.z[from:to])
		c.leave(word, all)
	}
}

// ahead is how many tokens before its turn the row of a token's document is prefetched: rows are in
// random places of memory, and a draw takes less time than memory does.
const ahead = 6

// soon returns the documents of the tokens that come that much later.
func soon(docs []uint32) []uint32 { return docs[min(ahead, cap(docs)):cap(docs)] }

// tokensOf returns the range of a word's tokens within a block of documents.
func (g *wordKernel) tokensOf(t *tokens, word, docs int) (from, to int) {
	from, to = t.start[word], t.start[word+1]
	inner := len(g.wordStates) - 1
	cut := g.cut[word*inner : (word+1)*inner]
	if docs < inner {
		to = from + int(cut[docs])
	}
	if docs > 0 {
		from += int(cut[docs-1])
	}
	return from, to
}

// recountTopics counts s.nk.
func (g *wordKernel) recountTopics(s *State) {
	clear(s.nk)
	for _, z := range s.z {
		if z != none {
			s.nk[z]++
		}
	}
}

func (g *wordKernel) addWord(s *State, i int, n []int32, topics []uint16) []uint16 {
	return addTopics(n, s.z[s.tokens.start[i]:s.tokens.start[i+1]], topics)
}
