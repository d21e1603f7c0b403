package tex

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gibbslab/sampler/bugs/internal/block"
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
	Groups  []Group  // the log density as it is shown; nil: the sum of the logs at the places
	Places  []*Place // the factors
	Entries []Entry  // of the precision matrix of a joint block
	Linear  []Term   // the entry of the linear part
	// Params are the parameters of a distribution with a name, and Numbers the same with what the data
	// say.
	Params, Numbers [][]Term
	// of a number that is drawn with a block integrated out: the terms without the block
	Alone  []Group
	Letter *expr.Expr  // for the value of an unknown whose values are tried one by one
	Latent *expr.Array // the variables that make factors quadratic, or nil
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

// formula adds a formula. A long one is broken into lines where it may be.
func (w *writer) formula(m Math) {
	if utf8.RuneCountInString(m.Text) > longest && strings.Contains(m.TeX, mayBreak) {
		m.TeX = `\begin{aligned}` + strings.ReplaceAll(strings.Replace(m.TeX, " = ", " = {}& ", 1),
			mayBreak, ` \\ & {}`) + `\end{aligned}`
	}
	m.TeX = strings.ReplaceAll(m.TeX, mayBreak, "")
	w.Lines = append(w.Lines, Line{m, true})
}

// mayBreak marks where a formula may be broken, and longest is how long a line may be.
const (
	mayBreak = "\x00"
	longest  = 90
)

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
	for _, s := range wanted {
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
	for _, f := range append(slices.Clone(b.Form.Factors), b.Form.Priors...) {
		if f.Piece.Statement == s && !s.Dist.Multi || mentions(f.Log, u.with) {
			if f.Piece.Statement.Dist.Name == "dmnorm" && strings.HasPrefix(b.Kind, "normal") {
				if in := w.inLetters(f); in != nil {
					w.Places = append(w.Places, in...)
					continue
				}
			}
			w.Places = append(w.Places, u.places(f)...)
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
	case kind == "its distribution":
		kind = "from its distribution"
	case kind == "truncated beta":
		kind = "beta"
	case strings.HasPrefix(kind, "nearly normal"):
		kind = "by elliptical slice sampling"
	case strings.HasPrefix(kind, "NUTS"):
		kind = "by the no-U-turn sampler"
	}
	w.say("**The update of %m: "+kind+".**", w.all())
	if slices.Contains(w.Unknown.X.Array.Observed, true) {
		w.say("Only the elements of %m that are missing are drawn.", symbol(w.Unknown.X.Array))
	}
}

// given is p(x | …).
func (w *writer) given(p string) Math {
	return cat(Math{p + `(`, strings.TrimPrefix(p, `\`) + "("}, w.all(),
		Math{` \mid \cdots)`, " | …)"})
}

// forward is the derivation of what only its own distribution says.
func (w *writer) forward() {
	x := w.x()
	if w.b.Kind == "prediction" {
		w.say("%m is predicted: nothing that is observed depends on it. So it is drawn from its "+
			"distribution, given the rest.", x)
	} else {
		w.say("No other distribution depends on %m. So it is drawn from its own, given the rest.", x)
	}
	var fs []Math
	for _, p := range w.Places {
		f := p.density()
		if !slices.ContainsFunc(fs, func(m Math) bool { return m.Text == f.Text }) {
			fs = append(fs, f)
		}
	}
	w.formula(cat(w.given("p"), Math{` = `, " = "}, join(fs, Math{`\; `, " "})))
	if w.bound() {
		w.say(marks)
	}
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
	w.say("**Step 2.** %m is a whole number, and has "+strings.TrimPrefix(w.b.Kind,
		"all ")+". Put each value %m in, and keep the factors that change:", x, write(k, sums))
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
	pick := cat(Math{`P(`, "P("}, x, Math{` = `, " = "}, write(k, sums),
		Math{` \mid \cdots)`, " | …)"})
	w.formula(cat(pick, Math{` \;\propto\; `, " ∝ "}, join(fs, Math{`\; `, " "})))
	w.say("**Step 3.** Divide by the sum of these weights, and draw %m from the values with these "+
		"probabilities.", x)
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
