package numeric

import "slices"

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
