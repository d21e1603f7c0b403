package tex

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// inNumbers computes what has no unknowns and no letters; ok is false if nothing was computed.
func (u *Unknown) inNumbers(terms []Term) (out []Term, ok bool) {
	for _, t := range terms {
		n := Term{C: t.C, Fun: t.Fun}
		fixed := t.Place == nil || t.Place.fixed() &&
			!slices.ContainsFunc(t.In, func(a algebra.Atom) bool { return !t.Place.known(a.E) })
		if !fixed {
			n.Place, n.In = t.Place, t.In
		} else if t.Place != nil {
			ok = true
			n.C *= Term{C: 1, Place: t.Place, In: t.In}.Value(make([]int32, 64), known)
		}
		for _, a := range t.Out {
			if v, isKnown := value(a.E); isKnown {
				n.C *= math.Pow(v, a.Pow)
				ok = true
			} else {
				n.Out = append(n.Out, a)
			}
		}
		out = append(out, n)
	}
	return u.simplify(out), ok
}

// known tells whether an expression has values in the data for all counters of the place, and no
// other letters.
func (p *Place) known(e *expr.Expr) bool {
	return !e.Has(func(x *expr.Expr) bool {
		return x.Op == expr.Counter && !p.counts(x) || x.Array != nil && x.Array.Unknowns
	})
}

// fixed tells whether the sums of a place run over the same values whatever the unknowns are.
func (p *Place) fixed() bool {
	var all []*expr.Expr
	for _, s := range p.Sums {
		all = append(all, s.Lo, s.Hi)
	}
	for _, c := range p.Conds {
		all = append(all, c.parts()...)
	}
	return !slices.ContainsFunc(all, func(e *expr.Expr) bool { return !p.known(e) })
}

// withNumbers writes terms, and again with numbers if that is shorter.
func (u *Unknown) withNumbers(terms []Term) string {
	m := writeTerms(terms)
	if n, ok := u.inNumbers(terms); ok {
		if s := writeTerms(n); s != m {
			return m + " = " + s
		}
	}
	return m
}
