package lda

import (
	"fmt"
	"runtime"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// Parallel returns the sampler of [Prior.Model] with several threads on one chain: documents and words are cut into
// blocks, blocks × blocks cells, and the cells of a diagonal, which share no document and no word, are sampled at the same time.
// What they do not know of one another are the changes of the totals n_k, until the diagonal is done. So it is
// approximate, unless blocks is 1. The mean of log p(w, z) with 2 blocks, over a million sweeps, where documents of a few
// tokens make the error as large as it gets (standard errors 0.002 to 0.01):
//
//	tokens  topics  words   α              β     exact     2 blocks
//	12      2       3       0.5            0.3   −19.072   −19.166
//	34      2       2       0.5            0.5   −39.635   −39.708
//	34      2       2       0.1            0.01  −38.819   −38.838
//	9       3       3       0.2, 0.7, 1.5  0.4   −18.157   −18.256
//	8       4       4       0.1            0.05  −20.005   −20.183
//
// On 1000 tokens it can no longer be told from the exact sampler by a few runs.
//
// blocks, 1 to 256, is a part of the model: the draws depend on it. As many as you have processors serve best, for each costs
// time: with 20 topics a sweep takes a tenth more processor time with 2 blocks, and a quarter more with 4. threads is how many goroutines share a sweep; 0
// means as many as there are processors, and more than blocks are of no use; the draws are the same bit for bit for any number.
// Where several chains run, they occupy the processors by themselves: use this for one chain, or few.
//
// v, docs and what is recorded: see [Prior.Model].
func (p Prior) Parallel(docs []corpus.Doc, v, blocks, threads int) (sampler.Model[State], error) {
	p, err := p.complete(docs, v)
	if err != nil {
		return sampler.Model[State]{}, err
	}
	if blocks < 1 || blocks > 256 {
		return sampler.Model[State]{}, fmt.Errorf("lda: Parallel: %d blocks, expected 1 to 256; as many as processors serve best", blocks)
	}
	if threads, err = threadsOf(threads); err != nil {
		return sampler.Model[State]{}, err
	}
	return p.quick(docs, v, blocks, threads)
}

// threadsOf is the number of threads that threads asks for.
func threadsOf(threads int) (int, error) {
	if threads < 0 {
		return 0, fmt.Errorf("lda: %d threads, expected 1 or more, or 0 for as many as there are processors", threads)
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return threads, nil
}
