package source

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// vector writes a vector as a slice.
func (p *printer) vector(e *expr.Expr) string {
	last := len(e.Args) - 1
	if e.Op == expr.Slice && !p.isInt(e.Array) && (isState(e.Array) || !e.Array.Unknowns) &&
		!slices.ContainsFunc(e.Args[:last], isPart) {
		row, end := p.at(e.Array, e.Args[:last]), e.Args[last]
		if wholeRow(e) {
			return row + "[:]"
		}
		return row + "[" + p.index(end.Args[0]) + ":" + p.value(end.Args[1]) + "]"
	}
	switch {
	case wholeMatrix(e) && isState(e.Array) && !p.isInt(e.Array):
		return p.flat(e.Array) + "(s)"
	case e.Op == expr.Call && e.Name == "inverse":
		return "inverse(" + p.vector(e.Args[0]) + ").RawMatrix().Data"
	case e.Op == expr.Call && e.Name == "sort":
		return "slices.Sorted(slices.Values(" + p.vector(e.Args[0]) + "))"
	}
	all, ok := p.Graph.Pool.Elements(e)
	if !ok {
		return p.refuse("the vector %s has a number of elements that is not known", e)
	}
	first := all[0]
	switch {
	case len(all) < 4:
	case first.Op == expr.Elem && len(first.Args) == 2 && len(all) == first.Array.Size() &&
		isState(first.Array) && !p.isInt(first.Array) && inRows(all, first.Array.Dims[1], 0):
		return p.flat(first.Array) + "(s)"
	case first.Name == "inverse.at" && inRows(all, int(math.Sqrt(float64(len(all)))), 1):
		return "inverse(" + p.vector(first.Args[0]) + ").RawMatrix().Data"
	}
	return "[]float64{" + p.list(all) + "}"
}

// inRows tells whether expressions are the elements of one matrix with n columns by rows; before
// are the arguments in front of its indices.
func inRows(all []*expr.Expr, n, before int) bool {
	for k, e := range all {
		for j, v := range []int{k/n + 1, k%n + 1} {
			if e.Op != all[0].Op || e.Name != all[0].Name || len(e.Args) != before+2 ||
				before == 1 && e.Args[0] != all[0].Args[0] || e.Args[before+j].Op != expr.Num ||
				e.Args[before+j].Value != float64(v) {
				return false
			}
		}
	}
	return true
}
