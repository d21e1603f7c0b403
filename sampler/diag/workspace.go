package diag

import (
	"math"
	"slices"
	"sort"
)

// workspace computes the rows of a summary. It gives what [Mean], [SD], [Quantile], [RHat], [ESSBulk], [ESSTail] and
// [MCSEMean] give, but for the last digits, in a tenth of their time: one sort serves all of them, ranks by distance
// from the median are merged from those below and above it, and normal scores are looked up. From the second
// scalar of the same size on it takes no new memory. What it remembers never changes a result.
type workspace struct {
	options Options

	x      [][]float64 // the chains
	flat   []float64   // their draws, chain after chain; then these less their means, then normal scores
	halves [][]float64 // split chains, in flat
	means  []float64   // of the halves
	within float64     // mean variance of the halves

	sorter    sorter
	folded    byDistance
	scores    scores
	cov       autocov
	indicator indicator
}

// row computes the row of one scalar.
func (w *workspace) row(label string, chains [][]float64) Row {
	w.x = appendRectangle(w.x[:0], chains)
	if !ordinary(w.x) {
		return w.options.plainRow(label, chains)
	}
	row := Row{Label: label}
	w.flatten()
	mean, variance := meanVariance(w.flat)
	row.Mean, row.SD = mean, math.Sqrt(variance)

	w.sorter.sort(w.flat)
	sorted := w.sorter.sorted
	row.Lower, row.Upper = w.options.interval(sorted)
	row.Median = quantileSorted(sorted, 0.5)
	last := len(sorted) - 1
	least, greatest := sorted[0], sorted[last]
	q5, below, above, q95 := sorted[last/20], sorted[last/2], sorted[(last+1)/2], sorted[last*19/20] // see ESSTail, fold

	w.splitHalves()
	row.MCSEMean = row.SD / math.Sqrt(w.ess())
	row.ESSTail = lesser(w.essBelow(q5), w.essBelow(q95))
	w.rankNormal()
	bulk := w.rhat()
	row.ESSBulk = w.ess()
	w.rankFolded(below, above)
	if row.RHat = greater(bulk, w.rhat()); rounding(least, greatest) {
		row.RHat = math.NaN()
	}
	return row
}

// ordinary says whether the workspace serves these chains: long enough for all statistics, finite, and of a
// magnitude that need not be tamed.
func ordinary(x [][]float64) bool {
	if len(x) == 0 || len(x[0]) < minESSDraws || len(x)*len(x[0]) > indexMask {
		return false
	}
	largest := uint64(0) // bits of numbers without sign are in the order of the numbers, and NaN beyond
	for _, c := range x {
		for _, v := range c {
			largest = max(largest, math.Float64bits(v)&^(1<<63))
		}
	}
	v := math.Float64frombits(largest)
	return v == 0 || v >= math.Ldexp(0.5, -tameExponent) && v < math.Ldexp(1, tameExponent)
}

// flatten copies the draws.
func (w *workspace) flatten() {
	w.flat = resized(w.flat, len(w.x)*len(w.x[0]))
	for i, c := range w.x {
		copy(w.flat[i*len(c):], c)
	}
}

// splitHalves is split; of an odd number of draws the middle ones leave the order, too.
func (w *workspace) splitHalves() {
	n := len(w.x[0])
	half := n / 2
	w.halves = w.halves[:0]
	for from := 0; from < len(w.flat); from += n {
		w.halves = append(w.halves, w.flat[from:from+half], w.flat[from+n-half:from+n])
		if n%2 == 1 {
			w.flat[from+half] = math.NaN()
		}
	}
	if n%2 == 1 {
		w.sorter.drop(func(i int) bool { return math.IsNaN(w.flat[i]) })
	}
	w.scores.of(2 * half * len(w.x))
	w.moments()
}

// moments finds the means and the mean variance of the halves.
func (w *workspace) moments() {
	w.means, w.within = w.means[:0], 0
	for _, c := range w.halves {
		m, v := meanVariance(c)
		w.means = append(w.means, m)
		w.within += v / float64(len(w.halves))
	}
}

func (w *workspace) rhat() float64 { return rhatOf(len(w.halves[0]), w.means, w.within) }

// ess is geyer of the halves, which it takes the means from.
func (w *workspace) ess() float64 {
	for i, c := range w.halves {
		for k := range c {
			c[k] -= w.means[i]
		}
	}
	w.cov.of(w.halves)
	return geyerSum(len(w.halves[0]), w.means, w.cov.at)
}

// essBelow is the function of that name. Of the indicator and its complement it takes the one with fewer ones.
func (w *workspace) essBelow(q float64) float64 {
	sorted := w.sorter.sorted
	n := len(sorted)
	upTo := sort.Search(n, func(i int) bool { return sorted[i] > q })
	if upTo == n {
		upTo, _ = slices.BinarySearch(sorted, q)
	}
	if upTo == 0 || upTo == n {
		return math.NaN()
	}
	from, to := 0, upTo
	if upTo > n/2 {
		from, to = upTo, n
	}
	draws, half := len(w.x[0]), len(w.halves[0])
	w.indicator.of(len(w.halves), half)
	for i := from; i < to; i++ {
		at := int(w.sorter.order[i] & indexMask)
		chain, k := at/draws, at%draws
		if k < half {
			w.indicator.set(2*chain, k)
		} else {
			w.indicator.set(2*chain+1, k-(draws-half))
		}
	}
	return w.indicator.ess(&w.cov, w.halves)
}

// rankNormal is the function of that name, for the halves.
func (w *workspace) rankNormal() {
	scatter(w.flat, w.sorter.order, w.sorter.sorted, &w.scores)
	w.moments()
}

// rankFolded is rankNormal of fold, given the two middle ones of all draws, or twice the middle one.
func (w *workspace) rankFolded(below, above float64) {
	w.folded.sort(&w.sorter, below, above)
	scatter(w.flat, w.sorter.order, w.sorter.sorted, &w.scores)
	w.moments()
}

// scatter puts the normal scores of sorted values into their places; equal ones share that of their average rank.
func scatter(flat []float64, order []uint64, sorted []float64, s *scores) {
	n := len(sorted)
	order, whole := order[:n], s.whole[:n]
	for i := 0; i < n; {
		end := i + 1
		if end == n || sorted[end] != sorted[i] {
			flat[order[i]&indexMask] = whole[i]
			i = end
			continue
		}
		for end < n && sorted[end] == sorted[i] {
			end++
		}
		z := s.at(i + 1 + end) // the ranks are i+1 to end
		for ; i < end; i++ {
			flat[order[i]&indexMask] = z
		}
	}
}
