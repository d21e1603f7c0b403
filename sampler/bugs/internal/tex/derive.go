package tex

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// A Line is a sentence, or a formula that stands alone, in LaTeX and as text.
type Line struct {
	TeX, Text string
	Formula   bool
}

// A Derived is the derivation of the update of one statement.
type Derived struct {
	Lines   []Line
	Unknown *Unknown
	Groups  []Group  // the log density as it is shown; nil: the sum of the logs at the places
	Places  []*Place // the factors
	Entries []Entry  // of the precision matrix of a joint block
	Linear  []Term   // the entry of the linear part
	// Params are the parameters of a distribution with a name, and Numbers the same with what the data
	// say.
	Params, Numbers [][]Term
	// of a number that is drawn with a block integrated out: the terms without the block
	Alone   []Group
	Letter  *expr.Expr    // for the value of an unknown whose values are tried one by one
	Latents []*expr.Array // the variables that make factors quadratic
}

// A writer makes the lines of a derivation.
type writer struct {
	*Derived
	g    *graph.Graph
	b    *block.Block
	told map[string]bool // auxiliary variables that were explained
}

// say adds a sentence; formulas stand between dollar signs.
func (w *writer) say(format string, a ...any) {
	line := fmt.Sprintf(format, a...)
	parts := strings.Split(line, "$")
	for i := 1; i < len(parts); i += 2 {
		parts[i] = text(parts[i])
	}
	w.Lines = append(w.Lines, Line{unmarked.Replace(line), strings.Join(parts, ""), false})
}

// formula adds a formula. A long one is broken into lines where it may be.
func (w *writer) formula(m string) {
	line := Line{Text: text(m), Formula: true}
	if utf8.RuneCountInString(line.Text) > longest && strings.Contains(m, mayBreak) {
		m = `\begin{aligned}` + strings.ReplaceAll(strings.Replace(m, " = ", " = {}& ", 1),
			mayBreak, ` \\ & {}`) + `\end{aligned}`
	}
	line.TeX = unmarked.Replace(m)
	w.Lines = append(w.Lines, line)
}

// longest is how long a formula may be before it is broken.
const longest = 90

