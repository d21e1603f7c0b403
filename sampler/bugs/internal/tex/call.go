package tex

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
)

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
	case e.Name == "mean" && len(a) == 1 && isWhole(a[0]):
		return `\overline{` + symbol(a[0].Array) + `}`
	case e.Name == "c":
		return vector(a)
	case e.Name == "inverse.at":
		return index(inverse(write(a[0], operands)), nil, []string{write(a[1], sums), write(a[2], sums)})
	case strings.HasSuffix(e.Name, ".at") && len(a) == 2: // an element of a sorted vector
		return index(`\operatorname{`+strings.TrimSuffix(e.Name, ".at")+`}`+paren(write(a[0], sums)), nil,
			[]string{write(a[1], sums)})
	case e.Name == "select" && len(a) == 3 && isCall(a[0], "+") && a[0].Args[0].Op == expr.Num:
		is := strings.TrimSuffix(strings.TrimPrefix(write(a[0].Args[1], sums), `\left[`), `\right]`)
		return paren(write(a[2], sums) + `\text{ if }` + is + `\text{, else }` + write(a[1], sums))
	case e.Name == "select":
		return index(vector(a[1:]), nil, []string{write(a[0], sums)})
	case strings.HasPrefix(e.Name, "logdensity."):
		return `\log ` + densityOf(strings.TrimPrefix(e.Name, "logdensity."), a[1:],
			write(a[0], sums)+` \mid `, nil, nil)
	case e.Name == "inside":
		lo := strings.TrimPrefix(write(a[1], sums)+` \le `, `-\infty \le `)
		hi := strings.TrimSuffix(` \le `+write(a[2], sums), ` \le \infty`)
		return `\log\left[` + lo + write(a[0], sums) + hi + `\right]`
	case strings.HasPrefix(e.Name, "logmass."): // the probability of an interval
		name, below := strings.TrimPrefix(e.Name, "logmass."), ` < `
		if dist.All[name].Discrete {
			below = ` \le `
		}
		above := strings.TrimSuffix(below+write(a[1], sums), ` \le \infty`)
		below = strings.TrimPrefix(write(a[0], sums)+below, `-\infty \le `)
		return `\log P` + paren(below+densityOf(name, a[2:], "", nil, nil)+above)
	}
	f := expr.Functions[e.Name].TeX
	if f == "" {
		f = `\operatorname{` + e.Name + `}\left(#\right)`
	}
	var args []string
	for _, x := range a {
		args = append(args, write(x, sums))
	}
	return expr.Fill(f, args)
}

// vector writes elements in brackets; those of a whole array by its name.
func vector(a []*expr.Expr) string {
	if x := a[0]; x.Op == expr.Elem && len(a) == x.Array.Size() && len(a) > 1 &&
		!slices.ContainsFunc(a, func(y *expr.Expr) bool { return y.Array != x.Array }) {
		return symbol(x.Array)
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
