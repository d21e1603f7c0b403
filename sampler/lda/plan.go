package lda

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"gibbslab/internal/memory"
	"gibbslab/sampler/corpus"
)

// A plan holds everything that the chains of a model share: the prior, the tokens, and the way a
// chain gets its kernel.
type plan struct {
	prior  Prior    // completed
	set    Settings // completed
	tokens *tokens
	kernel *kernelType
	// first makes the plan of the sequential start; nil if this one can start.
	first func() (*plan, error)
	bytes float64 // memory of the state of a chain
	hdp   *HDP    // if topics are opened as they are needed; otherwise nil
	most  int     // the number of topics may grow to it
	rows  []int   // of the arena of sparse
	of    ofDocs
}

// plan chooses the kernel and lays out the tokens for it, if there is enough memory. The prior and
// the settings are complete.
func (p Prior) plan(docs iter.Seq[corpus.Doc], v int, set Settings) (*plan, error) {
	n, m := p.sizeOf(docs, v), &plan{prior: p, set: set, most: p.K, kernel: set.kernel}
	if hdp, is := set.Learn.(HDP); is {
		m.hdp, m.most = &hdp, maxTopics
	}
	if m.kernel == nil {
		if m.kernel = kernelOf[set.Sampler]; set.Sampler == Fast {
			m.kernel = p.fastKernel(n, m.hdp != nil)
		}
	}
	k := m.kernel
	if k.longest != nil && n.longest > k.longest(m.most) {
		return nil, fmt.Errorf("lda: document %.0f has %.0f tokens: with %d topics a document may have "+
			"at most %.0f; cut it into several", n.at, n.longest, m.most, k.longest(m.most))
	}
	if k == &authoredKernel && n.tokens > k.longest(m.most) {
		return nil, fmt.Errorf("lda: Authors: the documents hold %.0f tokens, expected at most %.0f",
			n.tokens, k.longest(m.most))
	}
	bytes := k.bytes(n, 40*n.topics*float64(set.Blocks)) + p.rows.bytes(p.K)
	if err := n.check(bytes); err != nil {
		return nil, err
	}
	m.bytes = n.stateBytes(bytes)
	m.layOut(docs, v)
	return m, nil
}

// layOut makes the tokens, and what the kernels of all chains share.
func (m *plan) layOut(docs iter.Seq[corpus.Doc], v int) {
	if m.kernel.byDocument {
		m.tokens = byDocument(docs, v)
	} else {
		m.tokens = byWords(docs, v)
	}
	if m.kernel.arena {
		m.rows = arenaRows(m.tokens, m.most)
	}
	if m.kernel.positions {
		m.of = positions(m.tokens)
	}
	switch {
	case m.kernel == &partialKernel: // it starts by word, which is dropped when the chain has started
		m.first = func() (*plan, error) {
			return m.prior.plan(m.tokens.all, v, Settings{Blocks: 1, Threads: 1})
		}
	case m.hdp != nil: // it starts as a model of K topics
		first := &plan{prior: m.prior, set: Settings{Blocks: 1, Threads: 1}, tokens: m.tokens,
			kernel: &sparseKernel, most: m.most, rows: m.rows}
		m.first = func() (*plan, error) { return first, nil }
	}
}

// start makes the state of a chain, with a topic for each token. Its first sweep, in which tokens
// have no topic yet, is the sequential start.
func (m *plan) start(r *rand.Rand) (*State, error) {
	if m.first == nil {
		s := m.newState()
		return s, s.kernel.sweep(r, s)
	}
	first, err := m.first()
	if err != nil {
		return nil, err
	}
	s, err := first.start(r)
	if err != nil {
		return nil, err
	}
	_, err = m.bind(s)
	return s, err
}

// size holds the numbers that the memory of a model depends on.
type size struct {
	docs, words, topics, tokens float64
	longest, at                 float64 // tokens of the longest document, and its number
}

func (p Prior) sizeOf(docs iter.Seq[corpus.Doc], v int) size {
	n := size{words: float64(v), topics: float64(p.K)}
	for d := range docs {
		length := float64(d.Tokens())
		n.tokens += length
		if length > n.longest {
			n.longest, n.at = length, n.docs
		}
		n.docs++
	}
	return n
}

// check refuses a model if its corpus and one chain do not fit into memory; kernel is the memory of
// the kernel of a chain. Otherwise the system would kill the process when it allocates the memory.
// Run asks again for all chains.
func (n size) check(kernel float64) error {
	shared := 4*n.tokens + 16*n.docs + 12*min(n.words, n.tokens)
	if need, have := shared+n.stateBytes(kernel), memory.Limit(); need > have {
		return fmt.Errorf("lda: the model would need about %s of memory with one chain, but only "+
			"%s is available: %.0f documents with %.0f tokens "+
			"(document %.0f has %.0f), %.0f words and %.0f topics; check these numbers, leave "+
			"out rare words, or give fewer topics",
			memory.Format(need), memory.Format(have), n.docs, n.tokens, n.at, n.longest, n.words, n.topics)
	}
	return nil
}

// stateBytes is the memory of the state of a chain: the topics of the tokens, some numbers and a
// histogram for each topic, and the kernel.
func (n size) stateBytes(kernel float64) float64 { return 2*n.tokens + 400*n.topics + kernel }
