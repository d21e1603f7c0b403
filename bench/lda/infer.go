package main

import (
	"fmt"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda/topics"
)

// inferred prints the processor milliseconds that it takes to label each of the last documents of a
// corpus, all at once and then one by one, with 100 sweeps and topics learnt from the others.
func inferred(file string, k int) error {
	docs, _, _, v, err := read(file)
	if err != nil {
		return err
	}
	if len(docs) <= heldOut {
		return fmt.Errorf("%s has %d documents, expected more than %d", file, len(docs), heldOut)
	}
	train, test := docs[:len(docs)-heldOut], docs[len(docs)-heldOut:]
	m, err := open(train, v, "model", k)
	if err != nil {
		return err
	}
	r := sampler.Stream("chain", 1, 0)
	s, err := m.Init(r)
	if err != nil {
		return err
	}
	for range 20 {
		if err := m.Blocks[0].Update(r, s); err != nil {
			return err
		}
	}
	flat := make([]float64, k*v)
	s.Phi(flat)
	t := topics.Topics{Phi: slices.Collect(slices.Chunk(flat, v)), Alpha: []float64{5 / float64(k)}}
	for _, batch := range []int{len(test), 1} {
		cpu := cpuSeconds()
		for some := range slices.Chunk(test, batch) {
			if err := label(&t, some); err != nil {
				return err
			}
		}
		fmt.Printf("%.3f ", 1000*(cpuSeconds()-cpu)/float64(len(test)))
	}
	fmt.Println()
	return nil
}

func label(t *topics.Topics, docs []corpus.Doc) error {
	_, err := t.Infer(sampler.Stream("infer", 1, 0), docs, 50, 50)
	return err
}
