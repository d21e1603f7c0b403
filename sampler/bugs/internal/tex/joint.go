package tex

import (
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

// together derives a block of unknowns that are jointly normal. It returns nil if they do not depend on each
// other.
func together(g *graph.Graph, b *block.Block) (out []*Derived) {
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
		w := begin(g, b, s)
		w.head("by slice sampling, with the normal unknowns integrated out")
		for _, f := range b.Form.Priors {
			if f.Piece.Statement == s {
				w.Places = append(w.Places, w.Unknown.places(f)...)
			}
		}
		w.integrated(arrays)
		out = append(out, w.Derived)
	}
	for i, w := range ws {
		w.quadratic(arrays, len(ws) > 1 || b.Drawn > len(b.Form.Integrated)+1, i == 0)
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

// partner finds the other unknown of the block in a term: among the atoms inside the sum, or outside.
func partner(t Term, arrays []*expr.Array) (atoms []algebra.Atom, at int) {
	for _, atoms := range [][]algebra.Atom{t.In, t.Out} {
		for i, a := range atoms {
			if a.E.Op == expr.Elem && slices.Contains(arrays, a.E.Array) {
				return atoms, i
			}
		}
	}
	return nil, -1
}

// augment makes a binomial factor with a logit or probit link quadratic by a variable for each row.
func (w *writer) augment(p *Place) bool {
	u, piece := w.Unknown, p.Factor.Piece
	if name := piece.Statement.Dist.Name; name != "dbern" && name != "dbin" {
		return false
	}
	link := p.letter(piece.Args[0])
	if !isCall(link, "ilogit", "phi") {
		return false
	}
	eta, size, name := link.Args[0], u.pool.Num(1), "omega"
	if len(piece.Args) > 1 {
		size = p.letter(piece.Args[1])
	}
	if link.Name == "phi" {
		name = "z"
	}
	a := w.auxiliary(name)
	var at []*expr.Expr
	for d := range piece.Rows.Counters {
		at = append(at, p.letter(&expr.Expr{Op: expr.Counter, Depth: d}))
	}
	v, half := u.pool.Elem(a, at...), u.pool.Num(0.5)
	if link.Name == "phi" {
		p.Log = u.pool.Sub(u.pool.Mul(v, eta), u.pool.Mul(half, u.pool.Pow(eta, 2)))
	} else {
		kappa := u.pool.Sub(p.letter(piece.Left), u.pool.Mul(half, size))
		p.Log = u.pool.Sub(u.pool.Mul(kappa, eta), u.pool.Mul(half, v, u.pool.Pow(eta, 2)))
	}
	return true
}

// auxiliary is the array of auxiliary variables.
func (w *writer) auxiliary(name string) *expr.Array {
	if w.Latent == nil {
		if w.g.Arrays[name] != nil {
			name += ".star"
		}
		w.Latent = expr.NewArray(name, nil)
		w.Latent.State, w.Latent.Unknowns = true, true
	}
	return w.Latent
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
		w.say("As above, the variables %m make the logarithm of the binomial factor a parabola.", named(w.Latent.Name))
	}
	z, b := w.free("x", "u", "z"), w.free("b", "h", "c")
	w.say("**Step 2.** Take logarithms, multiply out, and collect by powers of %m. What does not contain %m goes into the constant:", x, x)
	w.formula(cat(w.given(`\log p`), Math{` = `, " = "}, w.collected(), Math{` + \text{const}`, " + const"}))
	var rest []Term
	for _, t := range w.linear() {
		if _, at := partner(t, arrays); at < 0 {
			rest = append(rest, t)
		} else {
			w.Entries = append(w.Entries, u.entry(t, arrays))
			if given, ok := u.given(t, arrays); ok {
				rest = append(rest, given)
			}
		}
	}
	w.Linear = u.simplify(rest)
	switch {
	case several && first:
		form := Math{`-\tfrac12 ` + z.TeX + `^{\top} Q ` + z.TeX + ` + ` + b.TeX + `^{\top} ` + z.TeX, "−½ " + z.Text + "ᵀQ" + z.Text + " + " + b.Text + "ᵀ" + z.Text}
		w.say("**Step 3.** In %m together, as one long vector %m, the log joint density is %m: a normal density with precision matrix %m and mean %m. "+
			"Read the row of %m off step 2. On the diagonal of Q stands −2 times the coefficient of the square. Where another unknown of the block stands beside %m, "+
			"its factor with the opposite sign is an entry of Q. What is left belongs to %m:", namesOf(arrays), z, form, both("Q"), Math{`Q^{-1}` + b.TeX, "Q⁻¹" + b.Text}, x, x, b)
	case several:
		w.say("**Step 3.** The row of %m in Q, and its entry of %m:", x, b)
	default:
		w.say("**Step 3.** A parabola in %m is the log of a normal density with precision Q and mean %m/Q:", x, b)
	}
	entry := func(other Math, terms []Term) Math {
		return cat(Math{`Q_{` + x.TeX + `,\,` + other.TeX + `} = `, "Q[" + x.Text + ", " + other.Text + "] = "}, u.withNumbers(u.simplify(terms)))
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
			m = cat(m, Math{`\quad\text{where `, "   where "}, Math{`}` + write(e.Other, sums).TeX + `\text{ is missing}`, write(e.Other, sums).Text + " is missing"})
		}
		w.formula(m)
	}
	w.formula(cat(Math{b.TeX + `_{` + x.TeX + `} = `, b.Text + "[" + x.Text + "] = "}, u.withNumbers(w.Linear)))
	if several && first {
		w.say("All other entries of the row are zero. All of %m are drawn at once, from a factor of Q.", namesOf(arrays))
	}
}

