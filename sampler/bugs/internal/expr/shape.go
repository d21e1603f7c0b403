package expr

import (
	"math"
	"slices"
)

// CallDims are the dimensions of what a function gives, nil for a number, from those of its
// arguments. ok is false if these do not fit, or are not known.
func (e *Expr) CallDims(d [][]int, env []int32) (dims []int, ok bool) {
	f, first := Functions[e.Name], d[0]
	square := len(first) == 2 && first[0] == first[1] || Size(first) == 1
	switch name := e.Name; {
	case name == "c":
		n := 0
		for _, x := range d {
			n += Size(x)
		}
		return []int{n}, true
	case name == "rep":
		v, ok := e.Args[1].Eval(env)
		return []int{Size(first) * int(v)}, ok && Inside(v+1, 1+10_000_000/max(1, Size(first)))
	case name == "t" && len(first) == 1: // a vector is a column
		return []int{1, first[0]}, true
	case name == "t":
		return slices.Concat(first[min(1, len(first)):], first[:min(1, len(first))]), len(first) == 2
	case name == "%*%":
		last := d[1]
		if len(first) == 0 || len(last) == 0 || len(first) > 2 || len(last) > 2 ||
			first[len(first)-1] != last[0] {
			return nil, false
		}
		return slices.Concat(first[:len(first)-1], last[1:]), true
	case f.Matrix != nil:
		return nil, square
	case name == "inverse":
		return first, square
	case name == "inprod":
		return nil, Size(first) == Size(d[1])
	case name == "interp.lin":
		return nil, Size(d[1]) == Size(d[2])
	case f.Vector != nil:
		return first, true
	case f.Scalar == nil:
		return nil, true
	}
	for _, x := range d {
		if Size(x) > Size(dims) || dims == nil {
			dims = x
		}
	}
	return dims, true
}

// Size is the number of elements of an array with these dimensions.
func Size(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// Shape returns the dimensions of a slice; an element has none.
func (e *Expr) Shape(env []int32) (dims []int, ok bool) {
	if e.Op != Slice {
		return nil, e.Op == Elem
	}
	for k, a := range e.Args {
		switch a.Op {
		case All:
			dims = append(dims, e.Array.Dims[k])
		case Range:
			lo, ok1 := a.Args[0].Eval(env)
			hi, ok2 := a.Args[1].Eval(env)
			if !ok1 || !ok2 {
				return nil, false
			}
			dims = append(dims, max(0, int(hi)-int(lo)+1))
		}
	}
	return dims, true
}

// Inside tells whether v is an index of a dimension: a whole number from 1 to dim.
func Inside(v float64, dim int) bool { return v >= 1 && v <= float64(dim) && v == math.Trunc(v) }

// Position is where an element is in its array. ok is false if an index is unknown or outside.
func (e *Expr) Position(env []int32) (at int, ok bool) {
	for k, x := range e.Args {
		v, ok := x.Eval(env)
		if !ok || !Inside(v, e.Array.Dims[k]) {
			return 0, false
		}
		at = at*e.Array.Dims[k] + int(v) - 1
	}
	return at, true
}

// List has the positions of the elements of an Elem or Slice, by rows. ok is false if an index is
// unknown or outside.
func (e *Expr) List(env []int32) (at []int, ok bool) {
	ok = e.Positions(env, func(i int) { at = append(at, i) })
	return at, ok
}

// First is the position of the first element of an Elem or Slice, or −1.
func (e *Expr) First(env []int32) int {
	if at, _ := e.List(env); len(at) > 0 {
		return at[0]
	}
	return -1
}

// Positions calls f with the position of each element of an Elem or Slice, by rows. It returns
// false, if an index is unknown or outside.
func (e *Expr) Positions(env []int32, f func(i int)) bool {
	if e.Op == Elem {
		i, ok := e.Position(env)
		if ok {
			f(i)
		}
		return ok
	}
	lo, hi := make([]int, len(e.Args)), make([]int, len(e.Args))
	for k, x := range e.Args {
		lo[k], hi[k] = 1, e.Array.Dims[k]
		if x.Op == All {
			continue
		}
		a, b := x, x
		if x.Op == Range {
			a, b = x.Args[0], x.Args[1]
		}
		l, ok1 := a.Eval(env)
		h, ok2 := b.Eval(env)
		if dim := e.Array.Dims[k]; !ok1 || !ok2 || l <= h && !(Inside(l, dim) && Inside(h, dim)) {
			return false
		}
		lo[k], hi[k] = int(l), int(h)
	}
	var walk func(k, at int)
	walk = func(k, at int) {
		if k == len(lo) {
			f(at)
			return
		}
		for v := lo[k]; v <= hi[k]; v++ {
			walk(k+1, at*e.Array.Dims[k]+v-1)
		}
	}
	walk(0, 0)
	return true
}
