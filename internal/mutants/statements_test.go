package mutants

import "strings"

// statements are errors in the algebra of models in the BUGS language, and in what is made of it.
// Block invariance alone must find them.
var statements = func() []mutant {
	const in = "sampler/bugs/internal/"
	all := []mutant{
		{name: "bugs: the sign of −x", file: in + "algebra/expand.go",
			old: "case \"neg\":\n\t\treturn Scale(x.Expand(a[0]), -1)",
			new: "case \"neg\":\n\t\treturn Scale(x.Expand(a[0]), 1)"},
		{name: "bugs: a product for a quotient", file: in + "algebra/expand.go",
			old: "Poly{d[0].power(-1)}", new: "Poly{d[0].power(1)}"},
		{name: "bugs: a sum without its power −1", file: in + "algebra/expand.go",
			old: "[]Atom{{d.Expr(x.Pool), -1}}", new: "[]Atom{{d.Expr(x.Pool), 1}}"},
		{name: "bugs: squares with a factor too few", file: in + "algebra/expand.go",
			old: "range int(power) - 1 {", new: "range int(power) - 2 {"},
		{name: "bugs: numbers in exponents dropped", file: in + "algebra/expand.go",
			old: "f = Term{C: math.Exp(t.C)}", new: "f = Term{C: 1}"},
		{name: "bugs: exp(c log x) without c", file: in + "algebra/expand.go",
			old: "{t.Atoms[0].E.Args[0], t.C}", new: "{t.Atoms[0].E.Args[0], 1}"},
		{name: "bugs: an index off by one", file: in + "algebra/expand.go",
			old: "x.Pool.Num(float64(k+1))", new: "x.Pool.Num(float64(k))"},
		{name: "bugs: logarithms of powers without the power", file: in + "algebra/log.go",
			old: "out = append(out, Scale(x.Expand(l), a.Pow)...)",
			new: "out = append(out, x.Expand(l)...)"},
		{name: "bugs: a choice the wrong way round", file: in + "algebra/log.go",
			old: "Add(whenOn, Scale(whenOff, -1))", new: "Add(whenOff, Scale(whenOn, -1))"},
		{name: "bugs: the complement of a logit", file: in + "expr/link.go",
			old: "p.Neg(p.Call(\"softplus\", a))", new: "p.Neg(p.Call(\"softplus\", p.Neg(a)))"},
		{name: "bugs: the complement of a probit", file: in + "expr/link.go",
			old: "p.Call(\"logphi\", p.Neg(a))", new: "p.Call(\"logphi\", a)"},
		{name: "bugs: equal terms are not added up", file: in + "algebra/poly.go",
			old: "\t\t\tout[i].C += t.C\n", new: "\t\t\t_ = i\n"},
		{name: "bugs: products with one power", file: in + "algebra/poly.go",
			old: "a.Pow += u.Atoms[j].Pow", new: "_ = u"},
		{name: "bugs: powers of a coefficient", file: in + "algebra/poly.go",
			old: "Term{C: math.Pow(t.C, v)}", new: "Term{C: t.C}"},
		{name: "bugs: T(,) with unknown parents without its mass", file: in + "algebra/factor.go",
			old: "e = p.Sub(e, p.Call(\"logmass.\"", new: "_ = p.Sub(e, p.Call(\"logmass.\""},
		{name: "bugs: unknown limits that nobody keeps", file: in + "algebra/factor.go",
			old: "if lo.Unknown || hi.Unknown {", new: "if false {"},
		{name: "bugs: Dirichlet with its concentrations", file: in + "algebra/factor.go",
			old: "p.Mul(p.Sub(param, p.Num(1)), p.Log(value))", new: "p.Mul(param, p.Log(value))"},
		{name: "bugs: the diagonal alone of a normal vector", file: in + "algebra/factor.go",
			old: "p.Sub(y[i], mu[i]), p.Sub(y[j], mu[j])", new: "p.Sub(y[i], mu[i]), p.Sub(y[i], mu[i])"},
		{name: "bugs: Wishart with n degrees too few", file: in + "algebra/factor.go",
			old: "p.Sub(k, p.Num(float64(n+1)))", new: "p.Sub(k, p.Num(float64(n)))"},
		{name: "bugs: strides that are forgotten", file: in + "compute/tape.go",
			old: "\ti, ok := t.at[k]\n", new: "\tk.stride = 0\n\ti, ok := t.at[k]\n"},
		{name: "bugs: equal products are not added up", file: in + "compute/tape.go",
			old: "t.ents[n][i].v += v", new: "t.ents[n][i].v = v"},
		{name: "bugs: half of the diagonal of a precision", file: in + "block/precision.go",
			old: "times(row, 2)", new: "times(row, 1)"},
		{name: "bugs: the determinant with the wrong sign", file: in + "block/integrate.go",
			old: "- c.factor.LogDet(w)/2", new: "+ c.factor.LogDet(w)/2"},
		{name: "bugs: Polya-Gamma with y for y − n/2", file: in + "block/auxiliary.go",
			old: "pool.Sub(piece.Left, pool.Mul(pool.Num(0.5), sizes))",
			new: "pool.Sub(piece.Left, pool.Mul(pool.Num(0), sizes))"},
		{name: "bugs: the density of a gamma with its shape", file: in + "dist/table.go",
			old: "\"a*log(b) + -loggam(a) + (a - 1)*log(x) + -(b*x)\"",
			new: "\"a*log(b) + -loggam(a) + a*log(x) + -(b*x)\""},
		{name: "bugs: functions read in part", file: in + "compute/sets.go",
			old: "range e.Args {\n\t\tout = append(out, leavesOf(a",
			new: "range e.Args[:1] {\n\t\tout = append(out, leavesOf(a"},
		{name: "bugs: 0·log 0", file: in + "expr/functions.go",
			old: "const Impossible = -1e300", new: "var Impossible = math.Inf(-1)"},
	}
	for i := range all {
		all[i].run, all[i].pkg = "TestBlocks", "sampler/bugs"
	}
	const collapse, integral = in + "block/collapse.go", in + "block/integral.go"
	collapsed := []mutant{
		{name: "bugs: collapsed without the sum of a vector", file: in + "block/shift.go",
			old: "sum -= logRise(totals[g], rise[g])", new: "sum -= 0 * logRise(totals[g], rise[g])"},
		{name: "bugs: collapsed, and a value counts itself", file: collapse,
			old: "v.add(s, k, -1)", new: "v.add(s, k, 0)"},
		{name: "bugs: collapsed, and new values do not count", file: collapse,
			old: "v.add(s, k, 1)", new: "v.add(s, k, 0)"},
		{name: "bugs: collapsed without drawing the rest", file: collapse,
			old: "q.block.Run(r, s)", new: "_ = q"},
		{name: "bugs: collapsed, and the count of a vector stays", file: in + "block/shift.go",
			old: "totals[group[at]]--", new: "_ = totals[group[at]]"},
		{name: "bugs: collapsed normal without its root", file: integral,
			old: "(1+dq/q) - math.Log1p(dq/q)/2", new: "(1+dq/q)"},
		{name: "bugs: collapsed gamma without its rate", file: integral,
			old: " - step*math.Log(-other)", new: ""},
		{name: "bugs: collapsed beta without its sum", file: integral,
			old: " - logRise(a+b, da+db)", new: ""},
	}
	for i := range collapsed {
		collapsed[i].run, collapsed[i].pkg = "TestCollapsed", "sampler/bugs"
		if strings.Contains(collapsed[i].name, "count of a vector") {
			collapsed[i].run = "TestCollapsedIsExact"
		}
	}
	for _, m := range [][3]string{{"no bounds", "if x < f.lo || x > f.hi {", "if false {"},
		{"normal", "sum += f.precision * (x", "sum += 0 * (x"},
		{"an old density", "*is != measured || !slices.Equal(old, last)", "*is != measured"}} {
		all = append(all, mutant{name: "bugs: uniform coefficients, " + m[0],
			file: in + "block/laplace.go", old: m[1], new: m[2], run: "TestUniformCoefficients",
			pkg: "sampler/bugs"})
	}
	return append(all, collapsed...)
}()