// withNumbers writes terms, and again with numbers if that is shorter.
func (u *Unknown) withNumbers(terms []Term) Math {
	m, _ := writeTerms(terms)
	if n, ok := u.inNumbers(terms); ok {
		if s, _ := writeTerms(n); s.Text != m.Text {
			return cat(m, Math{` = `, " = "}, s)
		}
	}
	return m
}

// given is a term where the other unknowns of the block in it are given. ok is false if none ever is.
func (u *Unknown) given(t Term, arrays []*expr.Array) (out Term, ok bool) {
	p := Place{}
	if t.Place != nil {
		p = *t.Place
	}
	p.Conds = slices.Clone(p.Conds)
	for _, a := range append(slices.Clone(t.In), t.Out...) {
		if !mentions(a.E, arrays) {
			continue
		}
		if a.E.Op != expr.Elem || !slices.Contains(a.E.Array.Observed, true) {
			return t, false
		}
		p.Conds = append(p.Conds, Cond{A: a.E, Rel: "given"})
	}
	t.Place = &p
	return t, true
}

func namesOf(arrays []*expr.Array) Math {
	var ms []Math
	for _, a := range arrays {
		ms = append(ms, named(a.Name))
	}
	return join(ms, comma)
}

// entry turns a term with another unknown into an entry of the matrix.
func (u *Unknown) entry(t Term, arrays []*expr.Array) Entry {
	atoms, at := partner(t, arrays)
	y := atoms[at].E
	left := slices.Delete(slices.Clone(atoms), at, at+1)
	e := Term{C: -t.C, Out: t.Out, In: left}
	if t.Place == nil || len(t.In) == 0 || &t.In[0] != &atoms[0] {
		e.Out, e.In = left, t.In
	}
	if t.Place == nil {
		return Entry{y, []Term{e}}
	}
	p := *t.Place
	p.Sums, p.Conds = slices.Clone(p.Sums), slices.Clone(p.Conds)
	args := slices.Clone(y.Args)
	taken := []string{}
	for _, s := range p.Sums {
		taken = append(taken, s.Counter.Name)
	}
	for k, a := range args {
		i := slices.IndexFunc(p.Sums, func(s Sum) bool { return s.Counter == a })
		switch {
		case i >= 0:
			s := p.Sums[i]
			if p.counts(s.Lo) || p.counts(s.Hi) {
				p.Conds = append(p.Conds, Cond{A: s.Lo, B: a, Rel: "≤"}, Cond{A: a, B: s.Hi, Rel: "≤"})
			}
			p.Sums = slices.Delete(p.Sums, i, i+1)
		case p.counts(a):
			c := u.counter(u.fresh("j", taken...))
			taken = append(taken, c.Name)
			p.Conds = append(p.Conds, Cond{A: a, B: c, Rel: "="})
			args[k] = c
		}
	}
	var all []algebra.Atom
	all = append(append(all, e.Out...), e.In...)
	return Entry{u.pool.With(y, args), []Term{u.term(&p, e.C, all, nil)}}
}

