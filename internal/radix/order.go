package radix

import (
	"math"
	"slices"
)

const (
	mostBins = 1 << 11 // streams that can be written side by side
	perBin   = 8       // values in a bin, on average
)

// OrderStatistics returns the numbers that would be at these places, counted from 0, if x were
// sorted. The numbers must be finite. x is not changed. If x is large, only the numbers in the bins
// of the answers are copied.
func OrderStatistics(x []float64, places ...int) []float64 {
	found := make([]float64, len(places))
	lo, scale, bins := 0.0, 0.0, 0
	if len(x) > 4*mostBins {
		lo, scale, bins = binsOf(x)
	}
	if bins == 0 {
		sorted := Values(x)
		for i, at := range places {
			found[i] = sorted[at]
		}
		return found
	}
	var counts [mostBins]int
	for _, v := range x {
		counts[int((v-lo)*scale)%mostBins]++
	}
	var wanted [mostBins]bool
	// bin of each place, and numbers in lower bins
	bin, before := make([]int, len(places)), make([]int, len(places))
	for i, at := range places {
		for at >= before[i]+counts[bin[i]] {
			before[i] += counts[bin[i]]
			bin[i]++
		}
		wanted[bin[i]] = true
	}
	parts := map[int][]float64{}
	for b, is := range wanted {
		if is {
			parts[b] = make([]float64, 0, counts[b])
		}
	}
	for _, v := range x {
		if b := int((v-lo)*scale) % mostBins; wanted[b] {
			parts[b] = append(parts[b], v)
		}
	}
	for i, at := range places {
		part := parts[bin[i]]
		if !slices.IsSorted(part) {
			part = Values(part)
			parts[bin[i]] = part
		}
		found[i] = part[at-before[i]]
	}
	return found
}

// binsOf returns a suitable number of bins, and lo and scale, which take a number to its bin: the
// whole part of (v − lo)·scale. Rounding keeps the order.
func binsOf(x []float64) (lo, scale float64, bins int) {
	lo, hi := slices.Min(x), slices.Max(x)
	bins = min(max(len(x)/perBin, 2), mostBins)
	scale = float64(bins) / (hi - lo) * (1 - 0x1p-50) // puts hi in the last bin
	if !(scale > 0) || math.IsInf(scale, 0) || len(x) > math.MaxUint32 || int((hi-lo)*scale) >= bins {
		return lo, 0, 0
	}
	return lo, scale, bins
}
