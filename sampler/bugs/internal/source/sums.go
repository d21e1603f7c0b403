package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/tex"
)

// locals are the sums that an update computes: in loops before those over the unknown's elements,
// or inside them.
type locals struct {
	before, inside []*loop
	names          map[string]int
	seen           map[string]string // what stands for a sum, by its loops and its body
}

// A loop adds up in one or several variables.
type loop struct {
	head         string
	names, lines []string
	depth        int
	array        string // the type of its variables, if they are arrays
}

func (w *writer) fresh(name string) string {
	l := w.local
	for w.taken[name] {
		name += "Of"
	}
	if l.names[name]++; l.names[name] > 1 {
		return fmt.Sprintf("%s%d", name, l.names[name])
	}
	return name
}

// add puts a line into a loop with this head, and returns nothing new if there is one.
func add(list *[]*loop, head string, depth int, name, array, line string) {
	for _, l := range *list {
		if l.head == head {
			l.names, l.lines = append(l.names, name), append(l.lines, line)
			return
		}
	}
	*list = append(*list, &loop{head, []string{name}, []string{line}, depth, array})
}

// write writes loops with the declarations of their variables.
func write(list []*loop) string {
	var b strings.Builder
	for _, l := range list {
		for i, n := range l.names {
			if l.array != "" {
				fmt.Fprintf(&b, "var %s %s\n", n, strings.Split(l.array, "|")[0])
			} else {
				fmt.Fprintf(&b, "%s := 0.0\n", l.names[i])
			}
		}
		b.WriteString(l.head)
		for _, line := range l.lines {
			b.WriteString(strings.TrimSuffix(line, " += 1"))
			if strings.HasSuffix(line, " += 1") {
				b.WriteString("++")
			}
			b.WriteString("\n")
		}
		b.WriteString(strings.Repeat("}\n", l.depth))
	}
	return b.String()
}

// loopHead opens a loop over a counter of the model, which Go counts from zero.
func (p *printer) loopHead(name string, lo, hi *expr.Expr) string {
	v := p.word(name)
	if lo.Op == expr.Num && lo.Value == 1 {
		return fmt.Sprintf("for %s := range %s {\n", v, p.value(hi))
	}
	return fmt.Sprintf("for %s := %s; %s < %s; %s++ {\n", v, p.index(lo), v, p.value(hi), v)
}

// cond writes a condition on counters.
func (p *printer) cond(c tex.Cond) string {
	switch c.Rel {
	case "=":
		if c.A.Op == expr.Num {
			return p.index(c.B) + " == " + p.index(c.A)
		}
		return p.value(c.A) + " == " + p.value(c.B)
	case "≤":
		return p.value(c.A) + " <= " + p.value(c.B)
	}
	return p.refuse("%s has only some rows of its statement", p.u.X)
}

// sumsOver tells whether an expression has a counter of a place's sums.
func sumsOver(p *tex.Place, e *expr.Expr) bool {
	return mentions(e, func(x *expr.Expr) bool {
		return slices.ContainsFunc(p.Sums, func(s tex.Sum) bool { return s.Counter == x })
	})
}

// parts takes the conditions of a place apart: those of the unknown's letters alone, those that say
// which element a row of the data belongs to, and others.
func (w *writer) parts(t tex.Term) (guards []tex.Cond, bound map[*expr.Expr]*expr.Expr,
	others []tex.Cond) {
	bound = map[*expr.Expr]*expr.Expr{}
	for _, c := range t.Place.Conds {
		switch {
		case c.Rel == "in":
			w.cond(c)
		case !sumsOver(t.Place, c.A) && !sumsOver(t.Place, c.B):
			guards = append(guards, c)
		case c.Rel == "=" && c.B.Op == expr.Counter && w.own(c.B) && bound[c.B] == nil:
			bound[c.B] = c.A
		default:
			others = append(others, c)
		}
	}
	return guards, bound, others
}

// own tells whether e is a letter of the unknown.
func (w *writer) own(e *expr.Expr) bool {
	return e.Op == expr.Counter && slices.Contains(w.letters(), e)
}

// letters are those of the unknown's indices.
func (w *writer) letters() (out []*expr.Expr) {
	for _, a := range w.u.X.Args {
		a.Walk(func(x *expr.Expr) bool {
			if x.Op == expr.Counter && !slices.Contains(out, x) {
				out = append(out, x)
			}
			return true
		})
	}
	return out
}

