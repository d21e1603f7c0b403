package tex

import (
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
				n.C *= pow(v, a.Pow)
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
	return e.Walk(func(x *expr.Expr) bool {
		switch {
		case x.Op == expr.Counter:
			return slices.ContainsFunc(p.Sums, func(s Sum) bool { return s.Counter == x })
		case x.Array != nil:
			return !x.Array.Unknowns
		}
		return true
	})
}

// fixed tells whether the sums of a place run over the same values whatever the unknowns are.
func (p *Place) fixed() bool {
	for _, s := range p.Sums {
		if !p.known(s.Lo) || !p.known(s.Hi) {
			return false
		}
	}
	for _, c := range p.Conds {
		for _, e := range append([]*expr.Expr{c.A, c.B}, c.Row...) {
			if e != nil && !p.known(e) {
				return false
			}
		}
	}
	return true
}

// withNumbers writes terms, and again with numbers if that is shorter.
func (u *Unknown) withNumbers(terms []Term) Math {
	m := writeTerms(terms)
	if n, ok := u.inNumbers(terms); ok {
		if s := writeTerms(n); s.Text != m.Text {
			return cat(m, Math{` = `, " = "}, s)
		}
	}
	return m
}
