package tex

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// An Entry is an entry of the precision matrix: that of the unknown and Other.
type Entry struct {
	Other *expr.Expr
	Terms []Term
}

// together derives a block of unknowns that are jointly normal. It returns nil if they do not
// depend on each other.
func together(g *graph.Graph, b *block.Block, wanted []*graph.Statement) (out []*Derived) {
	var arrays []*expr.Array
	for _, s := range b.Target {
		if !slices.Contains(b.Form.Integrated, s) {
			arrays = expr.Union(arrays, s.Left.Array)
		}
	}
	var ws []*writer
	told, latents, mixed := map[string]bool{}, "", false
	coupled := len(b.Form.Integrated) > 0
	for _, s := range b.Target {
		if slices.Contains(b.Form.Integrated, s) {
			continue
		}
		w := begin(g, b, s)
		w.told = told
		ws = append(ws, w)
		var terms []Term
		for _, p := range w.Places {
			coupled = w.augment(p) || coupled
			terms = append(terms, w.Unknown.terms(p, arrays)...)
		}
		w.Groups = w.Unknown.order(w.Unknown.collect(terms))
		for _, t := range w.linear() {
			_, at := partner(t, arrays)
			coupled = coupled || at >= 0 && b.Drawn > 1 // other elements may be known, or not normal
		}
		mixed = mixed || w.mixed()
		if len(w.Latents) > 0 {
			latents = "All $" + namesOf(w.Latents) + "$ are held. "
		}
	}
	if !coupled {
		return nil
	}
	for _, s := range b.Form.Integrated {
		if !slices.Contains(wanted, s) {
			continue
		}
		w := begin(g, b, s)
		w.head("by slice sampling, with the normal unknowns integrated out")
		w.integrated(arrays, latents)
		out = append(out, w.Derived)
	}
	first := true
	for _, w := range ws {
		if !slices.Contains(wanted, w.Unknown.Statement) {
			continue
		}
		w.quadratic(arrays, len(ws) > 1 || b.Drawn > len(b.Form.Integrated)+1, first, mixed)
		first = false
		out = append(out, w.Derived)
	}
	return out
}

// linear are the terms with the unknown to the power of one.
func (w *writer) linear() []Term {
	for _, g := range w.Groups {
		if g.Fun == w.Unknown.X {
			return g.Terms
		}
	}
	return nil
}

// quadratic writes what an unknown contributes to the joint normal density.
func (w *writer) quadratic(arrays []*expr.Array, several, first, mixed bool) {
	u, x := w.Unknown, w.x()
	w.head(map[bool]string{true: "normal, jointly", false: "normal"}[several])
	w.factors()
	w.identities()
	z, b, q := w.free("x", "u", "z"), w.free("b", "h", "c"), w.precision()
	w.say("**Step 2.** Take logarithms, multiply out, and collect by powers of $%s$. What does not "+
		"contain $%s$ goes into the constant:", x, x)
	w.formula(w.given(`\log p`) + " = " + w.collected() + constant)
	switch {
	case mixed:
		w.say("**Step 3.** In $%s$ together, as one long vector $%s$, the log joint density is $%s$: a "+
			"normal density with precision matrix $%s$ and mean $%[4]s^{-1}%[5]s$. Several elements "+
			"stand in one factor, so each entry is a sum of several terms of step 2. The entries are "+
			"its derivatives, for each $%s$ of the block:", namesOf(arrays), z, parabola(q, z, b), q, b,
			w.free("v", "y", "t"))
		w.derivatives(q+`_{`+atIndex+x+`,\,%s}`, b+`_{`+atIndex+x+`}`)
		return
	case several && first:
		w.say("**Step 3.** In $%s$ together, as one long vector $%s$, the log joint density is $%s$: a "+
			"normal density with precision matrix $%[7]s$ and mean $%[7]s^{-1}%[4]s$. Read the row of "+
			"$%[5]s$ off step 2. On the diagonal of $%[7]s$ stands −2 times the coefficient of the "+
			"square. Where another unknown of the block stands beside $%[5]s$, its factor with the "+
			"opposite sign is an entry of $%[7]s$. What is left belongs to $%[6]s$:", namesOf(arrays), z,
			parabola(q, z, b), b, x, b, q)
	case several:
		w.say("**Step 3.** The row of $%s$ in $%s$, and its entry of $%s$:", x, q, b)
	default:
		w.say("**Step 3.** A parabola in $%s$ is the log of a normal density with precision $%s$ and "+
			"mean $%[2]s^{-1}%[3]s$:", x, q, b)
	}
	w.row(arrays)
	for _, e := range w.Entries {
		other, where := write(e.Other, sums), ""
		if e.Other != u.X && slices.Contains(e.Other.Array.Observed, true) {
			where = `\quad\text{where }` + other + `\text{ is missing}`
		}
		w.formula(q + `_{` + atIndex + x + `,\,` + other + `} = ` + u.withNumbers(u.simplify(e.Terms)) +
			where)
	}
	w.formula(b + `_{` + atIndex + x + `} = ` + u.withNumbers(w.Linear))
	if several && first {
		w.say("All other entries of the row are zero. All of $%s$ are drawn at once: with the factor "+
			"$%[3]s = L L^{\\top}$ and independent standard normal numbers $\\varepsilon$, the draw is "+
			"$%[3]s^{-1}%[2]s + (L^{\\top})^{-1}\\varepsilon$.", namesOf(arrays), b, q)
	}
	w.kept()
}

