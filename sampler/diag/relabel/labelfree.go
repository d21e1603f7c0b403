package relabel

import (
	"fmt"

	"gibbslab/sampler"
)

// OccupiedClasses returns the number of components that have observations, chains × draws, from the
// allocations z, of shape n: for each observation the number of its component, from 0. It does not
// depend on labels, so its R-hat is right whether they switch or not: add it to the trace
// ([sampler.Trace.Add]), and [Relabelling.Compare] shows it.
func OccupiedClasses(tr *sampler.Trace, z string) ([][]float64, error) {
	b, err := readBlock(tr, z)
	if err != nil {
		return nil, err
	}
	return b.ofSizes(func(sizes []int) float64 {
		occupied := 0
		for _, size := range sizes {
			if size > 0 {
				occupied++
			}
		}
		return float64(occupied)
	})
}

// CoClustering returns the probability that two observations drawn at random are in the same
// component, chains × draws, from the allocations z, of shape n. It is Σ nₖ(nₖ−1)/(n(n−1)) for
// components of nₖ of n observations: 1 if all are in one, 0 if each is alone. It does not depend
// on labels, and unlike [OccupiedClasses] sees sizes. Fewer than two observations are an error.
func CoClustering(tr *sampler.Trace, z string) ([][]float64, error) {
	b, err := readBlock(tr, z)
	if err != nil {
		return nil, err
	}
	n := float64(len(b.labels))
	if n < 2 {
		return nil, fmt.Errorf("relabel: %q has one observation: it takes two to be together", z)
	}
	return b.ofSizes(func(sizes []int) float64 {
		pairs := 0.0
		for _, size := range sizes {
			pairs += float64(size) * float64(size-1)
		}
		return pairs / (n * (n - 1))
	})
}

// ofSizes computes a function of the sizes of the components for each draw, chains × draws.
func (b *block) ofSizes(f func(sizes []int) float64) ([][]float64, error) {
	if err := b.checkAllocations(maxComponents); err != nil {
		return nil, err
	}
	sizes := matrixOfInts(b.total(), b.largest()+1)
	for i := range b.labels {
		b.each(i, func(t int, v float64) { sizes[t][int(v)]++ })
	}
	y := make([][]float64, len(b.lengths))
	t := 0
	for c, length := range b.lengths {
		y[c] = make([]float64, length)
		for draw := range y[c] {
			y[c][draw] = f(sizes[t])
			t++
		}
	}
	return y, nil
}

// largest is the largest allocation.
func (b *block) largest() int {
	largest := 0
	for i := range b.labels {
		b.each(i, func(_ int, v float64) { largest = max(largest, int(v)) })
	}
	return largest
}
