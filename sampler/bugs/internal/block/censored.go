package block

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/law"
)

// An Interval is what is observed of a censored unknown: between which cut points it lies.
type Interval struct {
	plan         *Plan
	law          law.Law
	params, cuts *compute.Program
	row, cutRow  int
	of, seen     *expr.Array // the unknown, and which interval it is in
	i, at        int
}

// Of tells whether it is the interval of this element.
func (in *Interval) Of(a *expr.Array, i int) bool { return in.of == a && in.i == i }

// Interval looks at a row of dinterval. settled is true if the variable is given: then its interval
// says nothing more. It returns nil if the interval is not all that is known of an unknown.
func (p *Plan) Interval(s *graph.Statement, row int) (in *Interval, settled bool) {
	q, r := p.pieceOf(s, func(q *graph.Piece, r int) bool { return int(q.Row(r)) == row })
	if q == nil || q.Args[0].Op != expr.Elem {
		return nil, false
	}
	position := func(e *expr.Expr, rows *expr.Rows, r int) int {
		at := e.PositionColumn(rows)
		return int(at[min(r, len(at)-1)])
	}
	a, i := q.Args[0].Array, position(q.Args[0], q.Rows, r)
	if i < 0 || !a.State || a.Observed[i] {
		return nil, i >= 0
	}
	t := p.Graph.Statements[max(0, a.Def[i])]
	if t.Deterministic() || t.Dist.Multi || t.Lower != nil || t.Upper != nil || a.Def[i] < 0 {
		return nil, false
	}
	for _, f := range p.factors {
		if o := f.Piece.Statement; o != s && o != t && f.Log.Mentions(a) ||
			o == t && slices.ContainsFunc(f.Piece.Args, func(e *expr.Expr) bool { return e.Mentions(a) }) {
			return nil, false
		}
	}
	u, at := p.pieceOf(t, func(u *graph.Piece, r int) bool { return position(u.Left, u.Rows, r) == i })
	cuts, ok := p.Graph.Pool.Elements(q.Args[1])
	l, found := law.Find(t.Dist.Name)
	if u == nil || !ok || !found {
		return nil, false
	}
	return &Interval{plan: p, law: l, params: compute.NewPrograms(p.Graph.Pool, u.Args, u.Rows),
		cuts: compute.NewPrograms(p.Graph.Pool, cuts, q.Rows), row: at, cutRow: r,
		of: a, i: i, seen: q.Left.Array, at: position(q.Left, q.Rows, r)}, false
}

// pieceOf is the piece of a statement, and its row, of which is is true.
func (p *Plan) pieceOf(s *graph.Statement, is func(q *graph.Piece, row int) bool) (*graph.Piece,
	int) {
	for _, q := range p.Graph.Pieces {
		for row := range q.Rows.N {
			if q.Statement == s && is(q, row) {
				return q, row
			}
		}
	}
	return nil, 0
}

// LogProb is the log probability of the interval, given the parameters of the unknown.
func (in *Interval) LogProb(s *State) float64 {
	in.plan.Attach(s)
	values := func(p *compute.Program, row int) (all []float64) {
		p.Row(s.prog, s.X, row, func(_ int, v float64) { all = append(all, v) })
		return all
	}
	k := in.seen.Value[in.at]
	if in.seen.State {
		k = s.X[in.seen.Base+in.at]
	}
	ends := slices.Concat([]float64{math.Inf(-1)}, values(in.cuts, in.cutRow), []float64{math.Inf(1)})
	if !(k >= 0 && int(k)+1 < len(ends)) {
		return math.Inf(-1)
	}
	return in.law.LogMass(ends[int(k)], ends[int(k)+1], values(in.params, in.row))
}
