package numeric

import (
	"math"
	"slices"

	"gibbslab/internal/radix"
)

// Quantile is the p-quantile of sorted finite numbers; diag.Quantile has the definition.
func Quantile(sorted []float64, p float64) float64 {
	i := int(float64(len(sorted)-1) * p)
	return between(len(sorted), p, sorted[i], sorted[min(i+1, len(sorted)-1)])
}

// Quantiles are those of finite numbers in any order.
func Quantiles(x []float64, ps ...float64) []float64 {
	q := make([]float64, len(ps))
	for i, p := range ps {
		at := int(float64(len(x)-1) * p)
		around := radix.OrderStatistics(x, at, min(at+1, len(x)-1))
		q[i] = between(len(x), p, around[0], around[1])
	}
	return q
}

// between is the p-quantile of n numbers, given the numbers before and behind it.
func between(n int, p, before, behind float64) float64 {
	h := float64(n-1) * p
	w := h - float64(int(h))
	if gap := behind - before; !math.IsInf(gap, 0) {
		return min(before+w*gap, behind) // never falls when p rises, even after rounding
	}
	return (1-w)*before + w*behind
}

// Indices are the numbers below n.
func Indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Order is the numbers below n, sorted by compare; equal ones stay in their order.
func Order(n int, compare func(i, j int) int) []int {
	order := Indices(n)
	slices.SortStableFunc(order, compare)
	return order
}
