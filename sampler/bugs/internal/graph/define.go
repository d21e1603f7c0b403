package graph

import (
	"fmt"
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
	for _, s := range g.Statements {
		_, given := g.given[s.Left.Name]
		if a := s.Left.Array; slices.Contains(a.Dims, 0) && !given && !g.spoilt[a] {
			if s.whole(); !slices.Contains(a.Dims, 0) {
				continue
			}
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

// whole gives an array that is defined without indices the dimensions of the right side.
func (s *Statement) whole() {
	if s.Value == nil || len(s.Loops) > 0 ||
		slices.ContainsFunc(s.Left.Args, func(i *expr.Expr) bool { return i.Op != expr.All }) {
		return
	}
	for x := range s.Value.Parts() {
		if dims, ok := x.Shape(nil); ok && x.Op == expr.Slice && len(dims) == len(s.Left.Array.Dims) {
			for k, n := range dims {
				s.Left.Array.Dims[k] = max(s.Left.Array.Dims[k], n)
			}
		}
	}
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

// define notes which statement defines each element.
func (g *Graph) define() {
	for _, s := range g.Statements {
		if s.Rows.N > 0 {
			g.inStatement(s, left, func() { g.defineBy(s) })
		}
	}
}

func (g *Graph) defineBy(s *Statement) {
	a := s.Left.Array
	one := func(row, i int) bool {
		switch d := a.Def[i]; {
		case d == expr.Known && s.Deterministic():
			g.fail(s.Rel.Pos, "%s is given with the data, and computed here%s. Leave it out of the data or "+
				"out of the model", name(a, i), g.where(s, s.Rows.Env(row), s.Left))
			return false
		case d == expr.Known:
			a.Def[i], a.Observed[i] = int32(s.ID), true
		case d == int32(s.ID):
			g.fail(s.Rel.Pos, "%s is defined more than once%s. %s", name(a, i),
				g.where(s, s.Rows.Env(row), s.Left), g.missing(s))
			return false
		case d >= 0:
			g.fail(s.Rel.Pos, "%s is defined twice: in line %d, and here%s", name(a, i),
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
				g.noPlace(s, row)
				return
			}
			if !one(row, int(i)) {
				return
			}
		}
		return
	}
	for row := range s.Rows.N {
		good := true
		if !s.Left.Positions(s.Rows.Env(row), func(i int) { good = good && one(row, i) }) {
			g.noPlace(s, row)
			return
		}
		if !good {
			return
		}
	}
}

// noPlace reports an index of the left side that is out of range or not known.
func (g *Graph) noPlace(s *Statement, row int) {
	if !g.outside(s, s.Left, row) {
		g.fail(s.Left.Pos, "An index of %s is not known. On a left side, indices are made of data and "+
			"loop counters", s.Rel.Left)
	}
}

// missing names the loop whose counter is not on the left side.
func (g *Graph) missing(s *Statement) string {
	for d, l := range s.Loops {
		if s.Left.Walk(func(x *expr.Expr) bool { return x.Op != expr.Counter || x.Depth != d }) {
			return fmt.Sprintf("The left side must have the counter %s of the loop, as in %s[%s]", l.Var,
				s.Left.Name, l.Var)
		}
	}
	return "Each round of the loops must define an element of its own"
}

// fold computes the deterministic statements that depend on data only.
func (g *Graph) fold() {
	for progress := true; progress; {
		progress = false
		for _, s := range g.Statements {
			if !s.Deterministic() || s.wrong != 0 {
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
			mentions := s.Value.Has(func(x *expr.Expr) bool { return x.Array == a })
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
				if ok && endless(v) {
					g.inStatement(s, right, func() {
						g.fail(s.Rel.Args[0].Pos, "%s", g.notANumber(s, s.Value, row))
					})
					break
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
			g.inStatement(s, right, func() {
				g.fail(s.Rel.Pos, "%s has %d elements, and the right side has %d%s", s.Rel.Left, len(at),
					len(x), g.where(s, env, s.Left))
			})
			return false
		}
		for j, i := range at {
			a.Def[i], a.Value[i], progress = expr.Known, x[min(j, len(x)-1)], true
		}
	}
	return progress
}
