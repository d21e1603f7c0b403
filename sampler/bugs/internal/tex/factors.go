package tex

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
)

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
		w.say("A bracket is 1 if what stands in it is true, and 0 if not: so a factor with the " +
			"exponent 0 is not there.")
	}
	for _, c := range w.g.Computed {
		if a := c.Left.Array; a != u.X.Array && slices.Contains(u.with, a) {
			w.say("Here %m is computed step by step, and contains %m:", symbol(a), x)
			named := u.translate(func(
				e *expr.Expr) *expr.Expr {
				return u.counter(c.Statement.Loops[e.Depth].Var)
			})
			w.formula(cat(write(named(c.Left), sums), Math{` = `, " = "}, write(named(c.Value), sums)))
		}
	}
}

// byElement tells whether a condition is about one element of a vector that is drawn as a whole.
func (u *Unknown) byElement(c Cond) bool {
	for k, l := range u.Statement.Left.Args {
		if (l.Op == expr.All || l.Op == expr.Range) && c.mentions(u.X.Args[k]) {
			return true
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
	return densityOf(piece.Statement.Dist.Name, args,
		cat(write(p.letter(piece.Left), sums),
			Math{` \mid `, " | "}), p.letter(piece.Lower), p.letter(piece.Upper))
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
		case strings.HasPrefix(d.Params[k], "precision"):
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
