package fast

import (
	"math"
	"sort"

	"gibbslab/internal/radix"
)

// byDistance orders sorted draws by their distance from the median. The distances rise downwards
// and upwards from the median, so the two sides are merged: the next draw is on the left or on the
// right.
type byDistance struct {
	keys []uint64 // bits of the distances, in the same order, between two keys larger than all
}

// sort reorders the draws that s has sorted. It takes the two middle draws, or the middle draw
// twice. Afterwards Sorted holds the distances.
func (b *byDistance) sort(s *radix.Sorter, below, above float64) {
	sorted := s.Sorted
	n := len(sorted)
	b.keys = resized(b.keys, n+2)
	median := (below + above) / 2
	nearest := math.Float64bits(math.Abs(min(median-below, above-median))) // not −0; see fold
	keys := b.keys[1 : n+1]
	for i, v := range sorted {
		keys[i] = math.Float64bits(math.Abs(v - median))
		if v == below || v == above {
			keys[i] = nearest
		}
	}
	b.keys[0], b.keys[n+1] = math.MaxUint64, math.MaxUint64

	// Each comparison waits for the one before. Two merges at a time, one of the nearer and one of
	// the farther half of the draws, take little longer than one merge. The nearer half consists of
	// the nearest draws on the left and the nearest on the right.
	lefts := sort.Search(n, func(i int) bool { return sorted[i] > below })
	half := n / 2
	taken := max(0, half-(n-lefts))
	taken += sort.Search(min(half, lefts)-taken, func(i int) bool {
		i += taken
		return half-i == 0 || b.keys[lefts+half-i] < b.keys[lefts-i]
	})
	b.merge(s, half, lefts, lefts+1, lefts-taken, lefts+1+half-taken)
	s.Order, s.Spare = s.Spare[:n], s.Order
}

// merge takes count draws in order of distance, walking outwards from two positions at once. If the
// number of draws is odd, the last one goes to the second.
func (b *byDistance) merge(s *radix.Sorter, count, left1, right1, left2, right2 int) {
	order, keys := s.Order, b.keys
	order1, order2 := s.Spare[:count], s.Spare[count:][:count]
	dist1, dist2 := s.Sorted[:count], s.Sorted[count:][:count]
	for i := range dist1 {
		l1, r1, at1, step1 := keys[left1], keys[right1], left1, 0
		l2, r2, at2, step2 := keys[left2], keys[right2], left2, 0
		if r1 < l1 {
			at1 = right1
		}
		if r1 < l1 {
			step1 = 1
		}
		if r2 < l2 {
			at2 = right2
		}
		if r2 < l2 {
			step2 = 1
		}
		order1[i], dist1[i] = order[at1-1], math.Float64frombits(min(l1, r1))
		order2[i], dist2[i] = order[at2-1], math.Float64frombits(min(l2, r2))
		right1 += step1
		left1 += step1 - 1
		right2 += step2
		left2 += step2 - 1
	}
	if last := len(order) - 1; last >= 2*count {
		if keys[right2] < keys[left2] {
			left2 = right2
		}
		s.Spare[last], s.Sorted[last] = order[left2-1], math.Float64frombits(keys[left2])
	}
}
