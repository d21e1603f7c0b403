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
	sentence, log, law string
	params             []parameter
}

// A parameter, or what follows of it, is plus + times · the coefficient of a function.
type parameter struct {
	left, of    string
	times, plus float64
}

// names has the families by the kinds of updates.
var names = map[string]family{
	"normal": {"A parabola in $#$ that opens downwards is the log of a normal density. With mean " +
		"$<m>$ and variance $<v>$, it is",
		`-\tfrac12\,\frac{1}{<v>}\,#^{2} + \frac{<m>}{<v>}\,#`, `\mathrm{N}(<m>, <v>)`,
		[]parameter{{`\frac{<m>}{<v>}`, "x", 1, 0}, {`\frac{1}{<v>}`, "x^2", -2, 0}}},
	"gamma": {"Multiples of $\\log #$ and $#$ are the log of a gamma density. With shape $<a>$ and " +
		"rate $<b>$, it is", `(<a> - 1)\log # - <b>\,#`, `\mathrm{Gamma}(<a>, <b>)`,
		[]parameter{{"<a>", "log", 1, 1}, {"<b>", "x", -1, 0}}},
	"inverse gamma": {"Multiples of $\\log #$ and $\\frac{1}{#}$ are the log of an inverse gamma " +
		"density. With shape $<a>$ and scale $<b>$, it is",
		`-(<a> + 1)\log # - \frac{<b>}{#}`, `\mathrm{InvGamma}(<a>, <b>)`,
		[]parameter{{"<a>", "log", -1, -1}, {"<b>", "x^-1", -1, 0}}},
	"beta": {"Multiples of $\\log #$ and $\\log(1 - #)$ are the log of a beta density. With " +
		"parameters $<a>$ and $<b>$, it is",
		`(<a> - 1)\log # + (<b> - 1)\log(1 - #)`, `\mathrm{Beta}(<a>, <b>)`,
		[]parameter{{"<a>", "log", 1, 1}, {"<b>", "log1", 1, 1}}},
	"generalised inverse Gaussian": {"Multiples of $\\log #$, $#$ and $\\frac{1}{#}$ are the log " +
		"of a " +
		"generalised inverse Gaussian density. With parameters $<p>$, $<a>$ and $<b>$, it is",
		`(<p> - 1)\log # - \tfrac12\left(<a>\,# + \frac{<b>}{#}\right)`,
		`\mathrm{GIG}(<p>, <a>, <b>)`,
		[]parameter{{"<p>", "log", 1, 1}, {"<a>", "x", -2, 0}, {"<b>", "x^-1", -2, 0}}},
	"Dirichlet": {"A multiple of $\\log #$ for each element is the log of a Dirichlet density. With " +
		"concentrations $<a>$, it is a sum over the elements of",
		`(<a> - 1)\log #`, `\mathrm{Dirichlet}(<a>)`, []parameter{{"<a>", "log", 1, 1}}},
}

// family finds the family of an update.
func (w *writer) family() (f family, known bool) {
	kind, _, _ := strings.Cut(strings.TrimPrefix(w.b.Kind, "truncated "), ",")
	if kind != "power of a gamma" {
		f, known = names[kind]
		return f, known
	}
	p := w.b.Form.Power
	n := number(p)
	return family{"Multiples of $\\log #$ and $#^{" + n + "}$ are the log density of a number whose " +
		"power $#^{" + n + "}$ has a gamma density. With shape $<a>$ and rate $<b>$, it is",
		`(` + n + `\,<a> - 1)\log # - <b>\,#^{` + n + `}`, names["gamma"].law,
		[]parameter{{"<a>", "log", 1 / p, 1 / p}, {"<b>", fmt.Sprintf("x^%g", p), -1, 0}}}, true
}

// fill puts the unknown and the names of parameters into a text. A name that the model uses gets
// a star.
func (w *writer) fill(m string) string {
	m = strings.ReplaceAll(m, "#", w.x())
	for _, name := range []string{"m", "v", "a", "b", "p"} {
		m = strings.ReplaceAll(m, "<"+name+">", w.free(name))
	}
	return m
}

// parameters writes the last step.
func (w *writer) parameters(f family) {
	u, x := w.Unknown, w.x()
	kind, of, at := strings.TrimPrefix(w.b.Kind, "truncated "), w.all(), []string(nil)
	switch kind {
	case "power of a gamma":
		of = raise(x, number(w.b.Form.Power))
	case "Dirichlet":
		at = []string{write(u.X.Args[len(u.X.Args)-1], sums)}
	}
	params, numbers := []string{of + ` \mid \cdots \;\sim\; ` + w.fill(f.law)}, []string(nil)
	changed := false
	for _, p := range f.params {
		left := index(w.fill(p.left), nil, at) + " = "
		terms := w.Coefficient(p.of, p.times, p.plus)
		known, ok := u.inNumbers(terms)
		changed = changed || ok
		w.Params, w.Numbers = append(w.Params, terms), append(w.Numbers, known)
		params, numbers = append(params, left+writeTerms(terms)), append(numbers, left+writeTerms(known))
	}
	w.say("**Step 4.** So the parameters are:")
	w.formula(join(params, wide))
	if changed {
		w.say("In numbers:")
		w.formula(join(numbers, wide))
	}
	if kind != w.b.Kind {
		w.ends("So it is drawn from this part of the distribution alone.")
		if w.bound() {
			w.say(marks)
		}
	} else {
		w.kept()
	}
}

// ends says between which ends the density is not zero, and what follows.
func (w *writer) ends(so string) {
	ends := w.Unknown.interval(w.Places)
	w.say("The density of $%s$ is zero except where $%s < %[1]s < %[3]s$. "+so, w.x(),
		write(ends[0], sums), write(ends[1], sums))
}

// kept says what happens where truncated normals are drawn at once.
func (w *writer) kept() {
	if s := w.Unknown.Statement; strings.HasPrefix(w.b.Kind, "normal") && (s.Lower != nil ||
		s.Upper != nil) {
		w.ends("If any is outside, the draw is not kept, and each is drawn by itself, given the others.")
	}
}

// Coefficient is plus + times · the coefficient of a function of the unknown: x, x^2, log, log1.
func (d *Derived) Coefficient(of string, times, plus float64) []Term {
	var terms []Term
	for _, g := range d.Groups {
		if d.Unknown.basis(g.Fun) == of {
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
		names = append(names, d.Unknown.basis(g.Fun))
	}
	return names
}

// free is the first of some letters that the model does not use.
func (w *writer) free(letters ...string) string {
	for _, l := range letters {
		if w.g.Arrays[l] == nil && !slices.Contains(w.Unknown.loops, l) {
			return l
		}
	}
	return raise(letters[0], "*")
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

// basis names a function of the unknown.
func (u *Unknown) basis(e *expr.Expr) string {
	p := u.pool
	switch {
	case e == nil:
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
