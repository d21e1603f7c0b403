package tex

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// A family is a distribution that a set of functions names. In its formulas # is the unknown, and
// <a> the parameter a.
type family struct {
	of       []Math // its functions
	sentence string // with them, the parameters, and the log density
	log, law Math
	params   []parameter
}

// A parameter, or what follows of it, is plus + times · the coefficient of a function.
type parameter struct {
	name        string
	left        Math
	of          string
	times, plus float64
}

func one(name, of string, times, plus float64) parameter {
	return parameter{name, both("<" + name + ">"), of, times, plus}
}

// names has the families by the kinds of updates.
var names = map[string]family{
	"normal": {[]Math{{"#", "#"}}, "A parabola in %m that opens downwards is the log of a normal " +
		"density. With mean %m and variance %m, it is %m.",
		Math{`-\tfrac12\,\frac{1}{<v>}\,#^{2} + \frac{<m>}{<v>}\,#`,
			"−½ (1/<v>) #² + (<m>/<v>) #"}, Math{`\mathrm{N}(<m>, <v>)`, "N(<m>, <v>)"},
		[]parameter{{"m", Math{`\frac{<m>}{<v>}`, "<m>/<v>"}, "x", 1, 0},
			{"v", Math{`\frac{1}{<v>}`, "1/<v>"}, "x^2", -2, 0}}},
	"gamma": {[]Math{{`\log #`, "log #"}, {"#", "#"}}, "Multiples of %m and %m are the log of a " +
		"gamma density. With shape %m and rate %m, it is %m.",
		Math{`(<a> - 1)\log # - <b>\,#`, "(<a> − 1) log # − <b> #"}, Math{`\mathrm{Gamma}(<a>, <b>)`,
			"Gamma(<a>, <b>)"},
		[]parameter{one("a", "log", 1, 1), one("b", "x", -1, 0)}},
	"inverse gamma": {[]Math{{`\log #`, "log #"}, {`\frac{1}{#}`, "1/#"}},
		"Multiples of %m and %m are the log of an inverse gamma density. With shape %m and scale %m, " +
			"it is %m.",
		Math{`-(<a> + 1)\log # - \frac{<b>}{#}`,
			"−(<a> + 1) log # − <b>/#"}, Math{`\mathrm{InvGamma}(<a>, <b>)`, "InvGamma(<a>, <b>)"},
		[]parameter{one("a", "log", -1, -1), one("b", "x^-1", -1, 0)}},
	"beta": {[]Math{{`\log #`, "log #"}, {`\log(1 - #)`, "log(1 − #)"}},
		"Multiples of %m and %m are the log of a beta density. With parameters %m and %m, it is %m.",
		Math{`(<a> - 1)\log # + (<b> - 1)\log(1 - #)`,
			"(<a> − 1) log # + (<b> − 1) log(1 − #)"}, Math{`\mathrm{Beta}(<a>, <b>)`, "Beta(<a>, <b>)"},
		[]parameter{one("a", "log", 1, 1), one("b", "log1", 1, 1)}},
	"generalised inverse Gaussian": {[]Math{{`\log #`, "log #"}, {"#", "#"}, {`\frac{1}{#}`, "1/#"}},
		"Multiples of %m, %m and %m are the log of a generalised inverse Gaussian density. With " +
			"parameters %m, %m and %m, it is %m.",
		Math{`(<p> - 1)\log # - \tfrac12\left(<a>\,# + \frac{<b>}{#}\right)`,
			"(<p> − 1) log # − ½ (<a> # + <b>/#)"},
		Math{`\mathrm{GIG}(<p>, <a>, <b>)`, "GIG(<p>, <a>, <b>)"},
		[]parameter{one("p", "log", 1, 1), one("a", "x", -2, 0), one("b", "x^-1", -2, 0)}},
	"Dirichlet": {[]Math{{`\log #`, "log #"}}, "A multiple of %m for each element is the log of a " +
		"Dirichlet density. With concentrations %m, it is a sum over the elements of %m.",
		Math{`(<a> - 1)\log #`, "(<a> − 1) log #"}, Math{`\mathrm{Dirichlet}(<a>)`,
			"Dirichlet(<a>)"}, []parameter{one("a", "log", 1, 1)}},
}

// family finds the family of an update.
func (w *writer) family() (f family, known bool) {
	kind := strings.TrimPrefix(w.b.Kind, "truncated ")
	if kind != "power of a gamma" {
		f, known = names[kind]
		return f, known
	}
	f, p := names["gamma"], w.b.Form.Power
	y, n := raise(w.x(), number(p)), number(p)
	f.of = []Math{f.of[0], y, y}
	f.sentence = "Multiples of %m and %m are the log density of a number whose power %m has a " +
		"gamma density. With shape %m and rate %m, it is %m."
	f.log = Math{`(` + n.TeX + `\,<a> - 1)\log # - <b>\,` + y.TeX,
		"(" + n.Text + " <a> − 1) log # − <b> " + y.Text}
	f.params = []parameter{one("a", "log", 1/p, 1/p), one("b", fmt.Sprintf("x^%g", p), -1, 0)}
	return f, true
}

