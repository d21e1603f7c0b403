package graph

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// Finite tells whether an expression is a number whatever the unknowns are, as far as one can see.
func (g *Graph) Finite(e *expr.Expr) bool {
	if !e.Unknown || e.Op != expr.Call {
		return true
	}
	a := e.Args
	switch e.Name {
	case "/":
		if !g.Positive(a[1]) || a[1].Has(g.isDiscrete) {
			return false
		}
	case "log", "loggam":
		if !g.Positive(a[0]) || a[0].Has(g.isDiscrete) {
			return false
		}
	case "sqrt", "logfact":
		if !g.Positive(a[0]) {
			return false
		}
	case "^":
		whole := a[1].Op == expr.Num && a[1].Value == math.Trunc(a[1].Value)
		if !(whole && a[1].Value >= 0) && (!g.Positive(a[0]) || a[0].Has(g.isDiscrete)) {
			return false
		}
	case "+", "-", "*", "neg", "exp", "ilogit", "icloglog", "phi", "abs", "max", "min", "sum", "mean",
		"inprod", "step", "select", "c":
	default:
		if !expr.IsComparison(e.Name) {
			return false
		}
	}
	return !slices.ContainsFunc(a, func(e *expr.Expr) bool { return !g.Finite(e) })
}

// isDiscrete tells whether elements of an array may be zero.
func (g *Graph) isDiscrete(e *expr.Expr) bool {
	return e.Array != nil && slices.ContainsFunc(e.Array.Def, func(d int32) bool {
		return d >= 0 && !g.Statements[d].Deterministic() && g.Statements[d].Dist.Discrete
	})
}
