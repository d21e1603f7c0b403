package graph

import (
	"fmt"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// Most is how many instances a statement may have, and how many elements an array.
var Most = 20_000_000

// rowsOf lists the instances of loops.
func (g *Graph) rowsOf(s *Statement) *expr.Rows {
	r, key := &expr.Rows{N: 1}, ""
	for d, l := range s.Loops {
		key += fmt.Sprintf("%d:%d,", l.Lo.ID, l.Hi.ID)
		if known, ok := g.rows[key]; ok {
			r = known
			continue
		}
		next := g.loop(s, d, r)
		if next == nil {
			return nil
		}
		r = next
		g.rows[key] = r
	}
	return r
}

// loop adds the loop at depth d to the instances of those around it.
func (g *Graph) loop(s *Statement, d int, r *expr.Rows) *expr.Rows {
	l, text := s.Loops[d], s.Rel.Loops[d]
	lo, hi := l.Lo.Column(r), l.Hi.Column(r)
	next := &expr.Rows{Counters: make([][]int32, d+1)}
	for i := range r.N {
		for k, c := range []expr.Column{lo, hi} {
			e, n := l.Lo, text.Lo
			if k == 1 {
				e, n = l.Hi, text.Hi
			}
			switch v, ok := c.At(i); {
			case !ok && e.IsVector():
				g.fail(n.Pos, "A loop ends at one number, and %s is a vector. To visit all its elements write "+
					"for (%s in 1:length(%s))", n, l.Var, n)
				return nil
			case !ok && e.Array != nil && g.hasDeterministic(e.Array):
				g.fail(n.Pos, "The loop over %s ends at %s, which the model computes. Loops come first: write "+
					"%[2]s <- … in a block data { } before the model, or give it with the data", l.Var, n)
				return nil
			case !ok:
				g.fail(n.Pos, "The loop over %s ends at %s, and this is not known. Give it with the data; an "+
					"unknown cannot say how long a loop is", l.Var, n)
				return nil
			case !expr.Inside(v+1e9, 2e9):
				g.fail(n.Pos, "The loop over %s ends at %s = %g, which is not a whole number of at most "+
					"1E9%s", l.Var, n, v, g.where(s, r.Env(i), e))
				return nil
			}
		}
		a, _ := lo.At(i)
		b, _ := hi.At(i)
		if float64(next.N)+b-a+1 > float64(Most) {
			g.fail(text.Hi.Pos, "The loops over %s have more than %d rounds together. Is %s = %g "+
				"right?", l.Var, Most, text.Hi, b)
			return nil
		}
		for k := range next.Counters {
			next.Counters[k] = slices.Grow(next.Counters[k], max(int(b-a)+1, 0))
		}
		for v := int32(a); v <= int32(b); v++ {
			for k := range r.Counters {
				next.Counters[k] = append(next.Counters[k], r.Counters[k][i])
			}
			next.Counters[d] = append(next.Counters[d], v)
			next.N++
		}
	}
	if next.N == 0 && r.N > 0 {
		g.warn("line %d: the loop over %s from %s to %s has no rounds, so its statements do nothing",
			text.Pos.Line, l.Var, text.Lo, text.Hi)
	}
	return next
}

func (g *Graph) warn(format string, a ...any) {
	g.Warnings = append(g.Warnings, fmt.Errorf(format, a...))
}
