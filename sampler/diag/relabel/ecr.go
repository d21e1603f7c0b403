package relabel

import (
	"fmt"

	"gibbslab/sampler"
)

// ECR finds which component is which from allocations, whatever the model: z, of shape n, holds the
// component 0 … K−1 of each observation. The cost of a labelling is the number of observations in
// another component than in the reference allocation. The first reference is the allocation of the
// pivot, later each observation's most frequent component. Draws that split the observations in the
// same way become equal: "equivalence classes representatives" (Papastamoulis & Iliopoulos, Journal
// of Computational and Graphical Statistics 19, 2010, 313–331; with turns, their iterative version
// 1).
//
// K includes empty components. If one component is empty, ECR knows that it is the one left over.
// It cannot distinguish two empty ones in a draw: it takes them in the order of their recorded
// labels, and counts the draw as ambiguous. Allocations that are not whole numbers from 0 to K−1
// are an error.
func ECR(tr *sampler.Trace, z string, k int) (*Relabelling, error) {
	b, err := readBlock(tr, z)
	if err != nil {
		return nil, err
	}
	if k < 1 || k > maxComponents {
		return nil, fmt.Errorf("relabel: K is %d: give the number of components, 1 to "+
			"%d", k, maxComponents)
	}
	if err := b.checkAllocations(k); err != nil {
		return nil, err
	}
	a := newAllocations(b, k)
	pivot := pivotOf(tr, b.lengths)
	copy(a.reference, a.z[pivot])
	return relabel(b.lengths, a.recorded, pivot, a), nil
}

// maxComponents keeps a mistaken number from using up all memory: the costs are K × K.
const maxComponents = 1000

// checkAllocations tells whether all draws are whole numbers from 0 to k−1.
func (b *block) checkAllocations(k int) error {
	if len(b.shape) != 1 {
		return fmt.Errorf("relabel: %q has shape %v: give allocations of shape n, one number for "+
			"each observation", b.name, b.shape)
	}
	for i, label := range b.labels {
		for c, chain := range b.draws[i] {
			for t, v := range chain {
				if !(v >= 0 && v < float64(k)) || v != float64(int(v)) {
					return fmt.Errorf("relabel: %s is %v in draw %d of chain %d: give "+
						"allocations, whole numbers from 0 to %d", label, v, t, c, k-1)
				}
			}
		}
	}
	return nil
}

// allocations count observations that are in another component than in the reference. Components
// are numbered in the order of their first observations.
type allocations struct {
	k         int
	z         [][]int // draws × observations
	recorded  [][]int // draws × K; empty components last
	reference []int
	sizes     []float64
}

func newAllocations(b *block, k int) *allocations {
	a := &allocations{k: k, z: matrixOfInts(b.total(), len(b.labels)),
		reference: make([]int, len(b.labels)), sizes: make([]float64, k)}
	for i := range b.labels {
		b.each(i, func(t int, v float64) { a.z[t][i] = int(v) })
	}
	for t := range a.z {
		a.recorded = append(a.recorded, renumber(a.z[t], k))
	}
	return a
}

// renumber numbers components in the order of their first observations, and returns their labels so
// far.
func renumber(z []int, k int) []int {
	number := make([]int, k)
	recorded := make([]int, 0, k)
	for j := range number {
		number[j] = -1
	}
	for i, j := range z {
		if number[j] < 0 {
			number[j] = len(recorded)
			recorded = append(recorded, j)
		}
		z[i] = number[j]
	}
	for j, n := range number {
		if n < 0 {
			recorded = append(recorded, j)
		}
	}
	return recorded
}

func (a *allocations) cost(t int, c [][]float64) {
	clear(a.sizes)
	for _, row := range c {
		clear(row)
	}
	for i, j := range a.z[t] {
		a.sizes[j]++
		c[a.reference[i]][j]--
	}
	for _, row := range c {
		for j, size := range a.sizes {
			row[j] += size
		}
	}
}

func (a *allocations) refer(p [][]int) {
	count := make([]int, a.k*len(a.reference)) // observation, component
	inverse := make([]int, a.k)
	for t := range p {
		for k, j := range p[t] {
			inverse[j] = k
		}
		for i, j := range a.z[t] {
			count[i*a.k+inverse[j]]++
		}
	}
	for i := range a.reference {
		best := 0
		for k, n := range count[i*a.k : (i+1)*a.k] {
			if n > count[i*a.k+best] {
				best = k
			}
		}
		a.reference[i] = best
	}
}
