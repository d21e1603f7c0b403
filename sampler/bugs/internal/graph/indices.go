package graph

import (
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// checkIndices refuses indices that are drawn and that can lie outside of what they look into: a
// coin, which is 0 or 1, a category too many, a number that is not whole. A value outside would
// count as impossible, which is another model.
func (g *Graph) checkIndices() {
	for _, s := range g.Statements {
		if s.Rows.N == 0 {
			continue
		}
		for x := range expr.PartsOf(s.Right()) {
			if x.Op != expr.Elem && x.Op != expr.Slice {
				continue
			}
			for k, index := range x.Args {
				if index.Op == expr.Range && unknown(index) {
					g.fail(g.place(s, x), "Which elements of %s are meant by %s depends on an unknown. "+
						"Take all, and weights that are 0 or 1: inprod(%[1]s[], w[]), where "+
						"w[k] <- step(z - k)", x.Array.Name, x)
					return
				}
				g.checkIndex(s, x, index, x.Array.Dims[k])
			}
		}
	}
}

// checkIndex refuses one index of x, where there are n elements.
func (g *Graph) checkIndex(s *Statement, x, index *expr.Expr, n int) {
	z, shift := index.Shift()
	if z.Op == expr.Call && z.Name == "+" && z.Args[0].Op == expr.Num {
		z, shift = z.Args[1], shift+z.Args[0].Value
	}
	if z.Op != expr.Elem || !z.Array.State {
		return
	}
	var from *Statement // the one statement that draws the index
	for _, d := range z.Array.Def {
		if d < 0 || from != nil && from.ID != int(d) {
			return
		}
		from = g.Statements[d]
	}
	switch {
	case from == nil || from.Deterministic() || from.Lower != nil || from.Upper != nil:
	case !from.Dist.Discrete:
		g.fail(g.place(s, index), "%s is an index of %s, and %s gives numbers that are not whole. "+
			"Draw it from dcat", index, x.Array.Name, from.Rel.Dist)
	case from.Dist.Name == "dbern" && shift < 1:
		g.fail(g.place(s, index), "%s can be %g: %s is 0 or 1, and elements of %s count from 1. "+
			"Write %s[%s + 1]", index, shift, z, x.Array.Name, x.Array.Name, z)
	case from.Dist.Name == "dbern" && int(1+shift) > n:
		g.fail(g.place(s, index), "%s can be %g, and %s has %d elements there", index, 1+shift,
			x.Array.Name, n)
	case from.Dist.Name == "dcat" && shift < 0:
		g.fail(g.place(s, index), "%s can be %g, because categories count from 1, and so do elements "+
			"of %s", index, 1+shift, x.Array.Name)
	case from.Dist.Name == "dcat":
		if most := categories(from.Args[0]); int(float64(most)+shift) > n {
			g.fail(g.place(s, index), "%s can be %g, because %s has %d categories, and %s has %d "+
				"elements there", index, float64(most)+shift, z, most, x.Array.Name, n)
		}
	}
}

// categories is the largest category that a vector of weights allows, as far as it is known.
func categories(w *expr.Expr) int {
	if w.Op == expr.Call && w.Name == "c" {
		return len(w.Args)
	} else if w.Op != expr.Slice {
		return 0
	}
	n := w.Array.Dims[len(w.Args)-1]
	lo, hi := 1, n
	if r := w.Args[len(w.Args)-1]; r.Op == expr.Range {
		if r.Args[0].Op != expr.Num || r.Args[1].Op != expr.Num {
			return 0
		}
		lo, hi = int(r.Args[0].Value), int(r.Args[1].Value)
	} else if r.Op != expr.All {
		return 0
	}
	most := 0
	for i, v := range w.Array.Value {
		if k := i%n + 1; lo <= k && k <= hi && (v > 0 || !w.Array.Fixed(i) && w.Array.Def[i] >= 0) {
			most = max(most, k-lo+1)
		}
	}
	return most
}

// lookInto makes a table that an unknown index looks into part of the state. If the table is
// computed row by row, what its rows are computed from is part of it.
func (g *Graph) lookInto(a *expr.Array, seen map[*expr.Array]bool) {
	switch {
	case seen[a]:
		return
	case !g.hasDeterministic(a):
		a.State = true
	}
	seen[a] = true
	isCounter := func(e *expr.Expr) bool { return e.Op == expr.Counter }
	for _, s := range g.Statements {
		if s.Left.Array != a || !s.Deterministic() {
			continue
		}
		for x := range s.Value.Parts() {
			if x.Array != nil && slices.ContainsFunc(x.Args, func(e *expr.Expr) bool {
				return e.Has(isCounter)
			}) {
				g.lookInto(x.Array, seen)
			}
		}
	}
}
