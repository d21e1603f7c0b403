package block

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/law"
)

// A drawer draws all or some of the elements of a piece, given their parents.
type drawer struct {
	piece    *graph.Piece
	at       [][]int // positions of each row in the array
	args     []*compute.Program
	vectors  [][]*compute.Program // of vector parameters, one program an element
	ranges   []*expr.Expr         // vector parameters whose length depends on the row
	lo, hi   *compute.Program
	law      law.Law
	vector   law.VectorLaw
	interval bool
	limits   bound       // of a start: intervals that observations ask for
	limited  map[int]int // by position
}

// newDrawer compiles the parameters of a piece.
func (p *Plan) newDrawer(piece *graph.Piece) *drawer {
	d := &drawer{piece: piece}
	pool, dist := p.Graph.Pool, piece.Statement.Dist
	program := func(e *expr.Expr) *compute.Program { return compute.NewProgram(pool, e, piece.Rows) }
	for row := range piece.Rows.N {
		at, _ := piece.Left.List(piece.Rows.Env(row))
		d.at = append(d.at, at)
	}
	for k, a := range piece.Args {
		d.ranges = append(d.ranges, nil)
		if !dist.Vector[k] {
			d.args, d.vectors = append(d.args, program(a)), append(d.vectors, nil)
			continue
		}
		var list []*compute.Program
		elements, ok := pool.Elements(a)
		if !ok {
			d.ranges[k] = a
		}
		for _, e := range elements {
			list = append(list, program(e))
		}
		d.args, d.vectors = append(d.args, nil), append(d.vectors, list)
	}
	if piece.Lower != nil {
		d.lo = program(piece.Lower)
	}
	if piece.Upper != nil {
		d.hi = program(piece.Upper)
	}
	d.interval = dist.Name == "dinterval"
	d.law, _ = law.Find(dist.Name)
	if dist.Multi {
		d.vector, _ = law.FindVector(dist.Name)
	}
	return d
}

// drawers compiles the parameters of a statement for a block.
func (p *Plan) drawers(s *graph.Statement, b *Block) (all []*drawer) {
	for piece := range p.pieces(s) {
		all = append(all, p.newDrawer(piece))
		b.Cost += piece.Rows.N
	}
	return all
}

// limitsAt are the ends of T(,) in a row.
func (d *drawer) limitsAt(s *State, row int) (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	if d.lo != nil {
		lo = s.value(d.lo, row)
	}
	if d.hi != nil {
		hi = s.value(d.hi, row)
	}
	return lo, hi
}

// value computes a program in one row.
func (s *State) value(p *compute.Program, row int) float64 { return p.Value(s.prog, s.X, row) }

// params computes the parameters in a row, all and one by one. They are valid until the next call.
func (d *drawer) params(s *State, row int) (flat []float64, each [][]float64) {
	flat, each = s.flat[:0], s.each[:0]
	for k := range d.args {
		from := len(flat)
		if d.args[k] != nil {
			flat = append(flat, s.value(d.args[k], row))
		}
		for _, e := range d.vectors[k] {
			flat = append(flat, s.value(e, row))
		}
		if v := d.ranges[k]; v != nil {
			v.Positions(d.piece.Rows.Env(row), func(i int) {
				if v.Array.State {
					flat = append(flat, s.X[v.Array.Base+i])
				} else {
					flat = append(flat, v.Array.Value[i])
				}
			})
		}
		each = append(each, flat[from:])
	}
	s.flat, s.each = flat, each
	return flat, each
}

// draw draws the elements of a row, and gives them to set.
func (d *drawer) draw(r *rand.Rand, s *State, row int, set func(position int, v float64)) {
	flat, each := d.params(s, row)
	switch {
	case d.interval:
		set(d.at[row][0], law.Interval(flat[0], each[1]))
	case d.piece.Statement.Dist.Multi:
		x := make([]float64, len(d.at[row]))
		if err := d.vector.Draw(r, each, x); err != nil {
			panic(err.Error())
		}
		for j, i := range d.at[row] {
			set(i, x[j])
		}
	case d.lo != nil || d.hi != nil:
		lo, hi := d.limitsAt(s, row)
		set(d.at[row][0], d.law.DrawTruncated(r, flat, lo, hi))
	case d.law.Name == "dbeta":
		set(d.at[row][0], inside(d.law.Draw(r, flat)))
	default:
		set(d.at[row][0], d.law.Draw(r, flat))
	}
}

