package expr

import (
	"math"
	"slices"
)

// What defines an element of an array, if no relation does.
const (
	Undefined int32 = -1
	Known     int32 = -2 // data, or a function of data
)

// An Array is a variable with all its elements, by rows.
type Array struct {
	Name     string
	Dims     []int
	Value    []float64 // what is known; NaN elsewhere
	Def      []int32   // the relation that defines each element, Undefined or Known
	Observed []bool    // stochastic, and the value is given
	State    bool      // part of the state: it has unknowns, or an unknown index looks into it
	Unknowns bool      // has elements that are drawn or computed from what is drawn
	Open     bool      // observations are part of the state, and may differ from Value
	Computed bool      // deterministic, and computed step by step because it refers to itself
	Square   bool      // its name, sigma2, means a square, and not a second sigma
	Base     int       // where it begins in the state
	uniform  int32
}

// mixed stands for an array whose elements have several definitions.
const mixed int32 = -3

// Size is the number of elements.
func (a *Array) Size() int { return Size(a.Dims) }

// Fixed tells whether the value of element i is given. Before its size is known, none is.
func (a *Array) Fixed(i int) bool {
	return i < len(a.Def) && (a.Def[i] == Known || a.Observed[i] && !a.Open)
}

// Summarise looks once at what defines the elements.
func (a *Array) Summarise() {
	a.uniform = Undefined
	if len(a.Def) > 0 {
		if a.uniform = a.Def[0]; slices.Min(a.Def) != slices.Max(a.Def) {
			a.uniform = mixed
		}
	}
}

// Uniform returns what defines all elements alike; ok is false if they differ.
func (a *Array) Uniform() (def int32, ok bool) { return a.uniform, a.uniform != mixed }

// AllKnown tells whether all elements are data.
func (a *Array) AllKnown() bool {
	return !slices.ContainsFunc(a.Def, func(d int32) bool { return d != Known })
}

// Index returns the indices of position i, from one.
func (a *Array) Index(i int) []int {
	x := make([]int, len(a.Dims))
	for k := len(a.Dims) - 1; k >= 0; k-- {
		x[k] = i%a.Dims[k] + 1
		i /= a.Dims[k]
	}
	return x
}

// NewArray returns an array whose elements are undefined.
func NewArray(name string, dims []int) *Array {
	a := &Array{Name: name, Dims: dims}
	n := a.Size()
	a.Value, a.Def, a.Observed = make([]float64, n), make([]int32, n), make([]bool, n)
	for i := range a.Value {
		a.Value[i], a.Def[i] = math.NaN(), Undefined
	}
	return a
}
