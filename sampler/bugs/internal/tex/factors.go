package tex

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
)

// factors writes the first step.
func (w *writer) factors() {
	w.say("**Step 1.** The factors of the joint density that contain $%s$:", w.all())
	var fs []string
	u, brackets := w.Unknown, false
	for _, p := range w.Places {
		q := *p
		q.Conds = slices.DeleteFunc(slices.Clone(p.Conds),
			func(c Cond) bool { return u.byElement(c.mentions) })
		if len(q.Conds) < len(p.Conds) && p.stated != nil { // it has certain elements of the vector
			q.letter = p.stated
		}
		f := q.writeSum(`\prod`, w.extra(p)...) + q.density()
		if guards := q.guards(); len(guards) > 0 {
			brackets = true
			f += "^{" + join(guards, "") + "}"
		}
		fs = expr.Union(fs, f)
	}
	w.formula(w.given("p") + ` \;\propto\; ` + join(fs, `\; `))
	if brackets {
		w.say("A bracket is 1 if what stands in it is true, and 0 if not: so a factor with the " +
			"exponent 0 is not there.")
	}
	for _, c := range w.g.Computed {
		if a := c.Left.Array; a != u.X.Array && slices.Contains(u.with, a) {
			w.say("Here $%s$ is computed step by step, and contains $%s$:", symbol(a), w.all())
			letters := u.translate(func(e *expr.Expr) *expr.Expr {
				return u.counter(c.Statement.Loops[e.Depth].Var)
			})
			w.formula(write(letters(c.Left), sums) + " = " + write(letters(c.Value), sums))
		}
	}
}

// byElement tells whether something mentions the letter for the elements of a vector that is drawn
// as a whole.
func (u *Unknown) byElement(mentions func(letter *expr.Expr) bool) bool {
	for k, l := range u.Statement.Left.Args {
		if isRange(l) && mentions(u.X.Args[k]) {
			return true
		}
	}
	return false
}

// extra are the counters of a place that its distribution has no index for.
func (w *writer) extra(p *Place) (out []*expr.Expr) {
	for d := len(p.Factor.Piece.Rows.Counters); d < len(p.Factor.Rows.Counters); d++ {
		out = append(out, p.letter(&expr.Expr{Op: expr.Counter, Name: "v", Depth: d}))
	}
	return out
}

// density writes the distribution of a factor at a place.
func (p *Place) density() string {
	piece := p.Factor.Piece
	var args []*expr.Expr
	for _, a := range piece.Args {
		args = append(args, p.letter(a))
	}
	return densityOf(piece.Statement.Dist.Name, args, write(p.letter(piece.Left), sums)+` \mid `,
		p.letter(piece.Lower), p.letter(piece.Upper))
}

// densityOf writes a distribution. Normal distributions have their variance.
func densityOf(name string, args []*expr.Expr, value string, lower, upper *expr.Expr) string {
	d := dist.All[name]
	var ms []string
	for k, a := range args {
		m := write(a, sums)
		if strings.HasPrefix(d.Params[k], "precision") {
			if d.Multi {
				m = inverse(write(a, operands))
			} else {
				c, atoms := flat(a)
				m = product(1/c, powered(atoms, -1))
			}
		}
		ms = append(ms, m)
	}
	symbol := d.Tex
	if lower != nil || upper != nil {
		lo, hi := `-\infty`, `\infty`
		if lower != nil {
			lo = write(lower, sums)
		}
		if upper != nil {
			hi = write(upper, sums)
		}
		symbol += `_{[` + lo + comma + hi + `]}`
	}
	return symbol + paren(value+join(ms, comma))
}
