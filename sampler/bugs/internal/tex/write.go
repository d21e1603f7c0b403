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
)

func level(m Math, is, needed int) Math {
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
	case e.Op != expr.Call:
	case e.Name == "neg":
		c, atoms = flat(e.Args[0])
		return -c, atoms
	case e.Name == "*":
		c, atoms = flat(e.Args[0])
		d, more := flat(e.Args[1])
		return c * d, append(atoms, more...)
	case e.Name == "/":
		c, atoms = flat(e.Args[0])
		d, more := flat(e.Args[1])
		for _, a := range more {
			atoms = append(atoms, algebra.Atom{E: a.E, Pow: -a.Pow})
		}
		return c / d, atoms
	case e.Name == "^" && e.Args[1].Op == expr.Num:
		v := e.Args[1].Value
		d, more := flat(e.Args[0])
		if d < 0 || v != math.Trunc(v) && len(more) > 1 {
			break
		}
		for _, a := range more {
			atoms = append(atoms, algebra.Atom{E: a.E, Pow: v * a.Pow})
		}
		return math.Pow(d, v), atoms
	}
	return 1, []algebra.Atom{{E: e, Pow: 1}}
}

// product writes a number times atoms; its sign stands apart.
func product(c float64, atoms []algebra.Atom, after ...Math) (negative bool, m Math) {
	var up, down []Math
	for _, a := range atoms {
		x := power(a)
		if a.Pow < 0 {
			down = append(down, power(algebra.Atom{E: a.E, Pow: -a.Pow}))
		} else {
			up = append(up, x)
		}
	}
	if negative = c < 0; negative {
		c = -c
	}
	if c != 1 || len(up)+len(after) == 0 {
		up = append([]Math{number(c)}, up...)
	}
	if len(down) > 0 && len(up) == 0 {
		up = []Math{both("1")}
	}
	m = join(up, times)
	if len(down) > 0 {
		m = fraction(m, join(down, times))
	}
	if len(after) > 0 && m.TeX != "" {
		m = cat(m, times)
	}
	return negative, cat(m, join(after, times))
}

// power writes an atom.
func power(a algebra.Atom) Math {
	switch {
	case a.Pow == 1:
		return write(a.E, products)
	case a.Pow == 0.5:
		return root(write(a.E, sums))
	}
	return raise(write(a.E, powers+1), number(a.Pow))
}

// summands takes a sum apart.
func summands(e *expr.Expr, sign float64, add func(sign float64, e *expr.Expr)) {
	switch {
	case e.Op == expr.Call && (e.Name == "+" || e.Name == "-"):
		summands(e.Args[0], sign, add)
		if e.Name == "-" {
			sign = -sign
		}
		summands(e.Args[1], sign, add)
	case e.Op == expr.Call && e.Name == "neg":
		summands(e.Args[0], -sign, add)
	default:
		add(sign, e)
	}
}

// signed joins terms with their signs, and marks in LaTeX where a line may be broken.
func signed(terms []Math, negative []bool, mark string) (out Math) {
	for i, t := range terms {
		switch {
		case i == 0 && negative[i]:
			out = cat(minus, t)
		case i == 0:
			out = t
		case negative[i]:
			out = cat(out, Math{mark + " - ", " − "}, t)
		default:
			out = cat(out, Math{mark + " + ", " + "}, t)
		}
	}
	return out
}

func isCall(e *expr.Expr, names ...string) bool {
	return e.Op == expr.Call && slices.Contains(names, e.Name)
}

// write writes an expression for a place that needs its parts to bind so strongly.
func write(e *expr.Expr, needed int) Math {
	switch e.Op {
	case expr.Num:
		return level(number(e.Value), map[bool]int{true: sums, false: powers + 1}[e.Value < 0], needed)
	case expr.Counter:
		return word(e.Name)
	case expr.Elem, expr.Slice:
		return symbol(e.Array, indices(e)...)
	}
	switch {
	case isCall(e, "+", "-"):
		var terms []Math
		var negative []bool
		summands(e, 1, func(sign float64, t *expr.Expr) {
			c, atoms := flat(t)
			n, m := product(sign*c, atoms)
			terms, negative = append(terms, m), append(negative, n)
		})
		return level(signed(terms, negative, ""), sums, needed)
	case isCall(e, "*", "/", "neg") || isCall(e, "^") && e.Args[1].Op == expr.Num:
		c, atoms := flat(e)
		if len(atoms) == 1 && c == 1 && atoms[0].E == e { // a power that stays
			return level(raise(write(e.Args[0], powers+1), number(e.Args[1].Value)), powers, needed)
		}
		n, m := product(c, atoms)
		if n {
			return level(cat(minus, m), sums, needed)
		}
		is := products
		if len(atoms) == 1 && c == 1 && atoms[0].Pow > 0 {
			is = powers
		}
		return level(m, is, needed)
	case isCall(e, "^"):
		return level(raise(write(e.Args[0], powers+1), write(e.Args[1], sums)), powers, needed)
	}
	return call(e, needed)
}

// indices writes what stands in the brackets of an element; an empty index is left out.
func indices(e *expr.Expr) (out []Math) {
	whole := !slices.ContainsFunc(e.Args,
		func(a *expr.Expr) bool { return a.Op != expr.All && a.Op != expr.Range })
	for k, a := range e.Args {
		all := a.Op == expr.All
		if a.Op == expr.Range {
			lo, ok1 := value(a.Args[0])
			hi, ok2 := value(a.Args[1])
			all = ok1 && ok2 && lo == 1 && int(hi) == e.Array.Dims[k]
		}
		switch {
		case all && !whole:
			out = append(out, Math{`\cdot`, "·"})
		case a.Op == expr.Range && !whole:
			out = append(out, cat(write(a.Args[0], sums), Math{":", ":"}, write(a.Args[1], sums)))
		case a.Op != expr.All && a.Op != expr.Range:
			out = append(out, write(a, sums))
		}
	}
	for n := len(out); n > 1 && out[n-1].Text == "·"; n-- { // a row of a table
		out = out[:n-1]
	}
	return out
}
