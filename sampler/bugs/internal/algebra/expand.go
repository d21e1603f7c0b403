package algebra

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// mostProduct is how many terms a product may have before it stays as it is.
const mostProduct = 2000

// mostSquares are the products of two terms of a sum that is squared, over all rows, if the sum is
// linear: as many as a matrix of normal unknowns may take.
const mostSquares = 10_000_000

// Expander expands expressions of one pool, and remembers what it did.
type Expander struct {
	Pool *expr.Pool
	// SumsToOne tells whether a slice of an array with unknowns always sums to one. Optional.
	SumsToOne func(v *expr.Expr, rows *expr.Rows) bool
	// Binary tells whether an expression is 0 or 1. Optional.
	Binary func(e *expr.Expr) bool
	// Positive tells whether an expression cannot be negative. Nil takes all for positive.
	Positive func(e *expr.Expr) bool
	// Finite tells whether an expression is a number whatever its unknowns are. Nil takes all for
	// numbers.
	Finite func(e *expr.Expr) bool
	sum    func(e *expr.Expr) (Poly, bool) // another way to expand a sum, or nil
	rows   int                             // of the piece that is expanded
	done   map[*expr.Expr]Poly
}

// NewExpander returns an Expander.
func NewExpander(p *expr.Pool) *Expander { return &Expander{Pool: p, done: map[*expr.Expr]Poly{}} }

// Expand writes e as a sum of products. What has no unknowns stays whole.
func (x *Expander) Expand(e *expr.Expr) Poly {
	if p, ok := x.done[e]; ok {
		return p
	}
	p := x.expand(e)
	x.done[e] = p
	return p
}

func (x *Expander) expand(e *expr.Expr) Poly {
	switch {
	case e.Op == expr.Num:
		return number(e.Value)
	case !e.Unknown:
		if !e.Counts {
			if v, ok := e.Eval(nil); ok {
				return number(v)
			}
		}
		return x.known(e)
	case e.Op != expr.Call:
		return single(e)
	}
	a := e.Args
	switch e.Name {
	case "+", "-":
		var all Poly
		x.summands(e, 1, &all)
		return Simplify(all)
	case "neg":
		return Scale(x.Expand(a[0]), -1)
	case "*":
		return x.product(e, x.Expand(a[0]), x.Expand(a[1]))
	case "/":
		d := x.Expand(a[1])
		switch len(d) {
		case 0:
			return single(e)
		case 1:
			return x.product(e, x.Expand(a[0]), Poly{d[0].power(-1)})
		}
		return x.product(e, x.Expand(a[0]), Poly{{1, []Atom{{d.Expr(x.Pool), -1}}}})
	case "^":
		return x.raise(e)
	case "log":
		return x.log(e, a[0])
	case "exp":
		return x.exp(e, a[0])
	case "select":
		for _, branch := range a[1:] {
			if x.Finite != nil && !x.Finite(branch) {
				return single(e) // 0 times what is not chosen would be no number
			}
		}
		return x.selection(a)
	case "logdet":
		return x.logDet(e, a[0])
	case "loggam": // Γ(1 + y) = y Γ(y)
		if s := a[0]; isCall(s, "+") && x.Finite != nil {
			for k, y := range s.Args {
				if l := x.Pool.Log(y); s.Args[1-k] == x.Pool.Num(1) && x.Finite(l) {
					return Add(x.Expand(l), x.Expand(x.Pool.Call("loggam", y)))
				}
			}
		}
	}
	return single(e)
}

// summands adds the terms of a sum of sums to out.
func (x *Expander) summands(e *expr.Expr, sign float64, out *Poly) {
	if e.Op != expr.Call || !e.Unknown || e.Name != "+" && e.Name != "-" {
		*out = append(*out, Scale(x.Expand(e), sign)...)
		return
	}
	if x.sum != nil {
		if q, ok := x.sum(e); ok {
			*out = append(*out, Scale(q, sign)...)
			return
		}
	}
	x.summands(e.Args[0], sign, out)
	if e.Name == "-" {
		sign = -sign
	}
	x.summands(e.Args[1], sign, out)
}

