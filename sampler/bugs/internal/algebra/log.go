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
