package block

import (
	"math"

	"gibbslab/sampler/bugs/internal/expr"
)

// sumsToOne tells whether a slice of an array is a whole vector of probabilities in each row: drawn
// from a Dirichlet distribution, or known.
func (p *Plan) sumsToOne(v *expr.Expr, rows *expr.Rows) bool {
	a, n := v.Array, v.Array.Dims[len(v.Array.Dims)-1]
	length := map[int]int{} // of the vectors, by where they begin
	whole := map[int]bool{} // rows of the array
	for start := 0; start < a.Size(); start += n {
		sum, known, none := 0.0, 0, 0
		for i := start; i < start+n; i++ {
			switch a.Def[i] {
			case expr.Known:
				sum += a.Value[i]
				known++
			case expr.Undefined:
				none++
			}
		}
		if whole[start] = none == n; known == n && math.Abs(sum-1) < 1e-9 {
			length[start], whole[start] = n, true
		}
	}
	for _, s := range p.Graph.Statements {
		if s.Left.Array != a || s.Deterministic() || s.Dist.Name != "ddirch" {
			continue
		}
		for row := range s.Rows.N {
			at, _ := s.Left.List(s.Rows.Env(row))
			if len(at) == 0 || at[len(at)-1] >= at[0]+n {
				continue
			}
			length[at[0]] = at[len(at)-1] - at[0] + 1
			start, zeros := at[0]-at[0]%n, 0
			for i := start; i < start+n; i++ {
				if a.Def[i] == expr.Known && a.Value[i] == 0 {
					zeros++
				}
			}
			whole[start] = len(at)+zeros == n
		}
	}
	if v.Args[len(v.Args)-1].Op == expr.All {
		for start := 0; start < a.Size(); start += n {
			if !whole[start] {
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
