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

// IsVector tells whether e can have several elements.
func (e *Expr) IsVector() bool { return e.vector }

func (e *Expr) isVector() bool {
	f := Functions[e.Name]
	switch {
	case e.Op != Call:
		return e.Op == Slice
	case f.Vector != nil || slices.Contains([]string{"c", "rep", "inverse", "t"}, e.Name):
		return true
	}
	return (f.Scalar != nil || e.Name == "%*%") && slices.ContainsFunc(e.Args, (*Expr).IsVector)
}