// Derive writes the derivation of the statements of a block that define some variables, or of all
// if none is named.
func Derive(g *graph.Graph, b *block.Block, names ...string) (out []*Derived) {
	wanted := slices.DeleteFunc(slices.Clone(b.Target), func(s *graph.Statement) bool {
		return len(names) > 0 && !slices.Contains(names, s.Left.Name)
	})
	if strings.HasPrefix(b.Kind, "normal") && len(wanted) > 0 {
		if d := together(g, b, wanted); d != nil {
			return d
		}
	}
	if len(b.Form.Inside) > 0 && len(wanted) > 0 {
		return collapsed(g, b, wanted)
	}
	if b.Kind == "scale move" && len(wanted) > 0 {
		return []*Derived{scaleMove(g, b)}
	}
	for _, s := range wanted {
		w := begin(g, b, s)
		w.head(b.Kind)
		switch {
		case b.Kind == "prediction" || b.Kind == "its distribution":
			w.forward()
		case strings.HasPrefix(b.Kind, "all "):
			w.weights()
			w.say("**Step 3.** Divide by the sum of these weights, and draw $%s$ from the values with "+
				"these probabilities.", w.x())
			if s == b.Target[len(b.Target)-1] && strings.HasSuffix(b.Kind, " at once") {
				w.eliminate()
			}
		case b.Kind == "Wishart" && w.wishart():
		case b.Own != nil:
			w.factors()
			w.say("The author draws $%s$ in a block of their own.", w.x())
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
	for _, f := range append(slices.Clone(b.Form.Factors), b.Form.Priors...) {
		if f.Piece.Statement == s && !s.Dist.Multi || mentions(f.Log, u.with) {
			if f.Piece.Statement.Dist.Name == "dmnorm" && strings.HasPrefix(b.Kind, "normal") {
				if in := w.inLetters(f); in != nil {
					w.Places = append(w.Places, in...)
					continue
				}
			}
			w.Places = append(w.Places, u.places(f, w.inPairs() && f.Piece.Statement != s)...)
		}
	}
	w.ownLast()
	return w
}

// ownLast puts what the distribution of the unknown says after the other factors.
func (w *writer) ownLast() {
	own := func(p *Place) int {
		if p.Factor.Piece.Statement == w.Unknown.Statement {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(w.Places, func(a, b *Place) int { return own(a) - own(b) })
}

func (w *writer) x() string { return write(w.Unknown.X, sums) }

// vector tells whether the unknown is a vector of probabilities.
func (w *writer) vector() bool { return w.Unknown.Statement.Dist.Name == "ddirch" }

// inPairs tells whether slice sampling draws two elements of such a vector at a time.
func (w *writer) inPairs() bool { return w.vector() && w.b.Kind == "slice, in pairs" }

// all is the unknown with all its elements: a vector of probabilities, a matrix.
func (w *writer) all() string {
	u := w.Unknown
	args := slices.Clone(u.X.Args)
	for k, a := range u.Statement.Left.Args {
		if isRange(a) {
			args[k] = u.pool.Intern(expr.Expr{Op: expr.All})
		}
	}
	return write(u.pool.With(u.X, args), sums)
}

// head is the title of a derivation.
func (w *writer) head(kind string) {
	values, _, _ := strings.Cut(kind, ",")
	for begin, said := range map[string]string{"all ": "by trying " + values,
		"slice": "by slice sampling", "its distribution": "from its distribution",
		"nearly normal": "nearly normal, jointly",
		"NUTS":          "by the no-U-turn sampler"} {
		if strings.HasPrefix(kind, begin) {
			kind = said
			break
		}
	}
	w.say("**The update of $%s$: %s.**", w.all(), kind)
	if slices.Contains(w.Unknown.X.Array.Observed, true) {
		w.say("Only the elements of $%s$ that are missing are drawn.", symbol(w.Unknown.X.Array))
	}
}

// given is p(x | …).
func (w *writer) given(p string) string { return p + "(" + w.all() + ` \mid \cdots)` }

// forward is the derivation of what only its own distribution says.
func (w *writer) forward() {
	if w.b.Kind == "prediction" {
		w.say("$%s$ is predicted: nothing that is observed depends on it. So it is drawn from its "+
			"distribution, given the rest.", w.x())
	} else if w.bound() {
		w.say("Only observed intervals depend on $%s$. So it is drawn from its own distribution, cut to "+
			"the interval.", w.x())
	} else {
		w.say("No other distribution depends on $%s$. So it is drawn from its own, given the rest.",
			w.x())
	}
	var fs []string
	for _, p := range w.Places {
		fs = expr.Union(fs, p.density())
	}
	w.formula(w.given("p") + " = " + join(fs, `\; `))
	if w.bound() {
		w.say(marks)
	}
}

// weights derives the weight of each value, and returns it.
func (w *writer) weights() string {
	u, x := w.Unknown, w.x()
	w.factors()
	var taken []string
	for _, p := range w.Places {
		taken = append(taken, p.letters()...)
	}
	k := u.counter(u.fresh("k", taken...))
	w.Letter = k
	values, _, _ := strings.Cut(strings.TrimPrefix(w.b.Kind, "all "), ",")
	w.say("**Step 2.** $%s$ is a whole number, and has %s. Put each value $%s$ in, and keep the "+
		"factors that change:", x, values, write(k, sums))
	var fs []string
	for i, p := range w.Places {
		q := *p
		w.Places[i] = &q
		q.letter = func(e *expr.Expr) *expr.Expr { return u.pool.Put(p.letter(e), u.X, k) }
		q.Log = u.pool.Put(p.Log, u.X, k)
		fs = expr.Union(fs, q.weight(w.extra(p)))
	}
	weight := join(fs, `\; `)
	w.formula(`P(` + x + " = " + write(k, sums) + ` \mid \cdots) \;\propto\; ` + weight)
	if slices.ContainsFunc(w.Places, func(p *Place) bool { return p.Whole }) {
		w.say("A factor that may hold $%s$ in several places is written as it is. There $%[1]s$ is $%s$.",
			x, write(k, sums))
	}
	if s := u.Statement; s.Lower != nil || s.Upper != nil {
		w.say("A value outside the bounds has weight 0.")
	}
	return weight
}

// eliminate says how unknowns with few values that depend on each other are drawn together.
func (w *writer) eliminate() {
	var names []string
	for _, s := range w.b.Target {
		names = expr.Union(names, named(s.Left.Name))
	}
	w.say("**Together.** The values of $%s$ depend strongly on each other. Drawn one by one, each "+
		"could change only a little while the others are fixed. So all are drawn at once. Take one "+
		"unknown $v$ after the other "+
		"out of the joint density: multiply the factors $f$ that contain it, and sum over its values. "+
		"What is left depends on the unknowns $u$ beside it, and counts as one of their factors:",
		join(names, comma))
	w.formula(`m_v(u) = \sum_{k} \prod_{f \ni v} f(v = k, u)`)
	w.say("Along a chain of states this is forward filtering: " +
		"$m_t(j) = \\sum_k m_{t-1}(k)\\,p(y_t \\mid k)\\,P(k \\to j)$. Then go back. Draw the last " +
		"unknown from its weights, and each one before it from its weights given those that are drawn:")
	w.formula(`P(v = k \mid u) \;\propto\; \prod_{f \ni v} f(v = k, u)`)
}

// scaleMove derives the move of the deviations of unknowns together with their standard deviation.
func scaleMove(g *graph.Graph, b *block.Block) *Derived {
	w := begin(g, b, b.Target[0])
	x, h, u := w.x(), named(b.Target[1].Left.Name), w.free("u", "s", "a")
	w.say("**A move of all $%s$ and $%s$ together.** Where the data say little about single $%s$, "+
		"their size and $%s$ depend strongly on each other. So all deviations of $%s$ from their "+
		"means $m$ are "+
		"multiplied by one factor $e^{%s}$, and $%s$ changes so that the standard deviation is "+
		"multiplied by it as well.", w.all(), h, x, h, x, u, h)
	w.factors()
	w.say("**Step 2.** Put $m + (%s - m)\\,e^{%s}$ for all of them and the new $%s$ into all factors "+
		"that contain one of them, or $%s$. With $n$ deviations and a precision that is proportional to "+
		"$%s^{p}$, the change of variables adds (Liu and Sabatti 2000, theorem 1):", x, u, h, h, h)
	w.formula(`\log p(` + u + `) = \log p(\text{moved}) + \left(n - \frac{2}{p}\right) ` + u +
		constant)
	w.say("**Step 3.** $%s$ is drawn by slice sampling, beginning at $%[1]s = 0$.", u)
	return w.Derived
}

// weight writes a factor for one value of the unknown: the entry of a table, or a density.
func (p *Place) weight(extra []*expr.Expr) string {
	sum, e := p.writeSum(`\prod`, extra...), p.Log
	guards := join(p.guards(), "")
	if guards != "" {
		guards = `^{` + guards + `}`
	}
	switch name := p.Factor.Piece.Statement.Dist.Name; {
	case name == "dcat" && isCall(e, "log"):
		return sum + write(e.Args[0], powers) + guards
	case name == "dmulti" && isCall(e, "-") && isCall(e.Args[0], "*"): // y log p − log y!
		y, l := e.Args[0].Args[0], e.Args[0].Args[1]
		return p.writeSum(`\prod`) + raise(write(l.Args[0], powers), write(y, sums))
	case name == "dmulti":
		return ""
	}
	return sum + p.density() + guards
}
