package graph

import (
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// A substitution turns expressions as written into those of the graph's pool, with deterministic
// elements replaced by what defines them.
type substitution struct {
	g     *Graph
	s     *Statement
	env   []int32      // the row that it is made for; others have the same form
	vals  []*expr.Expr // for a definition: what its counters are
	depth int
}

func (x *substitution) optional(e *expr.Expr) *expr.Expr {
	if e == nil {
		return nil
	}
	return x.scalar(e)
}

// left keeps the left side as it is.
func (x *substitution) left(e *expr.Expr) *expr.Expr { return x.g.Pool.With(e, x.scalars(e.Args)) }

func (x *substitution) scalars(args []*expr.Expr) []*expr.Expr {
	out := make([]*expr.Expr, len(args))
	for i, a := range args {
		out[i] = x.scalar(a)
	}
	return out
}

// scalar substitutes in an expression of one number.
func (x *substitution) scalar(e *expr.Expr) *expr.Expr {
	p := x.g.Pool
	switch e.Op {
	case expr.Counter:
		if x.vals != nil {
			return x.vals[e.Depth]
		}
		return p.Intern(expr.Expr{Op: expr.Counter, Name: e.Name, Depth: e.Depth, Pos: e.Pos})
	case expr.Elem:
		return x.element(e.Array, x.scalars(e.Args), e)
	case expr.Slice:
		if v := x.vector(e); v.Op == expr.Call && len(v.Args) == 1 {
			return v.Args[0]
		}
		x.g.fail(e.Pos, "%s is a vector, and one number is needed here", e)
		return p.Num(0)
	case expr.Call:
		if f := expr.Functions[e.Name]; f.Scalar == nil {
			return x.call(e)
		}
	}
	return p.With(e, x.scalars(e.Args))
}

// call substitutes in a function of vectors.
func (x *substitution) call(e *expr.Expr) *expr.Expr {
	p := x.g.Pool
	args := make([]*expr.Expr, len(e.Args))
	for i, a := range e.Args {
		if a.IsVector() {
			args[i] = x.vector(a)
		} else {
			args[i] = x.scalar(a)
		}
	}
	switch e.Name {
	case "max", "min":
		if len(args) == 2 && !e.Args[0].IsVector() && !e.Args[1].IsVector() {
			return p.Call(e.Name, args...)
		}
	case "length":
		if v, ok := e.Eval(x.env); ok {
			return p.Num(v)
		}
	case "%*%":
		return x.at(e, nil)
	case "inprod":
		u, ok1 := p.Elements(args[0])
		v, ok2 := p.Elements(args[1])
		if ok1 && ok2 && len(u) != len(v) {
			x.g.fail(e.Pos, "inprod takes two vectors of the same length, and these have %d and %d elements",
				len(u), len(v))
		} else if ok1 && ok2 && len(u) <= mostTerms && len(u) > 0 {
			sum := p.Mul(u[0], v[0])
			for i := 1; i < len(u); i++ {
				sum = p.Add(sum, p.Mul(u[i], v[i]))
			}
			return sum
		}
	case "sum", "mean":
		if u, ok := p.Elements(args[0]); ok && len(args) == 1 && len(u) <= mostTerms &&
			args[0].Unknown && len(u) > 0 {
			sum := p.Add(u...)
			if e.Name == "mean" {
				return p.Mul(p.Num(1/float64(len(u))), sum)
			}
			return sum
		}
	}
	out := p.Call(e.Name, args...)
	if out.Pos.Line == 0 {
		out.Pos = e.Pos
	}
	return out
}

// mostTerms is how many elements of a vector are written out as a sum.
const mostTerms = 64

// vector substitutes in a vector: the result is a Slice of an array without deterministic elements,
// or a call of c with the elements.
func (x *substitution) vector(e *expr.Expr) *expr.Expr {
	g, p := x.g, x.g.Pool
	if e.Op == expr.Slice && !g.hasDeterministic(e.Array) {
		args := make([]*expr.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = p.With(a, x.scalars(a.Args))
			if a.Op == expr.Range && isWhole(args[i], e.Array.Dims[i]) {
				args[i] = p.Intern(expr.Expr{Op: expr.All, Pos: a.Pos})
			}
			if a.Op != expr.All && a.Op != expr.Range {
				args[i] = x.scalar(a)
			}
		}
		return p.With(e, args)
	}
	if !e.IsVector() {
		return p.Call("c", x.scalar(e))
	}
	dims, ok := x.shape(e)
	if !ok {
		g.fail(e.Pos, "how many elements %s has is not known", e)
		return p.Call("c", p.Num(0))
	}
	n := 1
	for _, d := range dims {
		n *= d
	}
	out := make([]*expr.Expr, n)
	for i := range n {
		idx, k := make([]*expr.Expr, len(dims)), i
		for d := len(dims) - 1; d >= 0; d-- {
			idx[d] = p.Num(float64(k%dims[d] + 1))
			k /= dims[d]
		}
		out[i] = x.at(e, idx)
	}
	return p.Call("c", out...)
}

// isWhole tells whether a range is all of a dimension.
func isWhole(e *expr.Expr, n int) bool {
	if e.Counts || e.Args[0].Unknown || e.Args[1].Unknown {
		return false
	}
	lo, ok1 := e.Args[0].Eval(nil)
	hi, ok2 := e.Args[1].Eval(nil)
	return ok1 && ok2 && lo == 1 && int(hi) == n
}

// shape returns the dimensions of a vector.
func (x *substitution) shape(e *expr.Expr) ([]int, bool) {
	if e.Op != expr.Call {
		if e.Op == expr.Slice && x.vals != nil { // put in what the counters of a definition stand for
			e = x.g.Pool.Replace(e, func(a *expr.Expr) *expr.Expr {
				if a.Op == expr.Range || a == e {
					return nil
				}
				return x.scalar(a)
			})
		}
		dims, ok := e.Shape(x.env)
		return dims, ok || e.Op != expr.Slice
	}
	all := make([][]int, len(e.Args))
	for i, a := range e.Args {
		var ok bool
		if all[i], ok = x.shape(a); !ok {
			return nil, false
		}
	}
	return e.CallDims(all, x.env)
}

// at is one element of a vector as written, with indices from one.
func (x *substitution) at(e *expr.Expr, idx []*expr.Expr) *expr.Expr {
	p := x.g.Pool
	if !e.IsVector() && e.Name != "%*%" {
		return x.scalar(e)
	}
	if e.Op == expr.Slice {
		args, k := make([]*expr.Expr, len(e.Args)), 0
		for d, a := range e.Args {
			switch a.Op {
			case expr.All:
				args[d] = idx[k]
				k++
			case expr.Range:
				args[d] = p.Add(idx[k], p.Sub(x.scalar(a.Args[0]), p.Num(1)))
				k++
			default:
				args[d] = x.scalar(a)
			}
		}
		return x.element(e.Array, args, e)
	}
	switch e.Name {
	case "c":
		k, ok := idx[0].Eval(x.env)
		if !ok {
			x.g.fail(e.Pos, "the index into %s is not known", e)
			return p.Num(0)
		}
		for _, a := range e.Args {
			n := 1
			if d, ok := x.shape(a); ok && a.IsVector() {
				n = d[0]
			}
			if int(k) <= n {
				return x.at(a, []*expr.Expr{p.Num(k)})
			}
			k -= float64(n)
		}
	case "t":
		if d, ok := x.shape(e.Args[0]); ok && len(d) == 1 {
			return x.at(e.Args[0], idx[1:])
		}
		return x.at(e.Args[0], []*expr.Expr{idx[1], idx[0]})
	case "%*%":
		return x.product(e, idx)
	case "inverse", "sort", "rank", "order":
		if k, ok := x.known(e, idx); ok {
			return p.Num(k)
		}
		return p.Call(e.Name+".at", append([]*expr.Expr{x.vector(e.Args[0])}, idx...)...)
	}
	if expr.Functions[e.Name].Scalar == nil {
		x.g.fail(e.Pos, "%s of unknowns is not there", e.Name)
		return p.Num(0)
	}
	args := make([]*expr.Expr, len(e.Args))
	for i, a := range e.Args {
		ones := idx
		if d, ok := x.shape(a); ok && expr.Size(d) == 1 && len(d) > 0 { // one number for all
			ones = slices.Repeat([]*expr.Expr{p.Num(1)}, len(d))
		}
		args[i] = x.at(a, ones)
	}
	return p.With(e, args)
}

// known is an element of a vector that is computed from data and is the same in all rows.
func (x *substitution) known(e *expr.Expr, idx []*expr.Expr) (v float64, ok bool) {
	all, dims, ok := e.EvalVector(nil)
	if !ok || e.Counts {
		return 0, false
	}
	at := 0
	for d, i := range idx {
		k, ok := i.Eval(x.env)
		if !ok || i.Counts || !expr.Inside(k, dims[d]) {
			return 0, false
		}
		at = at*dims[d] + int(k) - 1
	}
	return all[at], true
}

// product is an element of a matrix product.
func (x *substitution) product(e *expr.Expr, idx []*expr.Expr) *expr.Expr {
	p := x.g.Pool
	a, ok1 := x.shape(e.Args[0])
	b, ok2 := x.shape(e.Args[1])
	if !ok1 || !ok2 || a[len(a)-1] != b[0] {
		x.g.fail(e.Pos, "the matrices of %s do not fit each other", e)
		return p.Num(0)
	}
	if idx == nil { // a number
		idx = []*expr.Expr{p.Num(1)}
	}
	var sum *expr.Expr
	for l := range b[0] {
		k := p.Num(float64(l + 1))
		left, right := []*expr.Expr{k}, []*expr.Expr{k}
		if len(a) == 2 {
			left = []*expr.Expr{idx[0], k}
		}
		if len(b) == 2 {
			right = []*expr.Expr{k, idx[len(idx)-1]}
		}
		t := p.Mul(x.at(e.Args[0], left), x.at(e.Args[1], right))
		if sum == nil {
			sum = t
		} else {
			sum = p.Add(sum, t)
		}
	}
	return sum
}

// element is an element of an array, or what defines it.
func (x *substitution) element(a *expr.Array, index []*expr.Expr, src *expr.Expr) *expr.Expr {
	g, p := x.g, x.g.Pool
	leaf := p.Intern(expr.Expr{Op: expr.Elem, Name: a.Name, Array: a, Args: index, Pos: src.Pos})
	if !g.hasDeterministic(a) {
		return leaf
	}
	if x.depth > 200 {
		g.fail(src.Pos, "%s is defined by itself", src)
		return p.Num(0)
	}
	def, uniform := a.Uniform()
	if !uniform || !g.Statements[def].solvable() {
		i, ok := leaf.Position(x.env)
		if !ok {
			if k := slices.IndexFunc(index, func(e *expr.Expr) bool { return e.Unknown }); k >= 0 {
				return x.selection(a, index, k, src)
			}
			s := *x.s
			if s.Rows.N > 0 && !x.rowOutside(leaf) {
				g.outside(&s, src, 0)
			}
			return p.Num(0)
		}
		if def = a.Def[i]; def < 0 || !g.Statements[def].Deterministic() {
			return leaf
		}
		if s := g.Statements[def]; !s.solvable() {
			row := g.rowOf(s, i)
			vals := make([]*expr.Expr, len(s.Loops))
			for d, v := range s.Rows.Env(row) {
				vals[d] = p.Num(float64(v))
			}
			return x.define(s, vals, index)
		}
	}
	s := g.Statements[def]
	vals := make([]*expr.Expr, len(s.Loops))
	for k, l := range s.Left.Args {
		switch {
		case l.Op == expr.Counter:
			vals[l.Depth] = index[k]
		case l.Op == expr.Call && l.Counts:
			vals[l.Args[0].Depth] = p.Call(map[string]string{"+": "-", "-": "+"}[l.Name], index[k],
				p.Num(l.Args[1].Value))
		}
	}
	return x.define(s, vals, index)
}

// rowOutside reports an index that is out of range in the row of the substitution.
func (x *substitution) rowOutside(leaf *expr.Expr) bool {
	one := &expr.Rows{N: 1}
	for _, v := range x.env {
		one.Counters = append(one.Counters, []int32{v})
	}
	s := *x.s
	s.Rows = one
	x.g.outside(&s, leaf, 0)
	return true
}

// define puts in what a deterministic statement says.
func (x *substitution) define(s *Statement, vals, index []*expr.Expr) *expr.Expr {
	y := &substitution{g: x.g, s: x.s, env: x.env, vals: vals, depth: x.depth + 1}
	if s.Left.Op == expr.Elem {
		return y.scalar(s.Value)
	}
	var idx []*expr.Expr
	for k, l := range s.Left.Args {
		switch l.Op {
		case expr.All:
			idx = append(idx, index[k])
		case expr.Range:
			idx = append(idx, x.g.Pool.Sub(index[k], x.g.Pool.Sub(y.scalar(l.Args[0]), x.g.Pool.Num(1))))
		}
	}
	return y.at(s.Value, idx)
}

// selection is an element whose k-th index is unknown, of an array with several definitions.
func (x *substitution) selection(a *expr.Array, index []*expr.Expr, k int,
	src *expr.Expr) *expr.Expr {
	p := x.g.Pool
	args := []*expr.Expr{index[k]}
	for v := range a.Dims[k] {
		idx := slices.Clone(index)
		idx[k] = p.Num(float64(v + 1))
		args = append(args, x.element(a, idx, src))
	}
	return p.Call("select", args...)
}

// rowOf is the row of a statement that defines element i.
func (g *Graph) rowOf(s *Statement, i int) int {
	if s.rowAt == nil {
		s.rowAt = map[int]int{}
		for row := range s.Rows.N {
			s.Left.Positions(s.Rows.Env(row), func(k int) { s.rowAt[k] = row })
		}
	}
	return s.rowAt[i]
}
