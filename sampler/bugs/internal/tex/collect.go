package tex

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// hide puts names in place of what is not inside, so that it stays whole when products are
// multiplied out. Several such terms of a sum become one.
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
		var free, rest, all *expr.Expr
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
		Summands(e, 1, func(sign float64, t *expr.Expr) {
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
		Summands(e, 1, func(sign float64, t *expr.Expr) { add(&all, sign, u.hide(t, inside)) })
		return all
	}
	if e.Op == expr.Elem {
		return e
	}
	args := slices.Clone(e.Args)
	for i, a := range args {
		if !isRange(a) {
			args[i] = u.hide(a, inside)
		}
	}
	return u.pool.With(e, args)
}

// show puts the hidden expressions back.
func (u *Unknown) show(e *expr.Expr) *expr.Expr {
	return u.pool.Replace(e, func(x *expr.Expr) *expr.Expr {
		if h, ok := u.shown[x]; ok || x.Op != expr.Elem {
			return h
		}
		return x
	})
}

// terms multiplies the log density at a place out, and keeps the terms with the unknown. What has
// none of the arrays, or of the unknown if there are none, stays whole.
func (u *Unknown) terms(p *Place, arrays []*expr.Array) (out []Term) {
	mine := func(e *expr.Expr) bool { return e.Contains(u.X) }
	if p.Whole {
		mine = func(e *expr.Expr) bool { return mentions(e, u.with) }
	}
	inside := func(e *expr.Expr) bool { return mine(e) || mentions(e, arrays) }
	log := u.pool.Replace(p.Log, func(e *expr.Expr) *expr.Expr {
		if !isCall(e, "log") || !mine(e) {
			return nil
		}
		z, off, on := u.x.Switch(e.Args[0])
		if z == nil {
			return nil
		}
		u.switched = z
		return u.pool.Add(u.pool.Mul(u.pool.Sub(u.pool.Num(1), z), u.pool.Log(off)),
			u.pool.Mul(z, u.pool.Log(on)))
	})
	for _, t := range u.x.Expand(u.hide(log, inside)) {
		c, atoms, fun := t.C, []algebra.Atom{}, (*expr.Expr)(nil)
		has, inside := false, false
		for _, a := range t.Atoms {
			e := u.show(a.E)
			if u.shown[a.E] != nil {
				d, more := flat(e)
				if d < 0 && a.Pow != math.Trunc(a.Pow) {
					d, more = 1, []algebra.Atom{{E: e, Pow: 1}}
				}
				c *= math.Pow(d, a.Pow)
				atoms = append(atoms, powered(more, a.Pow)...)
				continue
			}
			is := mine(e)
			has = has || is
			if is && !p.counts(e) && !p.Whole {
				fun = u.times(fun, algebra.Atom{E: e, Pow: a.Pow})
			} else {
				inside = inside || is
				atoms = append(atoms, algebra.Atom{E: e, Pow: a.Pow})
			}
		}
		if inside && fun != nil { // its coefficient would have the unknown
			d, more := flat(fun)
			c, atoms, fun = c*d, append(more, atoms...), nil
		}
		if has {
			out = append(out, u.distribute(p, u.symmetric(p, u.term(p, c, atoms, fun)))...)
		}
	}
	return out
}

// distribute multiplies a sum out in the terms of a binomial factor, where the successes and the
// failures have the same function of the unknown.
func (u *Unknown) distribute(p *Place, t Term) (out []Term) {
	if name := p.Factor.Piece.Statement.Dist.Name; t.Fun == nil &&
		(name == "dbin" || name == "dbern") {
		for i, a := range t.In {
			if a.Pow == 1 && isCall(a.E, "-") && !mentions(a.E, u.with) {
				Summands(a.E, 1, func(sign float64, e *expr.Expr) {
					c, atoms := flat(e)
					out = append(out, u.term(p, t.C*sign*c,
						append(append(slices.Delete(slices.Clone(t.In), i, i+1), atoms...), t.Out...), nil))
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
	return slices.ContainsFunc(p.Sums, func(s Sum) bool { return e.Contains(s.Counter) })
}

// collect adds up terms by functions of the unknown.
func (u *Unknown) collect(terms []Term) (out []Group) {
	for _, t := range terms {
		once := !u.byElement(t.mentions)
		k := slices.IndexFunc(out, func(g Group) bool { return g.Fun == t.Fun && g.Once == once })
		if k < 0 {
			k, out = len(out), append(out, Group{Fun: t.Fun, Once: once})
		}
		out[k].Terms = append(out[k].Terms, t)
	}
	for i, g := range out {
		out[i].Terms = u.simplify(g.Terms)
		if g.Fun == nil {
			out[i].Terms = u.gather(out[i].Terms)
		}
	}
	return slices.DeleteFunc(out, func(g Group) bool { return len(g.Terms) == 0 })
}

// simplify takes sums apart that stand alone, and adds up equal terms.
func (u *Unknown) simplify(terms []Term) (out []Term) {
	at := map[string]int{}
	var add func(t Term)
	add = func(t Term) {
		if t.Place == nil && len(t.Out) == 1 && t.Out[0].Pow == 1 && isCall(t.Out[0].E, "+", "-", "neg") {
			Summands(t.Out[0].E, 1, func(sign float64, e *expr.Expr) {
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
	k := product(1, t.Out)
	if t.Place != nil {
		k += " | " + t.Place.writeSum("S") + product(1, t.In) + join(t.Place.guards(), comma)
		for _, s := range t.Place.Sums {
			k += " | " + write(s.Lo, sums) + " to " + write(s.Hi, sums)
		}
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

// order puts the functions in the order in which textbooks have them.
func (u *Unknown) order(groups []Group) []Group {
	rank := func(g Group) int {
		switch e := g.Fun; {
		case e == nil:
			return 9
		case isCall(e, "log", "logdet"):
			return 0
		case isCall(e, "^") && e.Args[0] == u.X:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return rank(a) - rank(b) })
	return groups
}
