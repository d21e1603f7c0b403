package block

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/variate"
)

// A shift is what the value of a few-valued unknown adds to the coefficients of an integral.
type shift struct {
	of     *integral
	offset int // of the function
	view
	at    *compute.Program // the elements to whose coefficients the rows add
	value *compute.Program // what they add; nil: constant
	c     float64
	fixed bool // what they add does not depend on the few-valued unknown
	room  int  // of each chain, for the elements, and for what they add
	// The elements without the program: from[row] + stride times what is at z[row]; nil if that is not
	// all.
	from, z []int32
	stride  int32
}

// shift compiles what the elements of an array add to an integral through one part.
func (p *Plan) shift(q *integral, part Part, a *expr.Array, el []int) *shift {
	pool, rows := p.Graph.Pool, part.Factor.Rows
	at, stride := pool.Num(0), 1.0
	for k := len(part.Target.Args) - 1; k >= 0; k-- {
		at = pool.Add(at, pool.Mul(pool.Num(stride), pool.Sub(part.Target.Args[k], pool.Num(1))))
		stride *= float64(part.Target.Array.Dims[k])
	}
	rest := part.Rest.Expr(pool)
	v, order := p.arrange(pool.Mul(part.Target, rest), rows, a, alone(el))
	picked := rows.Pick(order)
	s := &shift{of: q, offset: q.n * slices.Index(q.one.basis, part.Basis), view: v, c: part.Rest.C}
	s.at = compute.NewProgram(pool, at, picked)
	s.fixed = !p.weighs(part, a)
	if len(part.Rest.Atoms) > 0 {
		s.value = compute.NewProgram(pool, rest, picked)
	}
	if unknown := slices.DeleteFunc(slices.Clone(part.Target.Args),
		func(e *expr.Expr) bool { return !e.Unknown }); len(unknown) == 1 && unknown[0].Op == expr.Elem &&
		unknown[0].Array == a && !slices.Contains(unknown[0].PositionColumn(picked), -1) {
		place := p.place(compute.NewTape(p.space, 0), part.Target, picked, 0, nil)
		s.from, s.z, s.stride = place.Pos, place.Index, place.Stride
	}
	most := int32(0)
	for k := range el {
		most = max(most, s.start[k+1]-s.start[k])
	}
	s.room = p.acc(2 * int(most))
	return s
}

// values computes what element k adds, if that does not depend on its value.
func (v *shift) values(s *State, k int) {
	if !v.fixed {
		return
	}
	lo, hi := int(v.start[k]), int(v.start[k+1])
	value := s.acc[v.room][hi-lo:]
	if v.value != nil {
		v.value.Values(s.prog, s.X, lo, hi, func(row int, x []float64) { copy(value[row-lo:], x) })
		return
	}
	for i := range hi - lo {
		value[i] = v.c
	}
}

// rows computes to which elements element k adds, and how much.
func (v *shift) rows(s *State, k int) (at, value []float64) {
	lo, hi := int(v.start[k]), int(v.start[k+1])
	n := hi - lo
	room := s.acc[v.room]
	at, value = room[:n], room[n:2*n]
	if v.from != nil {
		for i := range at {
			row := lo + i
			at[i] = float64(v.from[min(row, len(v.from)-1)]) +
				float64(v.stride)*s.X[v.z[min(row, len(v.z)-1)]]
		}
	} else {
		v.at.Values(s.prog, s.X, lo, hi, func(row int, x []float64) { copy(at[row-lo:], x) })
	}
	if !v.fixed {
		v.value.Values(s.prog, s.X, lo, hi, func(row int, x []float64) { copy(value[row-lo:], x) })
	}
	return at, value
}

// add adds sign times what element k adds to the coefficients.
func (v *shift) add(s *State, k int, sign float64) {
	q := v.of
	sums, totals := s.acc[q.sums], s.acc[q.totals]
	at, value := v.rows(s, k)
	for i, x := range at {
		j := int(x)
		if q.group[j] < 0 {
			continue
		}
		sums[v.offset+j] += sign * value[i]
		if len(totals) > 0 {
			totals[q.group[j]] += sign * value[i]
		}
	}
}

