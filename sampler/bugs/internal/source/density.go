package source

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/tex"
)

// slice writes a step of slice sampling.
func (w *writer) slice() string {
	w.sliced = true
	s, x := w.u.Statement, w.u.X
	whole := slices.ContainsFunc(w.d.Places, func(p *tex.Place) bool { return p.Whole })
	old, first := w.x(), ""
	if s.Dist.Discrete {
		old, first = "float64("+old+") + r.Float64()", "v = math.Floor(v)\n"
	}
	if whole {
		first += w.put("v")
	} else {
		w.fixed[x] = "v"
	}
	var within []*loop
	text := ""
	for _, g := range w.d.Groups {
		var part string
		switch {
		case g.Fun == nil:
			part = w.terms(g.Terms, &within)
		default:
			part = w.times(w.terms(g.Terms, &w.local.inside), w.expr(g.Fun, product), len(g.Terms))
		}
		switch {
		case text == "":
			text = part
		case strings.HasPrefix(part, "-"):
			text += " - " + part[1:]
		default:
			text += " + " + part
		}
	}
	delete(w.fixed, x)
	lo, hi, before := w.limits()
	if s.Dist.Discrete {
		hi += " + 1"
	}
	field := strings.TrimPrefix(w.name(x.Array), "s.") + "Width"
	if line := fmt.Sprintf("%s %sfloat64 // of the first interval of slice sampling\n", field,
		dims(x.Array.Dims)); !slices.Contains(w.widths, line) {
		w.widths = append(w.widths, line)
	}
	at := ""
	for _, i := range x.Args {
		at += "[" + w.index(i) + "]"
	}
	step := fmt.Sprintf("%s(r, s, %s, &s.%s%s, %s, %s, logDensity)", w.need("slice"), old, field, at,
		lo, hi)
	if s.Dist.Discrete {
		step = "math.Floor(" + step + ")"
	}
	return w.around(write(w.local.inside)+before+
		"logDensity := func(v float64) float64 {\n"+first+write(within)+
		"return "+text+"\n}\n"+w.put(step), nil)
}

// times is a coefficient times a function.
func (w *writer) times(c, f string, terms int) string {
	switch {
	case c == "1":
		return f
	case c == "-1":
		return "-" + f
	case terms > 1:
		return "(" + c + ")*" + f
	}
	return c + "*" + f
}

func dims(d []int) (s string) {
	for _, n := range d {
		s += fmt.Sprintf("[%d]", n)
	}
	return s
}

// enumerate writes a draw from all values.
func (w *writer) enumerate() string {
	var n int
	if _, err := fmt.Sscanf(w.b.Kind, "all %d values", &n); err != nil {
		w.refuse("the values of %s are not known", w.u.X)
	}
	s, letter := w.u.Statement, w.d.Letter
	if s.Lower != nil || s.Upper != nil || len(w.intervals()) > 0 {
		w.refuse("%s has limits, and its values are tried one by one", w.u.X)
	}
	first := "1 + "
	if s.Dist.Name != "dcat" {
		w.whole[letter.Name] = true
		first = ""
	}
	var within []*loop
	var list []tex.Term
	for _, p := range w.d.Places {
		if name := p.Factor.Piece.Statement.Dist.Name; p.Factor.Piece.Statement == s &&
			(name == "dbin" || name == "dbetabin") {
			w.sameSize(p)
		}
		summands(p.Log, 1, func(sign float64, e *expr.Expr) {
			if !mentions(e, func(x *expr.Expr) bool { return x == letter }) {
				return
			}
			t := tex.Term{C: sign, Place: p}
			if sumsOver(p, e) {
				t.In = []algebra.Atom{{E: e, Pow: 1}}
			} else {
				t.Out = []algebra.Atom{{E: e, Pow: 1}}
			}
			list = append(list, t)
		})
	}
	k := w.word(letter.Name)
	text := w.terms(list, &within)
	body := fmt.Sprintf("var weights [%d]float64 // logarithms\nfor %s := range weights "+
		"{\n%sweights[%s] = %s\n}\n", n, k, write(within), k, text)
	return w.around(body+fmt.Sprintf("%s = %svariate.LogCategorical(r, weights[:])\n", w.x(), first),
		nil)
}

