package tex

import (
	"cmp"
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// A gathered term is one or several with the same function of the unknown in the same sum.
type gathered struct {
	mine  Term
	parts []part
}

// A part is what a term has besides that function: a number times e.
type part struct {
	c  float64
	e  *expr.Expr
	of Term
}

// gather puts terms that have the same function of the unknown in the same sum into one: the sum of
// (n − y) log(1 − p) says more than two sums, and can be computed where 1 − p is zero.
func (u *Unknown) gather(terms []Term) (out []Term) {
	at := map[string]int{}
	var all []gathered
	for _, t := range terms {
		g := gathered{mine: t}
		p := part{t.C, u.pool.Num(1), t}
		g.mine.In, g.mine.Out = nil, nil
		for _, a := range t.In {
			if mentions(a.E, u.with) {
				g.mine.In = append(g.mine.In, a)
			} else {
				p.e = u.pool.Mul(p.e, u.pool.Pow(a.E, a.Pow))
			}
		}
		for _, a := range t.Out {
			if a.E.Unknown {
				g.mine.Out = append(g.mine.Out, a)
			} else {
				p.e = u.pool.Mul(p.e, u.pool.Pow(a.E, a.Pow))
			}
		}
		k := g.mine.key()
		if i, ok := at[k]; ok && t.Place != nil && len(g.mine.In) > 0 {
			all[i].add(p)
			continue
		}
		at[k], g.parts = len(all), []part{p}
		all = append(all, g)
	}
	for _, g := range all {
		g.parts = slices.DeleteFunc(g.parts, func(p part) bool { return math.Abs(p.c) < 1e-14 })
		switch len(g.parts) {
		case 0:
		case 1:
			t := g.parts[0].of
			t.C = g.parts[0].c
			t.In = slices.Clone(t.In)
			slices.SortStableFunc(t.In, func(a, b algebra.Atom) int { // the unknown last
				return cmp.Compare(u.rank(a), u.rank(b))
			})
			out = append(out, t)
		default:
			out = append(out, u.summed(g))
		}
	}
	return out
}

func (g *gathered) add(p part) {
	if i := slices.IndexFunc(g.parts, func(o part) bool { return o.e == p.e }); i >= 0 {
		g.parts[i].c += p.c
		return
	}
	g.parts = append(g.parts, p)
}

// summed is a term with the sum of several parts.
func (u *Unknown) summed(g gathered) Term {
	sign := -1.0
	if slices.ContainsFunc(g.parts, func(p part) bool { return p.c > 0 }) {
		sign = 1
	}
	slices.SortStableFunc(g.parts, func(a, b part) int { return cmp.Compare(sign*b.c, sign*a.c) })
	sum := u.pool.Num(0)
	for _, p := range g.parts {
		sum = u.pool.Add(sum, u.pool.Mul(u.pool.Num(sign*p.c), p.e))
	}
	t := g.mine
	t.C, t.In = sign, append([]algebra.Atom{{E: sum, Pow: 1}}, t.In...)
	return t
}

// rank is 1 for what has the unknown, and else 0.
func (u *Unknown) rank(a algebra.Atom) int {
	if mentions(a.E, u.with) {
		return 1
	}
	return 0
}
