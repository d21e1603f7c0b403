package graph

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// shapes finds the dimensions of arrays that are not in the data, from the largest index of a left
// side.
func (g *Graph) shapes() {
	for _, s := range g.Statements {
		if s.wrong&left == 0 {
			g.inStatement(s, left, func() { g.extend(s) })
		}
	}
	g.contain()
	for slices.ContainsFunc(g.Statements, (*Statement).whole) { // one may need another
	}
	for _, s := range g.Statements {
		_, given := g.given[s.Left.Name]
		if a := s.Left.Array; slices.Contains(a.Dims, 0) && !given && !g.spoilt[a] {
			if g.used(a); slices.Contains(a.Dims, 0) && s.Rows.N > 0 {
				g.inStatement(s, left, func() {
					g.fail(s.Left.Pos, "How many elements %s has cannot be seen. Write %s", a.Name,
						a.Name+strings.Replace("["+strings.Repeat("1:n,", len(a.Dims))+"]", ",]", "]", 1))
				})
			}
		}
	}
	for k, a := range g.Arrays {
		if _, ok := g.given[k]; ok {
			continue
		}
		size := 1.0
		for _, d := range a.Dims {
			size *= float64(d)
		}
		if size > float64(Most) {
			g.spoilt[a] = true
			i := slices.IndexFunc(g.Statements, func(s *Statement) bool { return s.Left.Array == a })
			g.fail(g.Statements[i].Left.Pos, "%s would have %.0f elements, and at most %d are allowed", k,
				size, Most)
			a.Dims = make([]int, len(a.Dims))
		}
		*a = *expr.NewArray(a.Name, a.Dims)
	}
}

// extend finds the rows of a statement, and makes the array on the left as large as its indices
// say.
func (g *Graph) extend(s *Statement) {
	if s.Rows = g.rowsOf(s); s.Rows == nil {
		return
	}
	a := s.Left.Array
	if _, ok := g.given[a.Name]; ok {
		return
	}
	for k, x := range s.Left.Args {
		if x.Op == expr.All {
			continue
		}
		if x.Op == expr.Range {
			x = x.Args[1]
		}
		c := x.Column(s.Rows)
		for i := range min(s.Rows.N, len(c.V)) {
			switch v, ok := c.At(i); {
			case !ok:
				g.fail(s.Left.Pos, "The index %s of %s is not known. On a left side, indices are made of data "+
					"and loop counters", x, a.Name)
				return
			case !expr.Inside(v, 1<<40):
				g.fail(s.Left.Pos, "%s of %s is %g, and an index is a whole number from 1%s", index(s.Left, k),
					a.Name, v, g.where(s, s.Rows.Env(i), x))
				return
			default:
				a.Dims[k] = max(a.Dims[k], int(v))
			}
		}
	}
}

// whole gives an array that is defined without indices, or without the last ones, the dimensions of
// the right side. It returns whether it has found any.
func (s *Statement) whole() bool {
	a, e := s.Left.Array, s.Value
	if s.Dist != nil && s.Dist.Multi && len(s.Args) > 0 {
		e = s.Args[0]
	}
	if e == nil || !slices.Contains(a.Dims, 0) || s.Rows == nil || s.Rows.N == 0 {
		return false
	}
	dims, ok := dimensions(e, s.Rows.Env(0))
	first := len(a.Dims) - len(dims)
	if !ok || first < 0 || slices.Contains(dims, 0) || slices.Contains(a.Dims[:first], 0) {
		return false
	}
	for _, i := range s.Left.Args[first:] {
		if i.Op != expr.All {
			return false
		}
	}
	copy(a.Dims[first:], dims)
	return len(dims) > 0
}

// dimensions of an expression; ok is false if they are not known.
func dimensions(e *expr.Expr, env []int32) (dims []int, ok bool) {
	if e.Op != expr.Call {
		dims, ok = e.Shape(env)
		return dims, ok || e.Op != expr.Slice
	}
	all := make([][]int, len(e.Args))
	for k, x := range e.Args {
		if all[k], ok = dimensions(x, env); !ok {
			return nil, false
		}
	}
	return e.CallDims(all, env)
}

// used finds the dimensions of an array from where it is used.
func (g *Graph) used(a *expr.Array) {
	for _, s := range g.Statements {
		for x := range expr.PartsOf(s.expressions()) {
			if x.Array != a || x == s.Left && s.Left.Op == expr.Elem {
				continue
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
