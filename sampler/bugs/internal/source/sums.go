package source

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/tex"
)

// locals are the sums that an update computes: in loops before those over the unknown's elements,
// or inside them.
type locals struct {
	before, inside []*adding
	names          map[string]int
	seen           map[string]string // what stands for a sum, by its loops and its body
}

// An adding is a loop that adds up in one or several variables.
type adding struct {
	heads        []string
	names, lines []string
	array        string // the type of its variables, if they are arrays
}

// write writes loops with the declarations of their variables.
func write(list []*adding) (text string) {
	for _, l := range list {
		for _, n := range l.names {
			if l.array != "" {
				text += fmt.Sprintf("var %s %s\n", n, l.array)
			} else {
				text += n + " := 0.0\n"
			}
		}
		body := ""
		for _, line := range l.lines {
			if one, ok := strings.CutSuffix(line, " += 1"); ok {
				line = one + "++"
			}
			body += line + "\n"
		}
		text += nest(l.heads, body)
	}
	return text
}

// add puts a variable and a line into the loop with these heads, once, and returns the variable.
// The line has % for it.
func (w *writer) add(list *[]*adding, heads []string, name, array, line string) string {
	key := fmt.Sprintf("%p", list) + strings.Join(heads, "") + line
	if n, ok := w.local.seen[key]; ok {
		return n
	}
	for base, again := name, true; again; again = w.taken[name] {
		if name = base; w.local.names[base] > 0 {
			name = fmt.Sprint(base, w.local.names[base]+1)
		}
		w.local.names[base]++
	}
	w.local.seen[key] = name
	line = strings.Replace(line, "%", name, 1)
	for _, l := range *list {
		if slices.Equal(l.heads, heads) && l.array == array {
			l.names, l.lines = append(l.names, name), append(l.lines, line)
			return name
		}
	}
	*list = append(*list, &adding{heads, []string{name}, []string{line}, array})
	return name
}

// sumsOver tells whether an expression has a counter of a place's sums.
func sumsOver(p *tex.Place, e *expr.Expr) bool {
	return slices.ContainsFunc(p.Sums, func(s tex.Sum) bool { return e.Contains(s.Counter) })
}

// parts takes the conditions of a place apart: those of the unknown's letters alone, those that say
// which element a row of the data belongs to, and others.
func (w *writer) parts(t tex.Term) (guards []tex.Cond, bound map[*expr.Expr]*expr.Expr,
	others []tex.Cond) {
	bound = map[*expr.Expr]*expr.Expr{}
	for _, c := range t.Place.Conds {
		switch {
		case c.Rel == "in" && !slices.ContainsFunc(c.Row, func(e *expr.Expr) bool {
			return sumsOver(t.Place, e)
		}):
			guards = append(guards, c)
		case c.Rel == "in":
			others = append(others, c)
		case !sumsOver(t.Place, c.A) && !sumsOver(t.Place, c.B):
			guards = append(guards, c)
		case c.Rel == "=" && slices.Contains(w.letters(), c.B) && bound[c.B] == nil:
			bound[c.B] = c.A
		default:
			others = append(others, c)
		}
	}
	return guards, bound, others
}

// total writes the sum of a term's part inside the sum: a variable or an element of an array that a
// loop fills, or a product of numbers of rows.
func (w *writer) total(t tex.Term, list *[]*adding) string {
	_, bound, others := w.parts(t)
	body := w.atoms(t.In)
	switch {
	case len(t.In) == 0:
		body = "1"
	case len(t.In) == 1 && t.In[0].Pow == 1:
		body = w.expr(t.In[0].E, sum)
	}
	fixed, mine, ragged := true, false, false
	uses := func(es ...*expr.Expr) {
		for _, e := range es {
			fixed = fixed && known(e)
			mine = mine || e.Has(func(x *expr.Expr) bool {
				return x.Array == w.u.X.Array || x == w.d.Letter
			})
		}
	}
	for _, s := range t.Place.Sums {
		uses(s.Lo, s.Hi)
		ragged = ragged || sumsOver(t.Place, s.Lo) || sumsOver(t.Place, s.Hi)
	}
	for _, a := range t.In {
		uses(a.E)
	}
	for _, c := range t.Place.Conds {
		uses(c.A, c.B)
	}
	switch {
	case fixed && body == "1" && len(t.Place.Conds) == 0 && !ragged:
		var sizes []string
		for _, s := range t.Place.Sums {
			n := w.value(s.Hi)
			if lo := w.index(s.Lo); lo != "0" {
				n = "(" + n + " - " + lo + ")"
			}
			sizes = append(sizes, n)
		}
		return strings.Join(sizes, "*")
	case !mine && (fixed || len(bound) > 0):
		return w.table(t, bound, others, body, fixed)
	}
	for letter, a := range bound {
		others = append(others, tex.Cond{A: a, B: letter, Rel: "="})
	}
	return w.add(list, w.loops(t.Place.Sums, others), "sum", "", "% += "+body)
}

