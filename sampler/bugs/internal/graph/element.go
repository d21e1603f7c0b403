package graph

import (
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

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
			x.outside(leaf)
			return p.Num(0)
		}
		if def = a.Def[i]; def < 0 || !g.Statements[def].Deterministic() {
			return leaf
		}
		if g.computed[a] != nil {
			return g.stored(leaf)
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
		if of, by := l.Shift(); of.Op == expr.Counter && by < 0 {
			vals[of.Depth] = p.Add(index[k], p.Num(-by))
		} else if of.Op == expr.Counter {
			vals[of.Depth] = p.Sub(index[k], p.Num(by))
		}
	}
	return x.define(s, vals, index)
}

// outside reports an index that is out of range in the row of the substitution.
func (x *substitution) outside(leaf *expr.Expr) {
	one := &expr.Rows{N: 1}
	for _, v := range x.env {
		one.Counters = append(one.Counters, []int32{v})
	}
	s := *x.s
	s.Rows = one
	x.g.outside(&s, leaf, 0)
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
