package tex

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// A Term is a term of a log density as it is shown: a number, times atoms, times a sum over the counters of
// a place of more atoms, times a function of the unknown.
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

// hide puts names in place of what is not inside, so that it stays whole when products are multiplied out.
// Several such terms of a sum become one.
func (u *Unknown) hide(e *expr.Expr, inside func(*expr.Expr) bool) *expr.Expr {
	if e.Op == expr.Num {
		return e
	}
	if !inside(e) {
		if h, ok := u.hidden[e]; ok {
			return h
		}
		h := u.pool.Elem(expr.NewArray(" "+strconv.Itoa(len(u.hidden)), nil))
		u.hidden[e], u.shown[h] = h, e
		return h
	}
	if isCall(e, "+", "-", "neg") {
		var free, rest *expr.Expr
		n := 0
		add := func(to **expr.Expr, sign float64, t *expr.Expr) {
			switch {
			case *to == nil && sign > 0:
				*to = t
			case *to == nil:
				*to = u.pool.Neg(t)
			case sign > 0:
				*to = u.pool.Add(*to, t)
			default:
				*to = u.pool.Sub(*to, t)
			}
		}
		summands(e, 1, func(sign float64, t *expr.Expr) {
			if inside(t) {
				add(&rest, sign, u.hide(t, inside))
				return
			}
			n++
			add(&free, sign, t)
		})
		if n > 1 {
			return u.pool.Add(u.hide(free, inside), rest)
		}
	}
	if e.Op == expr.Elem {
		return e
	}
	args := make([]*expr.Expr, len(e.Args))
	for i, a := range e.Args {
		if args[i] = a; a.Op != expr.All && a.Op != expr.Range {
			args[i] = u.hide(a, inside)
		}
	}
	return u.pool.With(e, args)
}

// show puts the hidden expressions back.
func (u *Unknown) show(e *expr.Expr) *expr.Expr {
	if x, ok := u.shown[e]; ok {
		return x
	}
	if e.Op == expr.Elem || len(e.Args) == 0 {
		return e
	}
	args := make([]*expr.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = u.show(a)
	}
	return u.pool.With(e, args)
}

func mentions(e *expr.Expr, arrays []*expr.Array) bool {
	return !e.Walk(func(x *expr.Expr) bool { return x.Array == nil || !slices.Contains(arrays, x.Array) })
}

// terms multiplies the log density at a place out, and keeps the terms with the unknown. What has none of
// the arrays, or of the unknown if there are none, stays whole.
func (u *Unknown) terms(p *Place, arrays []*expr.Array) (out []Term) {
	mine := func(e *expr.Expr) bool { return !e.Walk(func(x *expr.Expr) bool { return x != u.X }) }
	if p.Whole {
		mine = func(e *expr.Expr) bool { return mentions(e, u.with) }
	}
	inside := func(e *expr.Expr) bool { return mine(e) || mentions(e, arrays) }
	for _, t := range u.x.Expand(u.hide(p.Log, inside)) {
		c, atoms, fun := t.C, []algebra.Atom{}, (*expr.Expr)(nil)
		has := false
		for _, a := range t.Atoms {
			h, was := u.shown[a.E]
			if !was {
				e := u.show(a.E)
				is := mine(e)
				has = has || is
				if is && !p.counts(e) && !p.Whole {
					fun = u.times(fun, algebra.Atom{E: e, Pow: a.Pow})
					continue
				}
				atoms = append(atoms, algebra.Atom{E: e, Pow: a.Pow})
				continue
			}
			d, more := flat(h)
			if d < 0 && a.Pow != math.Trunc(a.Pow) {
				d, more = 1, []algebra.Atom{{E: h, Pow: 1}}
			}
			c *= math.Pow(d, a.Pow)
			for _, m := range more {
				atoms = append(atoms, algebra.Atom{E: m.E, Pow: m.Pow * a.Pow})
			}
		}
		if has {
			out = append(out, u.distribute(p, u.term(p, c, atoms, fun))...)
		}
	}
	return out
}

// distribute multiplies a sum out in the terms of a binomial factor, where the successes and the failures have
// the same function of the unknown.
func (u *Unknown) distribute(p *Place, t Term) (out []Term) {
	if name := p.Factor.Piece.Statement.Dist.Name; t.Fun == nil && (name == "dbin" || name == "dbern") {
		for i, a := range t.In {
			if a.Pow == 1 && isCall(a.E, "-") && !mentions(a.E, u.with) {
				summands(a.E, 1, func(sign float64, e *expr.Expr) {
					c, atoms := flat(e)
					out = append(out, u.term(p, t.C*sign*c, append(append(slices.Delete(slices.Clone(t.In), i, i+1), atoms...), t.Out...), nil))
				})
				return out
			}
		}
	}
	return []Term{t}
}

// times is a product.
func (u *Unknown) times(e *expr.Expr, a algebra.Atom) *expr.Expr {
	x := a.E
	if a.Pow != 1 {
		x = u.pool.Pow(x, a.Pow)
	}
	if e == nil {
		return x
	}
	return u.pool.Mul(e, x)
}

// counts tells whether e has a counter of the sums.
func (p *Place) counts(e *expr.Expr) bool {
	return slices.ContainsFunc(p.Sums, func(s Sum) bool { return mentionsCounter(e, s.Counter) })
}

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
	if n, ok := p.size(); ok && t.In == nil {
		t.C *= n
	} else {
		t.Place = p
	}
	return t
}

