package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/tex"
)

// slice writes a step of slice sampling.
func (w *writer) slice() string {
	w.sliced = true
	d, x := w.u.Statement.Dist, w.u.X
	old, first := w.x(), ""
	if d.Discrete {
		old, first = "float64("+old+") + r.Float64()", "v = math.Floor(v)\n"
	}
	if slices.ContainsFunc(w.d.Places, func(p *tex.Place) bool { return p.Whole }) {
		first += w.put("v") + w.after(x.Array)
	} else {
		w.fixed[x] = "v"
	}
	var within []*adding
	text := ""
	for _, g := range w.d.Groups {
		part := ""
		if g.Fun == nil {
			part = w.terms(g.Terms, &within)
		} else {
			outside, guarded := []tex.Term(nil), []tex.Term(nil)
			for _, t := range g.Terms {
				if !w.guarded(t) {
					outside = append(outside, t)
					continue
				}
				t.Out = append(slices.Clone(t.Out), algebra.Atom{E: g.Fun, Pow: 1})
				guarded = append(guarded, t)
			}
			if outside != nil {
				part = times(w.terms(outside, &w.local.inside), w.expr(g.Fun, product), len(outside))
			}
			if guarded != nil && outside != nil {
				part = added(part, w.terms(guarded, &within))
			} else if guarded != nil {
				part = w.terms(guarded, &within)
			}
		}
		if text != "" {
			part = added(text, part)
		}
		text = part
	}
	delete(w.fixed, x)
	lo, hi, before := w.limits()
	if d.Discrete && hi != "math.Inf(1)" {
		hi += " + 1"
	}
	field := strings.TrimPrefix(w.name(x.Array), "s.") + "Width"
	if line := fmt.Sprintf("%s %sfloat64 // of the first interval of slice sampling\n", field,
		dims(x.Array.Dims)); !strings.Contains(w.widths, line) {
		w.widths += line
	}
	step := fmt.Sprintf("slice(r, s, %s, &s.%s%s, %s, %s, logDensity)", old, field, w.indices(x.Args),
		lo, hi)
	if d.Discrete {
		step = "math.Floor(" + step + ")"
	}
	return w.around(write(w.local.inside) + before + "logDensity := func(v float64) float64 {\n" +
		first + write(within) + "return " + text + "\n}\n" + w.put(step))
}

// guarded tells whether a term is there under a condition only. Without that, its function may
// have no value.
func (w *writer) guarded(t tex.Term) bool {
	if t.Place == nil {
		return false
	}
	guards, _, _ := w.parts(t)
	return len(guards) > 0
}

// times is a coefficient of some terms times a function.
func times(c, f string, terms int) string {
	switch {
	case c == "1":
		return f
	case c == "-1":
		return "-" + f
	case terms > 1:
		return "(" + c + ")*" + f
	}
	return c + "*" + f
}

// enumerate writes a draw from all values.
func (w *writer) enumerate() string {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(w.b.Kind, "all "), " values"))
	if err != nil {
		w.refuse("the values of %s are not known", w.u.X)
	}
	s, letter := w.u.Statement, w.d.Letter
	if s.Lower != nil || s.Upper != nil || len(w.intervals()) > 0 {
		w.refuse("%s has limits, and its values are tried one by one", w.u.X)
	}
	first := "1 + "
	if s.Dist.Name != "dcat" {
		w.whole[letter.Name] = true
		first = ""
	}
	var within []*adding
	var list []tex.Term
	for _, p := range w.d.Places {
		if piece := p.Factor.Piece; piece.Statement == s {
			sizes := []float64{float64(n)}
			switch all, ok := w.Graph.Pool.Elements(piece.Args[0]); {
			case s.Dist.Name == "dcat" && ok:
				sizes = append(sizes, float64(len(all)))
			case s.Dist.Name == "dbin" || s.Dist.Name == "dbetabin":
				sizes = piece.Args[len(piece.Args)-1].Column(piece.Rows).V
			}
			if slices.Min(sizes) != slices.Max(sizes) {
				w.refuse("the elements of %s have different numbers of values", w.u.X.Array.Name)
			}
		}
		tex.Summands(p.Log, 1, func(sign float64, e *expr.Expr) {
			atoms := []algebra.Atom{{E: e, Pow: 1}}
			switch {
			case !e.Contains(letter) && !p.Whole:
			case sumsOver(p, e):
				list = append(list, tex.Term{C: sign, Place: p, In: atoms})
			default:
				list = append(list, tex.Term{C: sign, Place: p, Out: atoms})
			}
		})
	}
	k, set := word(letter.Name), ""
	if slices.ContainsFunc(w.d.Places, func(p *tex.Place) bool { return p.Whole }) {
		set = w.x() + " = " + first + k + "\n" + w.after(w.u.X.Array)
	}
	text := w.terms(list, &within)
	return w.around(fmt.Sprintf("var weights [%d]float64 // logarithms\nfor %s := range weights {\n"+
		"%s%sweights[%s] = %s\n}\n%s = %svariate.LogCategorical(r, weights[:])\n", n, k, set,
		write(within), k, text, w.x(), first))
}
