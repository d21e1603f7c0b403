package graph

import (
	"slices"

	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
)

// A part of a statement.
type part uint8

const (
	right part = 1 << iota
	left       // or the loops
)

// contain keeps what follows from a mistake from being reported as well: a statement whose right
// side is wrong becomes a draw from N(0, 1), and one whose left side is wrong has no rows. What
// they define is spoilt, and so is what is computed from it.
func (g *Graph) contain() {
	spoils := func(exprs ...*expr.Expr) bool {
		return slices.ContainsFunc(exprs, func(e *expr.Expr) bool {
			return e.Has(func(x *expr.Expr) bool { return g.spoilt[x.Array] })
		})
	}
	for again := len(g.errs) > 0; again; {
		again = false
		for _, s := range g.Statements {
			for _, l := range s.Loops {
				if spoils(l.Lo, l.Hi) {
					s.wrong |= left
				}
			}
			if spoils(s.Left.Args...) {
				s.wrong |= left
			}
			if spoils(s.Args...) || spoils(s.Lower, s.Upper, s.Value) {
				s.wrong |= right
			}
			if s.wrong == s.contained {
				continue
			}
			again, s.contained = true, s.wrong
			if s.wrong&left != 0 {
				s.Rows = &expr.Rows{Counters: make([][]int32, len(s.Loops))}
			}
			if a := s.Left.Array; a != nil && (s.wrong&left != 0 || s.Deterministic()) {
				g.spoilt[a] = true
			}
			s.Dist, s.Args = dist.All["dnorm"], []*expr.Expr{g.raw.Num(0), g.raw.Num(1)}
			s.Lower, s.Upper, s.Value, s.positive = nil, nil, nil, nil
		}
	}
}

// inStatement notes in s that part of it is wrong, if f reports a mistake.
func (g *Graph) inStatement(s *Statement, p part, f func()) {
	n := g.fails
	if f(); g.fails > n {
		s.wrong |= p
	}
}