// size is how many rows a place has, if that is a number in the model's text.
func (p *Place) size() (n float64, ok bool) {
	n = 1
	for _, s := range p.Sums {
		if s.Lo.Op != expr.Num || s.Hi.Op != expr.Num {
			return 0, false
		}
		n *= s.Hi.Value - s.Lo.Value + 1
	}
	return n, len(p.Conds) == 0
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

// collect adds up terms by functions of the unknown.
func (u *Unknown) collect(terms []Term) (out []Group) {
	for _, t := range terms {
		k := slices.IndexFunc(out, func(g Group) bool { return g.Fun == t.Fun })
		if k < 0 {
			out = append(out, Group{Fun: t.Fun})
			k = len(out) - 1
		}
		out[k].Terms = append(out[k].Terms, t)
	}
	for i := range out {
		out[i].Terms = u.simplify(out[i].Terms)
	}
	return slices.DeleteFunc(out, func(g Group) bool { return len(g.Terms) == 0 })
}

// simplify takes sums apart that stand alone, and adds up equal terms.
func (u *Unknown) simplify(terms []Term) (out []Term) {
	at := map[string]int{}
	var add func(t Term)
	add = func(t Term) {
		if t.Place == nil && len(t.Out) == 1 && t.Out[0].Pow == 1 && isCall(t.Out[0].E, "+", "-", "neg") {
			summands(t.Out[0].E, 1, func(sign float64, e *expr.Expr) {
				c, atoms := flat(e)
				s := u.term(&Place{}, t.C*sign*c, atoms, t.Fun)
				if len(s.Out) == 1 && s.Out[0] == t.Out[0] {
					out = append(out, s)
					return
				}
				add(s)
			})
			return
		}
		k := t.key()
		if i, ok := at[k]; ok {
			out[i].C += t.C
			return
		}
		at[k] = len(out)
		out = append(out, t)
	}
	for _, t := range terms {
		add(t)
	}
	out = slices.DeleteFunc(out, func(t Term) bool { return math.Abs(t.C) < 1e-14 })
	rank := func(t Term) int { // sums first, numbers last
		switch {
		case t.Place != nil && len(t.Place.Sums) > 0:
			return 0
		case t.Place == nil && len(t.Out) == 0:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b Term) int { return rank(a) - rank(b) })
	return out
}

// key tells terms that differ only in their number.
func (t Term) key() string {
	_, m := product(1, t.Out)
	k := m.Text
	if t.Place != nil {
		_, in := product(1, t.In)
		k += " | " + t.Place.writeSum("S", "S").Text + in.Text + join(t.Place.guards(), comma).Text
		for _, c := range t.Place.Conds {
			if c.Set != nil {
				k += fmt.Sprintf("%p", c.Set)
			}
		}
	}
	return k
}

// scale multiplies terms by a number.
func scale(terms []Term, c float64) []Term {
	out := slices.Clone(terms)
	for i := range out {
		out[i].C *= c
	}
	return out
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

// inNumbers computes what has no unknowns and no letters; ok is false if nothing was computed.
func (u *Unknown) inNumbers(terms []Term) (out []Term, ok bool) {
	for _, t := range terms {
		n := Term{C: t.C, Fun: t.Fun}
		fixed := t.Place == nil || t.Place.fixed() && !slices.ContainsFunc(t.In, func(a algebra.Atom) bool { return !t.Place.known(a.E) })
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

// known tells whether an expression has values in the data for all counters of the place, and no other letters.
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

// write writes a term without its function; its sign stands apart.
func (t Term) write(after ...Math) (negative bool, m Math) {
	if t.Place == nil {
		return product(t.C, t.Out, after...)
	}
	if len(t.In) == 0 && len(t.Place.Sums) > 0 { // a count stands before what is counted
		c := t.Place.count()
		n, m := product(t.C, nil, c)
		_, out := product(1, t.Out, append(t.Place.guards(), after...)...)
		if out.Text != "1" {
			m = cat(m, times, out)
		}
		return n, m
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
	plain := true
	for _, c := range p.Conds {
		plain = plain && p.guard(c)
	}
	var sizes, counters []Math
	for _, s := range p.Sums {
		counters = append(counters, write(s.Counter, sums))
		if p.counts(s.Hi) || p.counts(s.Lo) {
			plain = false
		}
		lo, isNumber := value(s.Lo)
		var m Math
		switch {
		case isNumber && s.Lo.Op == expr.Num && s.Hi.Op == expr.Num:
			m = number(s.Hi.Value - lo + 1)
		case isNumber && lo == 1:
			m = write(s.Hi, products)
		case isNumber:
			m = paren(cat(write(s.Hi, sums), Math{" - ", " − "}, number(lo-1)))
		default:
			m = paren(cat(write(s.Hi, sums), Math{" - ", " − "}, write(s.Lo, products), both(" + 1")))
		}
		sizes = append(sizes, m)
	}
	if plain {
		return join(sizes, times)
	}
	if len(p.Conds) == 0 {
		return cat(p.writeSum(`\sum`, "Σ"), both("1"))
	}
	var conds []Math
	for _, c := range p.Conds {
		if !p.guard(c) {
			conds = append(conds, c.write())
		}
	}
	who := join(counters, both(","))
	if len(counters) > 1 {
		who = paren(who)
	}
	set := cat(who, both(": "), join(conds, comma))
	return Math{`\#\{` + set.TeX + `\}`, "#{" + set.Text + "}"}
}

// writeTerms writes a sum of terms; one is true if it needs no brackets.
func writeTerms(terms []Term) (m Math, one bool) {
	if len(terms) == 0 {
		return both("0"), true
	}
	var ms []Math
	var negative []bool
	for _, t := range terms {
		n, m := t.write()
		ms, negative = append(ms, m), append(negative, n)
	}
	return signed(ms, negative), len(terms) == 1 && !negative[0] && !strings.Contains(ms[0].Text, " + ")
}
