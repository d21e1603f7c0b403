package algebra

import (
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// Switch finds a z in sums and products of b that is 0 or 1. Then b is off if z is 0 and on if z is
// 1, so log b is (1 − z) log off + z log on. Both have fewer terms than b, or off is 1. z is nil if
// there is none.
func (x *Expander) Switch(b *expr.Expr) (z, off, on *expr.Expr) {
	if x.Binary == nil {
		return nil, nil, nil
	}
	for _, z := range x.switches(b, nil) {
		off, on = x.put(b, z, 0), x.put(b, z, 1)
		n, p, q := len(x.Expand(b)), x.Expand(off), x.Expand(on)
		one := len(p) == 1 && len(p[0].Atoms) == 0 && p[0].C == 1 && len(q) == 2
		if len(p) > 0 && len(q) > 0 && (one || len(p) < n && len(q) < n) {
			return z, off, on
		}
	}
	return nil, nil, nil
}

// switches are what is 0 or 1 in sums and products.
func (x *Expander) switches(b *expr.Expr, found []*expr.Expr) []*expr.Expr {
	switch {
	case isSumOrProduct(b):
		for _, a := range b.Args {
			found = x.switches(a, found)
		}
	case x.Binary(b) && !slices.Contains(found, b):
		found = append(found, b)
	}
	return found
}

func isSumOrProduct(b *expr.Expr) bool {
	return b.Op == expr.Call && slices.Contains([]string{"+", "-", "*", "neg"}, b.Name)
}

// put writes b with a number in place of z.
func (x *Expander) put(b, z *expr.Expr, v float64) *expr.Expr {
	p := x.Pool
	switch {
	case b == z:
		return p.Num(v)
	case !isSumOrProduct(b):
		return b
	case b.Name == "neg":
		return p.Neg(x.put(b.Args[0], z, v))
	}
	c, d := x.put(b.Args[0], z, v), x.put(b.Args[1], z, v)
	zero := p.Num(0)
	switch {
	case b.Name == "*" && (c == zero || d == zero):
		return zero
	case b.Name == "*" && d == p.Num(1):
		return c
	case b.Name == "-" && c == zero:
		return p.Neg(d)
	}
	return p.Call(b.Name, c, d)
}
