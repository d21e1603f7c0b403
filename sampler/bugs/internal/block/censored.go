package block

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/law"
)

// Intervals finds what is observed of censored unknowns: between which cut points they lie.
type Intervals struct {
	plan     *Plan
	programs map[*graph.Piece]*compute.Program
	columns  map[*expr.Expr][]int32
	byRow    map[*graph.Statement]map[int]where // of the statement
	byLeft   map[*graph.Statement]map[int]where // by the position of what it draws
}

// where is a row of a piece.
type where struct {
	q   *graph.Piece
	row int
}

// Intervals looks at the observed intervals of a plan.
func (p *Plan) Intervals() *Intervals {
	c := &Intervals{p, map[*graph.Piece]*compute.Program{}, map[*expr.Expr][]int32{},
		map[*graph.Statement]map[int]where{}, map[*graph.Statement]map[int]where{}}
	if !slices.ContainsFunc(p.Graph.Pieces, func(q *graph.Piece) bool {
		return q.Statement.Dist.Name == "dinterval"
	}) {
		return c
	}
	for _, q := range p.Graph.Pieces {
		s := q.Statement
		if c.byRow[s] == nil {
			c.byRow[s], c.byLeft[s] = map[int]where{}, map[int]where{}
		}
		for row := range q.Rows.N {
			c.byRow[s][int(q.Row(row))] = where{q, row}
			if q.Left.Op == expr.Elem {
				c.byLeft[s][c.position(q.Left, where{q, row})] = where{q, row}
			}
		}
		clear(c.columns) // the next piece may have the same expressions
	}
	return c
}

// position is where an element is in its array.
func (c *Intervals) position(e *expr.Expr, w where) int {
	at, ok := c.columns[e]
	if !ok {
		at = e.PositionColumn(w.q.Rows)
		c.columns[e] = at
	}
	return int(at[min(w.row, len(at)-1)])
}

// variable is the element whose interval a row of dinterval says; i is −1 if it is none.
func (c *Intervals) variable(s *graph.Statement, row int) (w where, a *expr.Array, i int) {
	w = c.byRow[s][row]
	if w.q == nil || w.q.Args[0].Op != expr.Elem {
		return w, nil, -1
	}
	v, _ := w.q.Args[0].Position(w.q.Rows.Env(w.row))
	return w, w.q.Args[0].Array, v
}

// Settled tells whether the variable of a row of dinterval is given: then its interval says nothing
// more.
func (c *Intervals) Settled(s *graph.Statement, row int) bool {
	_, a, i := c.variable(s, row)
	return i >= 0 && (!a.State || a.Observed[i])
}

// An Interval is what is observed of one unknown, the element At of the array Of.
type Interval struct {
	Of *expr.Array
	At int

	plan         *Plan
	law          law.Law
	params, cuts *compute.Program
	row, cutRow  int
	seen         *expr.Array // which interval it is in
	at           int
}

// Interval returns the interval of a row of dinterval, or nil if it is not all that is known of an
// unknown.
func (c *Intervals) Interval(s *graph.Statement, row int) *Interval {
	w, a, i := c.variable(s, row)
	if i < 0 || !a.State || a.Observed[i] || a.Def[i] < 0 {
		return nil
	}
	t := c.plan.Graph.Statements[a.Def[i]]
	if t.Deterministic() || t.Dist.Multi || t.Lower != nil || t.Upper != nil {
		return nil
	}
	for _, f := range c.plan.factors {
		if o := f.Piece.Statement; o != s && o != t && f.Log.Mentions(a) ||
			o == t && slices.ContainsFunc(f.Piece.Args, func(e *expr.Expr) bool { return e.Mentions(a) }) {
			return nil
		}
	}
	u := c.byLeft[t][i]
	cuts, ok := c.plan.Graph.Pool.Elements(w.q.Args[1])
	l, found := law.Find(t.Dist.Name)
	at, known := w.q.Left.Position(w.q.Rows.Env(w.row))
	if u.q == nil || !ok || !found || !known {
		return nil
	}
	return &Interval{plan: c.plan, law: l, params: c.program(u.q, u.q.Args),
		cuts: c.program(w.q, cuts), row: u.row, cutRow: w.row, Of: a, At: i, seen: w.q.Left.Array, at: at}
}

func (c *Intervals) program(q *graph.Piece, es []*expr.Expr) *compute.Program {
	if c.programs[q] == nil {
		c.programs[q] = compute.NewPrograms(c.plan.Graph.Pool, es, q.Rows)
	}
	return c.programs[q]
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
	lo := ends[int(k)]
	if in.law.Discrete {
		lo = math.Floor(lo) + 1
	}
	return in.law.LogMass(lo, ends[int(k)+1], values(in.params, in.row))
}
