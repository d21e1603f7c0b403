package block

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// A Part is a term of a log density, taken apart: a function of the target, times the rest.
type Part struct {
	Factor *algebra.Factor
	Target *expr.Expr // which element the function is of
	Basis  string     // the function in general terms: "x^2", "log x"
	Fun    *expr.Expr
	Rest   algebra.Term
}

// single is a statement that is drawn by itself, element by element.
type single struct {
	s       *graph.Statement
	factors []*algebra.Factor
	parts   []Part
	bounds  []*algebra.Factor // intervals that the target must lie in
	basis   []string
	kind    string
	power   float64
	why     string
}

// collect takes the log density of a statement's unknowns apart by functions of them.
func (p *Plan) collect(s *graph.Statement) *single {
	one := &single{s: s}
	a := s.Left.Array
	for _, f := range p.live(s) {
		if p.isBound(f, a) {
			one.bounds = append(one.bounds, f)
			continue
		}
		one.factors = append(one.factors, f)
	}
	if s.Dist.Discrete && !s.Dist.Multi {
		one.kind, one.why = "enumerate", "it has few values"
		return one
	}
	for _, f := range one.factors {
		parts, why := p.parts(f, a)
		if why != "" {
			one.kind, one.why, one.parts = "slice", why, nil
			return one
		}
		one.parts = append(one.parts, parts...)
	}
	for _, part := range one.parts {
		one.basis = expr.Union(one.basis, part.Basis)
	}
	slices.Sort(one.basis)
	one.name()
	return one
}

// isBound tells whether a factor only says in which interval an element of the array lies.
func (p *Plan) isBound(f *algebra.Factor, a *expr.Array) bool {
	e := f.Log
	if e.Op != expr.Call || e.Name != "interval" || e.Args[1].Op != expr.Elem ||
		e.Args[1].Array != a || e.Args[0].Mentions(a) {
		return false
	}
	x := e.Args[0] // observed in all rows
	if x.Op != expr.Elem ||
		slices.ContainsFunc(e.Args[2:], func(c *expr.Expr) bool { return c.Mentions(a) }) {
		return false
	}
	for _, i := range x.PositionColumn(f.Rows) {
		if i < 0 || !x.Array.Fixed(int(i)) {
			return false
		}
	}
	return true
}

// parts takes a factor apart. why says why it cannot be done.
func (p *Plan) parts(f *algebra.Factor, a *expr.Array) (out []Part, why string) {
	for _, t := range p.poly(f, a) {
		mine, rest := t.Split(func(e *expr.Expr) bool { return p.depends(e, a) })
		if len(mine) == 0 {
			continue
		}
		part := Part{Factor: f, Rest: rest, Basis: "other"}
		for _, at := range mine {
			refs := references(at.E, a)
			if len(refs) == 0 || inIndex(at.E, a) {
				return nil, fmt.Sprintf("it is inside %s", short(at.E))
			}
			for _, x := range refs {
				if part.Target == nil {
					part.Target = x
				}
				if x.Op != expr.Elem {
					return nil, fmt.Sprintf("all of %s is in one term", short(x))
				}
				if x != part.Target {
					return nil, fmt.Sprintf("%s and %s are in one term", short(part.Target), short(x))
				}
			}
		}
		part.Fun = algebra.Term{C: 1, Atoms: mine}.Expr(p.Graph.Pool)
		if len(mine) == 1 {
			part.Basis = p.basisOf(mine[0], part.Target)
		}
		out = append(out, part)
	}
	return out, ""
}

// depends tells whether an expression depends on an array, directly or through what is computed
// step by step.
func (p *Plan) depends(e *expr.Expr, a *expr.Array) bool {
	return e.Mentions(a) || slices.ContainsFunc(p.Graph.Computed, func(c *graph.Piece) bool {
		return e.Mentions(c.Left.Array) && p.computedFrom(c.Left.Array, a)
	})
}

