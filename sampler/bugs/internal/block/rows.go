package block

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
)

// A view is a factor as a function of the elements of one array: the rows of each element stand
// together.
type view struct {
	program *compute.Program
	start   []int32 // by element, and the end
	element []int32 // of each row
	shared  bool    // a row belongs to several elements
}

// place says where the terms with a reference to a target go: to accumulator offset + position.
func (p *Plan) place(t *compute.Tape, e *expr.Expr, rows *expr.Rows, offset int,
	keep []bool) compute.Place {
	pos := e.PositionColumn(rows)
	if !slices.Contains(pos, -1) {
		out := compute.Place{Pos: make([]int32, len(pos))}
		for i, k := range pos {
			out.Pos[i] = -1
			if keep == nil || keep[k] {
				out.Pos[i] = int32(offset) + k
			}
		}
		return out
	}
	a := addressOf(e, rows)
	for i := range a.static {
		a.static[i] += int32(offset)
	}
	return p.placeOf(t, a, rows)
}

// alone makes a group of each element.
func alone(el []int) [][]int {
	groups := make([][]int, len(el))
	for k, i := range el {
		groups[k] = []int{i}
	}
	return groups
}

// views are the factors of a target.
type views []view

// views arranges the rows of factors by groups of elements that change together.
func (p *Plan) views(factors []*algebra.Factor, a *expr.Array, groups [][]int) (out views) {
	late := []*expr.Array{a}
	for _, c := range p.Graph.Computed {
		if p.computedFrom(c.Left.Array, a) {
			late = append(late, c.Left.Array)
		}
	}
	for _, f := range factors {
		v, order := p.arrange(f.Log, f.Rows, a, groups)
		v.program = compute.NewProgram(p.Graph.Pool, f.Log, f.Rows.Pick(order), late...)
		out = append(out, v)
	}
	return out
}

// apart tells whether no row holds two elements, so that they are independent given the rest.
func (all views) apart() bool {
	return !slices.ContainsFunc(all, func(v view) bool { return v.shared })
}

// rows is how many rows there are.
func (all views) rows() (n int) {
	for _, v := range all {
		n += len(v.element)
	}
	return n
}

// prepare computes what does not depend on group k.
func (all views) prepare(s *State, k int) {
	for _, v := range all {
		v.program.Prepare(s.prog, s.X, int(v.start[k]), int(v.start[k+1]))
	}
}

// sum adds the log densities of group k to a number, after prepare.
func (all views) sum(s *State, k int, sum float64) float64 {
	for _, v := range all {
		sum += v.program.Sum(s.prog, s.X, int(v.start[k]), int(v.start[k+1]), true)
	}
	return sum
}

// arrange puts the rows of an expression that belong to the same group together: order has them.
func (p *Plan) arrange(
	e *expr.Expr, all *expr.Rows, a *expr.Array, groups [][]int,
) (v view, order []int32) {
	number := make([][]int32, a.Size())
	for k, group := range groups {
		for _, i := range group {
			number[i] = append(number[i], int32(k))
		}
	}
	refs := references(e, a)
	through := false // by what is computed step by step: all rows
	for x := range e.Parts() {
		through = through || x.Array != nil && x.Array != a && x.Array.Computed &&
			p.computedFrom(x.Array, a)
	}
	byGroup := make([][]int32, len(groups))
	add := func(k int32, row int) {
		if rows := byGroup[k]; len(rows) == 0 || rows[len(rows)-1] != int32(row) {
			byGroup[k] = append(rows, int32(row))
		}
	}
	addElement := func(i, row int) {
		for _, k := range number[i] {
			add(k, row)
		}
	}
	columns := make([][]int32, len(refs))
	for j, x := range refs {
		if x.Op == expr.Elem {
			columns[j] = x.PositionColumn(all)
		}
	}
	for row := range all.N {
		for j, x := range refs {
			switch c := columns[j]; {
			case c != nil && c[min(row, len(c)-1)] >= 0:
				addElement(int(c[min(row, len(c)-1)]), row)
			case c != nil:
				for k := range groups {
					add(int32(k), row)
				}
			default:
				if !x.Positions(all.Env(row), func(i int) { addElement(i, row) }) {
					for k := range groups {
						add(int32(k), row)
					}
				}
			}
		}
		if through {
			for k := range groups {
				add(int32(k), row)
			}
		}
	}
	v.start = make([]int32, len(groups)+1)
	once := make([]bool, all.N)
	for k, rows := range byGroup {
		for _, row := range rows {
			v.shared = v.shared || once[row]
			once[row] = true
			v.element = append(v.element, int32(k))
		}
		order = append(order, rows...)
		v.start[k+1] = int32(len(order))
	}
	return v, order
}

