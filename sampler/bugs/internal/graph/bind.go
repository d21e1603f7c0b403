package graph

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/dist"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/syntax"
)

// names makes the arrays: those of the data with their values, the others with as many dimensions
// as the left sides say.
func (g *Graph) names(dims []*syntax.Node, relations []*syntax.Relation) {
	for k, v := range g.given {
		if wrong := wrongData(k, v); wrong != "" {
			for _, r := range relations {
				if n := r.Find(k); n != nil {
					g.fail(n.Pos, "%s", wrong)
					break
				}
			}
		}
		a := expr.NewArray(k, v.Dims)
		copy(a.Value, v.Values)
		for i, x := range a.Value {
			if x == x {
				a.Def[i] = expr.Known
			}
		}
		g.Arrays[k] = a
	}
	first := map[string]int{}
	add := func(n *syntax.Node) {
		a := g.Arrays[n.Name]
		if a == nil {
			first[n.Name] = n.Pos.Line
			g.Arrays[n.Name] = &expr.Array{Name: n.Name, Dims: make([]int, len(n.Args))}
		} else if len(a.Dims) != len(n.Args) && len(n.Args) > 0 {
			if g.given[n.Name].Dims != nil || len(a.Dims) == 0 && g.given[n.Name].Values != nil {
				g.fail(n.Pos, "%s has %s in the data, and %s here", n.Name, indices(len(a.Dims)),
					indices(len(n.Args)))
			} else {
				g.fail(n.Pos, "%s has %s in line %d, and %s here. A name stands for one variable: choose "+
					"another for this one", n.Name, indices(len(a.Dims)), first[n.Name], indices(len(n.Args)))
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
			before := g.fails
			e := g.expr(d, &Statement{})
			if g.fails > before {
				g.spoilt[g.Arrays[n.Name]] = true
			} else if v, ok := e.Eval(nil); !ok || !expr.Inside(v, Most) {
				g.fail(n.Pos, "The length %s of %s must be a whole number that is known, from 1 to %d", d,
					n.Name, Most)
			} else if _, ok := g.given[n.Name]; !ok {
				g.Arrays[n.Name].Dims[k] = int(v)
			}
		}
	}
	for _, r := range relations {
		for _, l := range r.Loops {
			g.counters[l.Var] = l.Pos
		}
		for _, n := range r.Args {
			g.indexing(n)
		}
	}
	for _, r := range relations {
		n := r.Left
		d, _, _, _, ok := dist.Find(r.Dist)
		// x ~ ddirch(a[]), and x[1] elsewhere
		if k := g.indexed[n.Name]; n.Args == nil && k != nil && g.Arrays[n.Name] == nil &&
			(!ok || d.Multi) {
			g.Arrays[n.Name] = &expr.Array{Name: n.Name, Dims: make([]int, len(k.Args))}
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

// wrongData says what is wrong with the data of a name whatever the model is.
func wrongData(k string, v data.Array) string {
	if len(v.Values) == 0 {
		return k + " is in the data, and has no elements there"
	}
	for i, x := range v.Values {
		if math.IsInf(x, 0) {
			return fmt.Sprintf("%s is %g in the data. Data are finite numbers, or NaN where they are "+
				"missing", name(&expr.Array{Name: k, Dims: v.Dims}, i), x)
		}
	}
	return ""
}

// indexing notes where each variable has the most indices.
func (g *Graph) indexing(n *syntax.Node) {
	if n.Kind == syntax.Ref && len(n.Args) > 0 &&
		(g.indexed[n.Name] == nil || len(g.indexed[n.Name].Args) < len(n.Args)) {
		g.indexed[n.Name] = n
	}
	for _, a := range n.Args {
		g.indexing(a)
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
		g.inStatement(s, left, func() {
			for _, l := range r.Loops {
				if g.Arrays[l.Var] != nil && g.given[l.Var].Values == nil {
					g.fail(l.Pos, "%s is the counter of this loop and a variable of the model. Give one of them "+
						"another name", l.Var)
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

// distribution binds the right side of a stochastic relation.
func (g *Graph) distribution(s *Statement) {
	r := s.Rel
	d, params, to, positive, ok := dist.Find(r.Dist)
	if !ok {
		g.fail(r.DistPos, "There is no distribution %s.%s", r.Dist, refusal(r.Dist, dist.Names()))
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
		g.fail(r.DistPos, "%s has %s (%s), and %s given", r.Dist, plural(len(params), "parameter"),
			strings.Join(params, ", "),
			map[bool]string{true: "one is", false: fmt.Sprint(len(r.Args), " are")}[len(r.Args) == 1])
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
		return g.reference(n, s)
	case syntax.Call:
		return g.call(n, s)
	case syntax.Named:
		g.fail(n.Pos, "%s = … names a parameter, which only distributions have", n.Name)
		return g.raw.Num(0)
	}
	return g.raw.Intern(e)
}

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
		g.fail(n.Pos, "An index is one number or a range such as 1:3, and %s is a vector", n)
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
		least := map[bool]string{true: "at least "}[f.Max != f.Min]
		g.fail(n.Pos, "%s takes %s%d argument%s, and %d %s given", n.Name, least, f.Min,
			map[bool]string{true: "s"}[f.Min != 1], len(args),
			map[bool]string{true: "is", false: "are"}[len(args) == 1])
		return g.raw.Num(0)
	}
	return g.raw.Intern(expr.Expr{Op: expr.Call, Name: fname, Args: args, Pos: n.Pos})
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
