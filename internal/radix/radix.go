// Package radix sorts floating-point numbers by counting, several times faster than by comparisons.
package radix

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

const (
	radixBits  = 11 // sorted by in one pass: 2048 counters stay in the fastest memory
	radixDepth = 3  // passes
	indexBits  = 64 - radixBits*radixDepth
	IndexMask  = 1<<indexBits - 1
)

// Sorter sorts finite draws. It can be used again without new memory.
type Sorter struct {
	Order, Spare []uint64 // position in the low indexBits, 33 leading bits of the value above
	Sorted       []float64
	counts       [radixDepth][1 << radixBits]uint32
}

// Up to fewDraws draws, two passes (22 bits) leave little for insertion sort.
const fewDraws = 1 << 14

// Sort sets sorted and order: the i-th smallest draw is sorted[i], and order[i] & indexMask is its
// position in x. Equal draws stay in their order.
//
// As integers, the bits of float64 have the same order as the numbers if all have one sign, and
// after a flip for both signs. The 33 leading bits of the span of these integers are sorted by
// counting, 11 at a time from the last ones (Knuth, The Art of Computer Programming, volume 3,
// section 5.2.5), together with the positions in the same words. Insertion settles what these bits
// leave undecided, because it is seldom more than a few draws. If it would be much, a general sort
// takes over.
func (s *Sorter) Sort(x []float64) {
	n := len(x)
	s.Order = slices.Grow(s.Order[:0], n)[:n]
	s.Spare = slices.Grow(s.Spare[:0], n)[:n]
	s.Sorted = slices.Grow(s.Sorted[:0], n)[:n]
	least, most := uint64(math.MaxUint64), uint64(0)
	for _, v := range x {
		k := orderedBits(v)
		least, most = min(least, k), max(most, k)
	}
	unused := bits.LeadingZeros64(most-least) & 63
	s.counts = [radixDepth][1 << radixBits]uint32{}
	order := s.Order[:len(x)]
	for i, v := range x {
		k := (orderedBits(v)-least)<<unused&^IndexMask | uint64(i)
		order[i] = k
		s.counts[1][k>>(indexBits+radixBits)%(1<<radixBits)]++
		s.counts[2][k>>(indexBits+2*radixBits)]++
	}
	if n > fewDraws {
		for _, k := range order {
			s.counts[0][k>>indexBits%(1<<radixBits)]++
		}
		s.pass(&s.counts[0], indexBits)
	}
	s.pass(&s.counts[1], indexBits+radixBits)
	s.pass(&s.counts[2], indexBits+2*radixBits)
	s.settle(x)
}

// pass sorts by the bits from shift on, stably.
func (s *Sorter) pass(counts *[1 << radixBits]uint32, shift int) {
	start := uint32(0)
	for d, c := range counts {
		counts[d] = start
		start += c
	}
	for _, k := range s.Order {
		d := k >> (shift & 63) % (1 << radixBits)
		s.Spare[counts[d]] = k
		counts[d]++
	}
	s.Order, s.Spare = s.Spare, s.Order
}

// settle fetches the values and finishes the sort of nearly sorted numbers.
func (s *Sorter) settle(x []float64) {
	order, sorted := s.Order[:len(x)], s.Sorted[:len(x)]
	budget, previous := 8*len(x), math.Inf(-1)
	for i, k := range order {
		v := x[k&IndexMask]
		if v >= previous {
			sorted[i], previous = v, v
			continue
		}
		j := i
		for ; j > 0 && sorted[j-1] > v; j-- {
			sorted[j], order[j] = sorted[j-1], order[j-1]
		}
		sorted[j], order[j] = v, k
		if budget -= i - j; budget < 0 {
			slices.SortFunc(order, func(a, b uint64) int {
				i, j := a&IndexMask, b&IndexMask
				return cmp.Or(cmp.Compare(x[i], x[j]), cmp.Compare(i, j))
			})
			for i, k := range order {
				sorted[i] = x[k&IndexMask]
			}
			return
		}
	}
}

// orderedBits maps numbers to integers of the same order, -0 before 0.
func orderedBits(v float64) uint64 {
	b := math.Float64bits(v)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// Drop removes draws from the order, by their position.
func (s *Sorter) Drop(out func(i int) bool) {
	kept := 0
	for i, k := range s.Order {
		if !out(int(k & IndexMask)) {
			s.Order[kept], s.Sorted[kept] = k, s.Sorted[i]
			kept++
		}
	}
	s.Order, s.Sorted = s.Order[:kept], s.Sorted[:kept]
}
