package tex

import (
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// partner finds the other unknown of the block in a term: among the atoms inside the sum, or
// outside.
func partner(t Term, arrays []*expr.Array) (atoms []algebra.Atom, at int) {
	for _, atoms := range [][]algebra.Atom{t.In, t.Out} {
		for i, a := range atoms {
			if a.E.Op == expr.Elem && slices.Contains(arrays, a.E.Array) {
				return atoms, i
			}
		}
	}
	return nil, -1
}

// place is a copy of the place of a term.
func (t Term) place() (p Place) {
	if t.Place != nil {
		p = *t.Place
		p.Sums, p.Conds = slices.Clone(p.Sums), slices.Clone(p.Conds)
	}
	return p
}

// given is a term where the other unknowns of the block in it are given. ok is false if none ever
// is.
func (u *Unknown) given(t Term, arrays []*expr.Array) (out Term, ok bool) {
	p := t.place()
	for _, a := range append(slices.Clone(t.In), t.Out...) {
		if !mentions(a.E, arrays) {
			continue
		}
		if a.E.Op != expr.Elem || !slices.Contains(a.E.Array.Observed, true) {
			return t, false
		}
		p.Conds = append(p.Conds, Cond{A: a.E, Rel: "given"})
	}
	t.Place = &p
	return t, true
}

// entry turns a term with another unknown into an entry of the matrix.
func (u *Unknown) entry(t Term, arrays []*expr.Array) Entry {
	atoms, at := partner(t, arrays)
	y := atoms[at].E
	rest := slices.DeleteFunc(slices.Concat(t.Out, t.In),
		func(a algebra.Atom) bool { return a.E == y })
	p := t.place()
	args := slices.Clone(y.Args)
	taken := p.letters()
	for k, a := range args {
		i := slices.IndexFunc(p.Sums, func(s Sum) bool { return s.Counter == a })
		switch {
		case i >= 0:
			switch s := p.Sums[i]; {
			case s.Part && s.Lo == s.Hi:
				p.Conds = append(p.Conds, Cond{A: s.Lo, B: a, Rel: "="})
			case s.Part || p.counts(s.Lo) || p.counts(s.Hi):
				p.Conds = append(p.Conds, Cond{A: s.Lo, B: a, Rel: "≤"}, Cond{A: a, B: s.Hi, Rel: "≤"})
			}
			p.Sums = slices.Delete(p.Sums, i, i+1)
		case p.equal(a) != nil: // the same group as that of the unknown
			args[k] = p.equal(a)
		case p.counts(a):
			c := u.counter(u.fresh("j", taken...))
			taken = append(taken, c.Name)
			p.Conds = append(p.Conds, Cond{A: a, B: c, Rel: "="})
			args[k] = c
		}
	}
	return Entry{u.pool.With(y, args), []Term{u.term(&p, -t.C, rest, nil)}}
}

// equal is what a condition says that an index is equal to, if one does.
func (p *Place) equal(index *expr.Expr) *expr.Expr {
	for _, c := range p.Conds {
		if c.A == index && c.Rel == "=" {
			return c.B
		}
	}
	return nil
}
