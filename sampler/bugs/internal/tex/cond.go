package tex

import (
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// A Sum runs over the values of a counter.
type Sum struct{ Counter, Lo, Hi *expr.Expr }

// A Cond is a condition: A = B, A ≤ B, the element A is given, or Row is in Set.
type Cond struct {
	A, B *expr.Expr
	Rel  string
	Row  []*expr.Expr
	Set  *expr.Rows
}

// Holds tells whether a condition holds.
func (c Cond) Holds(env []int32, value Values) bool {
	switch c.Rel {
	case "=":
		return value(c.A, env) == value(c.B, env)
	case "≤":
		return value(c.A, env) <= value(c.B, env)
	case "≠":
		return value(c.A, env) != value(c.B, env)
	case "given":
		i := 0
		for k, e := range c.A.Args {
			i = i*c.A.Array.Dims[k] + int(value(e, env)) - 1
		}
		return c.A.Array.Fixed(i)
	}
	for i := range c.Set.N {
		same := true
		for d, e := range c.Row {
			same = same && value(e, env) == float64(c.Set.Counters[d][i])
		}
		if same {
			return true
		}
	}
	return false
}

// writeSum writes the sums and conditions of a place below a sign such as \sum.
func (p *Place) writeSum(sign, text string, skip ...*expr.Expr) Math {
	var ranges, counters, conds []Math
	for _, s := range p.Sums {
		if slices.Contains(skip, s.Counter) {
			continue
		}
		c := write(s.Counter, sums)
		counters = append(counters, c)
		lo, hi := write(s.Lo, sums), write(s.Hi, sums)
		ranges = append(ranges, Math{sign + `_{` + c.TeX + `=` + lo.TeX + `}^{` + hi.TeX + `} `,
			text + "_{" + c.Text + "=" + lo.Text + "…" + hi.Text + "} "})
	}
	inside := len(counters) > 0
	for _, c := range p.Conds {
		if inside && !p.guard(c) {
			conds = append(conds, c.write())
		}
	}
	if conds == nil {
		return join(ranges, Math{})
	}
	under := cat(join(counters, both(",")), both(": "), join(conds, comma))
	return Math{sign + `_{` + under.TeX + `} `, text + "_{" + under.Text + "} "}
}

// mentions tells whether a condition has a counter.
func (c Cond) mentions(counter *expr.Expr) bool {
	return slices.ContainsFunc(append([]*expr.Expr{c.A, c.B}, c.Row...),
		func(e *expr.Expr) bool { return mentionsCounter(e, counter) })
}

// guard tells whether a condition is one of the unknown's letters alone.
func (p *Place) guard(c Cond) bool {
	return !slices.ContainsFunc(p.Sums, func(s Sum) bool { return c.mentions(s.Counter) })
}

// guards writes the conditions of the unknown's letters.
func (p *Place) guards() (out []Math) {
	for _, c := range p.Conds {
		if p.guard(c) {
			out = append(out, bracket(c.write()))
		}
	}
	return out
}

func (c Cond) write() Math {
	switch c.Rel {
	case "=":
		return cat(write(c.A, sums), Math{" = ", " = "}, write(c.B, sums))
	case "≤":
		return cat(write(c.A, sums), Math{` \le `, " ≤ "}, write(c.B, sums))
	case "≠":
		return cat(write(c.A, sums), Math{` \ne `, " ≠ "}, write(c.B, sums))
	case "given":
		return cat(write(c.A, sums), Math{` \text{ given}`, " given"})
	}
	var row, set []Math
	for _, e := range c.Row {
		row = append(row, write(e, sums))
	}
	wrap := func(ms []Math) Math {
		if len(ms) == 1 {
			return ms[0]
		}
		return paren(join(ms, both(",")))
	}
	for i := range c.Set.N {
		if c.Set.N > 8 && i > 2 && i < c.Set.N-1 {
			if i == 3 {
				set = append(set, Math{`\dots`, "…"})
			}
			continue
		}
		var values []Math
		for _, v := range c.Set.Env(i) {
			values = append(values, number(float64(v)))
		}
		set = append(set, wrap(values))
	}
	list := join(set, both(","))
	return cat(wrap(row), Math{` \in \{` + list.TeX + `\}`, " ∈ {" + list.Text + "}"})
}