// sameSize refuses sizes that differ between elements.
func (w *writer) sameSize(p *tex.Place) {
	piece := p.Factor.Piece
	c := piece.Args[len(piece.Args)-1].Column(piece.Rows)
	for _, v := range c.V {
		if v != c.V[0] {
			w.refuse("the elements of %s have different numbers of values", w.u.X.Array.Name)
		}
	}
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

// forward writes a draw from the distribution that the model states.
func (w *writer) forward() string {
	s, x := w.u.Statement, w.u.X
	var place *tex.Place
	for _, p := range w.d.Places {
		if p.Factor.Piece.Statement != s || p.Letter(p.Factor.Piece.Left) != x && !s.Dist.Multi {
			continue
		}
		if place != nil && !s.Dist.Multi {
			w.refuse("the distribution of %s has several forms", x)
		}
		if place == nil {
			place = p
		}
	}
	if place == nil || len(place.Conds) > 0 {
		w.refuse("%s stands in its own distribution", x)
	}
	var args []string
	piece := place.Factor.Piece
	for k, a := range piece.Args {
		if s.Dist.Vector[k] {
			args = append(args, w.vector(place.Letter(a)))
		} else {
			args = append(args, w.expr(place.Letter(a), sum))
		}
	}
	if w.isCut() && s.Dist.Name != "dunif" {
		lo, hi, before := w.limits()
		if s.Dist.Name != "dnorm" {
			w.refuse("%s is drawn from a part of its distribution %s", x, s.Dist.Name)
		}
		return w.around(before+w.put(fmt.Sprintf("variate.TruncatedNormal(r, %s, %s, %s, %s)",
			args[0], w.deviation(place.Letter(piece.Args[1])), lo, hi)), nil)
	}
	arg := func(k int) string {
		if strings.ContainsAny(args[k], " */") {
			return "(" + args[k] + ")"
		}
		return args[k]
	}
	switch s.Dist.Name {
	case "ddirch":
		if !w.wholeRow(s.Left) {
			w.refuse("%s is a part of a row", s.Left)
		}
		row := w.name(x.Array)
		for _, i := range x.Args[:len(x.Args)-1] {
			row += "[" + w.index(i) + "]"
		}
		return w.around(fmt.Sprintf("variate.Dirichlet(r, %s, %s[:])\n", args[0], row), nil)
	case "dcat":
		return w.around(fmt.Sprintf("%s = 1 + variate.Categorical(r, %s)\n", w.x(), args[0]), nil)
	case "dbern":
		return w.around(fmt.Sprintf("%s = variate.Binomial(r, 1, %s)\n", w.x(), args[0]), nil)
	case "dbin":
		return w.around(fmt.Sprintf("%s = variate.Binomial(r, %s, %s)\n", w.x(),
			w.value(place.Letter(piece.Args[1])), args[0]), nil)
	case "dnorm":
		return w.around(w.put(fmt.Sprintf("variate.Normal(r, %s, %s)", args[0],
			w.deviation(place.Letter(piece.Args[1])))), nil)
	case "dgamma":
		return w.around(w.put(fmt.Sprintf("variate.Gamma(r, %s, %s)", args[0], args[1])), nil)
	case "dinvgamma":
		return w.around(w.put(fmt.Sprintf("variate.InvGamma(r, %s, %s)", args[0], args[1])), nil)
	case "dbeta":
		return w.around(w.put(fmt.Sprintf("variate.Beta(r, %s, %s)", args[0], args[1])), nil)
	case "dexp":
		return w.around(w.put("r.ExpFloat64()/"+arg(0)), nil)
	case "dunif":
		return w.around(w.put(fmt.Sprintf("%s + (%s - %s)*r.Float64()", args[0], args[1], arg(0))), nil)
	}
	return w.refuse("%s is predicted from %s, which the text cannot draw yet", x, s.Dist.Name)
}

// vector writes a vector as a slice.
func (w *writer) vector(e *expr.Expr) string {
	if e.Op == expr.Slice && w.wholeRow(e) {
		if !isState(e.Array) {
			w.used[e.Array] = true
		}
		s := w.name(e.Array)
		for _, i := range e.Args[:len(e.Args)-1] {
			s += "[" + w.index(i) + "]"
		}
		return s + "[:]"
	}
	if e.Op == expr.Call && e.Name == "c" {
		var list []string
		for _, a := range e.Args {
			list = append(list, w.expr(a, sum))
		}
		return "[]float64{" + strings.Join(list, ", ") + "}"
	}
	return w.refuse("the vector %s is not a row of a table", e)
}
