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
	w.say("**Step 2.** Take logarithms, multiply out, and collect by functions of %m. What does "+
		"not contain %m goes into the constant:", x, x)
	w.formula(cat(w.given(`\log p`), Math{` = `, " = "}, w.each(w.collected()), constant))
	var ms []Math
	for _, m := range f.of {
		ms = append(ms, w.fill(f, m, x))
	}
	for _, p := range f.params {
		ms = append(ms, w.free(p.name))
	}
	w.say("**Step 3.** "+f.sentence, append(ms, w.fill(f, f.log, x))...)
	w.parameters(f)
}

// each is the sum of a formula over the elements of a vector that is drawn as a whole.
func (w *writer) each(m Math) Math {
	if w.b.Kind != "Dirichlet" {
		return m
	}
	v := write(w.Unknown.X.Args[len(w.Unknown.X.Args)-1], sums)
	return cat(Math{`\sum_{` + v.TeX + `} `, "Σ_" + v.Text + " "}, m)
}

// slice ends the derivation of a density without a name.
func (w *writer) slice() {
	x := w.x()
	w.say("**Step 2.** Take logarithms, and drop what does not contain %m:", x)
	w.formula(cat(w.given(`\log p`), Math{` = `, " = "}, w.collected(), constant))
	why, gradient := strings.CutPrefix(w.b.Why, "together along the gradient: ")
	var odd []Math
	for _, g := range w.Groups {
		if g.Fun != nil && w.Unknown.basis(g.Fun) == "other" && len(odd) < 2 {
			odd = append(odd, write(g.Fun, sums))
		}
	}
	switch {
	case odd != nil:
		w.say("**Step 3.** No distribution with a name has this density, because of %m.",
			join(odd, both(" and ")))
	// of another unknown of the block, or inside a sum
	case gradient || strings.HasPrefix(why, "its log density contains") ||
		strings.HasPrefix(w.b.Kind, "nearly normal"):
		w.say("**Step 3.** No distribution with a name has this density.")
	default:
		w.say("**Step 3.** No distribution with a name has this density: " + why + ".")
	}
	var ms []Math
	for _, s := range w.b.Target {
		m := symbol(s.Left.Array)
		if !slices.Contains(ms, m) && !slices.Contains(w.b.Form.Integrated, s) {
			ms = append(ms, m)
		}
	}
	nearly := strings.HasPrefix(w.b.Kind, "nearly normal")
	switch {
	case nearly && slices.Contains(w.b.Form.Integrated, w.Unknown.Statement):
		w.say("It is drawn by slice sampling.")
		return
	case nearly:
		w.say("But as a function of all of %m together it is nearly that of a normal density. "+
			"Newton's method finds its mode, and the curvature there gives the normal density. "+
			"Elliptical slice sampling moves on ellipses of that normal density, and stays where the "+
			"exact log density is high enough. So the draws are exact, and only their speed depends on "+
			"the approximation.", join(ms, comma))
		return
	case gradient:
		w.say("So it is drawn by the no-U-turn sampler, at once with all of %m. This follows the "+
			"gradient of the joint log density, which it needs only up to a constant.", join(ms, comma))
		return
	}
	w.say("So %m is drawn by slice sampling, which needs the log density only up to a constant.", x)
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
	return signed(ms, negative, mayBreak)
}

// write writes a group; if all its terms are negative, the sign stands in front, and a square has
// −½.
func (g Group) write() (negative bool, m Math) {
	fun := write(g.Fun, products)
	terms := g.Terms
	negative = !slices.ContainsFunc(terms, func(t Term) bool { return t.C > 0 })
	if len(terms) == 1 && (terms[0].Place == nil || len(terms[0].In) == 0) {
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
	m = writeTerms(scale(terms, c))
	return negative, cat(before, bracket(m), times, fun)
}
