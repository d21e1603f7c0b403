package expr

import (
	"math"
	"strings"
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
	case Slice:
		x, _, ok := e.EvalVector(env)
		if !ok || len(x) != 1 {
			return 0, false
		}
		return x[0], true
	case Call:
		return e.evalCall(env)
	}
	return 0, false
}

func (e *Expr) evalCall(env []int32) (float64, bool) {
	f := Functions[e.Name]
	switch {
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
		_, dims, ok := e.Args[0].shape(env)
		n := 1
		for _, d := range dims {
			n *= d
		}
		return float64(n), ok
	case e.Name == "select":
		k, ok := e.Args[0].Eval(env)
		if !ok || k < 1 || int(k) >= len(e.Args) {
			return 0, false
		}
		return e.Args[int(k)].Eval(env)
	}
	var all [][]float64
	for _, a := range e.Args {
		x, _, ok := a.EvalVector(env)
		if !ok {
			return 0, false
		}
		all = append(all, x)
	}
	switch {
	case f.Reduce != nil && len(all) == 1:
		return f.Reduce(all[0]), len(all[0]) > 0
	case f.Reduce != nil:
		var flat []float64
		for _, x := range all {
			flat = append(flat, x...)
		}
		return f.Reduce(flat), true
	case f.Matrix != nil && side(all[0]) > 0:
		return f.Matrix(all[0], side(all[0])), true
	case e.Name == "inverse.at" && side(all[0]) > 0: // an element of an inverse
		n := side(all[0])
		return Inverse(all[0], n)[(int(all[1][0])-1)*n+int(all[2][0])-1], true
	case strings.HasSuffix(e.Name, ".at"):
		return Functions[strings.TrimSuffix(e.Name, ".at")].Vector(all[:1])[int(all[1][0])-1], true
	case e.Name == "inprod" && len(all[0]) == len(all[1]):
		return dot(all[0], all[1]), true
	case e.Name == "interp.lin" && len(all[1]) == len(all[2]) && len(all[1]) > 0:
		return Interpolate(all[0][0], all[1], all[2]), true
	}
	return 0, false
}

// side is the number of rows of a square matrix, or zero if x is none.
func side(x []float64) int {
	if n := int(math.Sqrt(float64(len(x))) + 0.5); n*n == len(x) {
		return n
	}
	return 0
}

func dot(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

// EvalVector computes a vector or a matrix of what is known, by rows.
func (e *Expr) EvalVector(env []int32) (x []float64, dims []int, ok bool) {
	if e.Op == Slice {
		_, dims, ok = e.shape(env)
		if !ok {
			return nil, nil, false
		}
		ok = e.Positions(env, func(i int) {
			if ok = ok && e.Array.Fixed(i); ok {
				x = append(x, e.Array.Value[i])
			}
		}) && ok
		return x, dims, ok
	}
	if f := Functions[e.Name]; e.Op == Call && e.IsVector() {
		var all [][]float64
		var shapes [][]int
		for _, a := range e.Args {
			y, d, ok := a.EvalVector(env)
			if !ok {
				return nil, nil, false
			}
			all, shapes = append(all, y), append(shapes, d)
		}
		return vectorCall(e.Name, f, all, shapes)
	}
	v, ok := e.Eval(env)
	return []float64{v}, nil, ok
}

func vectorCall(name string, f Function, x [][]float64, dims [][]int) ([]float64, []int, bool) {
	switch {
	case f.Vector != nil:
		return f.Vector(x), dims[0], true
	case name == "c":
		var out []float64
		for _, y := range x {
			out = append(out, y...)
		}
		return out, []int{len(out)}, true
	case name == "rep":
		var out []float64
		if n := x[1][0] * float64(len(x[0])); len(x[1]) != 1 || !(n >= 0 && n <= 1e7) {
			return nil, nil, false
		}
		for range int(x[1][0]) {
			out = append(out, x[0]...)
		}
		return out, []int{len(out)}, true
	case name == "inverse" && len(dims[0]) == 2 && dims[0][0] == dims[0][1]:
		return Inverse(x[0], dims[0][0]), dims[0], true
	case name == "t" && len(dims[0]) == 1:
		return x[0], []int{1, len(x[0])}, true
	case name == "t" && len(dims[0]) == 2:
		n, m := dims[0][0], dims[0][1]
		out := make([]float64, n*m)
		for i := range n {
			for j := range m {
				out[j*n+i] = x[0][i*m+j]
			}
		}
		return out, []int{m, n}, true
	case name == "%*%":
		return matMul(x[0], x[1], dims[0], dims[1])
	case f.Scalar != nil: // element by element
		var out []float64
		n, shape := 1, []int(nil)
		for i, y := range x {
			if len(y) > n {
				n, shape = len(y), dims[i]
			}
		}
		for j := range n {
			var v Args
			for i, y := range x {
				if len(y) != 1 && len(y) != n {
					return nil, nil, false
				}
				v[i] = y[min(j, len(y)-1)]
			}
			out = append(out, f.Scalar(v))
		}
		return out, shape, true
	}
	return nil, nil, false
}

func matMul(x, y []float64, dx, dy []int) ([]float64, []int, bool) {
	r, k := 1, len(x)
	if len(dx) == 2 {
		r, k = dx[0], dx[1]
	}
	k2, c := len(y), 1
	if len(dy) == 2 {
		k2, c = dy[0], dy[1]
	}
	if k != k2 {
		return nil, nil, false
	}
	out := make([]float64, r*c)
	for i := range r {
		for j := range c {
			for l := range k {
				out[i*c+j] += x[i*k+l] * y[l*c+j]
			}
		}
	}
	switch {
	case len(dy) == 2 && len(dx) == 2:
		return out, []int{r, c}, true
	default:
		return out, []int{len(out)}, true
	}
}

// IsVector tells whether e can have several elements.
func (e *Expr) IsVector() bool {
	if e.Op == Slice {
		return true
	}
	if e.Op != Call {
		return false
	}
	f := Functions[e.Name]
	switch {
	case f.Vector != nil || e.Name == "c" || e.Name == "rep" || e.Name == "inverse" || e.Name == "t":
		return true
	case f.Scalar == nil && e.Name != "%*%":
		return false
	}
	for _, a := range e.Args {
		if a.IsVector() {
			return true
		}
	}
	return false
}

// shape returns the number of elements of a slice in each dimension, and the dimensions that are
// left.
func (e *Expr) shape(env []int32) (all, kept []int, ok bool) {
	if e.Op != Slice {
		return nil, nil, e.Op == Elem
	}
	for k, a := range e.Args {
		switch a.Op {
		case All:
			kept = append(kept, e.Array.Dims[k])
		case Range:
			lo, ok1 := a.Args[0].Eval(env)
			hi, ok2 := a.Args[1].Eval(env)
			if !ok1 || !ok2 {
				return nil, nil, false
			}
			kept = append(kept, max(0, int(hi)-int(lo)+1))
		}
	}
	return nil, kept, true
}

// Shape returns the dimensions of a slice.
func (e *Expr) Shape(env []int32) (dims []int, ok bool) {
	_, dims, ok = e.shape(env)
	return dims, ok
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