// table writes a sum for all elements at once: of data, which is computed once, or of the state.
func (w *writer) table(t tex.Term, bound map[*expr.Expr]*expr.Expr, others []tex.Cond, body string,
	fixed bool) string {
	var size, in, out, first, where string
	var heads, over []string
	for _, l := range w.letters() {
		a, is := bound[l]
		inBody, occurs := false, is
		for _, a := range t.In {
			inBody = inBody || a.E.Contains(l)
		}
		for _, s := range t.Place.Sums {
			occurs = occurs || s.Lo.Contains(l) || s.Hi.Contains(l)
		}
		for _, c := range others {
			occurs = occurs || c.A.Contains(l) || c.B.Contains(l) ||
				slices.ContainsFunc(c.Row, func(e *expr.Expr) bool { return e.Contains(l) })
		}
		for _, a := range bound {
			occurs = occurs || a.Contains(l)
		}
		if !occurs && !inBody {
			continue
		}
		name := word(l.Name)
		size += fmt.Sprintf("[%d]", w.size(l))
		out += "[" + name + "]"
		switch {
		case !is:
			heads = append(heads, w.ofLetter(l))
		case inBody:
			first += fmt.Sprintf("%s := %s\n", name, w.index(a))
		default:
			name = w.index(a)
		}
		in += "[" + name + "]"
	}
	heads = append(heads, w.loops(t.Place.Sums, others)...)
	if first != "" {
		heads[len(heads)-1] += first
	}
	if !fixed {
		if size != "" {
			size += "float64"
		}
		return w.add(&w.local.before, heads, "sum", size, "%"+in+" += "+body) + out
	}
	key := strings.Join(heads, "") + in + body
	n, ok := w.sumOf[key]
	if ok {
		return n + out
	}
	n = w.sumName(t)
	w.sumOf[key] = n
	what := "counts"
	if body != "1" {
		what = "is the sum of " + strings.ReplaceAll(body, "*", " × ") + " over"
	}
	for _, s := range t.Place.Sums {
		over = append(over, s.Counter.Name)
	}
	for l, a := range bound {
		where += ", where " + w.index(a) + " is " + word(l.Name)
	}
	w.sums = append(w.sums, fmt.Sprintf("// %s%s %s %s%s.\nvar %s = func() (sum %sfloat64) "+
		"{\n%sreturn sum\n}()\n", n, out, what, strings.Join(over, ", "), where, n, size,
		nest(heads, fmt.Sprintf("sum%s += %s\n", in, body))))
	return n + out
}

// sumName is the name of a sum over the data: sumY, sumXY, sumX2.
func (w *writer) sumName(t tex.Term) string {
	name := "sum"
	for _, a := range t.In {
		a.E.Walk(func(x *expr.Expr) bool {
			if x.Op != expr.Elem || len(x.Args) == 0 {
				return true
			}
			n := []rune(word(x.Array.Name))
			name += string(unicode.ToUpper(n[0])) + string(n[1:])
			return false
		})
		if a.Pow != 1 && a.Pow != -1 {
			name += strings.ReplaceAll(fmt.Sprint(int(a.Pow)), "-", "")
		}
	}
	switch {
	case len(t.In) == 0:
		name = "count"
	case strings.TrimRight(name, "0123456789") == "sum": // of numbers without a name
		name = strings.Replace(name, "sum", "sumOf", 1)
	}
	for base, k := name, 2; w.taken[name]; k++ {
		name = fmt.Sprintf("%sBy%d", base, k)
	}
	w.taken[name] = true
	return name
}
