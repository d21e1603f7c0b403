package graph

import (
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/syntax"
)

// names makes the arrays: those of the data with their values, the others with as many dimensions as
// the left sides say.
func (g *Graph) names(dims []*syntax.Node, relations []*syntax.Relation) {
	for k, v := range g.given {
		a := expr.NewArray(k, v.Dims)
		copy(a.Value, v.Values)
		for i, x := range a.Value {
			if x == x {
				a.Def[i] = expr.Known
			}
		}
		g.Arrays[k] = a
	}
	add := func(n *syntax.Node) {
		a := g.Arrays[n.Name]
		if a == nil {
			g.Arrays[n.Name] = &expr.Array{Name: n.Name, Dims: make([]int, len(n.Args))}
		} else if len(a.Dims) != len(n.Args) && len(n.Args) > 0 {
			if g.given[n.Name].Dims != nil || len(a.Dims) == 0 && g.given[n.Name].Values != nil {
				g.fail(n.Pos, "%s has %s in the data, and %s here", n.Name, indices(len(a.Dims)), indices(len(n.Args)))
			} else {
				g.fail(n.Pos, "%s has %s elsewhere, and %s here", n.Name, indices(len(a.Dims)), indices(len(n.Args)))
			}
		}
	}
	for _, n := range dims {
		if _, ok := g.given[n.Name]; !ok {
			add(n)
		}
	}
	for _, n := range dims {
		for k, d := range n.Args {
			e := g.expr(d, &Statement{})
			if v, ok := e.Eval(nil); !ok || v < 1 {
				g.fail(n.Pos, "how long %s is is not known: the length %s must be data", n.Name, d)
			} else if _, ok := g.given[n.Name]; !ok {
				g.Arrays[n.Name].Dims[k] = int(v)
			}
		}
	}
	indexed := map[string]int{}
	for _, r := range relations {
		for _, n := range r.Args {
			indexing(n, indexed)
		}
	}
	for _, r := range relations {
		n := r.Left
		if k := indexed[n.Name]; n.Args == nil && k > 0 && g.Arrays[n.Name] == nil { // x ~ ddirch(a[]), and x[1] elsewhere
			g.Arrays[n.Name] = &expr.Array{Name: n.Name, Dims: make([]int, k)}
		}
		if n.Args == nil && r.Dist == "" && g.Arrays[n.Name] == nil { // scaled <- x - mean(x)
			g.Arrays[n.Name] = &expr.Array{Name: n.Name, Dims: make([]int, g.rank(r.Args[0]))}
		}
		add(n)
	}
}

// rank is how many indices a value has: 0 for a number.
func (g *Graph) rank(n *syntax.Node) (most int) {
	name := n.Name
	if c, ok := canonical[name]; ok {
		name = c
	}
	switch {
	case n.Kind == syntax.Ref && n.Args == nil:
		if a := g.Arrays[name]; a != nil {
			return len(a.Dims)
		}
		return 0
	case n.Kind == syntax.Ref:
		for _, a := range n.Args {
			if a.Kind == syntax.All || a.Kind == syntax.Range {
				most++
			}
		}
		return most
	case n.Kind == syntax.Call && name == "inverse":
		return 2
	case n.Kind == syntax.Call && expr.Functions[name].Vector != nil:
		return 1
	case n.Kind == syntax.Call && (expr.Functions[name].Scalar != nil || name == "sqrt"):
		for _, a := range n.Args {
			most = max(most, g.rank(a))
		}
	}
	return most
}

// indexing notes how many indices each variable has where it is used.
func indexing(n *syntax.Node, count map[string]int) {
	if n.Kind == syntax.Ref {
		count[n.Name] = max(count[n.Name], len(n.Args))
	}
	for _, a := range n.Args {
		indexing(a, count)
	}
}

func indices(n int) string {
	switch n {
	case 0:
		return "no index"
	case 1:
		return "one index"
	}
	return []string{"two", "three", "four", "many"}[min(n-2, 3)] + " indices"
}

