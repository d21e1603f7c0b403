package graph

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// shapes finds the dimensions of arrays that are not in the data, from the largest index of a left side.
func (g *Graph) shapes() {
	for _, s := range g.Statements {
		if s.Rows = g.rowsOf(s); s.Rows == nil {
			return
		}
		a := s.Left.Array
		if _, ok := g.given[a.Name]; ok {
			continue
		}
		for k, x := range s.Left.Args {
			if x.Op == expr.All {
				continue
			}
			if x.Op == expr.Range {
				x = x.Args[1]
			}
			c := x.Column(s.Rows)
			for i := range s.Rows.N {
				v, ok := c.At(i)
				if !ok {
					g.fail(s.Left.Pos, "the index %s of %s is not known: a left side may use data and counters only", x, a.Name)
					return
				}
				a.Dims[k] = max(a.Dims[k], int(v))
			}
		}
	}
	for _, s := range g.Statements {
		if a := s.Left.Array; slices.Contains(a.Dims, 0) {
			if s.whole(); !slices.Contains(a.Dims, 0) {
				continue
			}
			if g.used(a); slices.Contains(a.Dims, 0) {
				g.fail(s.Left.Pos, "how many elements %s has cannot be seen here: write %s[1:n]", a.Name, a.Name)
			}
		}
	}
	for k, a := range g.Arrays {
		if _, ok := g.given[k]; !ok {
			*a = *expr.NewArray(a.Name, a.Dims)
		}
	}
}

// whole gives an array that is defined without indices the dimensions of the right side.
func (s *Statement) whole() {
	if s.Value == nil || len(s.Loops) > 0 || slices.ContainsFunc(s.Left.Args, func(i *expr.Expr) bool { return i.Op != expr.All }) {
		return
	}
	s.Value.Walk(func(x *expr.Expr) bool {
		if dims, ok := x.Shape(nil); ok && x.Op == expr.Slice && len(dims) == len(s.Left.Array.Dims) {
			for k, n := range dims {
				s.Left.Array.Dims[k] = max(s.Left.Array.Dims[k], n)
			}
		}
		return true
	})
}

// used finds the dimensions of an array from where it is used.
func (g *Graph) used(a *expr.Array) {
	for _, s := range g.Statements {
		for _, e := range s.expressions() {
			e.Walk(func(x *expr.Expr) bool {
				if x.Array != a || x == s.Left && s.Left.Op == expr.Elem {
					return true
				}
				for k, i := range x.Args {
					if i.Op == expr.Range {
						i = i.Args[1]
					}
					if i.Op == expr.All {
						continue
					}
					c := i.Column(s.Rows)
					for row := range c.V {
						if v, ok := c.At(row); ok {
							a.Dims[k] = max(a.Dims[k], int(v))
						}
					}
				}
				return true
			})
		}
		// a parameter that must be as long as what is drawn: dmnorm(mu[], Omega[,])
		if s.Dist == nil || !s.Dist.Multi {
			continue
		}
		n := 0
		for _, e := range append([]*expr.Expr{s.Left}, s.Args...) {
			if dims, ok := e.Shape(make([]int32, 20)); ok && e.Op == expr.Slice && len(dims) > 0 {
				n = max(n, dims[len(dims)-1])
			}
		}
		for _, e := range append([]*expr.Expr{s.Left}, s.Args...) {
			if e.Op == expr.Slice && e.Array == a {
				for k, i := range e.Args {
					if i.Op == expr.All && a.Dims[k] == 0 {
						a.Dims[k] = n
					}
				}
			}
		}
	}
}

