// Package data turns what users have into arrays of numbers: Go values, JSON, and the text files of
// R and of the BUGS books.
package data

import (
	"fmt"
	"reflect"
	"slices"
)

// An Array holds the numbers of a variable by rows: the last index runs fastest. Dims is empty for
// a scalar. NaN is a missing value.
type Array struct {
	Dims   []int
	Values []float64
}

const accepted = "accepted are numbers and bools, and slices and arrays of them, nested if need " +
	"be, such as []float64 and [][]int"

// From is the array of a Go value: a number or a bool, or slices and arrays of them.
func From(value any) (Array, error) {
	if numbers, ok := value.([]float64); ok { // may be long
		return Array{[]int{len(numbers)}, slices.Clone(numbers)}, nil
	}
	var b builder
	if err := b.value(reflect.ValueOf(value)); err != nil {
		return Array{}, err
	}
	return b.Array, nil
}

// A builder collects numbers that come row by row, and finds how many there are in each dimension.
type builder struct {
	Array
	path []int // where we are: the index in each dimension, from 0
}

func (b *builder) value(v reflect.Value) error {
	switch {
	case !v.IsValid():
		return fmt.Errorf("nil given; %s", accepted)
	case v.Kind() == reflect.Bool && v.Bool():
		return b.number(1)
	case v.Kind() == reflect.Bool:
		return b.number(0)
	case v.CanInt():
		return b.number(float64(v.Int()))
	case v.CanUint() && v.Kind() != reflect.Uintptr:
		return b.number(float64(v.Uint()))
	case v.CanFloat():
		return b.number(v.Float())
	case v.Kind() == reflect.Interface:
		return b.value(v.Elem())
	case v.Kind() != reflect.Slice && v.Kind() != reflect.Array:
		return fmt.Errorf("%s given; %s", v.Type(), accepted)
	}
	if err := b.open(); err != nil {
		return err
	}
	for i := range v.Len() {
		b.at(i)
		if err := b.value(v.Index(i)); err != nil {
			return err
		}
	}
	return b.close(v.Len())
}

// number adds a number where an element may stand.
func (b *builder) number(x float64) error {
	if len(b.path) < len(b.Dims) {
		return fmt.Errorf("element %s is a number, where the elements before it are lists", b.where())
	}
	b.Values = append(b.Values, x)
	return nil
}

const maxDims = 20

// open begins a list, and at says which of its elements comes.
func (b *builder) open() error {
	switch depth := len(b.path); {
	case depth == maxDims:
		return fmt.Errorf("an array has more than %d dimensions", maxDims)
	case depth == len(b.Dims) && len(b.Values) > 0:
		return fmt.Errorf("element %s is a list, where the elements before it are numbers", b.where())
	case depth == len(b.Dims):
		b.Dims = append(b.Dims, -1)
	}
	b.path = append(b.path, 0)
	return nil
}

func (b *builder) at(i int) { b.path[len(b.path)-1] = i }

// close ends a list of n elements.
func (b *builder) close(n int) error {
	last := len(b.path) - 1
	b.path = b.path[:last]
	switch was := b.Dims[last]; {
	case was < 0:
		b.Dims[last] = n
	case was != n:
		return fmt.Errorf("row %s has length %d, and the rows before it have length %d; all rows must "+
			"have the same length", b.where(), n, was)
	}
	return nil
}

// where is the place as people count, 3 or [3 1].
func (b *builder) where() string {
	counted := make([]int, len(b.path))
	for i, k := range b.path {
		counted[i] = k + 1
	}
	if len(counted) == 1 {
		return fmt.Sprint(counted[0])
	}
	return fmt.Sprint(counted)
}