// A bound is the range of each element of a target.
type bound struct{ lo, hi []func(s *State) float64 }

// holds tells whether the elements lie in their ranges.
func (b bound) holds(s *State, base int, el []int) bool {
	for k, i := range el {
		if x := s.X[base+i]; x < b.lo[k](s) || x > b.hi[k](s) {
			return false
		}
	}
	return true
}

// bounds finds the support of the elements of a statement.
func (p *Plan) bounds(one *single, el []int) bound {
	s := one.s
	b := bound{make([]func(*State) float64, len(el)), make([]func(*State) float64, len(el))}
	at := map[int]int{}
	for k, i := range el {
		at[i] = k
		b.lo[k], b.hi[k] = constant(s.Dist.Lo), constant(s.Dist.Hi)
	}
	limit := func(e *expr.Expr, rows *expr.Rows, where *expr.Expr, into []func(*State) float64,
		of func(a, b float64) float64) {
		if e == nil {
			return
		}
		pr := compute.NewProgram(p.Graph.Pool, e, rows)
		pos, c := where.PositionColumn(rows), e.Column(rows)
		for row := range rows.N {
			k, ok := at[int(pos[min(row, len(pos)-1)])]
			if !ok {
				continue
			}
			before := into[k]
			into[k] = func(st *State) float64 { return of(before(st), st.value(pr, row)) }
			if v, known := c.At(row); known {
				into[k] = func(st *State) float64 { return of(before(st), v) }
			}
		}
	}
	for piece := range p.pieces(s) {
		if s.Dist.Multi {
			break
		}
		lows, highs := []*expr.Expr{piece.Lower}, []*expr.Expr{piece.Upper}
		switch s.Dist.Name {
		case "dunif":
			lows, highs = append(lows, piece.Args[0]), append(highs, piece.Args[1])
		case "dpar":
			lows = append(lows, piece.Args[1])
		case "dcat":
			highs = append(highs, lengthOf(p.Graph.Pool, piece.Args[0]))
		case "dbin":
			highs = append(highs, piece.Args[1])
		}
		for _, e := range lows {
			limit(e, piece.Rows, piece.Left, b.lo, math.Max)
		}
		for _, e := range highs {
			limit(e, piece.Rows, piece.Left, b.hi, math.Min)
		}
	}
	if s.Dist.Discrete && (s.Lower != nil || s.Upper != nil) {
		for k := range el {
			lo, hi := b.lo[k], b.hi[k]
			b.lo[k] = func(st *State) float64 { return math.Ceil(lo(st)) }
			b.hi[k] = func(st *State) float64 { return math.Floor(hi(st)) }
		}
	}
	above := math.Max
	if s.Dist.Discrete { // a whole number lies above its cut point, not at it
		above = func(a, b float64) float64 { return max(a, math.Floor(b)+1) }
	}
	for _, f := range one.bounds {
		e := f.Log
		c := e.Args[0].Column(f.Rows)
		for row := range f.Rows.N {
			v, _ := c.At(row)
			k, cuts := int(v), e.Args[2:]
			r := f.Rows.Pick([]int32{int32(row)})
			if k > 0 {
				limit(cuts[k-1], r, e.Args[1], b.lo, above)
			}
			if k < len(cuts) {
				limit(cuts[k], r, e.Args[1], b.hi, math.Min)
			}
		}
	}
	return b
}

func constant(v float64) func(*State) float64 { return func(*State) float64 { return v } }
