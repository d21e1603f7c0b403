package tex

import (
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// functions are formulas where #1, #2, … stand for arguments, and # for all of them.
var functions = map[string]string{
	"exp": `e^{#1}`, "abs": `\left|#1\right|`, "logdet": `\log\left|#1\right|`,
	"softplus": `\log\left(1 + e^{#1}\right)`, "inside": `\log\left[#2 < #1 < #3\right]`,
	"==": `\left[#1 = #2\right]`, "log": `\log\left(#\right)`, "phi": `\Phi\left(#\right)`,
	"loggam": `\log\Gamma\left(#\right)`, "logphi": `\log\Phi\left(#\right)`,
	"logit":       `\operatorname{logit}\left(#\right)`,
	"ilogit":      `\operatorname{logit}^{-1}\left(#\right)`,
	"icloglog":    `\operatorname{cloglog}^{-1}\left(#\right)`,
	"logicloglog": `\log\operatorname{cloglog}^{-1}\left(#\right)`,
	"sin":         `\sin\left(#\right)`, "cos": `\cos\left(#\right)`, "max": `\max\left(#\right)`,
	"min": `\min\left(#\right)`}

// call writes a function.
func call(e *expr.Expr, needed int) string {
	a := e.Args
	switch {
	case e.Name == "log" && a[0].Op != expr.Call:
		return level(`\log `+write(a[0], powers), products, needed)
	case e.Name == "logfact":
		return level(`\log `+write(a[0], operands)+"!", products, needed)
	case e.Name == "step" && isCall(a[0], "-"):
		return bracket(write(a[0].Args[0], sums) + ` \ge ` + write(a[0].Args[1], sums))
	case e.Name == "step":
		return bracket(write(a[0], sums) + ` \ge 0`)
	case e.Name == "mean" && len(a) == 1 && a[0].Op == expr.Slice:
		return `\overline{` + named(a[0].Name) + `}`
	case e.Name == "c":
		return vector(a)
	case e.Name == "inverse.at":
		return index(inverse(write(a[0], operands)), nil,
			[]string{write(a[1], sums), write(a[2], sums)})
	case strings.HasPrefix(e.Name, "logmass."): // the probability of an interval
		return `\log P` + paren(write(a[0], sums)+` < `+
			densityOf(strings.TrimPrefix(e.Name, "logmass."), a[2:], "", nil, nil)+` < `+write(a[1], sums))
	}
	f, ok := functions[e.Name]
	if !ok {
		f = `\operatorname{` + e.Name + `}\left(#\right)`
	}
	var all []string
	for i, x := range a {
		all = append(all, write(x, sums))
		f = strings.ReplaceAll(f, "#"+strconv.Itoa(i+1), all[i])
	}
	return strings.Replace(f, "#", join(all, comma), 1)
}

// vector writes elements in brackets; those of a whole array by its name.
func vector(a []*expr.Expr) string {
	if x := a[0]; x.Op == expr.Elem && len(a) == x.Array.Size() && len(a) > 1 &&
		!slices.ContainsFunc(a, func(y *expr.Expr) bool { return y.Array != x.Array }) {
		return named(x.Name)
	}
	return paren(join(shortened(len(a), 2, 5, func(i int) string { return write(a[i], sums) }), comma))
}

// shortened lists n formulas; if there are more than most, the first ones, dots, and the last.
func shortened(n, first, most int, f func(i int) string) (out []string) {
	for i := range n {
		switch {
		case n <= most || i < first || i == n-1:
			out = append(out, f(i))
		case i == first:
			out = append(out, `\dots`)
		}
	}
	return out
}
