package expr

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
)

// Eval computes a scalar expression of what is known, where the loop counters have the values env.
// ok is false if it has unknowns.
func (e *Expr) Eval(env []int32) (v float64, ok bool) {
	switch e.Op {
	case Num:
		return e.Value, true
	case Counter:
		if e.Depth >= len(env) {
			return 0, false
		}
		return float64(env[e.Depth]), true
	case Elem:
		i, ok := e.Position(env)
		if !ok || !e.Array.Fixed(i) {
			return 0, false
		}
		return e.Array.Value[i], true
	case All, Range:
		return 0, false
	}
	switch f := Functions[e.Name]; {
	case e.Op == Slice:
	case f.Scalar != nil:
		var v Args
		for i, a := range e.Args {
			x, ok := a.Eval(env)
			if !ok {
				return 0, false
			}
			v[i] = x
		}
		return f.Scalar(v), true
	case e.Name == "length": // known even if the elements are not
		dims, ok := e.Args[0].Shape(env)
		return float64(Size(dims)), ok
	case e.Name == "select":
		k, ok := e.Args[0].Eval(env)
		if !ok || k < 1 || int(k) >= len(e.Args) {
			return 0, false
		}
		return e.Args[int(k)].Eval(env)
	}
	x, _, ok := e.EvalVector(env)
	if !ok || len(x) != 1 {
		return 0, false
	}
	return x[0], true
}

// EvalVector computes a vector or a matrix of what is known, by rows.
func (e *Expr) EvalVector(env []int32) (x []float64, dims []int, ok bool) {
	f := Functions[e.Name]
	switch {
	case e.Op == Slice:
		if dims, ok = e.Shape(env); !ok {
			return nil, nil, false
		}
		ok = e.Positions(env, func(i int) {
			if ok = ok && e.Array.Fixed(i); ok {
				x = append(x, e.Array.Value[i])
			}
		}) && ok
		return x, dims, ok
	case e.Op != Call || f.Scalar != nil && !e.IsVector() || e.Name == "length" || e.Name == "select":
		v, ok := e.Eval(env)
		return []float64{v}, nil, ok
	}
	all, shapes := make([][]float64, len(e.Args)), make([][]int, len(e.Args))
	for i, a := range e.Args {
		if all[i], shapes[i], ok = a.EvalVector(env); !ok {
			return nil, nil, false
		}
	}
	n := int(math.Sqrt(float64(len(all[0]))) + 0.5)         // matrices may be written out, as a vector
	if name, one := strings.CutSuffix(e.Name, ".at"); one { // an element, as inverse.at(m, i, j)
		at := 0
		for _, k := range all[1:] {
			at = at*n + int(k[0]) - 1
		}
		whole := Expr{Op: Call, Name: name}
		if x, ok = whole.apply(Functions[name], all[:1], shapes); ok {
			x = x[at : at+1]
		}
		return x, nil, ok
	}
	if dims, ok = e.CallDims(shapes, env); ok || f.Matrix != nil && n*n == len(all[0]) {
		x, ok = e.apply(f, all, shapes)
	}
	return x, dims, ok
}

// apply computes a function of vectors.
func (e *Expr) apply(f Function, x [][]float64, dims [][]int) (out []float64, ok bool) {
	one := func(v float64, ok bool) ([]float64, bool) { return []float64{v}, ok }
	n := int(math.Sqrt(float64(len(x[0]))) + 0.5) // the rows of a square matrix
	switch name := e.Name; {
	case f.Reduce != nil:
		all := slices.Concat(x...)
		if len(all) == 0 {
			return nil, false
		}
		return one(f.Reduce(all), true)
	case f.Matrix != nil:
		return one(f.Matrix(x[0], n), true)
	case name == "inprod":
		return one(floats.Dot(x[0], x[1]), true)
	case name == "interp.lin":
		return one(Interpolate(x[0][0], x[1], x[2]), len(x[1]) > 0)
	case f.Vector != nil:
		return f.Vector(x), true
	case name == "c":
		return slices.Concat(x...), true
	case name == "rep":
		return slices.Repeat(x[0], int(x[1][0])), true
	case name == "inverse":
		return Inverse(x[0], n), true
	case name == "t" || name == "%*%":
		return matrix(name, x, dims), true
	}
	n = 1 // element by element
	for _, y := range x {
		n = max(n, len(y))
	}
	for j := range n {
		var v Args
		for i, y := range x {
			if len(y) != 1 && len(y) != n {
				return nil, false
			}
			v[i] = y[min(j, len(y)-1)]
		}
		out = append(out, f.Scalar(v))
	}
	return out, true
}

// matrix transposes or multiplies. A vector is a column, except on the left of a product.
func matrix(name string, x [][]float64, dims [][]int) (out []float64) {
	rows := func(k int) (n, m int) {
		if len(dims[k]) == 2 {
			return dims[k][0], dims[k][1]
		}
		return len(x[k]), 1
	}
	if name == "t" {
		n, m := rows(0)
		for j := range m {
			for i := range n {
				out = append(out, x[0][i*m+j])
			}
		}
		return out
	}
	k, c := rows(1)
	for i := range len(x[0]) / max(1, k) {
		for j := range c {
			sum := 0.0
			for l := range k {
				sum += x[0][i*k+l] * x[1][l*c+j]
			}
			out = append(out, sum)
		}
	}
	return out
}

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

// IsVector tells whether e can have several elements.
func (e *Expr) IsVector() bool {
	f := Functions[e.Name]
	switch {
	case e.Op != Call:
		return e.Op == Slice
	case f.Vector != nil || slices.Contains([]string{"c", "rep", "inverse", "t"}, e.Name):
		return true
	}
	return (f.Scalar != nil || e.Name == "%*%") && slices.ContainsFunc(e.Args, (*Expr).IsVector)
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