// onlyPrior tells whether nothing but its own distribution, and bounds, say something about a
// statement's unknowns.
func (p *Plan) onlyPrior(one *single) bool {
	if one.s.Dist.Name == "dinterval" || one.s.Dist.Multi && p.seenInPart(one.s) {
		return false
	}
	for _, f := range one.factors {
		if f.Piece.Statement != one.s {
			return false
		}
		for _, a := range f.Piece.Args { // nor each other
			if p.depends(a, one.s.Left.Array) {
				return false
			}
		}
	}
	return len(one.bounds) == 0 || !one.s.Dist.Multi
}

// seenInPart tells whether some elements of a vector are given, which tell of the others.
func (p *Plan) seenInPart(s *graph.Statement) bool {
	return slices.ContainsFunc(p.vectors(s), func(v []int) bool {
		return slices.ContainsFunc(v, func(i int) bool { return s.Left.Array.Observed[i] })
	})
}

// fromPrior compiles draws from the distribution that the model states, within bounds.
func (p *Plan) fromPrior(one *single, el []int, b *Block) {
	b.Kind, b.Why = "its distribution", "nothing else depends on it"
	lim := p.bounds(one, el)
	number := map[int]int{}
	for k, i := range el {
		number[i] = k
	}
	all := p.drawers(one.s, b)
	base := one.s.Left.Array.Base
	cut := len(one.bounds) > 0
	if cut {
		b.Why = "only bounds depend on it"
	}
	p.put(b, func(r *rand.Rand, s *State) {
		for _, d := range all {
			for row := range d.at {
				k, mine := number[d.at[row][0]]
				if cut && mine {
					flat, _ := d.params(s, row)
					s.X[base+el[k]] = d.law.DrawTruncated(r, flat, lim.lo[k](s), lim.hi[k](s))
					continue
				}
				if !mine && len(d.at[row]) == 1 {
					continue
				}
				d.draw(r, s, row, func(i int, v float64) {
					if _, mine := number[i]; mine {
						s.X[base+i] = v
					}
				})
			}
		}
	})
}

// predict compiles draws of what nothing observed depends on, given its parents.
func (p *Plan) predict(s *graph.Statement) {
	el := targets(s)
	b := &Block{Name: p.nameOf(s), Kind: "prediction", Why: "nothing observed depends on it",
		Drawn:  len(el),
		Target: []*graph.Statement{s}, Form: &Form{Factors: p.own(s)}}
	all := p.drawers(s, b)
	a := s.Left.Array
	again := p.recompute(a)
	var sequence []stepOf // in the order of the graph
	where := byRow(all)
	for _, step := range p.Graph.Steps() {
		if step.Statement == s {
			sequence = append(sequence, drawnIn(step, where)...)
		}
	}
	p.put(b, func(r *rand.Rand, st *State) {
		for _, q := range sequence {
			all[q.piece].draw(r, st, q.row, func(i int, v float64) {
				if !a.Observed[i] {
					st.X[a.Base+i] = v
				}
			})
			if len(p.computed) > 0 {
				again(st)
			}
		}
	})
}

func (p *Plan) own(s *graph.Statement) (out []*algebra.Factor) {
	for _, f := range p.factors {
		if f.Piece.Statement == s {
			out = append(out, f)
		}
	}
	return out
}

// byRow finds the drawer and its row for each row of a statement.
func byRow(all []*drawer) map[int32]stepOf {
	where := map[int32]stepOf{}
	for k, d := range all {
		for row := range d.at {
			where[d.piece.Row(row)] = stepOf{k, row}
		}
	}
	return where
}

// drawnIn lists the rows of a step, as byRow has them.
func drawnIn(step graph.Step, where map[int32]stepOf) (out []stepOf) {
	if step.Rows == nil {
		for row := range step.Statement.Rows.N {
			out = append(out, where[int32(row)])
		}
	}
	for _, row := range step.Rows {
		out = append(out, where[row])
	}
	return out
}
