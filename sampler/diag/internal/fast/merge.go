package fast

import (
	"math"
	"sort"

	"gibbslab/internal/radix"
)

// byDistance orders sorted draws by their distance from the median. The distances rise downwards
// and upwards from the median, so the two sides are merged.
type byDistance struct{ distances []float64 }

// sort reorders the draws that s has sorted. It takes the two middle draws, or the middle draw
// twice. Afterwards Sorted holds the distances.
func (b *byDistance) sort(s *radix.Sorter, below, above float64) {
	n := len(s.Sorted)
	b.distances = resized(b.distances, n+2)
	median := (below + above) / 2
	for i, v := range s.Sorted {
		b.distances[i+1] = math.Abs(v - median)
		if v == below || v == above { // both the same; see fold
			b.distances[i+1] = math.Abs(min(median-below, above-median))
		}
	}
	b.distances[0], b.distances[n+1] = math.Inf(1), math.Inf(1)
	left := sort.Search(n, func(i int) bool { return s.Sorted[i] > below })
	right := left + 1
	for i := range n {
		next := left
		if b.distances[right] < b.distances[left] {
			next = right
			right++
		} else {
			left--
		}
		s.Spare[i], s.Sorted[i] = s.Order[next-1], b.distances[next]
	}
	s.Order, s.Spare = s.Spare[:n], s.Order
}
