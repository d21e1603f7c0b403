package datasets

import (
	"fmt"

	"gibbslab/datasets/internal/pack"
	"gibbslab/sampler/corpus"
)

// unpack decodes embedded counts. It takes a millisecond or two and gives the caller a value of its
// own. The data is part of the program, and a test decodes all of it.
func unpack(data []byte) (*corpus.Corpus, []int) {
	c, labels, err := pack.Decode(data)
	if err != nil {
		panic(fmt.Sprintf("datasets: %v; build the program again from a clean checkout", err))
	}
	return c, labels
}
