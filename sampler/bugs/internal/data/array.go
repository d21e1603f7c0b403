// Package data reads the data of a model.
package data

// An Array holds the numbers of a variable by rows (last index fastest); Dims is empty for a scalar; NaN is missing.
type Array struct {
	Dims   []int
	Values []float64
}
