package tex

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
)

// How strongly an expression binds.
const (
	sums = iota
	products
	powers
	operands
)

func level(m string, is, needed int) string {
	if is < needed {
		return paren(m)
	}
	return m
}

// flat takes a product apart: numbers, and expressions to powers.
func flat(e *expr.Expr) (c float64, atoms []algebra.Atom) {
	switch {
	case e.Op == expr.Num:
		return e.Value, nil
	case isCall(e, "neg"):
		c, atoms = flat(e.Args[0])
		return -c, atoms
	case isCall(e, "*", "/"):
		c, atoms = flat(e.Args[0])
		d, more := flat(e.Args[1])
		if e.Name == "*" {
			return c * d, append(atoms, more...)
		}
		return c / d, append(atoms, powered(more, -1)...)
	case isCall(e, "^") && e.Args[1].Op == expr.Num:
		v := e.Args[1].Value
		if d, more := flat(e.Args[0]); d >= 0 && (v == math.Trunc(v) || len(more) <= 1) {
			return math.Pow(d, v), powered(more, v)
		}
	}
	return 1, []algebra.Atom{{E: e, Pow: 1}}
}

// powered are atoms to a power.
func powered(atoms []algebra.Atom, v float64) []algebra.Atom {
	out := slices.Clone(atoms)
	for i := range out {
		out[i].Pow *= v
	}
	return out
}

// product writes a number times atoms, and what is written already.
func product(c float64, atoms []algebra.Atom, after ...string) string {
	var up, down []string
	for _, a := range atoms {
		if a.Pow < 0 {
			down = append(down, power(algebra.Atom{E: a.E, Pow: -a.Pow}))
		} else {
			up = append(up, power(a))
		}
	}
	sign := ""
	if c < 0 {
		c, sign = -c, "-"
	}
	if c != 1 || len(up)+len(after) == 0 {
		up = append([]string{number(c)}, up...)
	}
	if len(down) > 0 {
		if len(up) == 0 {
			up = []string{"1"}
		}
		up = []string{`\frac{` + join(up, times) + `}{` + join(down, times) + `}`}
	}
	return sign + join(append(up, after...), times)
}

// power writes an atom.
func power(a algebra.Atom) string {
	switch a.Pow {
	case 1:
		return write(a.E, products)
	case 0.5:
		return `\sqrt{` + write(a.E, sums) + `}`
	}
	return raise(write(a.E, operands), number(a.Pow))
}

// Summands takes a sum apart.
func Summands(e *expr.Expr, sign float64, add func(sign float64, e *expr.Expr)) {
	switch {
	case isCall(e, "+"):
		Summands(e.Args[0], sign, add)
		Summands(e.Args[1], sign, add)
	case isCall(e, "-"):
		Summands(e.Args[0], sign, add)
		Summands(e.Args[1], -sign, add)
	case isCall(e, "neg"):
		Summands(e.Args[0], -sign, add)
	default:
		add(sign, e)
	}
}

func isCall(e *expr.Expr, names ...string) bool {
	return e.Op == expr.Call && slices.Contains(names, e.Name)
}

// write writes an expression for a place that needs its parts to bind so strongly.
func write(e *expr.Expr, needed int) string {
	switch {
	case e.Op == expr.Num && e.Value < 0:
		return level(number(e.Value), sums, needed)
	case e.Op == expr.Num:
		return number(e.Value)
	case e.Op == expr.Counter:
		return word(e.Name)
	case e.Op == expr.Elem, e.Op == expr.Slice:
		return symbol(e.Array, indices(e)...)
	case isCall(e, "+", "-"):
		var terms []string
		Summands(e, 1, func(sign float64, t *expr.Expr) {
			c, atoms := flat(t)
			terms = append(terms, product(sign*c, atoms))
		})
		return level(signed(terms, ""), sums, needed)
	case isCall(e, "*", "/", "neg") || isCall(e, "^") && e.Args[1].Op == expr.Num:
		c, atoms := flat(e)
		if len(atoms) == 1 && c == 1 && atoms[0].E == e { // a power that stays
			return level(raise(write(e.Args[0], operands), number(e.Args[1].Value)), powers, needed)
		}
		is := products
		if c < 0 {
			is = sums
		} else if len(atoms) == 1 && c == 1 && atoms[0].Pow > 0 {
			is = powers
		}
		return level(product(c, atoms), is, needed)
	case isCall(e, "^"):
		return level(raise(write(e.Args[0], operands), write(e.Args[1], sums)), powers, needed)
	}
	return call(e, needed)
}

// indices writes what stands in the brackets of an element; an empty index is left out.
func indices(e *expr.Expr) (out []string) {
	whole := isWhole(e)
	for k, a := range e.Args {
		switch {
		case !isRange(a):
			out = append(out, write(a, sums))
		case whole:
		case a.IsAll(e.Array.Dims[k]):
			out = append(out, `\cdot`)
		default:
			out = append(out, write(a.Args[0], sums)+":"+write(a.Args[1], sums))
		}
	}
	for n := len(out); n > 1 && out[n-1] == `\cdot`; n-- { // a row of a table
		out = out[:n-1]
	}
	return out
}

// isWhole tells whether all of an array is meant.
func isWhole(e *expr.Expr) bool {
	for k, a := range e.Args {
		if !isRange(a) || !a.IsAll(e.Array.Dims[k]) {
			return false
		}
	}
	return e.Array != nil
}

func isRange(e *expr.Expr) bool { return e.Op == expr.All || e.Op == expr.Range }
