package source

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/tex"
)

// writer writes the update of one statement.
type writer struct {
	*printer
	d      *tex.Derived
	b      *block.Block
	sliced bool
}

// around puts the loops over the unknown's elements around a text.
func (w *writer) around(body string, letters []*expr.Expr) string {
	head, depth := "", 0
	for _, l := range w.u.Statement.Loops {
		head += w.loopHead(l.Var, l.Lo, l.Hi)
		depth++
	}
	for _, l := range letters {
		if !slices.ContainsFunc(w.u.Statement.Loops, func(x graph.Loop) bool { return x.Var == l.Name }) {
			head += w.ofLetter(l)
			depth++
		}
	}
	skip := ""
	if given(w.u) {
		skip = "if " + w.isGiven(w.u.X) + " {\ncontinue // given\n}\n"
	}
	return write(w.local.before) + head + skip + body + strings.Repeat("}\n", depth)
}

// given tells whether some elements of a statement are observed.
func given(u *tex.Unknown) bool {
	a := u.X.Array
	for i, d := range a.Def {
		if d == int32(u.Statement.ID) && a.Observed[i] {
			return true
		}
	}
	return false
}

// isGiven is the condition that an element is observed.
func (p *printer) isGiven(x *expr.Expr) string {
	n := p.givenName(x.Array)
	for _, i := range x.Args {
		n += "[" + p.index(i) + "]"
	}
	if p.isInt(x.Array) {
		return n + " >= 0"
	}
	return "!math.IsNaN(" + n + ")"
}

// x is the unknown in Go.
func (w *writer) x() string { return w.element(w.u.X) }

// put assigns a float64 to the unknown.
func (w *writer) put(v string) string {
	if w.isInt(w.u.X.Array) {
		v = "int(" + v + ")"
	}
	return w.x() + " = " + v + "\n"
}

// assign declares a float64.
func assign(name, v string) string {
	if !strings.Contains(v, ".") && !strings.Contains(v, "sum") {
		v = "float64(" + v + ")"
	}
	return name + " := " + v + "\n"
}

