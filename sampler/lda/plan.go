package lda

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"gibbslab/sampler/corpus"
)

// A plan holds everything that the chains of a model share: the prior, the tokens, and the way a
// chain gets its kernel.
type plan struct {
	prior     Prior // completed
	tokens    *tokens
	newKernel func() kernel // an empty one
	// first makes the plan of the sequential start; nil if this one can start.
	first func() (*plan, error)
	bytes float64 // memory of the state of a chain
	hdp   *HDP    // if topics are opened as they are needed; otherwise nil
}

// plan chooses the kernel and lays out the tokens for it, if there is enough memory. The prior and
// the settings are complete.
func (p Prior) plan(docs iter.Seq[corpus.Doc], v int, set Settings) (*plan, error) {
	n, most := p.sizeOf(docs, v), p.K
	hdp, isHDP := set.Learn.(HDP)
	if isHDP {
		set.Sampler, most = fastSparse, maxTopics
	}
	if set.Sampler == Fast {
		set.Sampler = n.fastKernel()
		if p.rows != nil {
			set.Sampler = p.rows.kernel()
		}
	}
	if p.rows != nil && n.longest > longestBlocked {
		return nil, fmt.Errorf("lda: document %.0f has %.0f tokens: with Prior.By a document may have "+
			"at most %d; cut it into several", n.at, n.longest, longestBlocked)
	}
	if set.Sampler == fastAuthored && n.tokens > longestBlocked {
		return nil, fmt.Errorf("lda: Authors: the documents hold %.0f tokens, expected at most %d",
			n.tokens, longestBlocked)
	}
	if set.Sampler == fastSparse || set.Sampler == Warp {
		if err := n.checkLength(most); err != nil {
			return nil, err
		}
	}
	kernelBytes := n.kernelBytes(set) + p.rows.bytes(p.K)
	if err := n.check(kernelBytes); err != nil {
		return nil, err
	}
	m := &plan{prior: p, bytes: n.stateBytes(kernelBytes)}
	if isHDP {
		m.hdp = &hdp
	}
	switch set.Sampler {
	case Dense, PartiallyCollapsed:
		m.tokens = byDocument(docs, v)
	default:
		m.tokens = byWords(docs, v)
	}
	switch t := m.tokens; set.Sampler {
	case Dense:
		m.newKernel = func() kernel { return newDense(t, p.K) }
	case fastBlocked:
		m.newKernel = func() kernel { return newBlocked(t, p.K, set) }
	case fastAuthored:
		of := positions(t)
		m.newKernel = func() kernel { return newAuthored(t, of, len(p.By.(Authors).Names), p.K, set) }
	case fastAllowed:
		m.newKernel = func() kernel { return newAllowed(t, p.rows, p.K, set) }
	case fastSparse:
		start := arenaRows(t, most)
		m.newKernel = func() kernel { return newSparse(t, p.K, most, start, set) }
		if isHDP { // it starts as a model of K topics
			first := &plan{prior: p, tokens: t, newKernel: m.newKernel}
			m.first = func() (*plan, error) { return first, nil }
		}
	case PartiallyCollapsed:
		m.first = func() (*plan, error) { // by word, and dropped when the chain has started
			return p.plan(t.all, v, Settings{Blocks: 1, Threads: 1})
		}
		m.newKernel = func() kernel { return newPartial(t, p.K, set.Threads) }
	case Warp:
		start, of := arenaRows(t, p.K), positions(t)
		first := &plan{prior: p, tokens: t, newKernel: func() kernel {
			return newSparse(t, p.K, p.K, start, Settings{Blocks: 1, Threads: 1})
		}}
		m.first = func() (*plan, error) { return first, nil }
		m.newKernel = func() kernel { return newWarp(t, of, p.K, set.Threads) }
	}
	return m, nil
}

// fastKernel is the quicker kernel of Fast. The crossover was measured after 40 sweeps, with
// documents of 30, 100 and 300 tokens: it is at about 75, 150 and 250 topics, because short
// documents have few topics to visit.
func (n size) fastKernel() Sampler {
	if n.topics <= 15*math.Sqrt(n.tokens/max(n.docs, 1)) && n.longest <= longestBlocked {
		return fastBlocked
	}
	return fastSparse
}

// checkLength checks that the sparse kernel can count the topics of the longest document.
func (n size) checkLength(topics int) error {
	if most := longestSparse(topics); n.longest > float64(most) {
		return fmt.Errorf("lda: document %.0f has %.0f tokens: with %d topics a document may have at "+
			"most %d; cut it into several",
			n.at, n.longest, topics, most)
	}
	return nil
}

// kernelBytes is the memory of the kernel of a chain.
func (n size) kernelBytes(set Settings) float64 {
	switch words := 40 * n.topics * float64(set.Blocks); set.Sampler {
	case Dense:
		return 8 * n.topics * (n.docs + n.words)
	case PartiallyCollapsed:
		return (8 + 8./block) * n.topics * n.words
	case Warp:
		return 12*n.tokens + 16*16*n.topics
	case fastBlocked:
		return words + 4*n.docs*(n.topics+block)
	case fastAllowed:
		return words // the rest is in docRows.bytes
	case fastAuthored:
		return words + 8*n.tokens
	default:
		return words + 4*(n.tokens+n.docs)
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