// bind turns the relations into statements.
func (g *Graph) bind(relations []*syntax.Relation) {
	for i, r := range relations {
		s := &Statement{ID: i, Rel: r}
		g.Statements = append(g.Statements, s)
		for _, l := range r.Loops {
			if g.Arrays[l.Var] != nil && g.given[l.Var].Values == nil {
				g.fail(l.Pos, "%s is the counter of this loop and a variable of the model: give one of them another name", l.Var)
			}
			lo, hi := g.expr(l.Lo, s), g.expr(l.Hi, s)
			s.Loops = append(s.Loops, Loop{l.Var, lo, hi})
		}
		s.Left = g.expr(r.Left, s)
		if r.Dist == "" {
			s.Value = g.expr(r.Args[0], s)
			if inverse := map[string]string{"log": "exp", "logit": "ilogit", "probit": "phi", "cloglog": "icloglog"}[r.Link]; inverse != "" {
				s.Value = g.raw.Call(inverse, s.Value)
			}
			continue
		}
		g.distribution(s)
	}
}

// distribution binds the right side of a stochastic relation.
func (g *Graph) distribution(s *Statement) {
	r := s.Rel
	d, params, to, positive, ok := dist.Find(r.Dist)
	if !ok {
		g.fail(r.DistPos, "there is no distribution %s.%s", r.Dist, refusal(r.Dist, dist.Names()))
		s.Dist = dist.All["dnorm"]
		return
	}
	s.Dist = d
	args := make([]*expr.Expr, len(params))
	given := 0
	for _, a := range r.Args {
		k, v := given, a
		if a.Kind == syntax.Named {
			v = a.Args[0]
		}
		e := g.expr(v, s)
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
			args[k] = e
		}
	}
	if len(r.Args) != len(params) || slices.Contains(args, nil) {
		g.fail(r.DistPos, "%s has %s (%s), and %d are given", r.Dist, plural(len(params), "parameter"), strings.Join(params, ", "), len(r.Args))
		return
	}
	s.Args = to(g.raw, args)
	for k, a := range s.Args {
		if k < len(d.Vector) && a != nil && !d.Vector[k] && a.IsVector() {
			g.fail(r.Args[min(k, len(r.Args)-1)].Pos, "the %s of %s is one number, and %s is a vector", d.Params[k], r.Dist, a)
		}
	}
	if d.Multi != (s.Left.Op == expr.Slice) {
		if d.Multi {
			g.fail(r.Left.Pos, "%s gives a vector: write %s[1:n] or %s[i,] on the left", r.Dist, r.Left.Name, r.Left.Name)
		} else {
			g.fail(r.Left.Pos, "%s gives one number, and %s is a vector: write a loop", r.Dist, s.Left)
		}
	}
	s.Lower, s.Upper = g.optional(r.Lower, s), g.optional(r.Upper, s)
	if r.Truncated && d.Multi {
		g.fail(r.Left.Pos, "T(,) is for distributions of one number, and %s gives a vector", r.Dist)
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

// canonical has the names of functions that are written as others.
var canonical = map[string]string{"pow": "^", "equals": "==", "logistic": "ilogit", "expit": "ilogit", "lgamma": "loggam",
	"**": "^", "acos": "arccos", "asin": "arcsin", "atan": "arctan", "acosh": "arccosh", "asinh": "arcsinh", "atanh": "arctanh", "fabs": "abs"}

// expr turns syntax into an expression as written.
func (g *Graph) expr(n *syntax.Node, s *Statement) *expr.Expr {
	e := expr.Expr{Name: n.Name, Value: n.Value, Pos: n.Pos}
	switch n.Kind {
	case syntax.Number:
		return g.raw.Num(n.Value)
	case syntax.All, syntax.Range:
		e.Op = expr.All
		if n.Kind == syntax.Range {
			e.Op = expr.Range
		}
	case syntax.Ref:
		if n.Args == nil {
			for d := len(s.Loops) - 1; d >= 0; d-- {
				if s.Loops[d].Var == n.Name {
					return g.raw.Intern(expr.Expr{Op: expr.Counter, Name: n.Name, Depth: d, Pos: n.Pos})
				}
			}
		}
		return g.reference(n, s)
	case syntax.Call:
		return g.call(n, s)
	case syntax.Named:
		g.fail(n.Pos, "%s = … names a parameter, which only distributions have", n.Name)
		return g.raw.Num(0)
	}
	for _, a := range n.Args {
		e.Args = append(e.Args, g.expr(a, s))
	}
	return g.raw.Intern(e)
}

func (g *Graph) call(n *syntax.Node, s *Statement) *expr.Expr {
	var args []*expr.Expr
	for _, a := range n.Args {
		args = append(args, g.expr(a, s))
	}
	fname := n.Name
	if c, ok := canonical[fname]; ok {
		fname = c
	}
	if fname == "sqrt" && len(args) == 1 {
		fname, args = "^", append(args, g.raw.Num(0.5))
	}
	f, ok := expr.Functions[fname]
	if !ok {
		known := []string{"sqrt", "pow", "equals"}
		for k := range expr.Functions {
			known = append(known, k)
		}
		slices.Sort(known)
		if g.Arrays[n.Name] != nil {
			g.fail(n.Pos, "%s is a variable: its elements are written with square brackets, %s[…]", n.Name, n.Name)
		} else {
			g.fail(n.Pos, "there is no function %s.%s", n.Name, refusal(n.Name, known))
		}
		return g.raw.Num(0)
	}
	if len(args) < f.Min || f.Max >= 0 && len(args) > f.Max {
		g.fail(n.Pos, "%s takes %d argument%s, and %d are given", n.Name, f.Min, map[bool]string{true: "s"}[f.Min != 1], len(args))
		return g.raw.Num(0)
	}
	return g.raw.Intern(expr.Expr{Op: expr.Call, Name: fname, Args: args, Pos: n.Pos})
}

// reference binds the name of an array.
func (g *Graph) reference(n *syntax.Node, s *Statement) *expr.Expr {
	a := g.Arrays[n.Name]
	if a == nil {
		var known []string
		for k := range g.Arrays {
			known = append(known, k)
		}
		for _, l := range s.Loops {
			known = append(known, l.Var)
		}
		slices.Sort(known)
		hint := syntax.Suggest(n.Name, known)
		if hint == "" {
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
	if len(args) != len(a.Dims) {
		if len(a.Dims) == 0 {
			g.fail(n.Pos, "%s is a single number, and %s takes an element of it", n.Name, n)
		} else {
			g.fail(n.Pos, "%s has %s, and %s has %s", n.Name, indices(len(a.Dims)), n, indices(len(args)))
		}
		return g.raw.Num(0)
	}
	for _, x := range args {
		i := g.expr(x, s)
		if i.Op == expr.All || i.Op == expr.Range {
			e.Op = expr.Slice
		} else if i.IsVector() {
			g.fail(x.Pos, "an index is one number or a range such as 1:3, and %s is a vector", i)
			return g.raw.Num(0)
		}
		e.Args = append(e.Args, i)
	}
	return g.raw.Intern(e)
}

// refused has what other programs know and this one does not, and why.
var refused = map[string]string{
	"cut":  "It stops information from flowing back, and then there is no joint distribution to sample from.",
	"dsum": "Give the sum as the data of a distribution of its own, such as dpois or dnorm.", "dflat": "It is improper: give dnorm(0, 1.0E-6) or a wide dunif.",
	"car.normal": "Its prior is a cycle; write the neighbours as a dmnorm.", "ode": "Differential equations are not solved.",
	"D": "Differential equations are not solved.", "ode.solution": "Differential equations are not solved.",
	"deviance": "Use the log likelihood of the model.", "dnormmix": "Write a mixture with dcat: z[i] ~ dcat(p[]), y[i] ~ dnorm(mu[z[i]], tau).",
	"mexp": "The matrix exponential is not there.", "dround": "Use dinterval.", "dhyper": "Noncentral hypergeometric counts are not there.",
	"dnchisqr": "Write it as a mixture of dchisqr over a dpois.", "dmt": "Write it as dmnorm with a precision times a dgamma.",
	"dmnorm.vcov": "Write dmnorm(mean, inverse(covariance)).", "dscaled.wishart": "Write its parts: a dwish times scales.",
	"interp.lin": "",
}

func refusal(name string, known []string) string {
	if why, ok := refused[name]; ok && why != "" {
		return " " + why
	}
	if strings.HasPrefix(name, "car.") {
		return " " + refused["car.normal"]
	}
	return syntax.Suggest(name, known)
}
