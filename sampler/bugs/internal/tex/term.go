package tex

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// A Term is a term of a log density as it is shown: a number, times atoms, times a sum over the
// counters of a place of more atoms, times a function of the unknown.
type Term struct {
	C     float64
	Place *Place // nil: no sum
	Out   []algebra.Atom
	In    []algebra.Atom // contain the counters of the sum
	Fun   *expr.Expr     // of the unknown; nil if it is inside the sum
}

// A Group are the terms with the same function of the unknown.
type Group struct {
	Fun   *expr.Expr
	Terms []Term
	Once  bool // of a vector that is drawn as a whole: not for each of its elements
}

// Values say what an expression is in a state, where counters have the values env.
type Values func(e *expr.Expr, env []int32) float64

// term puts atoms inside or outside the sum.
func (u *Unknown) term(p *Place, c float64, atoms []algebra.Atom, fun *expr.Expr) Term {
	t := Term{C: c, Fun: fun}
	for _, a := range atoms {
		switch v := a.E.Value; {
		case p.counts(a.E):
			t.In = merge(t.In, a)
		case a.E.Op == expr.Num && (v > 0 || a.Pow == math.Trunc(a.Pow)):
			t.C *= math.Pow(v, a.Pow)
		default:
			t.Out = merge(t.Out, a)
		}
	}
	return u.at(p, t)
}

// at puts a term at a place. Counters that nothing depends on are factors.
func (u *Unknown) at(p *Place, t Term) Term {
	q := *p
	q.Sums = nil
	for i, s := range p.Sums {
		used := slices.ContainsFunc(t.In, func(a algebra.Atom) bool { return a.E.Contains(s.Counter) }) ||
			slices.ContainsFunc(p.Conds, func(c Cond) bool { return c.mentions(s.Counter) })
		for _, r := range p.Sums[i+1:] {
			used = used || r.Lo.Contains(s.Counter) || r.Hi.Contains(s.Counter)
		}
		if used {
			q.Sums = append(q.Sums, s)
			continue
		}
		c, atoms := flat(u.plus(u.pool.Sub(s.Hi, s.Lo), 1))
		if s.Lo.Op == expr.Num && s.Lo.Value == 1 {
			c, atoms = flat(s.Hi)
		}
		t.C *= c
		for _, a := range slices.Backward(atoms) {
			if p.counts(a.E) {
				t.In = append([]algebra.Atom{a}, t.In...)
			} else {
				t.Out = append([]algebra.Atom{a}, t.Out...)
			}
		}
	}
	if q.Sums != nil || q.Conds != nil {
		t.Place = &q
	}
	return t
}

func merge(atoms []algebra.Atom, a algebra.Atom) []algebra.Atom {
	for i := range atoms {
		if atoms[i].E == a.E {
			if atoms[i].Pow += a.Pow; atoms[i].Pow == 0 {
				return slices.Delete(atoms, i, i+1)
			}
			return atoms
		}
	}
	return append(atoms, a)
}

// mentions tells whether a term has a counter.
func (t Term) mentions(counter *expr.Expr) bool {
	return t.Fun != nil && t.Fun.Contains(counter) ||
		slices.ContainsFunc(slices.Concat(t.In, t.Out),
			func(a algebra.Atom) bool { return a.E.Contains(counter) }) ||
		t.Place != nil && slices.ContainsFunc(t.Place.Conds,
			func(c Cond) bool { return c.mentions(counter) })
}

// value is what an expression is that has neither unknowns nor counters.
func value(e *expr.Expr) (float64, bool) {
	if e.Counts {
		return 0, false
	}
	return e.Eval(nil)
}

// Value is what a term is in a state, without its function of the unknown.
func (t Term) Value(env []int32, value Values) float64 {
	total := func(atoms []algebra.Atom) float64 {
		out := 1.0
		for _, a := range atoms {
			out *= math.Pow(value(a.E, env), a.Pow)
		}
		return out
	}
	sum := 1.0
	if t.Place != nil {
		sum = t.Place.Total(env, value, func() float64 { return total(t.In) })
	}
	if sum == 0 { // perhaps because a condition does not hold, and then the rest may have no value
		return 0
	}
	return t.C * sum * total(t.Out)
}

// Total adds up f over the counters of a place.
func (p *Place) Total(env []int32, value Values, f func() float64) (sum float64) {
	var walk func(k int)
	walk = func(k int) {
		if k == len(p.Sums) {
			if !slices.ContainsFunc(p.Conds, func(c Cond) bool { return !c.Holds(env, value) }) {
				sum += f()
			}
			return
		}
		s := p.Sums[k]
		lo, hi := value(s.Lo, env), value(s.Hi, env)
		for v := lo; v <= hi; v++ {
			env[s.Counter.Depth] = int32(v)
			walk(k + 1)
		}
	}
	walk(0)
	return sum
}

// write writes a term without its function.
func (t Term) write(after ...string) string {
	if t.Place == nil {
		return product(t.C, t.Out, after...)
	}
	return product(t.C, t.Out, slices.Concat(t.Place.guards(), t.sum(), after)...)
}

// sum writes the sum of a term. A sum of ones is a number.
func (t Term) sum() []string {
	switch {
	case len(t.In) > 0:
		return []string{t.Place.writeSum(`\sum`) + product(1, t.In)}
	case len(t.Place.Sums) > 0:
		return []string{t.Place.count()}
	}
	return nil
}

// writeTerms writes a sum of terms.
func writeTerms(terms []Term) string {
	if len(terms) == 0 {
		return "0"
	}
	var ms []string
	for _, t := range terms {
		ms = append(ms, t.write())
	}
	return signed(ms, "")
}
