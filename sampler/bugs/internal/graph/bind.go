package graph

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/syntax"
)

// bind turns the relations into statements.
func (g *Graph) bind(relations []*syntax.Relation) {
	for i, r := range relations {
		g.Statements = append(g.Statements, &Statement{ID: i, Rel: r})
	}
	for i, r := range relations {
		s := g.Statements[i]
		g.inStatement(s, left, func() {
			for _, l := range r.Loops {
				if g.Arrays[l.Var] != nil && g.given[l.Var].Values == nil {
					g.fail(l.Pos, "%s is the counter of this loop and a variable of the model. Give one of them "+
						"another name", l.Var)
				}
				if l.Over != nil && g.Arrays[l.Over.Name] != nil && len(g.Arrays[l.Over.Name].Dims) != 1 {
					g.fail(l.Over.Pos, "A loop needs a range or a vector, and %s is neither. Write 1:%s", l.Over,
						l.Over)
				}
				lo, hi := g.expr(l.Lo, s), g.expr(l.Hi, s)
				s.Loops = append(s.Loops, Loop{l.Var, lo, hi})
			}
			if s.Left = g.reference(r.Left, s); s.Left.Array == nil {
				g.spoilt[g.Arrays[r.Left.Name]] = true
				s.Left = g.raw.Elem(expr.NewArray("", nil))
			}
		})
		g.inStatement(s, right, func() { g.rightSide(s) })
	}
}

func (g *Graph) rightSide(s *Statement) {
	r := s.Rel
	if r.Dist != "" {
		g.distribution(s)
		return
	}
	s.Value = g.expr(r.Args[0], s)
	if inverse := map[string]string{"log": "exp", "logit": "ilogit", "probit": "phi",
		"cloglog": "icloglog"}[r.Link]; inverse != "" {
		s.Value = g.raw.Call(inverse, s.Value)
	}
}

// canonical has the names of functions that are written as others.
var canonical = map[string]string{"pow": "^", "equals": "==", "logistic": "ilogit",
	"expit": "ilogit", "lgamma": "loggam",
	"**": "^", "acos": "arccos", "asin": "arcsin", "atan": "arctan", "acosh": "arccosh",
	"asinh": "arcsinh", "atanh": "arctanh", "fabs": "abs"}

// expr turns syntax into an expression as written.
func (g *Graph) expr(n *syntax.Node, s *Statement) *expr.Expr {
	e := expr.Expr{Name: n.Name, Value: n.Value, Pos: n.Pos}
	switch n.Kind {
	case syntax.Number:
		return g.raw.Num(n.Value)
	case syntax.All, syntax.Range:
		g.fail(n.Pos, "%s is a range. It can only stand alone in square brackets, as in x[%s]", n, n)
		return g.raw.Num(0)
	case syntax.Ref:
		if n.Args == nil {
			for d := len(s.Loops) - 1; d >= 0; d-- {
				if s.Loops[d].Var == n.Name {
					return g.raw.Intern(expr.Expr{Op: expr.Counter, Name: n.Name, Depth: d, Pos: n.Pos})
				}
			}
		}
		if k := slices.IndexFunc(n.Args, isList); k >= 0 { // b[c(1, 3)] is c(b[1], b[3])
			list := &syntax.Node{Kind: syntax.Call, Name: "c", Pos: n.Pos}
			for _, at := range n.Args[k].Args {
				one := *n
				one.Args = slices.Clone(n.Args)
				one.Args[k] = at
				list.Args = append(list.Args, &one)
			}
			return g.call(list, s)
		}
		return g.reference(n, s)
	case syntax.Call:
		return g.call(n, s)
	case syntax.Named:
		g.fail(n.Pos, "%s = … names a parameter, which only distributions have", n.Name)
		return g.raw.Num(0)
	}
	return g.raw.Intern(e)
}

func isList(n *syntax.Node) bool { return n.Kind == syntax.Call && n.Name == "c" }

// index binds what stands between square brackets.
func (g *Graph) index(n *syntax.Node, s *Statement) *expr.Expr {
	switch n.Kind {
	case syntax.All:
		return g.raw.Intern(expr.Expr{Op: expr.All, Pos: n.Pos})
	case syntax.Range:
		lo, hi := g.expr(n.Args[0], s), g.expr(n.Args[1], s)
		for k, e := range []*expr.Expr{lo, hi} {
			if e.IsVector() {
				g.fail(n.Args[k].Pos, "A range goes from one number to another, and %s is a vector", n.Args[k])
			}
		}
		return g.raw.Intern(expr.Expr{Op: expr.Range, Args: []*expr.Expr{lo, hi}, Pos: n.Pos})
	}
	e := g.expr(n, s)
	if e.IsVector() {
		g.fail(n.Pos, "An index is a number, a range such as 1:3 or a list such as c(1, 3), and %s is "+
			"a vector", n)
	}
	return e
}