// mixed tells whether the unknown may stand in one factor as two of its elements. Then there is no
// one formula for its coefficients.
func (w *writer) mixed() bool {
	return slices.ContainsFunc(w.Places, func(p *Place) bool { return p.Mixed })
}

// derivatives writes entries of a precision matrix and of a linear part as derivatives.
func (w *writer) derivatives(q, b string) {
	x, v := w.x(), w.free("v", "y", "t")
	w.formula(fmt.Sprintf(q, v) + ` = -\frac{\partial^2 \log p}{\partial ` + x + `\,\partial ` + v +
		`},\qquad ` + b + ` = \frac{\partial \log p}{\partial ` + x + `}\text{ where all are 0}`)
}

// row finds the entries of the precision matrix and the linear part for the unknown.
func (w *writer) row(arrays []*expr.Array) {
	u := w.Unknown
	for _, g := range w.Groups {
		if u.basis(g.Fun) == "x^2" {
			w.Entries = append(w.Entries, Entry{u.X, scale(g.Terms, -2)})
		}
	}
	var rest []Term
	for _, t := range w.linear() {
		if _, at := partner(t, arrays); at < 0 {
			rest = append(rest, t)
			continue
		}
		e := u.entry(t, arrays)
		if i := slices.IndexFunc(w.Entries, func(f Entry) bool { return f.Other == e.Other }); i >= 0 {
			w.Entries[i].Terms = u.simplify(append(w.Entries[i].Terms, e.Terms...))
		} else {
			w.Entries = append(w.Entries, e)
		}
		if given, ok := u.given(t, arrays); ok {
			rest = append(rest, given)
		}
	}
	w.Linear = u.simplify(rest)
}

// precision is a letter for a precision matrix.
func (w *writer) precision() string { return w.free("Q", "P", "A") }

// parabola is the logarithm of a normal density in z with the precision q and the linear part b.
func parabola(q, z, b string) string {
	return `-\tfrac12 ` + z + `^{\top}` + q + z + ` + ` + b + `^{\top}` + z
}

func namesOf(arrays []*expr.Array) string {
	var ms []string
	for _, a := range arrays {
		ms = append(ms, symbol(a))
	}
	return join(ms, comma)
}

// integrated derives the update of a number that is drawn with the block integrated out; held says
// which auxiliary variables are not.
func (w *writer) integrated(arrays []*expr.Array, held string) {
	u, x := w.Unknown, w.x()
	var all, alone []Term
	for _, p := range w.Places {
		all = append(all, u.terms(p, nil)...)
		for _, t := range u.terms(p, arrays) {
			with := t.Fun != nil && mentions(t.Fun, arrays) ||
				slices.ContainsFunc(slices.Concat(t.In, t.Out),
					func(a algebra.Atom) bool { return mentions(a.E, arrays) })
			if !with {
				alone = append(alone, t)
			} else if given, ok := u.given(t, arrays); ok {
				alone = append(alone, given)
			}
		}
	}
	w.Groups = u.order(u.collect(all))
	w.factors()
	w.say("**Step 2.** Take logarithms. What does not contain $%s$ goes into the constant:", x)
	w.formula(w.given(`\log p`) + " = " + w.collected() + constant)
	z, b, others, q := w.free("x", "u", "z"), w.free("b", "h", "c"), namesOf(arrays), w.precision()
	w.say("**Step 3.** If $%s$ were drawn given $%s$, it would move in small steps, because they "+
		"hold each other fast. So $%s$ is drawn with $%s$ integrated out. As a function of these, as "+
		"one long vector $%s$, the joint density is $\\exp(K %s)$, with $%s$ and $%s$ from the "+
		"derivations of the normal unknowns. %sThe integral of that is known:", x, others, x, others, z,
		strings.Replace(parabola(q, z, b), "-", "- ", 1), q, b, held)
	full := w.Groups
	w.Groups = append([]Group{}, u.order(u.collect(alone))...)
	k := `K(` + x + `)`
	w.formula(`\log p(` + x + ` \mid \cdots) = ` + k + ` + \tfrac12\, ` + b + `^{\top}` + q +
		`^{-1}` + b + ` - \tfrac12 \log|` + q + `| + \text{const}`)
	if len(w.Groups) == 0 {
		w.formula(k + " = 0")
	} else {
		w.formula(k + " = " + w.collected())
	}
	w.Alone, w.Groups = w.Groups, full
	if v, ok := value(u.interval(w.Places)[0]); ok && v >= 0 {
		w.say("Because $%s$ is positive, its logarithm is drawn, by slice sampling. The change of "+
			"variable multiplies the density by $%s$. Then the others are drawn given it.", x, x)
	} else {
		w.say("It is drawn from this density by slice sampling. Then the others are drawn given it.")
	}
}
