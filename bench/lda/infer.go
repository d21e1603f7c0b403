package main

import (
	"fmt"
	"slices"

	"gibbslab/bench/internal/tool"
	"gibbslab/sampler"
	"gibbslab/sampler/lda/topics"
)

// inferred prints the processor milliseconds that it takes to label each of the last documents of a
// corpus, all at once and then one by one, with 100 sweeps and topics learnt from the others.
func inferred(file string, k int) {
	docs, _, _, v := read(file)
	if len(docs) <= heldOut {
		tool.Fail("%s has %d documents, expected more than %d", file, len(docs), heldOut)
	}
	train, test := docs[:len(docs)-heldOut], docs[len(docs)-heldOut:]
	m := open(train, v, "model", k)
	r := sampler.Stream("chain", 1, 0)
	s := tool.Must(m.Init(r))
	for range 20 {
		tool.Check(m.Blocks[0].Update(r, s))
	}
	flat := make([]float64, k*v)
	s.Phi(flat)
	t := topics.Topics{Phi: slices.Collect(slices.Chunk(flat, v)), Alpha: []float64{5 / float64(k)}}
	for _, batch := range []int{len(test), 1} {
		cpu := tool.CPU()
		for some := range slices.Chunk(test, batch) {
			tool.Must(t.Infer(sampler.Stream("infer", 1, 0), some, 50, 50))
		}
		fmt.Printf("%.3f ", 1000*(tool.CPU()-cpu)/float64(len(test)))
	}
	fmt.Println()
}
