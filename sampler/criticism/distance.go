package criticism

import (
	"cmp"
	"math"
	"slices"

	"gibbslab/internal/numeric"
)

// sortedOrder lists the positions of x in the order of its values.
func sortedOrder(x []float64) []int {
	return numeric.Order(len(x), func(i, j int) int { return cmp.Compare(x[i], x[j]) })
}

// sensitivity is the change of the posterior of x for each doubling of the component's power.
func (c scaledComponent) sensitivity(x []float64, order []int) float64 {
	reversed := slices.Clone(order)
	slices.Reverse(reversed)
	mean := 0.0
	for j, w := range c.weights {
		d := max(cumulativeDistance(x, w, order), cumulativeDistance(x, w, reversed))
		mean += d / math.Abs(math.Log2(powers[j])) / 2
	}
	return mean
}

// cumulativeDistance is the square root of the cumulative Jensen–Shannon divergence between draws
// with equal weights and with weights w, over its upper bound. order sorts x up or down. With the
// distribution functions P and Q and M = (P+Q)/2 it integrates, over x,
//
//	P log₂(P/M) + Q log₂(Q/M),
//
// and divides by the integral of P + Q. Source: Nguyen & Vreeken, ECML PKDD 2015, 173–189.
func cumulativeDistance(x, w []float64, order []int) float64 {
	n := float64(len(x))
	divergence, bound, q, total := 0.0, 0.0, 0.0, 0.0
	for _, v := range w {
		total += v
	}
	for i, at := range order[:len(order)-1] {
		width := math.Abs(x[order[i+1]] - x[at])
		q += w[at] / total
		p := float64(i+1) / n
		middle := (p + q) / 2
		divergence += width * (p*math.Log2(p/middle) + xlog2(q, middle))
		bound += width * (p + q)
	}
	return math.Sqrt(max(divergence, 0) / bound)
}

// xlog2 is q log₂(q/m), which is 0 for q = 0.
func xlog2(q, m float64) float64 {
	if q == 0 {
		return 0
	}
	return q * math.Log2(q/m)
}
