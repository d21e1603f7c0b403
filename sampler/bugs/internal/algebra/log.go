package algebra

import (
	"math"

	"gibbslab/sampler/bugs/internal/expr"
)

// log expands log b.
func (x *Expander) log(e, b *expr.Expr) Poly {
	p := x.Pool
	if l := p.LogOfLink(e); l != nil {
		return x.Expand(l)
	}
	if b.Op == expr.Call {
		switch b.Name {
		case "exp":
			return x.Expand(b.Args[0])
		case "*", "/":
			return x.logProduct(b)
		case "select":
			args := []*expr.Expr{b.Args[0]}
			for _, a := range b.Args[1:] {
				args = append(args, p.Log(a))
			}
			return x.Expand(p.Call("select", args...))
		}
	}
	if isCall(b, "-") && isCall(b.Args[1], "select") && !b.Args[0].Unknown { // 1 − a choice
		args := []*expr.Expr{b.Args[1].Args[0]}
		for _, a := range b.Args[1].Args[1:] {
			args = append(args, p.Log(p.Sub(b.Args[0], a)))
		}
		return x.Expand(p.Call("select", args...))
	}
	if z, off, on := x.Switch(b); z != nil {
		whenOff, whenOn := x.Expand(p.Log(off)), x.Expand(p.Log(on))
		return Add(whenOff, Mul(single(z), Add(whenOn, Scale(whenOff, -1))))
	}
	q := x.Expand(b)
	if len(q) != 1 || q[0].C <= 0 {
		return single(e)
	}
	out, negative := number(math.Log(q[0].C)), 0
	for _, a := range q[0].Atoms {
		if !x.isPositive(a.E) {
			if negative++; negative > 1 || math.Mod(a.Pow, 2) == 0 { // log x² is not 2 log x
				return single(e)
			}
		}
		switch {
		case isIndicator(a.E) || !a.E.Unknown && len(q[0].Atoms) == 1 && a.Pow == 1:
			return single(e)
		case isCall(a.E, "exp"):
			out = append(out, Scale(x.Expand(a.E.Args[0]), a.Pow)...)
		default:
			l := p.Log(a.E)
			if l == e {
				out = append(out, Scale(single(l), a.Pow)...)
			} else {
				out = append(out, Scale(x.Expand(l), a.Pow)...)
			}
		}
	}
	return Simplify(out)
}

// logProduct takes the logarithm of a product apart; factors that may be negative stay together.
func (x *Expander) logProduct(b *expr.Expr) Poly {
	p := x.Pool
	var out, last Poly
	rest, unsure := p.Num(1), 0
	var walk func(e *expr.Expr, under bool)
	walk = func(e *expr.Expr, under bool) {
		if isCall(e, "*") || isCall(e, "/") {
			walk(e.Args[0], under)
			walk(e.Args[1], under != (e.Name == "/"))
			return
		}
		sign := 1.0
		if under {
			sign = -1
		}
		if x.isPositive(e) {
			out = append(out, Scale(x.Expand(p.Log(e)), sign)...)
			return
		}
		if unsure++; under {
			rest = p.Div(rest, e)
		} else {
			rest = p.Mul(rest, e)
		}
		last = Scale(x.Expand(p.Log(e)), sign)
	}
	walk(b, false)
	if unsure > 1 {
		last = single(p.Log(rest))
	}
	return Simplify(append(out, last...))
}

func (x *Expander) isPositive(e *expr.Expr) bool { return x.Positive == nil || x.Positive(e) }

// logDet expands log |x A| into n log x + log |A|, where A is known.
func (x *Expander) logDet(e, m *expr.Expr) Poly {
	p, factor, known := x.Pool, Term{}, []*expr.Expr(nil)
	for _, a := range m.Args {
		q := x.Expand(a)
		if len(q) > 1 || !isCall(m, "c") {
			return single(e)
		}
		if len(q) == 0 {
			known = append(known, p.Num(0))
			continue
		}
		atoms, rest := q[0].Split(func(a *expr.Expr) bool { return a.Unknown })
		t := Term{1, atoms}
		if factor.C == 0 {
			factor = t
		}
		if t.Key() != factor.Key() {
			return single(e)
		}
		known = append(known, rest.Expr(p))
	}
	u := factor.Expr(p)
	if len(factor.Atoms) == 0 || !x.isPositive(u) {
		return single(e)
	}
	n := math.Sqrt(float64(len(known)))
	return Add(Scale(x.Expand(p.Log(u)), n), x.Expand(p.Call("logdet", p.Call("c", known...))))
}
