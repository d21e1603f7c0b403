package source

import (
	"fmt"
	"math"
	"slices"
	"strconv"
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
	within []string // heads of loops over the elements of a vector
	sliced bool
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

// row is the vector that the unknown is an element of.
func (w *writer) row() string {
	x := w.u.X
	return w.name(x.Array) + w.indices(x.Args[:len(x.Args)-1]) + "[:]"
}

// A draw is how to draw from a distribution that a set of functions names.
type draw struct {
	params    []coefficient
	text, cut string // from all of the distribution, and from lo to hi; "": there is none
}

// A coefficient is plus + times · the coefficient of a function of the unknown.
type coefficient struct {
	name, of    string
	times, plus float64
}

// draws has the draws by the names of the distributions.
var draws = map[string]draw{
	"normal": {[]coefficient{{"precision", "x^2", -2, 0}, {"linear", "x", 1, 0}},
		"variate.NormalPrecision(r, precision, linear)",
		"variate.TruncatedNormal(r, linear/precision, 1/math.Sqrt(precision), %s, %s)"},
	"gamma": {[]coefficient{{"shape", "log", 1, 1}, {"rate", "x", -1, 0}},
		"variate.Gamma(r, shape, rate)", "variate.TruncatedGamma(r, shape, rate, %s, %s)"},
	"inverse gamma": {[]coefficient{{"shape", "log", -1, -1}, {"scale", "x^-1", -1, 0}},
		"variate.InvGamma(r, shape, scale)", ""},
	"generalised inverse Gaussian": {
		[]coefficient{{"p", "log", 1, 1}, {"a", "x", -2, 0}, {"b", "x^-1", -2, 0}},
		"variate.GIG(r, p, a, b)", ""},
	"beta": {[]coefficient{{"a", "log", 1, 1}, {"b", "log1", 1, 1}}, "variate.Beta(r, a, b)", ""},
}

// powerOfGamma is the draw of what to the power of c is gamma.
func powerOfGamma(c float64) draw {
	end, power := ", 1/"+level(float(c), map[bool]int{true: sum, false: operand}[c < 0], operand)+")",
		", "+number(c)+")"
	lo, hi := "math.Pow(%s"+power, "math.Pow(%s"+power
	if c < 0 {
		lo, hi = "math.Pow(%[2]s"+power, "math.Pow(%[1]s"+power
	}
	return draw{[]coefficient{{"shape", "log", 1 / c, 1 / c}, {"rate", fmt.Sprintf("x^%g", c), -1, 0}},
		"math.Pow(variate.Gamma(r, shape, rate)" + end,
		"math.Pow(variate.TruncatedGamma(r, shape, rate, " + lo + ", " + hi + ")" + end}
}

// kind finds a draw by the functions in the log density; ok is false if none is known.
func (w *writer) kind() (d draw, ok bool) {
	dist, has, cut := w.u.Statement.Dist, w.d.Functions(), w.isCut()
	only := func(allowed ...string) bool {
		return len(has) > 0 && !slices.ContainsFunc(has,
			func(f string) bool { return !slices.Contains(allowed, f) })
	}
	c := 0.0
	if i := slices.Index(has, "log"); i >= 0 && len(has) == 2 {
		power, _ := strings.CutPrefix(has[1-i], "x^")
		c, _ = strconv.ParseFloat(power, 64)
	}
	positive, log := dist.Lo >= 0, dist.Name == "dunif" && slices.Contains(has, "log")
	switch {
	case only("x", "x^2") && slices.Contains(has, "x^2"):
		d = draws["normal"]
	case only("log", "x") && (positive || log):
		d = draws["gamma"]
	case only("log", "x^-1") && !cut:
		d = draws["inverse gamma"]
	case c != 0 && (positive || log):
		d = powerOfGamma(c)
	case only("log", "x", "x^-1") && !cut:
		d = draws["generalised inverse Gaussian"]
	case only("log", "log1") && (dist.Name == "dbeta" && !cut || w.unit()):
		d, cut = draws["beta"], false
	}
	if cut || dist.Lo > math.Inf(-1) && d.text == draws["normal"].text {
		d.text = d.cut
		if d.text == draws["normal"].cut && dist.Name != "dnorm" { // the precision may be 0
			d.text = strings.ReplaceAll(d.text, "precision", "max(precision, 1e-300)")
		}
	}
	return d, d.text != ""
}

// conditional writes a draw from a distribution with a name, or a step of slice sampling.
func (w *writer) conditional() string {
	s := w.u.Statement
	switch {
	case s.Dist.Name == "dwish" && len(w.d.Params) == 2 && len(s.Loops) == 0:
		return w.wishart()
	case s.Dist.Name == "dmnorm" && wholeRow(s.Left):
		for _, l := range w.letters() {
			if !slices.ContainsFunc(s.Loops, func(o graph.Loop) bool { return o.Var == l.Name }) {
				w.within = append(w.within, w.ofLetter(l)) // its elements one by one
			}
		}
	case s.Dist.Multi:
		if fs := w.d.Functions(); s.Dist.Name != "ddirch" || len(fs) != 1 || fs[0] != "log" {
			w.refuse("%s is a vector or a matrix that the text cannot draw yet (%s)", s.Left, w.b.Why)
		}
		return w.dirichlet()
	}
	d, ok := w.kind()
	if !ok || s.Dist.Discrete {
		return w.slice()
	}
	body := ""
	for _, p := range d.params {
		v := w.terms(w.d.Coefficient(p.of, p.times, p.plus), &w.local.inside)
		switch {
		case p.name == "precision" && s.Dist.Name == "dunif":
			v = "max(" + v + ", 1e-300)"
		case v == "0" && p.name == "linear":
			d.text = strings.Replace(d.text, "linear", "0", 1)
			continue
		case !strings.Contains(v, ".") && !strings.Contains(v, "sum"):
			v = "float64(" + v + ")"
		}
		body += p.name + " := " + v + "\n"
	}
	if strings.Contains(d.text, "%") {
		lo, hi, first := w.limits()
		body, d.text = body+first, fmt.Sprintf(d.text, lo, hi)
	}
	return w.around(write(w.local.inside) + body + w.put(d.text))
}

// wishart writes a draw of a precision matrix.
func (w *writer) wishart() string {
	x := w.u.X
	df := w.terms(w.d.Params[0], &w.local.inside)
	scale := w.terms(w.d.Params[1], &w.local.inside)
	i, j, n := word(x.Args[0].Name), word(x.Args[1].Name), x.Array.Dims[0]
	return fmt.Sprintf("var scale [%d]float64\nfor %s := range %d {\nfor %s := range %[3]d {\n"+
		"%[5]sscale[%[3]d*%[2]s+%[4]s] = %[6]s\n}\n}\n", n*n, i, n, j, write(w.local.inside), scale) +
		w.matrix(df, "scale[:]")
}

// matrix writes a draw of a matrix from a Wishart distribution.
func (w *writer) matrix(df, scale string) string {
	a := w.u.X.Array
	return fmt.Sprintf("omega := wishart(r, %s, %s)\nfor i := range %d {\n"+
		"copy(%s[i][:], omega[%[3]d*i:])\n}\n%[5]s", df, scale, a.Dims[0], w.name(a), w.after(a))
}

// dirichlet writes a draw of a vector of probabilities.
func (w *writer) dirichlet() string {
	x, left := w.u.X, w.u.Statement.Left
	last := x.Args[len(x.Args)-1]
	if last.Op != expr.Counter || w.u.Statement.Observed() || !wholeRow(left) {
		w.refuse("%s is a part of a row, or its elements are not in the last dimension", left)
	}
	v := w.terms(w.d.Coefficient("log", 1, 1), &w.local.inside)
	l := word(last.Name)
	return w.around(fmt.Sprintf("var concentration [%d]float64\nfor %s := range concentration "+
		"{\n%sconcentration[%s] = %s\n}\nvariate.Dirichlet(r, concentration[:], %s)\n",
		x.Array.Dims[len(x.Args)-1], l, write(w.local.inside), l, v, w.row()))
}
