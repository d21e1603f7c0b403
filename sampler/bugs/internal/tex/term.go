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
}

// Values say what an expression is in a state, where counters have the values env.
type Values func(e *expr.Expr, env []int32) float64

// term puts atoms inside or outside the sum.
func (u *Unknown) term(p *Place, c float64, atoms []algebra.Atom, fun *expr.Expr) Term {
	t := Term{C: c, Fun: fun}
	for _, a := range atoms {
		if p.counts(a.E) {
			t.In = merge(t.In, a)
		} else if v, ok := value(a.E); ok && (v > 0 || a.Pow == math.Trunc(a.Pow)) && a.E.Op == expr.Num {
			t.C *= math.Pow(v, a.Pow)
		} else {
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
		used := slices.ContainsFunc(t.In,
			func(a algebra.Atom) bool { return mentionsCounter(a.E, s.Counter) }) ||
			slices.ContainsFunc(p.Conds, func(c Cond) bool { return c.mentions(s.Counter) })
		for _, r := range p.Sums[i+1:] {
			used = used || mentionsCounter(r.Lo, s.Counter) || mentionsCounter(r.Hi, s.Counter)
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

// value is what an expression is that has neither unknowns nor counters.
func value(e *expr.Expr) (float64, bool) {
	if e.Counts {
		return 0, false
	}
	return e.Eval(nil)
}

// Value is what a term is in a state, without its function of the unknown.
func (t Term) Value(env []int32, value Values) float64 {
	out := t.C
	for _, a := range t.Out {
		out *= pow(value(a.E, env), a.Pow)
	}
	if t.Place == nil {
		return out
	}
	return out * t.Place.Total(env, value, func() float64 {
		in := 1.0
		for _, a := range t.In {
			in *= pow(value(a.E, env), a.Pow)
		}
		return in
	})
}

func pow(x, p float64) float64 {
	if p == 1 {
		return x
	}
	return math.Pow(x, p)
}

// Total adds up f over the counters of a place.
func (p *Place) Total(env []int32, value Values, f func() float64) (sum float64) {
	var walk func(k int)
	walk = func(k int) {
		if k == len(p.Sums) {
			for _, c := range p.Conds {
				if !c.Holds(env, value) {
					return
				}
			}
			sum += f()
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

// write writes a term without its function; its sign stands apart.
func (t Term) write(after ...Math) (negative bool, m Math) {
	if t.Place == nil {
		return product(t.C, t.Out, after...)
	}
	return product(t.C, t.Out, append(t.Place.guards(), append(t.sum(), after...)...)...)
}

// sum writes the sum of a term. A sum of ones is a number.
func (t Term) sum() []Math {
	p := t.Place
	if len(p.Sums) == 0 {
		if len(t.In) == 0 {
			return nil
		}
		_, m := product(1, t.In)
		return []Math{m}
	}
	if len(t.In) > 0 {
		_, m := product(1, t.In)
		return []Math{cat(p.writeSum(`\sum`, "Σ"), m)}
	}
	return []Math{p.count()}
}

// count writes how many rows there are.
func (p *Place) count() Math {
	var counters, conds []Math
	for _, s := range p.Sums {
		counters = append(counters, write(s.Counter, sums))
	}
	for _, c := range p.Conds {
		if !p.guard(c) {
			conds = append(conds, c.write())
		}
	}
	if conds == nil {
		return cat(p.writeSum(`\sum`, "Σ"), both("1"))
	}
	who := join(counters, both(","))
	if len(counters) > 1 {
		who = paren(who)
	}
	set := cat(who, both(": "), join(conds, comma))
	return Math{`\#\{` + set.TeX + `\}`, "#{" + set.Text + "}"}
}

// writeTerms writes a sum of terms.
func writeTerms(terms []Term) Math {
	if len(terms) == 0 {
		return both("0")
	}
	var ms []Math
	var negative []bool
	for _, t := range terms {
		n, m := t.write()
		ms, negative = append(ms, m), append(negative, n)
	}
	return signed(ms, negative, "")
}