// atoms writes a product of expressions.
func (p *printer) atoms(atoms []algebra.Atom, more ...string) string {
	up, down := []string{}, []string{}
	for _, a := range atoms {
		switch {
		case a.Pow == -1:
			down = append(down, p.expr(a.E, operand))
		case a.Pow < 0:
			down = append(down, p.power(p.expr(a.E, sum), number0(-a.Pow), operand))
		case a.Pow == 1:
			up = append(up, p.expr(a.E, product))
		default:
			up = append(up, p.power(p.expr(a.E, sum), number0(a.Pow), operand))
		}
	}
	up = append(up, more...)
	if len(down) == 0 {
		return strings.Join(up, "*")
	}
	if len(up) == 0 {
		up = []string{"1"}
	}
	s := strings.Join(up, "*")
	for _, d := range down {
		s = p.quotient(s, d)
	}
	return s
}

func number0(v float64) *expr.Expr { return &expr.Expr{Op: expr.Num, Value: v} }

// total writes the sum of a term's part inside the sum: a variable or an element of an array that a
// loop fills, or nothing.
func (w *writer) total(t tex.Term, list *[]*loop) string {
	_, bound, others := w.parts(t)
	body := w.atoms(t.In)
	if len(t.In) == 1 && t.In[0].Pow == 1 {
		body = w.expr(t.In[0].E, sum)
	}
	if body == "" {
		body = "1"
	}
	fixed := !slices.ContainsFunc(t.In, func(a algebra.Atom) bool { return !known(a.E) })
	mine := false
	uses := func(e *expr.Expr) {
		fixed = fixed && known(e)
		mine = mine || mentions(e,
			func(x *expr.Expr) bool { return x.Array == w.u.X.Array || x == w.d.Letter })
	}
	for _, s := range t.Place.Sums {
		uses(s.Lo)
		uses(s.Hi)
	}
	for _, a := range t.In {
		uses(a.E)
	}
	for _, c := range t.Place.Conds {
		uses(c.A)
		uses(c.B)
	}
	if fixed && body == "1" && len(t.Place.Conds) == 0 && !w.ragged(t.Place) {
		var sizes []string
		for _, s := range t.Place.Sums {
			n := w.value(s.Hi)
			if lo := w.index(s.Lo); lo != "0" {
				n = "(" + n + " - " + lo + ")"
			}
			sizes = append(sizes, n)
		}
		return strings.Join(sizes, "*")
	}
	if fixed && !mine || !mine && len(bound) > 0 {
		return w.table(t, bound, others, body, fixed)
	}
	head, depth := "", 0
	for _, s := range t.Place.Sums {
		head += w.loopHead(s.Counter.Name, s.Lo, s.Hi)
		depth++
	}
	for letter, a := range bound {
		others = append(others, tex.Cond{A: a, B: letter, Rel: "="})
	}
	for _, c := range others {
		head += "if " + w.cond(c) + " {\n"
		depth++
	}
	key := head + body
	if n, ok := w.local.seen[key]; ok {
		return n
	}
	n := w.fresh("sum")
	w.local.seen[key] = n
	add(list, head, depth, n, "", n+" += "+body)
	return n
}

// ragged tells whether the ranges of a place depend on each other.
func (w *writer) ragged(p *tex.Place) bool {
	return slices.ContainsFunc(p.Sums,
		func(s tex.Sum) bool { return sumsOver(p, s.Lo) || sumsOver(p, s.Hi) })
}

// table writes a sum for all elements at once: of data, which is computed once, or of the state.
func (w *writer) table(t tex.Term, bound map[*expr.Expr]*expr.Expr, others []tex.Cond, body string,
	fixed bool) string {
	var dims, in, out string
	head, depth, first := "", 0, ""
	var over []string
	for _, l := range w.letters() {
		a, is := bound[l]
		uses := func(e *expr.Expr) bool { return mentions(e, func(x *expr.Expr) bool { return x == l }) }
		occurs := is
		inBody := slices.ContainsFunc(t.In, func(a algebra.Atom) bool { return uses(a.E) })
		for _, s := range t.Place.Sums {
			occurs = occurs || uses(s.Lo) || uses(s.Hi)
		}
		for _, c := range others {
			occurs = occurs || uses(c.A) || uses(c.B)
		}
		for _, a := range bound {
			occurs = occurs || uses(a)
		}
		if !occurs && !inBody {
			continue
		}
		dims += fmt.Sprintf("[%d]", w.size(l))
		out += "[" + w.word(l.Name) + "]"
		switch {
		case !is:
			head += w.ofLetter(l)
			depth++
			in += "[" + w.word(l.Name) + "]"
		case inBody:
			first += fmt.Sprintf("%s := %s\n", w.word(l.Name), w.index(a))
			in += "[" + w.word(l.Name) + "]"
		default:
			in += "[" + w.index(a) + "]"
		}
	}
	for _, s := range t.Place.Sums {
		head += w.loopHead(s.Counter.Name, s.Lo, s.Hi)
		over = append(over, s.Counter.Name)
		depth++
	}
	for _, c := range others {
		head += "if " + w.cond(c) + " {\n"
		depth++
	}
	head += first
	if !fixed {
		key := head + in + body
		n, ok := w.local.seen[key]
		if !ok {
			n = w.fresh("sum")
			w.local.seen[key] = n
			array := ""
			if dims != "" {
				array = dims + "float64"
			}
			add(&w.local.before, head, depth, n, array, n+in+" += "+body)
		}
		return n + out
	}
	key := head + in + body
	n, ok := w.sumOf[key]
	if !ok {
		n = w.sumName(t)
		w.sumOf[key] = n
		what := "counts"
		if body != "1" {
			what = "is the sum of " + strings.ReplaceAll(body, "*", " × ") + " over"
		}
		conditions := ""
		for l, a := range bound {
			conditions += ", where " + w.index(a) + " is " + w.word(l.Name)
		}
		w.sums = append(w.sums, fmt.Sprintf("// %s%s %s %s%s.\nvar %s = func() (sum %sfloat64) "+
			"{\n%ssum%s += %s\n%sreturn sum\n}()\n",
			n, out, what, strings.Join(over,
				", "), conditions, n, dims, head, in, body, strings.Repeat("}\n", depth)))
	}
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
			n := []rune(w.word(x.Array.Name))
			name += string(unicode.ToUpper(n[0])) + string(n[1:])
			return false
		})
		if a.Pow != 1 {
			name += fmt.Sprint(int(a.Pow))
		}
	}
	if len(t.In) == 0 {
		name = "count"
	}
	for base, k := name, 2; w.taken[name]; k++ {
		name = fmt.Sprintf("%sBy%d", base, k)
	}
	w.taken[name] = true
	return name
}

