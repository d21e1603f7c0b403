package graph

import (
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/syntax"
)

// distribution binds the right side of a stochastic relation.
func (g *Graph) distribution(s *Statement) {
	r := s.Rel
	d, params, to, positive, ok := dist.Find(r.Dist)
	_, function := expr.Functions[r.Dist]
	if !ok {
		if function || canonical[r.Dist] != "" || r.Dist == "sqrt" {
			g.fail(r.DistPos, "%s is a function, and ~ says how something is drawn. To compute %s write <-.",
				r.Dist, r.Left)
		} else {
			g.fail(r.DistPos, "There is no distribution %s.%s", r.Dist, refusal(r.Dist, dist.Names()))
		}
		s.Dist = dist.All["dnorm"]
		return
	}
	s.Dist = d
	args := make([]*expr.Expr, len(params))
	at := make([]syntax.Pos, len(params))
	given := 0
	for _, a := range r.Args {
		k, v := given, a
		if a.Kind == syntax.Named {
			v = a.Args[0]
		}
		e := g.expr(v, s)
		name := a.Name
		if a.Kind != syntax.Named && k < len(params) {
			name = params[k]
		}
		if slices.Contains([]string{"sd", "var", "scale", "Sigma", "Scale"}, name) {
			s.positive = append(s.positive, written{name, e, v.Pos})
		}
		if a.Kind == syntax.Named {
			var ok bool
			if k, e, ok = d.Named(g.raw, a.Name, e); !ok {
				g.fail(a.Pos, "%s has no parameter %s%s", r.Dist, a.Name, may(d.NamedOf()))
				return
			}
		} else {
			given++
		}
		if k < len(args) {
			if args[k] != nil {
				g.fail(a.Pos, "The %s of %s is given twice", params[k], r.Dist)
				return
			}
			args[k], at[k] = e, v.Pos
		}
	}
	if len(r.Args) != len(params) || slices.Contains(args, nil) {
		g.spoilt[s.Left.Array] = true
		vector := ""
		if len(params) == 1 && d.Vector[0] && len(r.Args) > 1 {
			vector = ". It is a vector: put the numbers in c(...)"
		}
		g.fail(r.DistPos, "%s has %s (%s), and %s given%s", r.Dist, plural(len(params), "parameter"),
			strings.Join(params, ", "),
			map[bool]string{true: "one is", false: fmt.Sprint(len(r.Args), " are")}[len(r.Args) == 1],
			vector)
		return
	}
	s.Args = to(g.raw, args)
	for k, a := range s.Args {
		p := r.DistPos
		for j, b := range args { // a parameter, or a function of one
			if a.Has(func(x *expr.Expr) bool { return x == b }) && (p == r.DistPos || j == k) {
				p = at[j]
			}
		}
		s.at = append(s.at, p)
	}
	if d.Multi != (s.Left.Op == expr.Slice) {
		if d.Multi {
			g.fail(r.Left.Pos, "%s gives a vector, and %s is one number. Write %s[1:n] or %s[i,1:n] on the "+
				"left", r.Dist, r.Left, r.Left.Name, r.Left.Name)
		} else {
			g.fail(r.Left.Pos, "%s gives one number, and %s is a vector. Write a loop: for (i in 1:n) { "+
				"%s[i] ~ %s(...) }", r.Dist, r.Left, r.Left.Name, r.Dist)
		}
	}
	s.Lower, s.Upper = g.optional(r.Lower, s), g.optional(r.Upper, s)
	if r.Truncated && d.Multi {
		g.fail(r.Left.Pos, "T(,) is only for distributions of one number, and %s gives a vector", r.Dist)
	}
	if positive && s.Lower == nil {
		s.Lower = g.raw.Num(0)
	}
}

func (g *Graph) optional(n *syntax.Node, s *Statement) *expr.Expr {
	if n == nil {
		return nil
	}
	return g.expr(n, s)
}

func may(names []string) string {
	if len(names) == 0 {
		return ": give its parameters without names"
	}
	return "; it may be " + strings.Join(names, ", ")
}

func plural(n int, word string) string {
	if n == 1 {
		return "one " + word
	}
	return map[int]string{2: "two ", 3: "three "}[n] + word + "s"
}
