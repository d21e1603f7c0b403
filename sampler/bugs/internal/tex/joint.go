package tex

import (
	"slices"

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
		if !slices.Contains(b.Form.Integrated, s) && !slices.Contains(arrays, s.Left.Array) {
			arrays = append(arrays, s.Left.Array)
		}
	}
	var ws []*writer
	coupled := len(b.Form.Integrated) > 0
	for _, s := range b.Target {
		if slices.Contains(b.Form.Integrated, s) {
			continue
		}
		w := begin(g, b, s)
		ws = append(ws, w)
		var terms []Term
		for _, p := range w.Places {
			coupled = w.augment(p) || coupled
			terms = append(terms, w.Unknown.terms(p, arrays)...)
		}
		w.Groups = w.Unknown.order(w.Unknown.collect(terms))
		for _, t := range w.linear() {
			_, at := partner(t, arrays)
			coupled = coupled || at >= 0
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
		w.integrated(arrays)
		out = append(out, w.Derived)
	}
	first := true
	for _, w := range ws {
		if !slices.Contains(wanted, w.Unknown.Statement) {
			continue
		}
		w.quadratic(arrays, len(ws) > 1 || b.Drawn > len(b.Form.Integrated)+1, first)
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
func (w *writer) quadratic(arrays []*expr.Array, several, first bool) {
	u, x := w.Unknown, w.x()
	if several {
		w.head("normal, jointly")
	} else {
		w.head("normal")
	}
	w.factors()
	if w.Latent != nil && first {
		w.identity()
	} else if w.Latent != nil {
		w.say("As above, the variables %m make the logarithm of the binomial factor a parabola.",
			symbol(w.Latent))
	}
	z, b := w.free("x", "u", "z"), w.free("b", "h", "c")
	w.say("**Step 2.** Take logarithms, multiply out, and collect by powers of %m. What does not "+
		"contain %m goes into the constant:", x, x)
	w.formula(cat(w.given(`\log p`), Math{` = `, " = "}, w.collected(), constant))
	var rest []Term
	for _, t := range w.linear() {
		if _, at := partner(t, arrays); at < 0 {
			rest = append(rest, t)
		} else {
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
	}
	w.Linear = u.simplify(rest)
	switch {
	case several && first:
		form := Math{`-\tfrac12 ` + z.TeX + `^{\top} Q ` + z.TeX + ` + ` + b.TeX + `^{\top} ` + z.TeX,
			"−½ " + z.Text + "ᵀQ" + z.Text + " + " + b.Text + "ᵀ" + z.Text}
		w.say("**Step 3.** In %m together, as one long vector %m, the log joint density is %m: a "+
			"normal density with precision matrix %m and mean %m. "+
			"Read the row of %m off step 2. On the diagonal of %m stands −2 times the coefficient of the "+
			"square. Where another unknown of the block stands beside %m, "+
			"its factor with the opposite sign is an entry of %m. What is left belongs to %m:",
			namesOf(arrays), z, form, both("Q"), Math{`Q^{-1}` + b.TeX,
				"Q⁻¹" + b.Text}, x, both("Q"), x, both("Q"), b)
	case several:
		w.say("**Step 3.** The row of %m in %m, and its entry of %m:", x, both("Q"), b)
	default:
		w.say("**Step 3.** A parabola in %m is the log of a normal density with precision %m and mean "+
			"%m:", x, both("Q"), Math{`Q^{-1}` + b.TeX, b.Text + "/Q"})
	}
	entry := func(other Math, terms []Term) Math {
		return cat(Math{`Q_{` + x.TeX + `,\,` + other.TeX + `} = `,
			"Q[" + x.Text + ", " + other.Text + "] = "}, u.withNumbers(u.simplify(terms)))
	}
	for _, g := range w.Groups {
		if g.Fun != nil && u.basis(g.Fun) == "x^2" {
			w.Entries = append(w.Entries, Entry{u.X, scale(g.Terms, -2)})
		}
	}
	slices.SortStableFunc(w.Entries, func(a, b Entry) int {
		switch {
		case a.Other == u.X && b.Other != u.X:
			return -1
		case a.Other != u.X && b.Other == u.X:
			return 1
		}
		return 0
	})
	for _, e := range w.Entries {
		m := entry(write(e.Other, sums), e.Terms)
		if e.Other != u.X && slices.Contains(e.Other.Array.Observed, true) {
			m = cat(m, Math{`\quad\text{where `, "   where "},
				Math{`}` + write(e.Other, sums).TeX + `\text{ is missing}`,
					write(e.Other, sums).Text + " is missing"})
		}
		w.formula(m)
	}
	w.formula(cat(Math{b.TeX + `_{` + x.TeX + `} = `, b.Text + "[" + x.Text + "] = "},
		u.withNumbers(w.Linear)))
	if several && first {
		w.say("All other entries of the row are zero. All of %m are drawn at once, from a factor of %m.",
			namesOf(arrays), both("Q"))
	}
}

func namesOf(arrays []*expr.Array) Math {
	var ms []Math
	for _, a := range arrays {
		ms = append(ms, symbol(a))
	}
	return join(ms, comma)
}

// integrated derives the update of a number that is drawn with the block integrated out.
func (w *writer) integrated(arrays []*expr.Array) {
	u, x := w.Unknown, w.x()
	var all, alone []Term
	for _, p := range w.Places {
		all = append(all, u.terms(p, nil)...)
		for _, t := range u.terms(p, arrays) {
			with := t.Fun != nil && mentions(t.Fun, arrays)
			for _, a := range append(slices.Clone(t.In), t.Out...) {
				with = with || mentions(a.E, arrays)
			}
			if given, ok := u.given(t, arrays); with && ok {
				alone = append(alone, given)
			} else if !with {
				alone = append(alone, t)
			}
		}
	}
	w.Groups = u.order(u.collect(all))
	w.factors()
	w.say("**Step 2.** Take logarithms. What does not contain %m goes into the constant:", x)
	w.formula(cat(w.given(`\log p`), Math{` = `, " = "}, w.collected(), constant))
	z, b := w.free("x", "u", "z"), w.free("b", "h", "c")
	w.say("**Step 3.** If %m were drawn given %m, it would move in small steps, because they hold "+
		"each other fast. So %m is drawn with %m integrated out. "+
		"As a function of these, as one long vector %m, the joint density is %m, with %m and %m from "+
		"the derivations of the normal unknowns. The integral of that is known:", x, namesOf(arrays), x,
		namesOf(arrays), z,
		Math{`\exp(K - \tfrac12 ` + z.TeX + `^{\top} Q ` + z.TeX + ` + ` + b.TeX + `^{\top} ` + z.TeX +
			`)`, "exp(K − ½ " + z.Text + "ᵀQ" + z.Text + " + " + b.Text + "ᵀ" + z.Text + ")"}, both("Q"), b)
	full := w.Groups
	w.Groups = u.order(u.collect(alone))
	k := cat(Math{`K(`, "K("}, x, Math{`)`, ")"})
	w.formula(cat(Math{`\log p(`, "log p("}, x, Math{` \mid \cdots) = `, " | …) = "}, k,
		Math{` + \tfrac12\, ` + b.TeX + `^{\top} Q^{-1} ` + b.TeX + ` - \tfrac12 \log |Q| + \text{const}`,
			" + ½ " + b.Text + "ᵀQ⁻¹" + b.Text + " − ½ log|Q| + const"}))
	if len(w.Groups) == 0 {
		w.Groups = []Group{}
		w.formula(cat(k, both(" = 0")))
	} else {
		w.formula(cat(k, Math{` = `, " = "}, w.collected()))
	}
	w.Alone, w.Groups = w.Groups, full
	if v, ok := value(u.interval(w.Places)[0]); ok && v >= 0 {
		w.say("Because %m is positive, its logarithm is drawn, by slice sampling. The change of "+
			"variable multiplies the density by %m. Then the others are drawn given it.", x, x)
	} else {
		w.say("It is drawn from this density by slice sampling. Then the others are drawn given it.")
	}
}
