package graph

import (
	"fmt"

	"gibbslab/sampler/bugs/internal/expr"
)

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
			computed, instead := g.Statements[d], ""
			if s.Deterministic() {
				computed = s
			}
			if v := computed.Value; v != nil && s.Deterministic() != g.Statements[d].Deterministic() &&
				v.Has(func(x *expr.Expr) bool { return x.Array != nil }) {
				instead = ". What is computed from data stands in a block before the model, data { … }"
			}
			g.fail(s.Rel.Pos, "%s is defined twice: in line %d, and here%s%s", name(a, i),
				g.Statements[d].Rel.Pos.Line, g.where(s, s.Rows.Env(row), s.Left), instead)
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
			return fmt.Sprintf("The left side must have the counter %s of the loop, as in %s[%s]. If there "+
				"is only one %s, define it outside of the loop", l.Var, s.Left.Name, l.Var, s.Left.Name)
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
		at, _ := s.Left.List(env)
		x, _, ok := s.Value.EvalVector(env)
		if !ok || len(at) == 0 || a.Def[at[0]] != int32(s.ID) {
			continue
		}
		if len(x) != len(at) && len(x) != 1 {
			g.inStatement(s, right, func() {
				g.fail(s.Rel.Pos, "%s has %s, and the right side has %d%s", s.Rel.Left,
					count(len(at), "element"), len(x), g.where(s, env, s.Left))
			})
			return false
		}
		for j, i := range at {
			a.Def[i], a.Value[i], progress = expr.Known, x[min(j, len(x)-1)], true
		}
	}
	return progress
}
