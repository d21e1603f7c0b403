package tex

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// apply writes a function with a name.
func apply(f, text string, args ...*expr.Expr) Math {
	var m []Math
	for _, a := range args {
		m = append(m, write(a, sums))
	}
	return cat(Math{f, text}, paren(join(m, comma)))
}

var functions = map[string]Math{"log": {`\log`, "log"}, "loggam": {`\log\Gamma`, "log Γ"},
	"phi":    {`\Phi`, "Φ"},
	"logphi": {`\log\Phi`, "log Φ"}, "ilogit": {`\operatorname{logit}^{-1}`, "logit⁻¹"},
	"logit":       {`\operatorname{logit}`, "logit"},
	"icloglog":    {`\operatorname{cloglog}^{-1}`, "cloglog⁻¹"},
	"logicloglog": {`\log\operatorname{cloglog}^{-1}`, "log cloglog⁻¹"},
	"sin":         {`\sin`, "sin"}, "cos": {`\cos`, "cos"},
	"max": {`\max`, "max"}, "min": {`\min`, "min"}}

// call writes a function.
func call(e *expr.Expr, needed int) Math {
	a := e.Args
	relation := func(sign Math) Math {
		return bracket(cat(write(a[0], sums), sign,
			write(a[1], sums)))
	}
	switch e.Name {
	case "log":
		if x := a[0]; x.Op != expr.Call {
			return level(cat(Math{`\log `, "log "}, write(x, powers)), products, needed)
		}
	case "exp":
		return raise(both("e"), write(a[0], sums))
	case "softplus":
		return cat(Math{`\log`, "log"}, paren(cat(both("1 + "), raise(both("e"), write(a[0], sums)))))
	case "logfact":
		return level(cat(Math{`\log `, "log "}, write(a[0], powers+1), both("!")), products, needed)
	case "inside":
		return cat(Math{`\log`, "log"},
			bracket(cat(write(a[1], sums), Math{` < `, " < "}, write(a[0], sums), Math{` < `, " < "},
				write(a[2], sums))))
	case "abs":
		m := write(a[0], sums)
		return Math{`\left|` + m.TeX + `\right|`, "|" + m.Text + "|"}
	case "logdet":
		m := write(a[0], sums)
		return Math{`\log\left|` + m.TeX + `\right|`, "log|" + m.Text + "|"}
	case "==":
		return relation(Math{" = ", " = "})
	case "<", ">":
		return relation(both(" " + e.Name + " "))
	case "<=":
		return relation(Math{` \le `, " ≤ "})
	case ">=":
		return relation(Math{` \ge `, " ≥ "})
	case "!=":
		return relation(Math{` \ne `, " ≠ "})
	case "select":
		if c, ok := condition(a); ok {
			return paren(cat(write(a[2], sums), Math{`\text{ if }`, " if "}, c,
				Math{`\text{, else }`, ", else "}, write(a[1], sums)))
		}
		return index(vector(a[1:]), nil, []Math{write(a[0], sums)})
	case "step":
		if x := a[0]; isCall(x, "-") {
			return bracket(cat(write(x.Args[0], sums), Math{` \ge `, " ≥ "}, write(x.Args[1], sums)))
		}
		return bracket(cat(write(a[0], sums), Math{` \ge 0`, " ≥ 0"}))
	case "mean":
		if len(a) == 1 && a[0].Op == expr.Slice {
			return Math{`\bar{` + symbol(a[0].Array).TeX + `}`, "mean(" + symbol(a[0].Array).Text + ")"}
		}
	case "c":
		return vector(a)
	case "inverse.at":
		return index(Math{write(a[0], powers+1).TeX + `^{-1}`, write(a[0], powers+1).Text + "⁻¹"}, nil,
			[]Math{write(a[1], sums), write(a[2], sums)})
	}
	if d, ok := strings.CutPrefix(e.Name, "logmass."); ok { // the probability of an interval
		return cat(Math{`\log P`, "log P"},
			paren(cat(write(a[0], sums), Math{` < `, " < "}, densityOf(d, a[2:], Math{}, nil, nil),
				Math{` < `, " < "}, write(a[1], sums))))
	}
	if f, ok := functions[e.Name]; ok {
		return apply(f.TeX, f.Text, a...)
	}
	return apply(`\operatorname{`+e.Name+`}`, e.Name, a...)
}

// condition is c without its brackets if a choice is between two by 1 + [c].
func condition(a []*expr.Expr) (Math, bool) {
	if len(a) != 3 || !isCall(a[0], "+") || a[0].Args[0].Op != expr.Num || a[0].Args[0].Value != 1 {
		return Math{}, false
	}
	m := write(a[0].Args[1], sums)
	inside, ok := strings.CutPrefix(m.Text, "[")
	return Math{strings.TrimSuffix(strings.TrimPrefix(m.TeX, `\left[`), `\right]`),
		strings.TrimSuffix(inside, "]")}, ok
}

// vector writes elements in brackets; those of a whole array by its name.
func vector(a []*expr.Expr) Math {
	if x := a[0]; x.Op == expr.Elem && len(a) == x.Array.Size() && len(a) > 1 {
		if !slices.ContainsFunc(a, func(y *expr.Expr) bool { return y.Array != x.Array }) {
			return symbol(x.Array)
		}
	}
	var m []Math
	for i, x := range a {
		if len(a) > 5 && i > 1 && i < len(a)-1 {
			if i == 2 {
				m = append(m, Math{`\dots`, "…"})
			}
			continue
		}
		m = append(m, write(x, sums))
	}
	return paren(join(m, comma))
}
