package graph

import (
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// shape returns the dimensions of a vector.
func (x *substitution) shape(e *expr.Expr) ([]int, bool) {
	if x.vals != nil { // put in what the counters of a definition stand for
		e = x.g.Pool.PutCounters(e, func(a *expr.Expr) *expr.Expr { return x.vals[a.Depth] })
	}
	return dimensions(e, x.env)
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
		x.g.fail(e.Pos, "%s of unknowns is not there. Write a loop", e.Name)
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