// dependsOn tells whether an expression depends on one of some arrays.
func (p *Plan) dependsOn(e *expr.Expr, arrays []*expr.Array) bool {
	return slices.ContainsFunc(arrays, func(a *expr.Array) bool { return p.depends(e, a) })
}

func (p *Plan) basisOf(at algebra.Atom, target *expr.Expr) string {
	pool, e := p.Graph.Pool, at.E
	switch {
	case e == target:
		return fmt.Sprintf("x^%g", at.Pow)
	case at.Pow != 1 || e.Op != expr.Call:
		return "other"
	case e == pool.Log(target):
		return "log x"
	case e == pool.Log(pool.Sub(pool.Num(1), target)):
		return "log(1-x)"
	case e.Name == "^" && e.Args[0] == target && !e.Args[1].Unknown && !e.Args[1].Counts:
		return "x^" + e.Args[1].String()
	}
	return "other"
}

func references(e *expr.Expr, a *expr.Array) (out []*expr.Expr) {
	for x := range e.Parts() {
		if x.Array == a {
			out = append(out, x)
		}
	}
	return out
}

// inIndex tells whether the array decides which element of another is meant.
func inIndex(e *expr.Expr, a *expr.Array) bool {
	return !e.Walk(func(x *expr.Expr) bool {
		if x.Op == expr.Elem || x.Op == expr.Slice {
			return !slices.ContainsFunc(x.Args, func(i *expr.Expr) bool { return i.Mentions(a) })
		}
		return true
	})
}

func short(e *expr.Expr) string {
	s := e.String()
	if len(s) > 60 {
		s = s[:57] + "…"
	}
	return s
}

// name finds the distribution that a set of functions belongs to.
func (one *single) name() {
	only := func(allowed ...string) bool {
		for _, b := range one.basis {
			if !slices.Contains(allowed, b) {
				return false
			}
		}
		return len(one.basis) > 0
	}
	has := func(b string) bool { return slices.Contains(one.basis, b) }
	d := one.s.Dist
	switch {
	case d.Name == "ddirch" && only("log x"):
		one.kind = "Dirichlet"
	case d.Name == "dwish":
		one.kind, one.why = "slice", "a matrix needs its own update"
	case d.Multi:
		one.kind, one.why = "slice", "its elements are tied to each other"
	case only("x^1", "x^2"):
		one.kind = "normal"
	case only("log x", "log(1-x)") && (d.Name == "dbeta" || d.Name == "dunif" && inUnit(one.s)):
		one.kind = "beta"
	case only("log x", "x^1") && (d.Lo >= 0 || d.Name == "dunif"):
		one.kind, one.power = "gamma", 1
	case only("log x", "x^-1"):
		one.kind, one.power = "inverse gamma", -1
	case only("log x", "x^1", "x^-1"):
		one.kind = "generalised inverse Gaussian"
	case only("log x", "log(1-x)"):
		one.kind = "beta"
	case len(one.basis) == 2 && has("log x") && !has("other") && !has("log(1-x)"):
		one.kind = "power of a gamma"
		for _, b := range one.basis {
			if power, ok := strings.CutPrefix(b, "x^"); ok {
				one.power, _ = strconv.ParseFloat(power, 64)
			}
		}
	default:
		one.kind = "slice"
		var odd []string
		for _, part := range one.parts {
			if part.Basis == "other" && len(odd) < 2 && !slices.Contains(odd, short(part.Fun)) {
				odd = append(odd, short(part.Fun))
			}
		}
		one.why = "no distribution has the functions " + strings.Join(one.basis, ", ")
		if odd != nil {
			one.why = "its log density contains " + strings.Join(odd, " and ")
		}
	}
	if one.kind != "slice" && one.why == "" {
		var of []string
		for _, f := range one.basis {
			of = append(of, cmp.Or(powers[f], f))
		}
		one.why = "its log density is a sum of " + strings.Join(of, " and ")
	}
}

// powers has powers of x as people write them.
var powers = map[string]string{"x^-1": "1/x", "x^1": "x", "x^2": "x²"}