// conditional writes a draw from a distribution with a name, or a step of slice sampling.
func (w *writer) conditional() string {
	s := w.u.Statement
	has := w.d.Functions()
	only := func(allowed ...string) bool {
		for _, f := range has {
			if !slices.Contains(allowed, f) {
				return false
			}
		}
		return len(has) > 0
	}
	if s.Dist.Multi && (s.Dist.Name != "ddirch" || !only("log")) {
		w.refuse("%s is a vector or a matrix that the text cannot draw yet (%s)", s.Left, w.b.Why)
	}
	if s.Dist.Name == "ddirch" {
		return w.dirichlet()
	}
	inside := &w.local.inside
	coefficient := func(name, of string, times, plus float64) string {
		return assign(name, w.terms(w.d.Coefficient(of, times, plus), inside))
	}
	cut := w.isCut()
	power := powerOf(has)
	var body, draw string
	switch {
	case s.Dist.Discrete:
		return w.slice()
	case slices.Contains(has, "x^2") && only("x", "x^2"):
		body = coefficient("precision", "x^2", -2, 0) + coefficient("linear", "x", 1, 0)
		if strings.Contains(body, "linear := float64(0)\n") {
			body = strings.Replace(body, "linear := float64(0)\n", "", 1)
			draw = "variate.NormalPrecision(r, precision, 0)"
		} else {
			draw = "variate.NormalPrecision(r, precision, linear)"
		}
		if cut || s.Dist.Lo > math.Inf(-1) {
			linear := map[bool]string{true: "linear", false: "0"}[strings.Contains(body, "linear")]
			lo, hi, before := w.limits()
			body += before
			draw = fmt.Sprintf("variate.TruncatedNormal(r, %s/precision, 1/math.Sqrt(precision), %s, %s)",
				linear, lo, hi)
		}
	case only("log", "x") && s.Dist.Lo >= 0 || only("log", "x") && s.Dist.Name == "dunif" &&
		slices.Contains(has, "log"):
		body = coefficient("shape", "log", 1, 1) + coefficient("rate", "x", -1, 0)
		draw = "variate.Gamma(r, shape, rate)"
		if cut {
			lo, hi, before := w.limits()
			body += before
			draw = fmt.Sprintf("variate.TruncatedGamma(r, shape, rate, %s, %s)", lo, hi)
		}
	case only("log", "x^-1") && !cut:
		body = coefficient("shape", "log", -1, -1) + coefficient("scale", "x^-1", -1, 0)
		draw = "variate.InvGamma(r, shape, scale)"
	case power != 0 && s.Dist.Lo >= 0 || power != 0 && s.Dist.Name == "dunif":
		of, over := fmt.Sprintf("x^%g", power), number(power)
		body = assign("shape", w.terms(w.d.Coefficient("log", 1/power, 1/power), inside)) +
			coefficient("rate", of, -1, 0)
		draw = "variate.Gamma(r, shape, rate)"
		if cut {
			lo, hi, before := w.limits()
			lo, hi = "math.Pow("+lo+", "+over+")", "math.Pow("+hi+", "+over+")"
			if power < 0 {
				lo, hi = hi, lo
			}
			body += before
			draw = fmt.Sprintf("variate.TruncatedGamma(r, shape, rate, %s, %s)", lo, hi)
		}
		draw = fmt.Sprintf("math.Pow(%s, 1/%s)", draw,
			level(float(power), map[bool]int{true: sum, false: operand}[power < 0], operand))
	case only("log", "x", "x^-1") && !cut:
		body = coefficient("p", "log", 1, 1) + coefficient("a", "x", -2, 0) + coefficient("b", "x^-1", -2,
			0)
		draw = "variate.GIG(r, p, a, b)"
	case only("log", "log1") && (s.Dist.Name == "dbeta" && !cut || w.unit()):
		body = coefficient("a", "log", 1, 1) + coefficient("b", "log1", 1, 1)
		draw = "variate.Beta(r, a, b)"
	default:
		return w.slice()
	}
	return w.around(write(w.local.inside)+body+w.put(draw), nil)
}

// powerOf is c if the functions are log x and x to the power of c, and 0 otherwise.
func powerOf(functions []string) (c float64) {
	if len(functions) != 2 || !slices.Contains(functions, "log") {
		return 0
	}
	for _, f := range functions {
		if f != "log" {
			if _, err := fmt.Sscanf(f, "x^%g", &c); err != nil {
				return 0
			}
		}
	}
	return c
}

// unit tells whether the unknown is uniform from zero to one.
func (w *writer) unit() bool {
	s := w.u.Statement
	is := func(e *expr.Expr, v float64) bool { x, ok := e.Eval(nil); return ok && !e.Counts && x == v }
	return s.Dist.Name == "dunif" && s.Lower == nil && s.Upper == nil && is(s.Args[0], 0) &&
		is(s.Args[1], 1)
}

func (w *writer) isCut() bool {
	s := w.u.Statement
	return s.Lower != nil || s.Upper != nil || s.Dist.Name == "dunif" || s.Dist.Name == "dpar" ||
		len(w.intervals()) > 0
}

// intervals are the pieces that say in which interval the unknown lies.
func (w *writer) intervals() (out []*graph.Piece) {
	for _, p := range w.Graph.Pieces {
		if p.Statement.Dist.Name == "dinterval" && p.Args[0].Mentions(w.u.X.Array) {
			out = append(out, p)
		}
	}
	return out
}