// size is how many values a letter has.
func (w *writer) size(l *expr.Expr) int {
	for k, a := range w.u.X.Args {
		if a == l {
			return w.u.X.Array.Dims[k]
		}
	}
	n := 0
	w.u.Each(func(env []int32) { n = max(n, int(env[l.Depth])) })
	return n
}

// ofLetter opens the loop over a letter of the unknown.
func (w *writer) ofLetter(l *expr.Expr) string {
	for _, loop := range w.u.Statement.Loops {
		if loop.Var == l.Name {
			return w.loopHead(loop.Var, loop.Lo, loop.Hi)
		}
	}
	return fmt.Sprintf("for %s := range %d {\n", w.word(l.Name), w.size(l))
}

// terms writes a sum of terms. Loops go to list.
func (w *writer) terms(terms []tex.Term, list *[]*loop) string {
	var b strings.Builder
	for i, t := range terms {
		negative, s := w.term(t, list)
		switch {
		case i == 0 && negative:
			b.WriteString("-" + s)
		case i == 0:
			b.WriteString(s)
		case negative:
			b.WriteString(" - " + s)
		default:
			b.WriteString(" + " + s)
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

// timesOf writes what multiplies a number.
func timesOf(s string) string {
	if strings.HasPrefix(s, "1/") {
		return s[1:]
	}
	return "*" + s
}

// rounded drops the digits that adding up numbers of the model has spoilt.
func rounded(v float64) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 14, 64), 64)
	return short
}

// term writes a term without its function; its sign stands apart.
func (w *writer) term(t tex.Term, list *[]*loop) (negative bool, s string) {
	c := t.C
	if negative = c < 0; negative {
		c = -c
	}
	var more []string
	count := "" // of rows; stands in front
	var guards []tex.Cond
	mine := list
	var inner []*loop
	if t.Place != nil {
		guards, _, _ = w.parts(t)
		if len(guards) > 0 {
			mine = &inner
		}
		if len(t.Place.Sums) > 0 {
			n := w.total(t, mine)
			switch {
			case n == "1":
			case len(t.In) == 0 && !strings.HasPrefix(n, "sum"):
				count = n
			default:
				more = append(more, n)
			}
		} else if len(t.In) > 0 {
			more = append(more, w.atoms(t.In))
		}
	}
	s = w.atoms(t.Out, more...)
	switch {
	case count != "" && s == "":
		s = count
	case count != "":
		s = count + timesOf(s)
	}
	if c != 1 || s == "" {
		if s == "" {
			s = number(rounded(c))
		} else {
			s = number(rounded(c)) + timesOf(s)
		}
	}
	if len(guards) == 0 {
		return negative, s
	}
	var text []string
	for _, g := range guards {
		text = append(text, w.cond(g))
	}
	head := "if " + strings.Join(text, " && ") + " {\n" + write(inner)
	key := head + s
	n, ok := w.local.seen[key]
	if !ok {
		n = w.fresh("term")
		w.local.seen[key] = n
		*list = append(*list, &loop{head, []string{n}, []string{n + " = " + s}, 1, ""})
	}
	return negative, n
}
