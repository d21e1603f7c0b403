package lda

import (
	"fmt"
	"iter"
	"math"

	"gibbslab/internal/memory"
	"gibbslab/sampler/corpus"
)

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

// countable refuses more tokens than an int32 can count.
func (n size) countable() error {
	if n.tokens > math.MaxInt32 {
		return fmt.Errorf("lda: the documents hold %.0f tokens, repetitions counted, expected at "+
			"most %d; document %.0f alone has %.0f",
			n.tokens, math.MaxInt32, n.at, n.longest)
	}
	return nil
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
