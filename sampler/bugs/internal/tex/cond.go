package tex

import (
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// A Sum runs over the values of a counter: of a loop, or of a part of one.
type Sum struct {
	Counter, Lo, Hi *expr.Expr
	Part            bool
}

// A Cond is a condition: A = B, A ≤ B, A ≠ B, the element A is given, or Row is in Set.
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

// parts are the expressions of a condition.
func (c Cond) parts() []*expr.Expr {
	return slices.DeleteFunc(append([]*expr.Expr{c.A, c.B}, c.Row...),
		func(e *expr.Expr) bool { return e == nil })
}

// mentions tells whether a condition has a counter.
func (c Cond) mentions(counter *expr.Expr) bool {
	return slices.ContainsFunc(c.parts(), func(e *expr.Expr) bool { return e.Contains(counter) })
}

func (c Cond) write() string {
	switch c.Rel {
	case "=", "≤", "≠":
		sign := map[string]string{"=": " = ", "≤": ` \le `, "≠": ` \ne `}[c.Rel]
		return write(c.A, sums) + sign + write(c.B, sums)
	case "given":
		return write(c.A, sums) + `\text{ given}`
	}
	wrap := func(ms []string) string {
		if len(ms) == 1 {
			return ms[0]
		}
		return paren(join(ms, ","))
	}
	var row []string
	for _, e := range c.Row {
		row = append(row, write(e, sums))
	}
	set := shortened(c.Set.N, 3, 8, func(i int) string {
		var values []string
		for _, v := range c.Set.Env(i) {
			values = append(values, number(float64(v)))
		}
		return wrap(values)
	})
	return wrap(row) + ` \in \{` + join(set, ",") + `\}`
}

// writeSum writes the sums and conditions of a place below a sign such as \sum.
func (p *Place) writeSum(sign string, skip ...*expr.Expr) string {
	var ranges, counters []string
	for _, s := range p.Sums {
		if !slices.Contains(skip, s.Counter) {
			c := write(s.Counter, sums)
			counters = append(counters, c)
			ranges = append(ranges, sign+`_{`+c+`=`+write(s.Lo, sums)+`}^{`+write(s.Hi, sums)+`} `)
		}
	}
	conds := p.conds()
	if conds == nil || counters == nil {
		return join(ranges, "")
	}
	return sign + `_{` + join(counters, ",") + ": " + join(conds, comma) + `} `
}

// count writes how many rows there are.
func (p *Place) count() string {
	conds := p.conds()
	if conds == nil {
		return p.writeSum(`\sum`) + "1"
	}
	var counters []string
	for _, s := range p.Sums {
		counters = append(counters, write(s.Counter, sums))
	}
	who := join(counters, ",")
	if len(counters) > 1 {
		who = paren(who)
	}
	return `\#\{` + who + ": " + join(conds, comma) + `\}`
}

// guard tells whether a condition is one of the unknown's letters alone.
func (p *Place) guard(c Cond) bool {
	return !slices.ContainsFunc(p.Sums, func(s Sum) bool { return c.mentions(s.Counter) })
}

// conds writes the conditions of the counters.
func (p *Place) conds() (out []string) {
	for _, c := range p.Conds {
		if !p.guard(c) {
			out = append(out, c.write())
		}
	}
	for _, s := range p.Sums {
		counts := s.Hi.Has(func(e *expr.Expr) bool { return e.Op == expr.Counter })
		from1 := s.Lo.Op == expr.Num && s.Lo.Value == 1
		if out == nil || !s.Part && from1 && !counts { // else the range is written with the sum
			continue
		}
		c, lo, hi := write(s.Counter, sums), write(s.Lo, sums), write(s.Hi, sums)
		if lo == hi {
			out = append(out, c+" = "+lo)
		} else {
			out = append(out, lo+` \le `+c+` \le `+hi)
		}
	}
	return out
}

// guards writes the conditions of the unknown's letters.
func (p *Place) guards() (out []string) {
	for _, c := range p.Conds {
		if p.guard(c) {
			out = append(out, bracket(c.write()))
		}
	}
	return out
}

// letters are the names of the counters.
func (p *Place) letters() (names []string) {
	for _, s := range p.Sums {
		names = append(names, s.Counter.Name)
	}
	return names
}
