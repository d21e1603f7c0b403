package source

import (
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/tex"
)

// terms writes a sum of terms. Loops go to list.
func (w *writer) terms(terms []tex.Term, list *[]*adding) (text string) {
	for i, t := range terms {
		if s := w.term(t, list); i == 0 {
			text = s
		} else {
			text = added(text, s)
		}
	}
	if text == "" {
		return "0"
	}
	return text
}

// multiple writes a number times something.
func multiple(c, s string) string {
	switch {
	case s == "":
		return c
	case strings.HasPrefix(s, "1/"):
		return c + s[1:]
	}
	return c + "*" + s
}

// term writes a term without its function.
func (w *writer) term(t tex.Term, list *[]*adding) string {
	c, sign := t.C, ""
	if c < 0 {
		c, sign = -c, "-"
	}
	var more []string
	var guards []tex.Cond
	count := "" // of rows; stands in front
	mine, inner := list, []*adding(nil)
	if t.Place != nil {
		if guards, _, _ = w.parts(t); len(guards) > 0 {
			mine = &inner
		}
		switch {
		case len(t.Place.Sums) > 0:
			switch n := w.total(t, mine); {
			case n == "1":
			case len(t.In) == 0 && !strings.HasPrefix(n, "sum"):
				count = n
			default:
				more = append(more, n)
			}
		case len(t.In) > 0:
			more = append(more, w.atoms(t.In))
		}
	}
	s := w.atoms(t.Out, more...)
	if count != "" {
		s = multiple(count, s)
	}
	if c != 1 || s == "" { // without the digits that adding up numbers of the model has spoilt
		short, _ := strconv.ParseFloat(strconv.FormatFloat(c, 'g', 14, 64), 64)
		s = multiple(number(short), s)
	}
	if len(guards) == 0 {
		return sign + s
	}
	var all []string
	for _, g := range guards {
		all = append(all, w.cond(g))
	}
	head := "if " + strings.Join(all, " && ") + " {\n" + write(inner)
	return sign + w.add(list, []string{head}, "term", "", "% = "+s)
}