// define notes which statement defines each element.
func (g *Graph) define() {
	for _, s := range g.Statements {
		a := s.Left.Array
		one := func(row, i int) bool {
			switch d := a.Def[i]; {
			case d == expr.Known && s.Deterministic():
				g.fail(s.Rel.Pos, "%s is given with the data, and defined again here", name(a, i))
				return false
			case d == expr.Known:
				a.Def[i], a.Observed[i] = int32(s.ID), true
			case d >= 0:
				g.fail(s.Rel.Pos, "%s is defined twice: here and in line %d%s", name(a, i),
					g.Statements[d].Rel.Pos.Line, g.where(s, s.Rows.Env(row), s.Left))
				return false
			default:
				a.Def[i] = int32(s.ID)
			}
			return true
		}
		if s.Left.Op == expr.Elem {
			at := s.Left.PositionColumn(s.Rows)
			for row := range s.Rows.N {
				i := at[min(row, len(at)-1)]
				if i < 0 {
					g.outside(s, s.Left, row)
					break
				}
				if !one(row, int(i)) {
					break
				}
			}
			continue
		}
		for row := range s.Rows.N {
			good := true
			ok := s.Left.Positions(s.Rows.Env(row), func(i int) { good = good && one(row, i) })
			if !ok {
				g.outside(s, s.Left, row)
			}
			if !ok || !good {
				break
			}
		}
	}
}

// outside reports an index that is out of range in a row.
func (g *Graph) outside(s *Statement, e *expr.Expr, row int) {
	env := s.Rows.Env(row)
	for k, x := range e.Args {
		dim := e.Array.Dims[k]
		for _, end := range append([]*expr.Expr{x}, x.Args...) {
			v, ok := end.Eval(env)
			if !ok || end.Op == expr.All || v >= 1 && int(v) <= dim && v == math.Trunc(v) {
				continue
			}
			which, is := "the index", ""
			if len(e.Args) > 1 {
				which = []string{"the first index", "the second index", "the third index", "an index"}[min(k, 3)]
			}
			if end.Op != expr.Num {
				is = end.String() + " = "
			}
			if v != math.Trunc(v) {
				g.fail(e.Pos, "%s of %s is %s%g: an index is a whole number%s", which, e.Name, is, v, g.where(s, env, e))
			} else {
				g.fail(e.Pos, "%s of %s is %s%g: it must be from 1 to %d%s", which, e.Name, is, v, dim, g.where(s, env, e))
			}
			return
		}
	}
	g.fail(e.Pos, "an index of %s is not known%s", e, g.where(s, env, e))
}

// fold computes the deterministic statements that depend on data only.
func (g *Graph) fold() {
	for progress := true; progress; {
		progress = false
		for _, s := range g.Statements {
			if !s.Deterministic() {
				continue
			}
			a := s.Left.Array
			if a.AllKnown() {
				continue
			}
			if s.Left.Op == expr.Slice || s.Value.IsVector() {
				progress = g.foldVector(s) || progress
				continue
			}
			at := s.Left.PositionColumn(s.Rows)
			mentions := !s.Value.Walk(func(x *expr.Expr) bool { return x.Array != a })
			var c expr.Column
			if !mentions {
				c = s.Value.Column(s.Rows)
			}
			for row := range s.Rows.N {
				i := at[min(row, len(at)-1)]
				if a.Def[i] != int32(s.ID) {
					continue
				}
				v, ok := 0.0, false
				if mentions { // a recursion: one after the other
					v, ok = s.Value.Eval(s.Rows.Env(row))
				} else {
					v, ok = c.At(row)
				}
				if ok {
					a.Def[i], a.Value[i], progress = expr.Known, v, true
				}
			}
		}
	}
}

func (g *Graph) foldVector(s *Statement) (progress bool) {
	a := s.Left.Array
	for row := range s.Rows.N {
		env := s.Rows.Env(row)
		var at []int
		s.Left.Positions(env, func(i int) { at = append(at, i) })
		x, _, ok := s.Value.EvalVector(env)
		if !ok || len(at) == 0 || a.Def[at[0]] != int32(s.ID) {
			continue
		}
		if len(x) != len(at) && len(x) != 1 {
			g.fail(s.Rel.Pos, "%s has %d elements, and the right side has %d%s", s.Left, len(at), len(x), g.where(s, env, s.Left))
			return false
		}
		for j, i := range at {
			a.Def[i], a.Value[i], progress = expr.Known, x[min(j, len(x)-1)], true
		}
	}
	return progress
}
