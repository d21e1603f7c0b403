package relabel

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/series"
)

// A block is an array parameter as it was recorded.
type block struct {
	name    string
	labels  []string      // of the elements, in row-major order
	shape   []int         // at least one dimension
	draws   [][][]float64 // element, chain, draw: the trace's own
	lengths []int         // draws of each chain
}

// readBlock reads an array parameter from a trace. There must be draws, and all must be finite.
func readBlock(tr *sampler.Trace, name string) (*block, error) {
	if tr == nil {
		return nil, errors.New("relabel: the trace is nil: give the one that sampler.Run returned")
	}
	labels, err := tr.Labels(name)
	if err != nil {
		return nil, fmt.Errorf("relabel: %w", err)
	}
	shape, err := tr.Shape(name)
	b := &block{name: name, labels: labels, shape: shape}
	if err != nil || len(shape) == 0 { // an element, or a scalar
		return nil, fmt.Errorf("relabel: %q is one number: name an array, with an element or a "+
			"row for each component", name)
	}
	for _, label := range labels {
		chains, err := tr.Chains(label)
		if err != nil {
			return nil, fmt.Errorf("relabel: %w", err)
		}
		b.draws = append(b.draws, chains)
		for c, chain := range chains {
			for t, v := range chain {
				if !series.Finite(v) {
					return nil, fmt.Errorf("relabel: %s is %v in draw %d of chain %d: find out "+
						"why before components are compared", label, v, t, c)
				}
			}
		}
	}
	for _, chain := range b.draws[0] {
		b.lengths = append(b.lengths, len(chain))
	}
	if b.total() == 0 {
		return nil, fmt.Errorf("relabel: there are no draws of %q: run the sampler, or look at "+
			"the error that it returned", name)
	}
	return b, nil
}

// total is the number of draws of all chains.
func (b *block) total() int {
	n := 0
	for _, length := range b.lengths {
		n += length
	}
	return n
}

// row is the number of elements for each index of the first dimension.
func (b *block) row() int { return len(b.labels) / b.shape[0] }

// pivotOf is the draw with the highest log density, with the draws of all chains numbered
// consecutively. It is the first draw if the log density was not recorded, or was recorded for
// other draws.
func pivotOf(tr *sampler.Trace, lengths []int) int {
	logDensity, err := tr.Chains("lp__")
	if err != nil {
		return 0
	}
	var have []int
	for _, chain := range logDensity {
		have = append(have, len(chain))
	}
	if !slices.Equal(have, lengths) {
		return 0
	}
	best, at, t := math.Inf(-1), 0, 0
	for _, chain := range logDensity {
		for _, v := range chain {
			if series.Finite(v) && v > best {
				best, at = v, t
			}
			t++
		}
	}
	return at
}
