package tex

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
)

// steps is the derivation of an update by a name, or of a slice update.
func (w *writer) steps() {
	u, x := w.Unknown, w.x()
	var terms []Term
	for _, p := range w.Places {
		terms = append(terms, u.terms(p, nil)...)
	}
	w.Groups = u.order(u.collect(terms))
	w.factors()
	f, known := w.family()
	if !known {
		w.slice()
		return
	}
	if w.Unknown.switched != nil {
		z := write(w.Unknown.switched, sums)
		w.say("Here $%s$ is 0 or 1, so it chooses between two logarithms: $\\log(%s a + (1 - %s) b) = "+
			"%s \\log a + (1 - %s) \\log b$.", z, z, z, z, z)
	}
	w.say("**Step 2.** Take logarithms, multiply out, and collect by functions of $%s$. What does "+
		"not contain $%s$ goes into the constant:", x, x)
	w.formula(w.given(`\log p`) + " = " + w.collected() + constant)
	w.say("**Step 3.** "+w.fill(f.sentence)+" $%s$.", w.fill(f.log))
	if w.mixed() {
		w.say("**Step 4.** The unknown stands in one factor as several elements. So each coefficient " +
			"is a sum of several terms of step 2, and differs between the elements.")
		return
	}
	w.parameters(f)
}

// slice ends the derivation of a density without a name.
func (w *writer) slice() {
	x := w.x()
	if w.inPairs() {
		x = w.all()
	}
	w.say("**Step 2.** Take logarithms, and drop what does not contain $%s$:", x)
	w.formula(w.given(`\log p`) + " = " + w.collected() + constant)
	var odd, block []string
	for _, g := range w.Groups {
		if g.Fun != nil && w.Unknown.basis(g.Fun) == "other" && len(odd) < 2 {
			odd = append(odd, "$"+write(g.Fun, sums)+"$")
		}
	}
	for _, s := range w.b.Target {
		if !slices.Contains(w.b.Form.Integrated, s) {
			block = expr.Union(block, symbol(s.Left.Array))
		}
	}
	why, gradient := strings.CutPrefix(w.b.Why, "together along the gradient: ")
	nearly := strings.HasPrefix(w.b.Kind, "nearly normal")
	switch {
	case odd != nil:
		why = ", because of " + join(odd, " and ")
	// of another unknown of the block, or inside a sum
	case gradient || nearly || strings.HasPrefix(why, "its log density contains"):
		why = ""
	default:
		why = ": " + why
	}
	if nearly && !slices.ContainsFunc(w.Groups, func(g Group) bool {
		b := w.Unknown.basis(g.Fun)
		return b != "x" && b != "x^2"
	}) {
		w.say("**Step 3.** Alone, $%s$ would be normal. It is drawn with the others of its block.", x)
	} else if w.b.Why == "the author chose it" {
		w.say("**Step 3.** The author chose this update, and not the one that the plan would take.")
	} else {
		w.say("**Step 3.** The program knows no distribution with this density%s.", why)
	}
	switch {
	case nearly && slices.Contains(w.b.Form.Integrated, w.Unknown.Statement):
		w.say("It is drawn by slice sampling.")
	case nearly:
		w.say("But as a function of all of $%s$ together it is nearly that of a normal density. "+
			"Newton's method finds its mode, and the curvature there gives the normal density. "+
			"A draw from that is accepted or not, as Metropolis and Hastings say. Then elliptical slice "+
			"sampling moves on an ellipse of the normal density, to where the exact log density is high "+
			"enough. So the draws are exact, and only their speed depends on "+
			"the approximation.", join(block, comma))
		s := w.Unknown.Statement
		if s.Dist.Name == "dunif" {
			w.say("In the approximation, a normal density with the same mean and variance stands for the " +
				"uniform prior.")
		}
		if s.Dist.Name == "dunif" || s.Lower != nil || s.Upper != nil {
			w.say("Nothing outside the bounds is accepted. If the mode is within two standard " +
				"deviations of one, the no-U-turn sampler draws instead.")
		}
	case w.inPairs():
		w.say("So two elements of $%s$ at a time are drawn by slice sampling, which needs the log "+
			"density only up to a constant. Their sum stays as it is.", w.all())
	case gradient:
		w.say("So it is drawn by the no-U-turn sampler, at once with all of $%s$. This follows the "+
			"gradient of the joint log density, which it needs only up to a constant.",
			join(block, comma))
	default:
		w.say("So $%s$ is drawn by slice sampling, which needs the log density only up to a constant.",
			x)
	}
}

// collected writes the log density. For a vector of probabilities it is a sum over its elements,
// and what is said once.
func (w *writer) collected() string {
	var each, ms []string
	for _, g := range w.Groups {
		to := &ms
		if w.vector() && !g.Once {
			to = &each
		}
		if g.Fun != nil {
			*to = append(*to, g.write())
			continue
		}
		for _, t := range g.Terms {
			*to = append(*to, t.write())
		}
	}
	if each != nil {
		m := signed(each, "")
		if len(each) > 1 || strings.HasPrefix(m, "-") {
			m = paren(m)
		}
		v := w.Unknown.X.Args[len(w.Unknown.X.Args)-1]
		ms = slices.Insert(ms, 0, `\sum_{`+write(v, sums)+`} `+m)
	}
	return signed(ms, mayBreak)
}

// write writes a group; if all its terms are negative, the sign stands in front, and a square has
// −½.
func (g Group) write() string {
	fun, c, before := write(g.Fun, products), 1.0, ""
	if len(g.Terms) == 1 && (g.Terms[0].Place == nil || len(g.Terms[0].In) == 0) {
		return g.Terms[0].write(fun)
	}
	if !slices.ContainsFunc(g.Terms, func(t Term) bool { return t.C > 0 }) {
		c, before = -1, "-"
	}
	if f := g.Fun; isCall(f, "^") && f.Args[1].Op == expr.Num && f.Args[1].Value == 2 {
		c, before = 2*c, before+number(0.5)+times
	}
	return before + bracket(writeTerms(scale(g.Terms, c))) + times + fun
}
