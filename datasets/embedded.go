package datasets

import (
	"fmt"

	"gibbslab/datasets/internal/pack"
	"gibbslab/sampler/corpus"
)

// unpack decodes embedded counts. It takes a millisecond or two and gives the caller a value of its
// own.
func unpack(data []byte) (*corpus.Corpus, []int) {
	c, labels, err := pack.Decode(data)
	if err != nil {
		damaged(err)
	}
	return c, labels
}

// damaged is for embedded data that cannot be read. The data is part of the program, and a test
// reads all of it.
func damaged(err error) {
	panic(fmt.Sprintf("datasets: %v; build the program again from a clean checkout", err))
}
