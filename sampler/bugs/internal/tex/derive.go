package tex

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// A Line is a sentence, or a formula that stands alone.
type Line struct {
	Math
	Formula bool
}

// A Derived is the derivation of the update of one statement.
type Derived struct {
	Lines   []Line
	Unknown *Unknown
	Groups  []Group     // the log density as it is shown; nil: the sum of the logs at the places
	Places  []*Place    // the factors
	Entries []Entry     // of the precision matrix of a joint block
	Linear  []Term      // the entry of the linear part
	Alone   []Group     // of a number that is drawn with a block integrated out: the terms without the block
	Letter  *expr.Expr  // for the value of an unknown whose values are tried one by one
	Latent  *expr.Array // the variables that make factors quadratic, or nil
}

// A writer makes the lines of a derivation.
type writer struct {
	*Derived
	g *graph.Graph
	b *block.Block
}

// say adds a sentence; each %m is a formula.
func (w *writer) say(format string, ms ...Math) {
	parts := strings.Split(format, "%m")
	out := both(parts[0])
	for i, p := range parts[1:] {
		out = cat(out, Math{"$" + ms[i].TeX + "$", ms[i].Text}, both(p))
	}
	w.Lines = append(w.Lines, Line{Math: out})
}

// formula adds a formula.
func (w *writer) formula(m Math) { w.Lines = append(w.Lines, Line{m, true}) }

// Derive writes the derivation of each statement of a block.
func Derive(g *graph.Graph, b *block.Block) (out []*Derived) {
	if strings.HasPrefix(b.Kind, "normal") {
		if d := together(g, b); d != nil {
			return d
		}
	}
	for _, s := range b.Target {
		w := begin(g, b, s)
		w.head(b.Kind)
		switch {
		case b.Kind == "prediction" || b.Kind == "its distribution":
			w.forward()
		case strings.HasPrefix(b.Kind, "all "):
			w.enumerate()
		case b.Kind == "Wishart" && w.wishart():
		default:
			w.steps()
		}
		out = append(out, w.Derived)
	}
	return out
}

func begin(g *graph.Graph, b *block.Block, s *graph.Statement) *writer {
	w := &writer{Derived: &Derived{Unknown: newUnknown(g, s)}, g: g, b: b}
	u := w.Unknown
	u.with = []*expr.Array{u.X.Array}
	for range g.Computed {
		for _, c := range g.Computed {
			a := c.Left.Array
			if !slices.Contains(u.with, a) && slices.ContainsFunc(u.with, c.Mentions) {
				u.with = append(u.with, a)
			}
		}
	}
	for _, f := range b.Form.Factors {
		if f.Piece.Statement == s && !s.Dist.Multi || mentions(f.Log, u.with) {
			w.Places = append(w.Places, u.places(f)...)
		}
	}
	slices.SortStableFunc(w.Places, func(a, b *Place) int { // what its own distribution says comes last
		own := func(p *Place) int {
			if p.Factor.Piece.Statement == s {
				return 1
			}
			return 0
		}
		return own(a) - own(b)
	})
	return w
}

func (w *writer) x() Math { return write(w.Unknown.X, sums) }

// all is the unknown with all its elements: a vector of probabilities, a matrix.
func (w *writer) all() Math {
	u := w.Unknown
	args := slices.Clone(u.X.Args)
	for k, a := range u.Statement.Left.Args {
		if a.Op == expr.All || a.Op == expr.Range {
			args[k] = u.pool.Intern(expr.Expr{Op: expr.All})
		}
	}
	return write(u.pool.With(u.X, args), sums)
}

// head is the title of a derivation.
func (w *writer) head(kind string) {
	switch {
	case strings.HasPrefix(kind, "all "):
		kind = "by trying " + kind
	case strings.HasPrefix(kind, "slice"):
		kind = "by slice sampling"
	case strings.HasPrefix(kind, "NUTS"):
		kind = "by the no-U-turn sampler"
	}
	w.say("**The update of %m: "+kind+".**", w.all())
	if slices.Contains(w.Unknown.X.Array.Observed, true) {
		w.say("Only the elements of %m that are missing are drawn.", named(w.Unknown.X.Name))
	}
}