// identity says which identity makes a binomial factor quadratic.
func (w *writer) identity() {
	if name := named(w.Latent.Name); strings.HasPrefix(w.Latent.Name, "z") {
		w.say("The normal distribution function is no polynomial. Albert and Chib (1993) give each observation a hidden normal number %m, positive if the observation is 1 and negative if it is 0:", name)
		w.formula(Math{`\Phi(\eta) = P(z > 0), \qquad z \sim \mathrm{N}(\eta, 1)`, "Φ(η) = P(z > 0),   z ~ N(η, 1)"})
		w.say("Given %m, the factor is exp(z η − ½ η²), a parabola in η. Each z is drawn first, from its normal distribution cut at zero.", name)
		return
	}
	w.say("log(1 + e^η) is no polynomial. Polson, Scott and Windle (2013) give each observation a hidden number %m with a Pólya-Gamma distribution:", named(w.Latent.Name))
	w.formula(Math{`\frac{(e^{\eta})^{r}}{(1+e^{\eta})^{n}} = 2^{-n} e^{\kappa\eta} \int_0^\infty e^{-\omega\eta^2/2}\, \mathrm{PG}(\omega \mid n, 0)\, d\omega, \qquad \kappa = r - \tfrac{n}{2}`,
		"(e^η)^r / (1 + e^η)^n = 2⁻ⁿ e^(κη) ∫ e^(−ωη²/2) PG(ω | n, 0) dω,   κ = r − n/2"})
	w.say("Given %m, the factor is exp(κ η − ½ ω η²), a parabola in η. Each ω is drawn first, from PG(n, η).", named(w.Latent.Name))
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
	w.formula(cat(w.given(`\log p`), Math{` = `, " = "}, w.collected(), Math{` + \text{const}`, " + const"}))
	z, b := w.free("x", "u", "z"), w.free("b", "h", "c")
	w.say("**Step 3.** Given %m this is a known density, but such steps are small: %m and %m hold each other fast. So %m is drawn with %m integrated out. "+
		"As a function of these, as one long vector %m, the joint density is %m, with Q and %m as derived below. The integral of that is known:", namesOf(arrays), x, namesOf(arrays), x, namesOf(arrays), z,
		Math{`\exp(K - \tfrac12 ` + z.TeX + `^{\top} Q ` + z.TeX + ` + ` + b.TeX + `^{\top} ` + z.TeX + `)`, "exp(K − ½ " + z.Text + "ᵀQ" + z.Text + " + " + b.Text + "ᵀ" + z.Text + ")"}, b)
	full := w.Groups
	w.Groups = u.order(u.collect(alone))
	k := cat(Math{`K(`, "K("}, x, Math{`)`, ")"})
	w.formula(cat(Math{`\log p(`, "log p("}, x, Math{` \mid \cdots) = `, " | …) = "}, k,
		Math{` + \tfrac12\, ` + b.TeX + `^{\top} Q^{-1} ` + b.TeX + ` - \tfrac12 \log |Q| + \text{const}`, " + ½ " + b.Text + "ᵀQ⁻¹" + b.Text + " − ½ log|Q| + const"}))
	if len(w.Groups) == 0 {
		w.Groups = []Group{}
		w.formula(cat(k, both(" = 0")))
	} else {
		w.formula(cat(k, Math{` = `, " = "}, w.collected()))
	}
	w.Alone, w.Groups = w.Groups, full
	w.say("It is drawn by slice sampling from this density; then the others are drawn given it.")
}
