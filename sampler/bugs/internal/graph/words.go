package graph

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/syntax"
)

// index is how a message calls the k-th index of an element.
func index(e *expr.Expr, k int) string {
	which := "The index"
	if len(e.Args) > 1 {
		which = []string{"The first index", "The second index", "The third index", "An index"}[min(k, 3)]
	}
	if e.Args[k].Op == expr.Num {
		return which
	}
	return which + " " + text(e.Args[k])
}

func count(n int, word string) string {
	if n == 1 {
		return "one " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// describe says what has these dimensions.
func describe(dims []int) string {
	if len(dims) == 0 {
		return "one number"
	}
	if len(dims) == 1 {
		return "a vector of " + count(dims[0], "element")
	}
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(dims), "[]")), " by ")
}

// text is an expression as an author writes it.
func text(e *expr.Expr) string {
	if e.Op == expr.Call && e.Name == "^" && e.Args[1].Op == expr.Num && e.Args[1].Value == 0.5 {
		return "sqrt(" + text(e.Args[0]) + ")"
	}
	return strings.NewReplacer("[]", "", "[,]", "", "[,,]", "").Replace(e.String())
}

// place is where e stands in the text of s. Expressions as written are unique, so e.Pos may be in
// another statement.
func (g *Graph) place(s *Statement, e *expr.Expr) syntax.Pos {
	r := s.Rel
	nodes := append(slices.Clone(r.Args), r.Lower, r.Upper, r.Left)
	for _, l := range r.Loops {
		nodes = append(nodes, l.Lo, l.Hi)
	}
	pos, want := r.Pos, text(e)
	var find func(n *syntax.Node) bool
	find = func(n *syntax.Node) bool {
		if n == nil {
			return false
		}
		if n.Kind != syntax.Named &&
			(n.Pos == e.Pos || strings.NewReplacer("[]", "", "[,]", "").Replace(n.String()) == want) {
			pos = n.Pos
			return true
		}
		return slices.ContainsFunc(n.Args, find)
	}
	_ = slices.ContainsFunc(nodes, find)
	return pos
}