// given is p(x | …).
func (w *writer) given(p string) Math {
	return cat(Math{p + `(`, strings.TrimPrefix(p, `\`) + "("}, w.all(), Math{` \mid \cdots)`, " | …)"})
}

// factors writes the first step.
func (w *writer) factors() {
	x := w.all()
	w.say("**Step 1.** The factors of the joint density that contain %m:", x)
	var fs []Math
	u, brackets := w.Unknown, false
	seen := map[string]bool{}
	for _, p := range w.Places {
		q := *p
		q.Conds = slices.DeleteFunc(slices.Clone(p.Conds), u.byElement)
		f := cat(q.writeSum(`\prod`, "Π", w.extra(p)...), p.density())
		for _, guard := range q.guards() {
			brackets = true
			f = cat(f, Math{`^{`, "^"}, guard, Math{`}`, ""})
		}
		if !seen[f.Text] {
			fs = append(fs, f)
		}
		seen[f.Text] = true
	}
	w.formula(cat(w.given("p"), Math{` \;\propto\; `, " ∝ "}, join(fs, Math{`\; `, " "})))
	if brackets {
		w.say("A bracket is 1 if what stands in it is true, and 0 if not: so a factor with the exponent 0 is not there.")
	}
	for _, c := range w.g.Computed {
		if a := c.Left.Array; a != u.X.Array && slices.Contains(u.with, a) {
			w.say("Here %m is computed step by step, and contains %m:", named(a.Name), x)
			named := u.translate(func(e *expr.Expr) *expr.Expr { return u.counter(c.Statement.Loops[e.Depth].Var) })
			w.formula(cat(write(named(c.Left), sums), Math{` = `, " = "}, write(named(c.Value), sums)))
		}
	}
}

// byElement tells whether a condition is about one element of a vector that is drawn as a whole.
func (u *Unknown) byElement(c Cond) bool {
	for k, l := range u.Statement.Left.Args {
		if l.Op != expr.All && l.Op != expr.Range {
			continue
		}
		for _, e := range append([]*expr.Expr{c.A, c.B}, c.Row...) {
			if e != nil && mentionsCounter(e, u.X.Args[k]) {
				return true
			}
		}
	}
	return false
}

// extra are the counters of a place that its distribution has no index for.
func (w *writer) extra(p *Place) (out []*expr.Expr) {
	depth := len(p.Factor.Piece.Rows.Counters)
	for d := depth; d < len(p.Factor.Rows.Counters); d++ {
		out = append(out, p.letter(&expr.Expr{Op: expr.Counter, Name: "v", Depth: d}))
	}
	return out
}

// density writes the distribution of a factor at a place.
func (p *Place) density() Math {
	piece := p.Factor.Piece
	var args []*expr.Expr
	for _, a := range piece.Args {
		args = append(args, p.letter(a))
	}
	return densityOf(piece.Statement.Dist.Name, args, cat(write(p.letter(piece.Left), sums), Math{` \mid `, " | "}), p.letter(piece.Lower), p.letter(piece.Upper))
}

// densityOf writes a distribution. Normal distributions have their variance.
func densityOf(name string, args []*expr.Expr, value Math, lower, upper *expr.Expr) Math {
	d := dist.All[name]
	var ms []Math
	for k, a := range args {
		m := write(a, sums)
		switch {
		case strings.HasPrefix(d.Params[k], "precision") && d.Multi:
			m = Math{write(a, powers+1).TeX + `^{-1}`, write(a, powers+1).Text + "⁻¹"}
		case strings.HasPrefix(d.Params[k], "precision") && name != "dt":
			c, atoms := flat(a)
			for i := range atoms {
				atoms[i].Pow = -atoms[i].Pow
			}
			_, m = product(1/c, atoms)
		}
		ms = append(ms, m)
	}
	symbol := Math{d.Tex, strings.NewReplacer(`\mathrm{`, "", "}", "", `\chi^2`, "χ²").Replace(d.Tex)}
	if lower != nil || upper != nil {
		ends := []Math{{`-\infty`, "−∞"}, {`\infty`, "∞"}}
		if lower != nil {
			ends[0] = write(lower, sums)
		}
		if upper != nil {
			ends[1] = write(upper, sums)
		}
		in := join(ends, comma)
		symbol = Math{symbol.TeX + `_{[` + in.TeX + `]}`, symbol.Text + "_[" + in.Text + "]"}
	}
	return cat(symbol, Math{`\left(`, "("}, value, join(ms, comma), Math{`\right)`, ")"})
}

// forward is the derivation of what only its own distribution says.
func (w *writer) forward() {
	x := w.x()
	if w.b.Kind == "prediction" {
		w.say("%m is predicted: nothing that is observed depends on it. So it is drawn from its distribution, given the rest.", x)
	} else {
		w.say("No other factor depends on %m (%m). So it is drawn from its distribution, given the rest.", x, both(w.b.Why))
	}
	var fs []Math
	for _, p := range w.Places {
		f := p.density()
		if !slices.ContainsFunc(fs, func(m Math) bool { return m.Text == f.Text }) {
			fs = append(fs, f)
		}
	}
	w.formula(cat(w.given("p"), Math{` = `, " = "}, join(fs, Math{`\; `, " "})))
}

// enumerate is the derivation of a draw from all values.
func (w *writer) enumerate() {
	u, x := w.Unknown, w.x()
	w.factors()
	var taken []string
	for _, p := range w.Places {
		for _, s := range p.Sums {
			taken = append(taken, s.Counter.Name)
		}
	}
	k := u.counter(u.fresh("k", taken...))
	w.Letter = k
	w.say("**Step 2.** %m is a whole number, and has %m. Put each value %m in, and keep the factors that change:", x,
		both(strings.TrimPrefix(w.b.Kind, "all ")), write(k, sums))
	var fs []Math
	seen := map[string]bool{}
	for i, p := range w.Places {
		q := *p
		w.Places[i] = &q
		old := p.letter
		q.letter = func(e *expr.Expr) *expr.Expr { return u.put(old(e), u.X, k) }
		q.Log = u.put(p.Log, u.X, k)
		f := q.weight(u, w.extra(p))
		if !seen[f.Text] {
			fs = append(fs, f)
		}
		seen[f.Text] = true
	}
	pick := cat(Math{`P(`, "P("}, x, Math{` = `, " = "}, write(k, sums), Math{` \mid \cdots)`, " | …)"})
	w.formula(cat(pick, Math{` \;\propto\; `, " ∝ "}, join(fs, Math{`\; `, " "})))
	w.say("**Step 3.** Divide by the sum of these weights, and draw %m from the values with these probabilities.", x)
}

// weight writes a factor for one value of the unknown: the entry of a table, or a density.
func (p *Place) weight(u *Unknown, extra []*expr.Expr) Math {
	sum := p.writeSum(`\prod`, "Π", extra...)
	guards := join(p.guards(), Math{})
	if guards.TeX != "" {
		guards = Math{`^{` + guards.TeX + `}`, "^" + guards.Text}
	}
	if e := p.Log; isCall(e, "log") && p.Factor.Piece.Statement.Dist.Name == "dcat" {
		return cat(sum, write(e.Args[0], powers), guards)
	}
	if p.Factor.Piece.Statement.Dist.Name == "dmulti" {
		if e := p.Log; isCall(e, "-") && isCall(e.Args[0], "*") { // y log p − log y!
			y, l := e.Args[0].Args[0], e.Args[0].Args[1]
			return cat(p.writeSum(`\prod`, "Π"), raise(write(l.Args[0], powers), write(y, sums)))
		}
		return Math{}
	}
	return cat(sum, p.density(), guards)
}

// steps is the derivation of an update by a name, or of a slice update.
func (w *writer) steps() {
	u, x := w.Unknown, w.x()
	var terms []Term
	for _, p := range w.Places {
		terms = append(terms, u.terms(p, nil)...)
	}
	w.Groups = u.order(u.collect(terms))
	w.factors()
	name, known := names[strings.TrimPrefix(w.b.Kind, "truncated ")]
	if !known {
		w.slice()
		return
	}
	w.say("**Step 2.** Take logarithms, multiply out, and collect by functions of %m. What does not contain %m goes into the constant:", x, x)
	w.formula(cat(w.given(`\log p`), Math{` = `, " = "}, w.collected(), Math{` + \text{const}`, " + const"}))
	w.say("**Step 3.** "+name.sentence, slices.Repeat([]Math{x}, strings.Count(name.sentence, "%m"))...)
	w.parameters(name)
}

// slice ends the derivation of a density without a name.
func (w *writer) slice() {
	x := w.x()
	w.say("**Step 2.** Take logarithms, and drop what does not contain %m:", x)
	w.formula(cat(w.given(`\log p`), Math{` = `, " = "}, w.collected(), Math{` + \text{const}`, " + const"}))
	w.say("**Step 3.** No distribution with a name has this density: "+w.b.Why+". So %m is drawn by slice sampling, which needs the log density only up to a constant.", x)
}

// collected writes the log density.
func (w *writer) collected() Math {
	var ms []Math
	var negative []bool
	for _, g := range w.Groups {
		if g.Fun == nil {
			for _, t := range g.Terms {
				n, m := t.write()
				ms, negative = append(ms, m), append(negative, n)
			}
			continue
		}
		n, m := g.write()
		ms, negative = append(ms, m), append(negative, n)
	}
	return signed(ms, negative)
}

// write writes a group; if all its terms are negative, the sign stands in front, and a square has −½.
func (g Group) write() (negative bool, m Math) {
	fun := write(g.Fun, products)
	terms := g.Terms
	negative = !slices.ContainsFunc(terms, func(t Term) bool { return t.C > 0 })
	if len(terms) == 1 {
		return terms[0].write(fun)
	}
	c := 1.0
	if negative {
		c = -1
	}
	var before Math
	if isCall(g.Fun, "^") && g.Fun.Args[1].Op == expr.Num && g.Fun.Args[1].Value == 2 {
		c *= 2
		before = cat(number(0.5), times)
	}
	m, _ = writeTerms(scale(terms, c))
	return negative, cat(before, bracket(m), times, fun)
}

// order puts the functions in the order in which textbooks have them.
func (u *Unknown) order(groups []Group) []Group {
	rank := func(g Group) int {
		switch e := g.Fun; {
		case e == nil:
			return 9
		case isCall(e, "log"):
			return 0
		case isCall(e, "logdet"):
			return 0
		case isCall(e, "^") && e.Args[0] == u.X:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return rank(a) - rank(b) })
	return groups
}

// A family is a distribution that a set of functions names.
type family struct {
	sentence string
	law      Math
	params   []parameter
}

// A parameter is plus + times · the coefficient of a function.
type parameter struct {
	left        Math
	of          string
	times, plus float64
}

// names has the families by the kinds of updates.
var names = map[string]family{
	"normal": {"A parabola in %m that opens downwards is the log of a normal density: that of N(m, v) is −½(1/v) times the square, plus m/v times %m.",
		Math{`\mathrm{N}(m, v)`, "N(m, v)"}, []parameter{{Math{`\frac{1}{v}`, "1/v"}, "x^2", -2, 0}, {Math{`\frac{m}{v}`, "m/v"}, "x", 1, 0}}},
	"gamma": {"A multiple of log %m and a multiple of %m: the log of a gamma density with shape a and rate b is (a − 1) log %m − b %m.",
		Math{`\mathrm{Gamma}(a, b)`, "Gamma(a, b)"}, []parameter{{both("a"), "log", 1, 1}, {both("b"), "x", -1, 0}}},
	"inverse gamma": {"A multiple of log %m and a multiple of 1/%m: the log of an inverse gamma density with shape a and scale b is −(a + 1) log %m − b/%m.",
		Math{`\mathrm{InvGamma}(a, b)`, "InvGamma(a, b)"}, []parameter{{both("a"), "log", -1, -1}, {both("b"), "x^-1", -1, 0}}},
	"beta": {"Multiples of log %m and of log(1 − %m): the log of a beta density is (a − 1) log %m + (b − 1) log(1 − %m).",
		Math{`\mathrm{Beta}(a, b)`, "Beta(a, b)"}, []parameter{{both("a"), "log", 1, 1}, {both("b"), "log1", 1, 1}}},
	"generalised inverse Gaussian": {"Multiples of log %m, of %m and of 1/%m: the log of a generalised inverse Gaussian density is (p − 1) log %m − ½(a %m + b/%m).",
		Math{`\mathrm{GIG}(p, a, b)`, "GIG(p, a, b)"}, []parameter{{both("p"), "log", 1, 1}, {both("a"), "x", -2, 0}, {both("b"), "x^-1", -2, 0}}},
	"Dirichlet": {"A sum of multiples of the logarithms of probabilities is the log of a Dirichlet density: Σ (a − 1) log %m, with one a for each of them.",
		Math{`\mathrm{Dirichlet}(a)`, "Dirichlet(a)"}, []parameter{{both("a"), "log", 1, 1}}},
}

// parameters writes the last step.
func (w *writer) parameters(f family) {
	u, x := w.Unknown, w.x()
	coefficient := func(of string) []Term {
		for _, g := range w.Groups {
			if g.Fun != nil && u.basis(g.Fun) == of {
				return g.Terms
			}
		}
		return nil
	}
	show := func(numbers bool) (out []Math, changed bool) {
		for _, p := range f.params {
			terms := scale(coefficient(p.of), p.times)
			if p.plus != 0 {
				terms = append(terms, Term{C: p.plus})
			}
			terms = u.simplify(terms)
			if numbers {
				var ok bool
				terms, ok = u.inNumbers(terms)
				changed = changed || ok
			}
			m, _ := writeTerms(terms)
			left := w.letter(p.left)
			if w.b.Kind == "Dirichlet" {
				left = index(left, nil, []Math{write(u.X.Args[len(u.X.Args)-1], sums)})
			}
			out = append(out, cat(left, Math{` = `, " = "}, m))
		}
		return out, changed
	}
	quad := Math{`,\qquad `, ",   "}
	params, _ := show(false)
	law := f.law
	for _, p := range f.params {
		if m := w.letter(p.left); m != p.left {
			law = Math{strings.Replace(law.TeX, p.left.TeX, m.TeX, 1), strings.Replace(law.Text, p.left.Text, m.Text, 1)}
		}
	}
	if strings.HasPrefix(w.b.Kind, "truncated ") {
		w.say("**Step 4.** The parameters; the density is that of the part of the distribution where %m is allowed:", x)
	} else {
		w.say("**Step 4.** So the parameters are:")
	}
	w.formula(join(append([]Math{cat(w.all(), Math{` \mid \cdots \;\sim\; `, " | … ~ "}, law)}, params...), quad))
	if params, changed := show(true); changed {
		w.say("In numbers:")
		w.formula(join(params, quad))
	}
}

// free is the first of some letters that the model does not use.
func (w *writer) free(letters ...string) Math {
	for _, l := range letters {
		if w.g.Arrays[l] == nil {
			return both(l)
		}
	}
	return both(letters[0] + "'")
}

// letter is the name of a parameter, with a star if the model has a variable of that name.
func (w *writer) letter(m Math) Math {
	if w.g.Arrays[m.Text] != nil {
		return Math{m.TeX + `^{*}`, m.Text + "*"}
	}
	return m
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