func (g *Graph) call(n *syntax.Node, s *Statement) *expr.Expr {
	var args []*expr.Expr
	for _, a := range n.Args {
		if a.Kind == syntax.Range && len(n.Args) == 2 && strings.Contains("+-*/", n.Name) {
			g.fail(a.Pos, "%s is read as (%s) %s %s. Write %s:(%s %s %s)", n, a, n.Name, n.Args[1],
				a.Args[0], a.Args[1], n.Name, n.Args[1])
			return g.raw.Num(0)
		}
		args = append(args, g.expr(a, s))
	}
	fname := n.Name
	if c, ok := canonical[fname]; ok {
		fname = c
	}
	of, ok := strings.CutPrefix(fname, "logdensity.")
	if jags := "logdensity.d" + of; ok && expr.Functions[jags].Min > 0 {
		fname = jags // so that logdensity.dexp is that of ddexp
	}
	if fname == "sqrt" && len(args) == 1 {
		fname, args = "^", append(args, g.raw.Num(0.5))
	}
	f, ok := expr.Functions[fname]
	if !ok {
		known := slices.AppendSeq([]string{"sqrt", "pow", "equals"}, maps.Keys(expr.Functions))
		slices.Sort(known)
		if g.Arrays[n.Name] != nil {
			g.fail(n.Pos, "%s is a variable. Its elements are written with square brackets, as in %s[1]",
				n.Name, n.Name)
		} else {
			g.fail(n.Pos, "There is no function %s.%s", n.Name, function(n.Name, known))
		}
		return g.raw.Num(0)
	}
	if len(args) < f.Min || f.Max >= 0 && len(args) > f.Max {
		least, hint := map[bool]string{true: "at least "}[f.Max != f.Min], ""
		if to := functions[n.Name]; to != "" {
			hint = ". Write " + to
		} else if d := dist.All["d"+fname[1:]]; d != nil {
			what := map[byte]string{'p': "probability of at most x", 'q': "quantile of x",
				'd': "density at x. To draw, write ~ in place of <-"}[fname[0]]
			hint = fmt.Sprintf(": %s(x, %s) is the %s", fname, strings.Join(d.Params, ", "), what)
		}
		g.fail(n.Pos, "%s takes %s%d argument%s, and %d %s given%s", n.Name, least, f.Min,
			map[bool]string{true: "s"}[f.Min != 1], len(args),
			map[bool]string{true: "is", false: "are"}[len(args) == 1], hint)
		return g.raw.Num(0)
	}
	if e := dist.Closed(g.raw, fname, args, g.supports); e != nil {
		return e
	}
	return g.raw.Intern(expr.Expr{Op: expr.Call, Name: fname, Args: args, Pos: n.Pos})
}

// supports tells whether a number lies in the support of d, because it is one of data that no
// relation touches.
func (g *Graph) supports(x *expr.Expr, d *dist.Dist) bool {
	outside := func(v float64) bool {
		return !(v >= d.Lo && v <= d.Hi) || d.Discrete && v != math.Trunc(v)
	}
	if x.Op == expr.Num {
		return !outside(x.Value)
	}
	defined := func(s *Statement) bool { return s.Rel.Left.Name == x.Name }
	if x.Op != expr.Elem || g.given[x.Name].Values == nil ||
		slices.ContainsFunc(g.Statements, defined) {
		return false
	}
	return !slices.ContainsFunc(x.Array.Value, outside)
}

// reference binds the name of an array.
func (g *Graph) reference(n *syntax.Node, s *Statement) *expr.Expr {
	a := g.Arrays[n.Name]
	if a == nil {
		known := slices.Collect(maps.Keys(g.Arrays))
		for _, l := range s.Loops {
			known = append(known, l.Var)
		}
		slices.Sort(known)
		hint := syntax.Suggest(n.Name, known)
		if p, ok := g.counters[n.Name]; ok {
			hint = fmt.Sprintf(" It is the counter of the loop in line %d, and stands outside this loop "+
				"here.", p.Line)
		} else if hint == "" {
			hint = " Give it with the data, or define it in the model."
		}
		g.fail(n.Pos, "%s is not defined.%s", n.Name, hint)
		return g.raw.Num(0)
	}
	e := expr.Expr{Op: expr.Elem, Name: n.Name, Array: a, Pos: n.Pos}
	args := n.Args
	if args == nil {
		for range a.Dims {
			args = append(args, &syntax.Node{Kind: syntax.All, Pos: n.Pos})
		}
	}
	if len(a.Dims) == 0 && len(args) == 1 && args[0].Kind == syntax.Number && args[0].Value == 1 {
		args = nil // mu[1] is mu
	}
	if len(args) != len(a.Dims) {
		if slices.ContainsFunc(s.Rel.Loops, func(l syntax.Loop) bool {
			return l.Over != nil && l.Over.Name == n.Name // reported there
		}) {
			return g.raw.Num(0)
		}
		if len(a.Dims) == 0 {
			g.fail(n.Pos, "%s is a single number, and %s takes an element of it. Write %s", n.Name, n,
				n.Name)
		} else {
			g.fail(n.Pos, "%s has %s, and %s here", n.Name, indices(len(a.Dims)), indices(len(args)))
		}
		return g.raw.Num(0)
	}
	for _, x := range args {
		i := g.index(x, s)
		if i.Op == expr.All || i.Op == expr.Range {
			e.Op = expr.Slice
		}
		e.Args = append(e.Args, i)
	}
	return g.raw.Intern(e)
}
