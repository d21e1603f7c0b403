package graph

import (
	"maps"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/syntax"
)

// checkWhole looks at the model as a whole: is anything unknown, is anything observed, are all data
// used, or were used before?
func (g *Graph) checkWhole(before map[string]bool) {
	used := map[string]bool{}
	maps.Copy(used, before)
	g.uses(used)
	unknowns, observed := false, false
	for _, s := range g.Statements {
		unknowns = unknowns || s.Left.Array.Unknowns
		observed = observed || slices.Contains(s.Left.Array.Observed, true)
	}
	if !unknowns {
		pos := syntax.Pos{Line: 1, Col: 1}
		if len(g.Statements) > 0 {
			pos = g.Statements[0].Rel.Pos
		}
		g.fail(pos, "The model has no unknowns: all its variables are data, or computed from data. What "+
			"is to be found must be missing in the data")
		return
	}
	if !observed {
		g.warn("the model has no observations: no variable on the left of ~ is in the data, so the " +
			"draws come from the prior")
	}
	for _, k := range slices.Sorted(maps.Keys(g.Arrays)) {
		if _, ok := g.given[k]; ok && !used[k] {
			g.warn("%s is in the data, and the model does not use it", k)
		}
	}
	for _, a := range g.Order {
		last := 0 // of the observed elements, and one
		for i, observed := range a.Observed {
			if observed {
				last = i + 1
			}
		}
		if 0 < last && last < a.Size() && a.Def[last] == expr.Known && !g.isRight(a) {
			g.warn("%s has %d elements in the data, and the model says nothing of %s and those after it. "+
				"Does a loop end too early?", a.Name, a.Size(), name(a, last))
		}
	}
}

// isRight tells whether an array stands on the right of a statement, or in an index.
func (g *Graph) isRight(a *expr.Array) bool {
	for _, s := range g.Statements {
		for x := range expr.PartsOf(s.Right()) {
			if x.Array == a {
				return true
			}
		}
	}
	return false
}

// uses notes the variables that stand in the text.
func (g *Graph) uses(used map[string]bool) {
	for _, s := range g.Statements {
		all := s.expressions()
		for _, l := range s.Loops {
			all = append(all, l.Lo, l.Hi)
		}
		for x := range expr.PartsOf(all) {
			used[x.Name] = used[x.Name] || x.Array != nil
		}
	}
}
