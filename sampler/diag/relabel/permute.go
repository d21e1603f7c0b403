package relabel

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/diag/internal/series"
)

// Apply returns a trace in which the named parameters of the components have the labels of the
// relabelling: for an array of shape K, or K × anything, row k of a draw is the row recorded as
// Perms[c][t][k]. Names, shapes and all other parameters stay the same, so [diag.Summarize], plots
// and exports work as for any trace; tr is not changed. Relabelled R-hat can look better than the
// chains are, because relabelling moves each draw as near to the others as labels allow. So look at
// R-hat of sorted values too.
//
// For allocations, which hold the numbers of components, use [Relabelling.ApplyToAllocations].
// Parameters whose first dimension is not K, or that were recorded for other draws, are an error.
func (r *Relabelling) Apply(tr *sampler.Trace, names ...string) (*sampler.Trace, error) {
	k, err := r.check(tr, names)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if shape, err := tr.Shape(name); err != nil || shape[0] != k {
			return nil, fmt.Errorf("relabel: %q has %d rows, and there are %d components: name "+
				"parameters with an element or a row for each component, and allocations in "+
				"ApplyToAllocations", name, shape[0], k)
		}
	}
	var row []float64
	return tr.Map(func(chain, draw int, x []float64) {
		row = append(row[:0], x...)
		width := len(x) / k
		for i, j := range r.Perms[chain][draw] {
			copy(x[i*width:(i+1)*width], row[j*width:])
		}
	}, names...)
}

// ApplyToAllocations is like [Relabelling.Apply], for allocations: arrays of any shape with the
// numbers 0 … K−1 of components. The number Perms[c][t][k] becomes k. Other numbers are an error.
func (r *Relabelling) ApplyToAllocations(
	tr *sampler.Trace, names ...string,
) (*sampler.Trace, error) {
	k, err := r.check(tr, names)
	if err != nil {
		return nil, err
	}
	number := make([]int, k)
	var bad error
	relabelled, err := tr.Map(func(chain, draw int, x []float64) {
		for i, j := range r.Perms[chain][draw] {
			number[j] = i
		}
		for i, v := range x {
			if j := int(v); v >= 0 && v < float64(k) && v == float64(j) {
				x[i] = float64(number[j])
			} else if bad == nil {
				bad = fmt.Errorf("relabel: of %s, element %d in draw %d of chain %d is %v: "+
					"allocations are whole numbers from 0 to %d; parameters with a row for each "+
					"component belong in Apply", strings.Join(names, " or "), i, draw, chain, v, k-1)
			}
		}
	}, names...)
	if err = errors.Join(err, bad); err != nil {
		return nil, err
	}
	return relabelled, nil
}

// check checks that there are permutations for the draws of the named arrays, and returns K.
func (r *Relabelling) check(tr *sampler.Trace, names []string) (k int, err error) {
	if r == nil || tr == nil {
		return 0, errors.New("relabel: the trace or the relabelling is nil: give what " +
			"sampler.Run and relabel.Pivot returned")
	}
	if k, err = r.components(); err != nil {
		return 0, err
	}
	var have []int
	for c := range r.Perms {
		have = append(have, len(r.Perms[c]))
	}
	var errs []error
	for _, name := range names {
		b, err := readBlock(tr, name)
		if err != nil {
			errs = append(errs, err)
		} else if !slices.Equal(have, b.lengths) {
			errs = append(errs, fmt.Errorf("relabel: there are permutations for chains of %v "+
				"draws, and %q has chains of %v: relabel by a parameter that is recorded as "+
				"often", have, name, b.lengths))
		}
	}
	return k, errors.Join(errs...)
}

// components returns K, or an error if the permutations are not permutations of 0 … K−1.
func (r *Relabelling) components() (int, error) {
	all := slices.Concat(r.Perms...)
	if len(all) == 0 || len(all[0]) == 0 {
		return 0, errors.New("relabel: the relabelling holds no permutations: give what " +
			"relabel.Pivot returned")
	}
	k := len(all[0])
	seen := make([]int, k) // the draw, counted from 1, in which it was seen
	for t, p := range all {
		ok := len(p) == k
		for _, j := range p {
			if ok = ok && j >= 0 && j < k && seen[j] != t+1; ok {
				seen[j] = t + 1
			}
		}
		if !ok {
			return 0, fmt.Errorf("relabel: the relabelling holds %v, which is no permutation of "+
				"the %d components 0 to %d", p, k, k-1)
		}
	}
	return k, nil
}

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
