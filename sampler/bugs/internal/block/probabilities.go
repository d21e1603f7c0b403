package block

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// sumsToOne tells whether a slice of an array is a whole vector of probabilities in each row: drawn
// from a Dirichlet distribution, or known.
func (p *Plan) sumsToOne(v *expr.Expr, rows *expr.Rows) bool {
	a, n := v.Array, v.Array.Dims[len(v.Array.Dims)-1]
	length := map[int]int{} // of the vectors, by where they begin
	for start := 0; start < a.Size(); start += n {
		sum := 0.0
		for i := start; i < start+n; i++ {
			sum += a.Value[i]
		}
		if !slices.ContainsFunc(a.Def[start:start+n], func(d int32) bool { return d != expr.Known }) &&
			math.Abs(sum-1) < 1e-9 {
			length[start] = n
		}
	}
	for _, s := range p.Graph.Statements {
		if s.Left.Array != a || s.Deterministic() || s.Dist.Name != "ddirch" {
			continue
		}
		for row := range s.Rows.N {
			at, _ := s.Left.List(s.Rows.Env(row))
			if len(at) > 0 && at[len(at)-1] < at[0]+n {
				length[at[0]] = at[len(at)-1] - at[0] + 1
			}
		}
	}
	whole := func(start int) bool {
		return length[start] == n ||
			!slices.ContainsFunc(a.Def[start:start+n], func(d int32) bool { return d != expr.Undefined })
	}
	if v.Args[len(v.Args)-1].Op == expr.All {
		for start := 0; start < a.Size(); start += n {
			if !whole(start) {
				return false
			}
		}
		return true
	}
	for row := range rows.N {
		at, ok := v.List(rows.Env(row))
		if !ok || len(at) == 0 || at[len(at)-1]-at[0] != len(at)-1 || length[at[0]] != len(at) {
			return false
		}
	}
	return true
}