// gain is how much the value of element k adds to the logarithms of the integrals.
func gain(s *State, shifts []*shift, k int) (sum float64) {
	for _, v := range shifts {
		q := v.of
		change := s.acc[q.change]
		at, value := v.rows(s, k)
		for i, x := range at {
			if !(x >= 0 && x < float64(q.n)) {
				at[i], sum = 0, math.NaN() // no such element
				continue
			}
			change[v.offset+int(at[i])] += value[i]
			s.acc[q.seen][int(at[i])] = 1
		}
	}
	for _, v := range shifts {
		q := v.of
		seen := s.acc[q.seen]
		for _, x := range s.acc[v.room][:v.start[k+1]-v.start[k]] {
			if i := int(x); seen[i] != 0 {
				seen[i] = 0
				sum += q.gain(s, i)
			}
		}
	}
	for _, v := range shifts {
		q := v.of
		if q.one.kind != "Dirichlet" {
			continue
		}
		rise, totals := s.acc[q.rise], s.acc[q.totals]
		for _, x := range s.acc[v.room][:v.start[k+1]-v.start[k]] {
			if g := q.group[int(x)]; g >= 0 && rise[g] != 0 {
				sum -= logRise(totals[g], rise[g])
				rise[g] = 0
			}
		}
	}
	return sum
}

// counts tells whether each element of a few-valued unknown adds one to one element of each of
// several integrals, which are vectors of probabilities: then their ratios are those of counts.
func counts(shifts []*shift, el []int, first, n int) bool {
	used := map[*integral]bool{}
	for _, v := range shifts {
		q := v.of
		if used[q] || q.one.kind != "Dirichlet" || v.from == nil || v.value != nil || v.c != 1 {
			return false
		}
		used[q] = true
		for k := range el {
			if v.start[k+1]-v.start[k] != 1 {
				return false
			}
			for j := range n {
				if at := v.countAt(k, first+j); at < 0 || int(at) >= q.n || q.group[at] < 0 || !q.possible[at] {
					return false
				}
			}
		}
	}
	return true
}

// countAt is where element k counts if it has some value. Each element has one row.
func (v *shift) countAt(k, value int) int32 {
	return v.from[min(k, len(v.from)-1)] + v.stride*int32(value)
}

// sameLength tells whether all elements of a statement have n values.
func (p *Plan) sameLength(s *graph.Statement, n int) bool {
	if s.Lower != nil || s.Upper != nil {
		return false
	}
	for piece := range p.pieces(s) {
		if s.Dist.Name == "dbern" {
			return true
		}
		if s.Dist.Name != "dcat" || slices.ContainsFunc(
			lengthOf(p.Graph.Pool, piece.Args[0]).Column(piece.Rows).V,
			func(v float64) bool { return v != float64(n) }) {
			return false
		}
	}
	return true
}

// drawCounts compiles the draws where all that an element adds are counts: for each value a product
// of (count + concentration)/(total).
func (p *Plan) drawCounts(a *expr.Array, el []int, shifts []*shift, first,
	n int) func(r *rand.Rand, s *State) {
	w := p.acc(n)
	return func(r *rand.Rand, s *State) {
		weights := s.acc[w]
		for k, i := range el {
			x := &s.X[a.Base+i]
			for j := range weights {
				weights[j] = 1
			}
			for _, v := range shifts {
				sums, totals, group := s.acc[v.of.sums], s.acc[v.of.totals], v.of.group
				at := v.countAt(k, int(*x))
				sums[at]--
				totals[group[at]]--
				at = v.countAt(k, first)
				for j := range weights {
					weights[j] *= (sums[at] + 1) / totals[group[at]]
					at += v.stride
				}
			}
			*x = float64(first + variate.Categorical(r, weights))
			for _, v := range shifts {
				at := v.countAt(k, int(*x))
				s.acc[v.of.sums][at]++
				s.acc[v.of.totals][v.of.group[at]]++
			}
		}
	}
}
