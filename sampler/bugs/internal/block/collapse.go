package block

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/variate"
)

// collapsible says why a statement cannot be integrated out, or nothing.
func (p *Plan) collapsible(one *single, all []*single) string {
	a := one.s.Left.Array
	switch {
	case one.kind == "slice" || one.kind == "enumerate":
		return one.why
	case one.kind == "generalised inverse Gaussian":
		return "a " + one.kind + " distribution has no constant that is quickly computed"
	case one.isCut():
		return "its distribution is cut off"
	case slices.Contains(a.Observed, true) || slices.Contains(a.Def, expr.Known):
		return "some of its elements are given"
	case !one.alone():
		return "some of its elements are in one term"
	case one.kind == "normal" && slices.ContainsFunc(one.factors, p.x.IsFar):
		return "the data lie too far from zero. Subtract their mean"
	}
	for _, part := range one.parts {
		for _, o := range all {
			if b := o.s.Left.Array; b != a && p.weighs(part, b) {
				return fmt.Sprintf("it is in one term with %s. Collapse one of them", b.Name)
			}
		}
	}
	return ""
}

// collapsing takes the unknowns with few values that choose among integrals out of a list.
func (p *Plan) collapsing(out []*single, todo []*graph.Statement) (few []*single,
	rest []*graph.Statement, err error) {
	var names []string
	for _, one := range out {
		if why := p.collapsible(one, out); why != "" {
			return nil, nil, fmt.Errorf("%s cannot be integrated out: %s", one.s.Left, why)
		}
		names = append(names, one.s.Left.Array.Name)
	}
	for _, s := range todo {
		_, _, ok := p.values(s)
		if ok && slices.ContainsFunc(out, func(one *single) bool {
			return slices.ContainsFunc(one.parts,
				func(part Part) bool { return p.moves(part, s.Left.Array) })
		}) {
			few = append(few, p.collect(s))
		} else {
			rest = append(rest, s)
		}
	}
	if len(few) == 0 {
		return nil, nil, fmt.Errorf("no unknown with at most %d values chooses among the elements "+
			"of %s. Integrate out what such an unknown depends on", mostValues, strings.Join(names, ", "))
	}
	return few, rest, nil
}

// moves tells whether a part depends on an array: which element it adds to, or how much.
func (p *Plan) moves(part Part, z *expr.Array) bool {
	return p.depends(part.Target, z) || p.weighs(part, z)
}

// weighs tells whether it depends on an array how much a part adds.
func (p *Plan) weighs(part Part, z *expr.Array) bool {
	return slices.ContainsFunc(part.Rest.Atoms,
		func(at algebra.Atom) bool { return p.depends(at.E, z) })
}

// collapse compiles the draws of unknowns with few values while others are integrated out, and then
// of those, given the values: together a draw from the joint distribution of all, given the rest.
func (p *Plan) collapse(out, few []*single) {
	b := &Block{Form: &Form{}, Why: "the author chose it"}
	var names, last, outs []string
	var integrals []*integral
	most := 0
	for _, one := range out {
		q := p.integral(one)
		integrals = append(integrals, q)
		b.Form.Inside = append(b.Form.Inside, q.block)
		b.Form.Integrated = append(b.Form.Integrated, one.s)
		last = append(last, p.nameOf(one.s))
		outs = expr.Union(outs, one.s.Left.Array.Name)
		b.note(one)
		b.Cost += q.tape.Entries()
	}
	var draws []func(r *rand.Rand, s *State)
	for _, one := range few {
		names = append(names, p.nameOf(one.s))
		b.note(one)
		b.Form.Factors = expr.Union(b.Form.Factors, one.bounds...)
		_, n, _ := p.values(one.s)
		most = max(most, n)
		draws = append(draws, p.drawCollapsed(one, integrals, b))
	}
	b.Name = strings.Join(append(names, last...), ", ")
	b.Kind = fmt.Sprintf("all %d values, %s integrated out", most, strings.Join(outs, " and "))
	p.put(b, func(r *rand.Rand, s *State) {
		for _, q := range integrals {
			q.begin(s)
		}
		for _, draw := range draws {
			draw(r, s)
		}
		for _, q := range integrals {
			q.block.Run(r, s)
		}
	})
}

// drawCollapsed compiles the draws of the elements of a statement with few values.
func (p *Plan) drawCollapsed(one *single, integrals []*integral, b *Block) func(r *rand.Rand,
	s *State) {
	a, el := one.s.Left.Array, targets(one.s)
	first, n, _ := p.values(one.s)
	var factors []*algebra.Factor
	out := func(e *expr.Expr) bool {
		return slices.ContainsFunc(integrals,
			func(q *integral) bool { return p.depends(e, q.one.s.Left.Array) })
	}
	for _, f := range append(slices.Clone(one.factors), one.bounds...) {
		if out(f.Log) {
			f = p.without(f, out)
		}
		if p.depends(f.Log, a) {
			factors = append(factors, f)
		}
	}
	views := p.views(factors, a, alone(el))
	var shifts []*shift
	for _, q := range integrals {
		for _, part := range q.one.parts {
			if p.moves(part, a) {
				shifts = append(shifts, p.shift(q, part, a, el))
			}
		}
	}
	b.Cost += n * views.rows()
	for _, v := range shifts {
		b.Cost += n * len(v.element)
	}
	if len(views) == 0 && counts(shifts, el, first, n) && p.sameLength(one.s, n) {
		return p.drawCounts(a, el, shifts, first, n)
	}
	return p.drawEach(one, el, views, shifts, first, n)
}

// drawEach compiles draws from all values of each element, one after the other, where a value
// shifts the coefficients of integrals.
func (p *Plan) drawEach(one *single, el []int, views views, shifts []*shift, first,
	n int) func(r *rand.Rand, s *State) {
	a := one.s.Left.Array
	w, again, lim := p.acc(n), p.recompute(a), p.bounds(one, el)
	return func(r *rand.Rand, s *State) {
		weights := s.acc[w]
		for k, i := range el {
			at := a.Base + i
			views.prepare(s, k)
			for _, v := range shifts {
				v.values(s, k)
				v.add(s, k, -1)
			}
			lo, hi := lim.lo[k](s), lim.hi[k](s)
			for j := range weights {
				weights[j] = math.Inf(-1)
				s.X[at] = float64(first + j)
				if s.X[at] < lo || s.X[at] > hi {
					continue
				}
				again(s)
				// finite if it is impossible: of the start, the least bad
				if sum := views.sum(s, k, gain(s, shifts, k)); !math.IsNaN(sum) {
					weights[j] = sum
				}
			}
			s.X[at] = float64(first + variate.LogCategorical(r, weights))
			again(s)
			for _, v := range shifts {
				v.add(s, k, 1)
			}
		}
	}
}

// without is a factor without the terms of some expressions.
func (p *Plan) without(f *algebra.Factor, out func(e *expr.Expr) bool) *algebra.Factor {
	pool := p.Graph.Pool
	g := &algebra.Factor{Piece: f.Piece, Log: pool.Num(0), Rows: f.Rows}
	for _, t := range f.Poly {
		if !slices.ContainsFunc(t.Atoms, func(at algebra.Atom) bool { return out(at.E) }) {
			g.Poly = append(g.Poly, t)
			g.Log = pool.Add(g.Log, t.Expr(pool))
		}
	}
	return g
}
