package graph

import (
	"fmt"
	"maps"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// A Piece is all instances of a statement whose expressions have the same form, once what is
// deterministic is put in.
type Piece struct {
	Statement    *Statement
	Rows         *expr.Rows
	Index        []int32    // which rows of the statement; nil: all
	Left         *expr.Expr // Elem or Slice
	Args         []*expr.Expr
	Lower, Upper *expr.Expr
	Value        *expr.Expr // of a deterministic piece
}

// Mentions tells whether the parameters of a piece have an element of the array.
func (p *Piece) Mentions(a *expr.Array) bool {
	return slices.ContainsFunc(p.Right(), func(e *expr.Expr) bool { return e.Mentions(a) })
}

// Row is the row of the statement that a row of the piece is.
func (p *Piece) Row(row int) int32 {
	if p.Index == nil {
		return int32(row)
	}
	return p.Index[row]
}

// layout decides which arrays are part of the state, and where. What is there only because the
// graph is open comes last.
func (g *Graph) layout(open bool) {
	for _, a := range g.Arrays {
		a.Summarise()
		for i, d := range a.Def {
			a.Unknowns = a.Unknowns || d >= 0 && !a.Observed[i]
			a.State = a.State || d >= 0 && !a.Observed[i] && !g.Statements[d].Deterministic()
		}
	}
	for _, s := range g.Statements {
		if s.Dist != nil && s.Dist.Name == "dcat" && s.Left.Array.Unknowns &&
			s.Args[0].Op == expr.Slice && !g.hasDeterministic(s.Args[0].Array) {
			s.Args[0].Array.State = true
		}
		for x := range expr.PartsOf(s.expressions()) {
			if x.Array != nil && slices.ContainsFunc(x.Args, unknown) {
				g.lookInto(x.Array, map[*expr.Array]bool{})
			}
		}
	}
	g.recursions()
	g.computed = map[*expr.Array]*expr.Array{}
	seen := map[*expr.Array]bool{}
	add := func(a *expr.Array) {
		if !seen[a] {
			seen[a] = true
			g.Order = append(g.Order, a)
		}
	}
	for _, s := range g.Statements {
		add(s.Left.Array)
	}
	for _, k := range slices.Sorted(maps.Keys(g.Arrays)) {
		add(g.Arrays[k])
	}
	place := func(a *expr.Array) {
		a.Base = g.N
		g.N += a.Size()
	}
	var last []*expr.Array
	for _, a := range g.Order {
		a.Open = open && slices.Contains(a.Observed, true)
		if a.Computed && slices.ContainsFunc(a.Def, func(d int32) bool {
			return d >= 0 && !g.Statements[d].Deterministic()
		}) {
			c := *a
			g.computed[a], a.Computed = &c, false
			place(&c)
		}
		if a.State {
			place(a)
		} else if a.Open {
			last = append(last, a)
		}
	}
	for _, a := range last {
		a.State = true
		place(a)
	}
	g.Pool = expr.NewPool()
}

// expressions are both sides of a statement, the left first.
func (s *Statement) expressions() []*expr.Expr {
	return slices.DeleteFunc(append([]*expr.Expr{s.Left}, s.Right()...),
		func(e *expr.Expr) bool { return e == nil })
}

// Observed tells whether elements that a statement draws are given.
func (s *Statement) Observed() bool {
	for i, d := range s.Left.Array.Def {
		if d == int32(s.ID) && s.Left.Array.Observed[i] {
			return true
		}
	}
	return false
}

// Right are the expressions on the right side of a statement. Some may be nil.
func (s *Statement) Right() []*expr.Expr {
	return append(slices.Clone(s.Args), s.Lower, s.Upper, s.Value)
}

// Right are the expressions on the right side of a piece. Some may be nil.
func (p *Piece) Right() []*expr.Expr {
	return append(slices.Clone(p.Args), p.Lower, p.Upper, p.Value)
}

func unknown(e *expr.Expr) bool {
	return e.Has(func(x *expr.Expr) bool { return x.Array != nil && x.Array.Unknowns })
}

// hasDeterministic tells whether elements of the array are computed from unknowns.
func (g *Graph) hasDeterministic(a *expr.Array) bool {
	if a.Computed {
		return false
	}
	if d, ok := a.Uniform(); ok {
		return d >= 0 && g.Statements[d].Deterministic()
	}
	return slices.ContainsFunc(a.Def, func(d int32) bool {
		return d >= 0 && g.Statements[d].Deterministic()
	})
}

// stored is where an element that is computed stands, of an array that is drawn in part.
func (g *Graph) stored(leaf *expr.Expr) *expr.Expr {
	return g.Pool.Intern(expr.Expr{Op: leaf.Op, Name: leaf.Name, Array: g.computed[leaf.Array],
		Args: leaf.Args, Pos: leaf.Pos})
}

// split makes the pieces of the stochastic statements, and of arrays that are computed.
func (g *Graph) split() error {
	for _, s := range g.Statements {
		switch {
		case !s.Deterministic():
			g.Pieces = append(g.Pieces, g.piecesOf(s)...)
		case s.Left.Array.Computed:
			g.Computed = append(g.Computed, g.piecesOf(s)...)
		case g.computed[s.Left.Array] != nil:
			for _, p := range g.piecesOf(s) {
				p.Left = g.stored(p.Left)
				g.Computed = append(g.Computed, p)
			}
		}
	}
	return g.failed()
}

// Deterministic returns the pieces of a deterministic statement.
func (g *Graph) Deterministic(s *Statement) ([]*Piece, error) {
	p := g.piecesOf(s)
	return p, g.failed()
}

func (g *Graph) piecesOf(s *Statement) (out []*Piece) {
	if s.Rows.N == 0 {
		return nil
	}
	live := make([]int32, 0, s.Rows.N) // the rows that are not folded
	for row := range s.Rows.N {
		if !s.Deterministic() {
			live = append(live, int32(row))
			continue
		}
		at, _ := s.Left.List(s.Rows.Env(row))
		if slices.ContainsFunc(at, func(i int) bool { return s.Left.Array.Def[i] == int32(s.ID) }) {
			live = append(live, int32(row))
		}
	}
	if len(live) == 0 {
		return nil
	}
	at := func(row int) *Piece {
		x := &substitution{g: g, s: s, env: s.Rows.Env(row)}
		p := &Piece{Statement: s, Left: g.Pool.With(s.Left, x.scalars(s.Left.Args)),
			Lower: x.optional(s.Lower), Upper: x.optional(s.Upper)}
		for k, a := range s.Args {
			if s.Dist.Vector[k] {
				p.Args = append(p.Args, x.vector(a))
			} else {
				p.Args = append(p.Args, x.scalar(a))
			}
		}
		if s.Value != nil && s.Left.Op == expr.Elem {
			p.Value = x.scalar(s.Value)
		} else if s.Value != nil {
			p.Value = x.vector(s.Value)
		}
		return p
	}
	if g.plain(s) && len(live) == s.Rows.N {
		p := at(0)
		p.Rows = s.Rows
		return []*Piece{p}
	}
	byForm := map[string]*Piece{}
	for _, row := range live {
		p := at(int(row))
		if len(g.errs) > 0 {
			return nil
		}
		k := p.form()
		if byForm[k] == nil {
			byForm[k] = p
			out = append(out, p)
		}
		byForm[k].Index = append(byForm[k].Index, row)
	}
	for _, p := range out {
		p.Rows = s.Rows.Pick(p.Index)
	}
	return out
}

func (p *Piece) form() string {
	ids := []int{p.Left.ID}
	for _, e := range p.Right() {
		if e == nil {
			ids = append(ids, -1)
		} else {
			ids = append(ids, e.ID)
		}
	}
	return fmt.Sprint(ids)
}

// plain tells whether one substitution serves all rows.
func (g *Graph) plain(s *Statement) bool {
	seen := map[*Statement]bool{}
	var check func(s *Statement, exprs []*expr.Expr) bool
	check = func(s *Statement, exprs []*expr.Expr) bool {
		for _, e := range exprs {
			ok := e.Walk(func(x *expr.Expr) bool {
				if x.Op == expr.Slice && slices.ContainsFunc(x.Args,
					func(i *expr.Expr) bool { return i.Op == expr.Range && i.Counts }) {
					return false
				}
				if x.Array == nil || x == s.Left || !g.hasDeterministic(x.Array) {
					return true
				}
				def, ok := x.Array.Uniform()
				if !ok || !g.Statements[def].solvable() {
					return false
				}
				d := g.Statements[def]
				if seen[d] {
					return true
				}
				seen[d] = true
				return check(d, []*expr.Expr{d.Value})
			})
			if !ok {
				return false
			}
		}
		return true
	}
	return check(s, s.expressions())
}

// solvable tells whether the counters follow from the indices of the left side: each counter is an
// index, perhaps with a number added.
func (s *Statement) solvable() bool {
	found := map[int]bool{}
	for _, x := range s.Left.Args {
		if of, _ := x.Shift(); of.Op == expr.Counter {
			found[of.Depth] = true
		}
	}
	return len(found) == len(s.Loops)
}
