package radix

import "slices"

// few numbers are sorted faster by comparisons.
const few = 256

// Values returns finite numbers in ascending order, in new memory.
func Values(x []float64) []float64 {
	if len(x) <= few || len(x) > IndexMask || slices.IsSorted(x) {
		sorted := slices.Clone(x)
		slices.Sort(sorted)
		return sorted
	}
	var s Sorter
	s.Sort(x)
	return s.Sorted
}