// known keeps an expression of data whole, but takes a factor or a sum apart where it helps to see
// equal terms: numbers in front.
func (x *Expander) known(e *expr.Expr) Poly {
	if e.Op == expr.Call {
		switch e.Name {
		case "neg":
			return Scale(x.Expand(e.Args[0]), -1)
		case "*":
			if e.Args[0].Op == expr.Num {
				return Scale(x.Expand(e.Args[1]), e.Args[0].Value)
			}
		case "/":
			if e.Args[1].Op == expr.Num {
				return Scale(x.Expand(e.Args[0]), 1/e.Args[1].Value)
			}
		}
	}
	return single(e)
}

func (x *Expander) product(e *expr.Expr, p, q Poly) Poly {
	if min(len(p), len(q)) > 1 && len(p)*len(q) > mostProduct {
		return single(e)
	}
	return Mul(p, q)
}

func (x *Expander) raise(e *expr.Expr) Poly {
	v := e.Args[1]
	if v.Unknown || v.Counts {
		return single(e)
	}
	power, ok := v.Eval(nil)
	if !ok {
		return single(e)
	}
	b := x.Expand(e.Args[0])
	whole := power == math.Trunc(power)
	switch {
	case len(b) == 1 && (whole || b[0].C > 0):
		return Poly{b[0].power(power)}
	case whole && power > 1 && power <= 4 && math.Pow(float64(len(b)), power) <= mostProduct,
		power == 2 && len(b)*len(b)*x.rows <= mostSquares && isLinear(b):
		out := b
		for range int(power) - 1 {
			out = Mul(out, b)
		}
		return out
	case len(b) == 0:
		return single(e)
	}
	return Poly{{1, []Atom{{b.Expr(x.Pool), power}}}}
}

// isLinear tells whether each term has at most one unknown, which is an element.
func isLinear(p Poly) bool {
	return !slices.ContainsFunc(p, func(t Term) bool {
		unknown, _ := t.Split(func(e *expr.Expr) bool { return e.Unknown })
		return len(unknown) > 1 || len(unknown) == 1 && (unknown[0].E.Op != expr.Elem ||
			unknown[0].Pow != 1)
	})
}

func isCall(e *expr.Expr, name string) bool { return e.Op == expr.Call && e.Name == name }

// exp expands e to the power of a sum into a product.
func (x *Expander) exp(e, a *expr.Expr) Poly {
	q := x.Expand(a)
	out := Term{C: 1}
	for _, t := range q {
		var f Term
		switch {
		case len(t.Atoms) == 0:
			f = Term{C: math.Exp(t.C)}
		case len(t.Atoms) == 1 && t.Atoms[0].Pow == 1 && isCall(t.Atoms[0].E, "log"): // exp(c log x)
			f = Term{1, []Atom{{t.Atoms[0].E.Args[0], t.C}}}
		case len(q) == 1:
			return single(e)
		default:
			f = Term{1, []Atom{{x.Pool.Call("exp", t.Expr(x.Pool)), 1}}}
		}
		var ok bool
		if out, ok = out.Times(f); !ok {
			return nil
		}
	}
	return Poly{out}
}

// selection expands a choice: what all values share, and an indicator for each of the others.
func (x *Expander) selection(a []*expr.Expr) Poly {
	count := map[string]int{}
	var all []Poly
	for _, e := range a[1:] {
		q := x.Expand(e)
		all = append(all, q)
		for _, t := range q {
			count[t.whole()]++
		}
	}
	var out Poly
	for k, q := range all {
		is := single(x.Pool.Call("==", a[0], x.Pool.Num(float64(k+1))))
		for _, t := range q {
			switch shared := count[t.whole()] == len(all); {
			case !shared:
				out = append(out, Mul(is, Poly{t})...)
			case k == 0:
				out = append(out, t)
			}
		}
	}
	return Simplify(out)
}

// whole is the key of a term with its number.
func (t Term) whole() string { return fmt.Sprint(t.C, t.Key()) }