// fill puts the unknown and the names of parameters into a formula. A name that the model uses gets
// a star.
func (w *writer) fill(f family, m, x Math) Math {
	pairs := [2][]string{{"#", x.TeX}, {"#", x.Text}}
	for _, p := range f.params {
		n := w.free(p.name)
		pairs[0] = append(pairs[0], "<"+p.name+">", n.TeX)
		pairs[1] = append(pairs[1], "<"+p.name+">", n.Text)
	}
	return Math{strings.NewReplacer(pairs[0]...).Replace(m.TeX),
		strings.NewReplacer(pairs[1]...).Replace(m.Text)}
}

// parameters writes the last step.
func (w *writer) parameters(f family) {
	u, x := w.Unknown, w.x()
	show := func(numbers bool) (out []Math, changed bool) {
		for _, p := range f.params {
			terms := w.Coefficient(p.of, p.times, p.plus)
			if numbers {
				var ok bool
				terms, ok = u.inNumbers(terms)
				changed = changed || ok
			}
			if numbers {
				w.Numbers = append(w.Numbers, terms)
			} else {
				w.Params = append(w.Params, terms)
			}
			m := writeTerms(terms)
			left := w.fill(f, p.left, x)
			if w.b.Kind == "Dirichlet" {
				left = index(left, nil, []Math{write(u.X.Args[len(u.X.Args)-1], sums)})
			}
			out = append(out, cat(left, Math{` = `, " = "}, m))
		}
		return out, changed
	}
	params, _ := show(false)
	kind, of := strings.TrimPrefix(w.b.Kind, "truncated "), w.all()
	if kind == "power of a gamma" {
		of = raise(x, number(w.b.Form.Power))
	}
	law := cat(of, Math{` \mid \cdots \;\sim\; `, " | … ~ "}, w.fill(f, f.law, x))
	w.say("**Step 4.** So the parameters are:")
	w.formula(join(append([]Math{law}, params...), wide))
	if params, changed := show(true); changed {
		w.say("In numbers:")
		w.formula(join(params, wide))
	}
	// a beta density on a part of 0 to 1 has no update of its own
	if kind != w.b.Kind && kind != "beta" {
		w.say("The density of %m is zero except where %m. So it is drawn from this part of the "+
			"distribution alone.", x, u.support(w.Places))
		if w.bound() {
			w.say(marks)
		}
	}
}

// Coefficient is plus + times · the coefficient of a function of the unknown: x, x^2, log, log1.
func (d *Derived) Coefficient(of string, times, plus float64) []Term {
	var terms []Term
	for _, g := range d.Groups {
		if g.Fun != nil && d.Unknown.basis(g.Fun) == of {
			terms = scale(g.Terms, times)
		}
	}
	if plus != 0 {
		terms = append(terms, Term{C: plus})
	}
	return d.Unknown.simplify(terms)
}

// Functions names the functions of the unknown whose sum the log density is.
func (d *Derived) Functions() (names []string) {
	for _, g := range d.Groups {
		name := "other"
		if g.Fun != nil {
			name = d.Unknown.basis(g.Fun)
		}
		names = append(names, name)
	}
	return names
}

// free is the first of some letters that the model does not use.
func (w *writer) free(letters ...string) Math {
	for _, l := range letters {
		used := w.g.Arrays[l] != nil
		for _, s := range w.g.Statements {
			used = used || slices.ContainsFunc(s.Loops, func(c graph.Loop) bool { return c.Var == l })
		}
		if !used {
			return both(l)
		}
	}
	return Math{letters[0] + `^{*}`, letters[0] + "*"}
}

// marks is said of an unknown that observed intervals limit.
const marks = "Observed intervals limit it as well: it stays between the cut points that they say."

// bound tells whether there are such marks.
func (w *writer) bound() bool {
	return slices.ContainsFunc(w.g.Pieces, func(p *graph.Piece) bool {
		return p.Statement.Dist.Name == "dinterval" && p.Args[0].Mentions(w.Unknown.X.Array)
	})
}

// interval are the ends of the interval in which the own distribution of the unknown is not zero.
func (u *Unknown) interval(places []*Place) []*expr.Expr {
	d := u.Statement.Dist
	ends := []*expr.Expr{u.pool.Num(d.Lo), u.pool.Num(d.Hi)}
	for _, p := range places {
		piece := p.Factor.Piece
		if piece.Statement != u.Statement {
			continue
		}
		switch d.Name {
		case "dunif":
			ends = []*expr.Expr{p.letter(piece.Args[0]), p.letter(piece.Args[1])}
		case "dpar":
			ends[0] = p.letter(piece.Args[1])
		}
		if piece.Lower != nil {
			ends[0] = p.letter(piece.Lower)
		}
		if piece.Upper != nil {
			ends[1] = p.letter(piece.Upper)
		}
	}
	return ends
}

// support writes this interval.
func (u *Unknown) support(places []*Place) Math {
	ends := u.interval(places)
	return cat(write(ends[0], sums), Math{` < `, " < "}, write(u.X, sums), Math{` < `, " < "},
		write(ends[1], sums))
}

// basis names a function of the unknown.
func (u *Unknown) basis(e *expr.Expr) string {
	p := u.pool
	switch {
	case e == u.X:
		return "x"
	case e == p.Log(u.X):
		return "log"
	case e == p.Log(p.Sub(p.Num(1), u.X)):
		return "log1"
	case isCall(e, "^") && e.Args[0] == u.X && e.Args[1].Op == expr.Num:
		return fmt.Sprintf("x^%g", e.Args[1].Value)
	}
	return "other"
}