// limits are the ends of the interval that the unknown lies in, and what must stand before.
func (w *writer) limits() (lo, hi, before string) {
	s := w.u.Statement
	lows, highs := []string{}, []string{}
	for _, p := range w.d.Places {
		piece := p.Factor.Piece
		if piece.Statement != s || p.Letter(piece.Left) != w.u.X {
			continue
		}
		ends := []*expr.Expr{piece.Lower, piece.Upper}
		switch s.Dist.Name {
		case "dunif":
			lows, highs = append(lows, w.expr(p.Letter(piece.Args[0]), sum)), append(highs,
				w.expr(p.Letter(piece.Args[1]), sum))
		case "dpar":
			lows = append(lows, w.expr(p.Letter(piece.Args[1]), sum))
		}
		if ends[0] != nil {
			lows = append(lows, w.expr(p.Letter(ends[0]), sum))
		}
		if ends[1] != nil {
			highs = append(highs, w.expr(p.Letter(ends[1]), sum))
		}
	}
	if s.Dist.Name != "dunif" && s.Dist.Name != "dpar" {
		if l := s.Dist.Lo; l > math.Inf(-1) || len(lows) == 0 {
			if len(lows) == 0 || !slices.Contains(lows, number(l)) {
				lows = append(lows, number(l))
			}
		}
	}
	if h := s.Dist.Hi; len(highs) == 0 || h < math.Inf(1) {
		highs = append(highs, number(h))
	}
	lo, hi = combined("max", lows), combined("min", highs)
	for _, piece := range w.intervals() {
		if piece.Args[0].String() != w.u.X.String() || !known(piece.Left) {
			w.refuse("%s lies in an interval that %s gives, and the text cannot say which", w.u.X,
				piece.Left)
		}
		cuts, ok := w.Graph.Pool.Elements(piece.Args[1])
		if !ok {
			w.refuse("the cut points of %s differ in number", piece.Left)
		}
		left := w.value(piece.Left)
		before += "lo, hi := " + lo + ", " + hi + "\n"
		if len(cuts) == 1 {
			c := w.expr(cuts[0], sum)
			before += fmt.Sprintf("if %s == 0 {\nhi = min(hi, %s)\n} else {\nlo = max(lo, %s)\n}\n", left, c,
				c)
		} else {
			var list []string
			for _, c := range cuts {
				list = append(list, w.expr(c, sum))
			}
			before += fmt.Sprintf("cuts := [...]float64{%s}\nif %s > 0 {\nlo = max(lo, "+
				"cuts[%s-1])\n}\nif %s < %d {\nhi = min(hi, cuts[%s])\n}\n",
				strings.Join(list, ", "), left, left, left, len(cuts), left)
		}
		lo, hi = "lo", "hi"
	}
	return lo, hi, before
}

func combined(f string, list []string) string {
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) == 1 {
		return list[0]
	}
	return f + "(" + strings.Join(list, ", ") + ")"
}

// dirichlet writes a draw of a vector of probabilities.
func (w *writer) dirichlet() string {
	x := w.u.X
	last := x.Args[len(x.Args)-1]
	n := x.Array.Dims[len(x.Array.Dims)-1]
	if last.Op != expr.Counter || given(w.u) || !w.wholeRow(w.u.Statement.Left) {
		w.refuse("%s is a part of a row, or its elements are not in the last dimension",
			w.u.Statement.Left)
	}
	concentration := w.terms(w.d.Coefficient("log", 1, 1), &w.local.inside)
	v := w.word(last.Name)
	body := fmt.Sprintf("var concentration [%d]float64\nfor %s := range concentration "+
		"{\n%sconcentration[%s] = %s\n}\n",
		n, v, write(w.local.inside), v, concentration)
	row := w.name(x.Array)
	for _, i := range x.Args[:len(x.Args)-1] {
		row += "[" + w.index(i) + "]"
	}
	return w.around(body+fmt.Sprintf("variate.Dirichlet(r, concentration[:], %s[:])\n", row), nil)
}

// wholeRow tells whether a slice is all of the last dimension and one position of the others.
func (w *writer) wholeRow(e *expr.Expr) bool {
	for k, a := range e.Args {
		last := k == len(e.Args)-1
		switch a.Op {
		case expr.All:
			if !last {
				return false
			}
		case expr.Range:
			lo, ok1 := a.Args[0].Eval(nil)
			hi, ok2 := a.Args[1].Eval(nil)
			if !last || a.Counts || !ok1 || !ok2 || lo != 1 || int(hi) != e.Array.Dims[k] {
				return false
			}
		default:
			if last {
				return false
			}
		}
	}
	return true
}
