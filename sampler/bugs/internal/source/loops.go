package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/tex"
)

// nest puts a text into loops and conditions with these heads.
func nest(heads []string, body string) string {
	return strings.Join(heads, "") + body + strings.Repeat("}\n", len(heads))
}

// over has the heads of loops over all elements of an array, and the indices of an element.
func over(dims []int) (heads []string, at string) {
	for k, n := range dims {
		v := string(rune('i' + k))
		heads = append(heads, fmt.Sprintf("for %s := range %d {\n", v, n))
		at += "[" + v + "]"
	}
	return heads, at
}

// loop is the head of a loop over a counter of the model, which Go counts from zero.
func (p *printer) loop(name string, lo, hi *expr.Expr) string {
	v := word(name)
	if lo.Op == expr.Num && lo.Value == 1 {
		return fmt.Sprintf("for %s := range %s {\n", v, p.value(hi))
	}
	return fmt.Sprintf("for %s := %s; %s < %s; %s++ {\n", v, p.index(lo), v, p.value(hi), v)
}

// loops are the heads over the rows of a place where some conditions hold.
func (p *printer) loops(sums []tex.Sum, conds []tex.Cond) (heads []string) {
	for _, s := range sums {
		heads = append(heads, p.loop(s.Counter.Name, s.Lo, s.Hi))
	}
	for _, c := range conds {
		heads = append(heads, "if "+p.cond(c)+" {\n")
	}
	return heads
}

// mostListed is how many rows of a statement a condition lists where it stands. mostKept is how
// many a table may have.
const (
	mostListed = 20
	mostKept   = 10_000
)

// cond writes a condition on counters.
func (p *printer) cond(c tex.Cond) string {
	switch {
	case c.Rel == "=" && c.A.Op == expr.Num:
		return p.index(c.B) + " == " + p.index(c.A)
	case c.Rel == "=":
		return p.value(c.A) + " == " + p.value(c.B)
	case c.Rel == "≤":
		return p.value(c.A) + " <= " + p.value(c.B)
	case c.Rel == "≠":
		return p.value(c.A) + " != " + p.value(c.B)
	case c.Rel == "in" && c.Set.N <= mostKept:
		var is, all []string
		for _, e := range c.Row {
			is = append(is, p.index(e))
		}
		for i := range c.Set.N {
			var one []string
			for _, v := range c.Set.Env(i)[:len(c.Row)] {
				one = append(one, strconv.Itoa(int(v)-1))
			}
			all = append(all, "{"+strings.Join(one, ", ")+"}")
		}
		kind := fmt.Sprintf("[%d]int{", len(is))
		if len(all) > mostListed {
			return p.rowSet(kind, all) + "[" + kind + strings.Join(is, ", ") + "}]"
		}
		return "slices.Contains([]" + kind + strings.Join(all, ", ") + "}, " + kind +
			strings.Join(is, ", ") + "})"
	}
	return p.refuse("%s has only some rows of its statement", p.u.X)
}

// rowSet declares a table of rows, once.
func (p *printer) rowSet(kind string, rows []string) string {
	text, line := "", ""
	for _, r := range rows {
		if line += r + ": true, "; len(line) > 80 {
			text, line = text+line+"\n", ""
		}
	}
	text += line + "\n"
	if p.sumOf[text] == "" {
		p.sumOf[text] = p.fresh("rows", "2")
		p.sums = append(p.sums, fmt.Sprintf("// %s are rows of a statement.\nvar %[1]s = "+
			"map[%s]bool{\n%s}\n", p.sumOf[text], strings.TrimSuffix(kind, "{"), text))
	}
	return p.sumOf[text]
}

// letters are those of the unknown's indices.
func (w *writer) letters() (out []*expr.Expr) {
	for _, a := range w.u.X.Args {
		for x := range a.Parts() {
			if x.Op == expr.Counter {
				out = expr.Union(out, x)
			}
		}
	}
	return out
}

// size is how many values a letter has.
func (w *writer) size(l *expr.Expr) (n int) {
	if k := slices.Index(w.u.X.Args, l); k >= 0 {
		return w.u.X.Array.Dims[k]
	}
	w.u.Each(func(env []int32) { n = max(n, int(env[l.Depth])) })
	return n
}

// ofLetter is the head of the loop over a letter of the unknown.
func (w *writer) ofLetter(l *expr.Expr) string {
	for _, loop := range w.u.Statement.Loops {
		if loop.Var == l.Name {
			return w.loop(loop.Var, loop.Lo, loop.Hi)
		}
	}
	return fmt.Sprintf("for %s := range %d {\n", word(l.Name), w.size(l))
}

// around puts the loops over the unknown's elements around a text.
func (w *writer) around(body string) string {
	heads := append(w.rounds(w.u.Statement), w.within...)
	if w.u.Statement.Observed() {
		cond := w.missing(w.u.X.Array, w.indices(w.u.X.Args), false)
		body = "if " + cond + " {\ncontinue // given\n}\n" + body
	}
	return write(w.local.before) + nest(heads, body+w.after(w.u.X.Array))
}

// missing is the condition that an element is not given, or that it is.
func (p *printer) missing(a *expr.Array, at string, is bool) string {
	switch s := p.givenName(a) + at; {
	case p.isInt(a) && is:
		return s + " < 0"
	case p.isInt(a):
		return s + " >= 0"
	case is:
		return "math.IsNaN(" + s + ")"
	default:
		return "!math.IsNaN(" + s + ")"
	}
}
