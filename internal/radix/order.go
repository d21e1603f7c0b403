package radix

import "slices"

// OrderStatistics returns the numbers that would be at these places, counted from 0, if x were
// sorted. The numbers must be finite. x is not changed. It is Hoare's Quickselect.
func OrderStatistics(x []float64, places ...int) []float64 {
	y, found := slices.Clone(x), make([]float64, len(places))
	for i, at := range places {
		for from, to := 0, len(y)-1; from < to; {
			pivot, lower, upper := y[from+(to-from)/2], from, to
			for lower <= upper {
				for y[lower] < pivot {
					lower++
				}
				for y[upper] > pivot {
					upper--
				}
				if lower <= upper {
					y[lower], y[upper] = y[upper], y[lower]
					lower, upper = lower+1, upper-1
				}
			}
			switch { // those between upper and lower are equal to the pivot
			case at <= upper:
				to = upper
			case at >= lower:
				from = lower
			default:
				from = to
			}
		}
		found[i] = y[at]
	}
	return found
}

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
