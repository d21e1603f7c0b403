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
	args := x.scalars(e.Args)
	if e.Name == "ifelse" && args[0].Unknown {
		return x.choice(args[0], args[1], args[2])
	}
	return p.With(e, args)
}

// choice writes ifelse(a > b, yes, no) as the element of (no, yes) that the condition selects, so
// that each of the two has the full conditional that it would have with an unknown index.
func (x *substitution) choice(is, yes, no *expr.Expr) *expr.Expr {
	p := x.g.Pool
	if !expr.IsComparison(is.Name) && is.Name != "step" {
		is = p.Call("!=", is, p.Num(0))
	}
	return p.Call("select", p.Add(p.Num(1), is), no, yes)
}

// call substitutes in a function of vectors.
func (x *substitution) call(e *expr.Expr) *expr.Expr {
	p := x.g.Pool
	args := make([]*expr.Expr, len(e.Args))
	for i, a := range e.Args {
		if a.IsVector() {
			if dims, ok := x.shape(a); ok && expr.Size(dims) == 0 && e.Name == "mean" {
				x.g.fail(a.Pos, "%s has no elements, and so no mean", a)
				return p.Num(0)
			}
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
		} else if ok1 && ok2 && x.writesOut(append(slices.Clone(u), v...), len(u)) {
			sum := p.Mul(u[0], v[0])
			for i := 1; i < len(u); i++ {
				sum = p.Add(sum, p.Mul(u[i], v[i]))
			}
			return sum
		}
	case "sum", "mean":
		if u, ok := p.Elements(args[0]); ok && len(args) == 1 && args[0].Unknown &&
			x.writesOut(u, len(u)) {
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

// mostTerms is how many elements of a vector are written out as a sum, and mostNormal how many if
// they are normal: then they may be drawn at once. mostProducts are those of two elements, over all
// rows.
const (
	mostTerms    = 64
	mostNormal   = 400
	mostProducts = 10_000_000
)

// writesOut tells whether a sum of n terms is written out; e has what is added up or multiplied.
func (x *substitution) writesOut(e []*expr.Expr, n int) bool {
	if n <= mostTerms || n > mostNormal || n*n*x.s.Rows.N > mostProducts {
		return 0 < n && n <= mostTerms
	}
	normal := func(e *expr.Expr) bool {
		return !e.Unknown || e.Op == expr.Elem && !slices.ContainsFunc(e.Array.Def, func(d int32) bool {
			return d >= 0 && (x.g.Statements[d].Dist == nil || x.g.Statements[d].Dist.Name != "dnorm")
		})
	}
	return !slices.ContainsFunc(e, func(e *expr.Expr) bool { return !normal(e) })
}

// vector substitutes in a vector: the result is a Slice of an array without deterministic elements,
// or a call of c with the elements.
func (x *substitution) vector(e *expr.Expr) *expr.Expr {
	g, p := x.g, x.g.Pool
	if e.Op == expr.Slice && !g.hasDeterministic(e.Array) {
		args := make([]*expr.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = p.With(a, x.scalars(a.Args))
			if a.Op == expr.Range && args[i].IsAll(e.Array.Dims[i]) {
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
