package graph

import (
	"math"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// positives are the parameters that cannot be negative, and what to write for them.
var positives = map[string]string{
	"probability": "logit(p[i]) <- …",
	"precision":   "log(tau) <- …",
	"rate":        "log(rate[i]) <- …",
	"shape":       "log(shape) <- …",
	"scale":       "log(scale) <- …",
	"sd":          "log(sigma) <- …",
	"Sigma":       "log(sigma) <- …",
	"mean":        "log(lambda[i]) <- …", // of dpois
}

// checkRanges warns of parameters that cannot be negative and that nothing keeps from minus
// infinity, such as a probability a + b * x[i], and of sizes that are not whole.
func (g *Graph) checkRanges() {
	r := ranges{Graph: g, known: map[*expr.Array]interval{}}
	for _, s := range g.Statements {
		if s.Deterministic() || s.Rows.N == 0 {
			continue
		}
		for k, e := range s.Args {
			what := s.Dist.Params[k]
			switch {
			case s.Dist.Vector[k] || what == "mean" && s.Dist.Name != "dpois":
			case what == "size" && s.Dist.Name != "dnegbin" && e.Op == expr.Elem &&
				slices.ContainsFunc(g.Statements, func(d *Statement) bool {
					return d.Left.Array == e.Array && d.Dist != nil && !d.Dist.Discrete && d.Rows.N > 0
				}):
				g.warn("line %d: %s is the size of a %s, and its distribution gives numbers that are not "+
					"whole. Round it, or give it another distribution", s.Rel.Pos.Line, e, s.Rel.Dist)
			default:
				r.check(s, what, e)
			}
		}
		for _, w := range s.positive {
			r.check(s, w.name, w.value)
		}
	}
}

// check warns of a parameter that can be negative.
func (r ranges) check(s *Statement, what string, e *expr.Expr) {
	if link := positives[what]; link != "" && r.of(e, s).least == math.Inf(-1) {
		instead := "Write " + link
		if e.Op == expr.Elem && slices.ContainsFunc(r.Statements, func(d *Statement) bool {
			return d.Left.Array == e.Array && d.Dist != nil
		}) {
			instead = "Give it a distribution of positive numbers, or cut it off with T(0,)"
		}
		r.warn("line %d: the %s %s of %s can be negative, where the model is impossible. %s",
			s.Rel.Pos.Line, what, text(e), s.Rel.Left, instead)
	}
}

// ranges finds between which numbers expressions lie, whatever the unknowns are.
type ranges struct {
	*Graph
	known map[*expr.Array]interval
	env   []int32 // what counters are, or nil
	steps int
	signs bool // the signs of functions are known, too; no warning asks for them
}

// Positive tells whether an expression is at least zero, whatever the unknowns are, as far as one
// can see: only then is the logarithm of a product the sum of logarithms.
func (g *Graph) Positive(e *expr.Expr) bool {
	g.signing.Lock()
	defer g.signing.Unlock()
	if g.signs == nil {
		g.signs = map[*expr.Array]interval{}
	}
	return ranges{Graph: g, known: g.signs, signs: true}.of(e, nil).least >= 0
}

// An interval has NaN as its ends where nothing is known.
type interval struct{ least, most float64 }

var anything, nothing = interval{math.NaN(), math.NaN()}, interval{math.Inf(1), math.Inf(-1)}

// with is the smallest interval that contains both.
func (i interval) with(j interval) interval {
	return interval{min(i.least, j.least), max(i.most, j.most)} // NaN stays
}

func (r ranges) of(e *expr.Expr, s *Statement) interval {
	switch e.Op {
	case expr.Num:
		return interval{e.Value, e.Value}
	case expr.Counter:
		if r.env != nil {
			return interval{float64(r.env[e.Depth]), float64(r.env[e.Depth])}
		}
	case expr.Elem, expr.Slice:
		if i, ok := e.Position(r.env); ok && e.Op == expr.Elem && r.env != nil {
			return r.element(e.Array, i)
		}
		r.env = nil
		return r.array(e.Array)
	case expr.Call:
		args := make([]interval, len(e.Args))
		for k, a := range e.Args {
			args[k] = r.of(a, s)
		}
		if r.signs {
			if i, ok := signed(e, args); ok {
				return i
			}
		}
		return calls(e, args)
	}
	return anything
}

// signed is where functions lie whose sign is known.
func signed(e *expr.Expr, args []interval) (i interval, ok bool) {
	switch e.Name {
	case "ilogit", "phi", "icloglog", "step":
		return interval{0, 1}, true
	case "exp", "abs", "softplus":
		return interval{0, math.Inf(1)}, true
	case "^":
		by := e.Args[1]
		even := by.Op == expr.Num && math.Mod(by.Value, 2) == 0
		return interval{0, math.Inf(1)}, even || args[0].least >= 0
	case "select":
		i = nothing
		for _, a := range args[1:] {
			i = i.with(a)
		}
		return i, true
	case "min":
		i = args[0]
		for _, a := range args[1:] {
			i = interval{min(i.least, a.least), max(i.most, a.most)}
		}
		return i, true
	case "prod":
		return interval{0, math.Inf(1)}, args[0].least >= 0
	}
	return interval{0, 1}, expr.IsComparison(e.Name)
}

// array is where all elements of an array lie.
func (r ranges) array(a *expr.Array) interval {
	if i, ok := r.known[a]; ok {
		return i
	}
	r.known[a] = anything // while it is found: for what is computed from itself
	all := nothing
	for i, v := range a.Value {
		if a.Fixed(i) {
			all = all.with(interval{v, v})
		}
	}
	for _, s := range r.Statements {
		switch {
		case s.Left.Array != a || s.Rows.N == 0:
		case s.Deterministic():
			all = all.with(r.of(s.Value, s))
		default:
			all = all.with(r.drawn(s))
		}
	}
	if r.signs && all == nothing { // of no statement: a letter of a derivation
		all = anything
	}
	r.known[a] = all
	return all
}

// element is where one element lies. What is computed from others is followed a few steps.
func (r ranges) element(a *expr.Array, i int) interval {
	if a.Fixed(i) {
		return interval{a.Value[i], a.Value[i]}
	} else if a.Def[i] < 0 {
		return anything
	}
	s := r.Statements[a.Def[i]]
	r.env = s.Rows.Env(r.rowOf(s, i))
	switch r.steps++; {
	case !s.Deterministic():
		return r.drawn(s)
	case s.Left.Op == expr.Elem && r.steps < deepest:
		return r.of(s.Value, s)
	}
	r.env = nil
	return r.array(a)
}

// drawn is where the draws of a statement lie, in one row if counters are given.
func (r ranges) drawn(s *Statement) interval {
	one := interval{s.Dist.Lo, s.Dist.Hi}
	switch w := s.Args[0]; {
	case s.Dist.Name == "dunif":
		return interval{r.of(w, s).least, r.of(s.Args[1], s).most}
	case s.Dist.Name == "dwish":
		return anything
	case s.Dist.Name == "dcat" && w.Op == expr.Slice && r.env != nil:
		k, some := 0.0, nothing // categories without weight are left out
		if w.Positions(r.env, func(i int) {
			if k++; !w.Array.Fixed(i) || w.Array.Value[i] > 0 {
				some = some.with(interval{k, k})
			}
		}) {
			one = some
		}
	}
	if s.Lower != nil {
		one.least = max(one.least, r.of(s.Lower, s).least)
	}
	if s.Upper != nil {
		one.most = min(one.most, r.of(s.Upper, s).most)
	}
	return one
}

// calls is where a function lies whose arguments lie in intervals.
func calls(e *expr.Expr, args []interval) interval {
	a := args[0]
	switch e.Name {
	case "+":
		return interval{a.least + args[1].least, a.most + args[1].most}
	case "-":
		return interval{a.least - args[1].most, a.most - args[1].least}
	case "neg":
		return interval{-a.most, -a.least}
	case "*", "inprod":
		if e.Args[0] == e.Args[1] {
			most := max(a.least*a.least, a.most*a.most)
			if math.IsNaN(most) {
				most = math.Inf(1)
			}
			return interval{0, most}
		}
		b, out := args[1], nothing
		for _, x := range []float64{a.least, a.most} {
			for _, y := range []float64{b.least, b.most} {
				v := x * y
				if x == 0 || y == 0 {
					v = 0
				}
				out = out.with(interval{v, v})
			}
		}
		return out
	case "/":
		if b := args[1]; b.least >= 0 && (a.least >= 0 || a.least == math.Inf(-1)) {
			return interval{a.least, math.Inf(1)}
		}
	case "logit", "probit", "cloglog":
		return interval{math.Inf(-1), math.Inf(1)}
	case "log":
		if a.least >= 0 {
			return interval{math.Log(a.least), math.Log(a.most)}
		}
	case "sum", "mean":
		if a.least >= 0 || a.least == math.Inf(-1) {
			return interval{a.least, math.Inf(1)}
		}
	case "ifelse":
		return args[1].with(args[2])
	case "max":
		for _, b := range args[1:] {
			a = interval{max(a.least, b.least), max(a.most, b.most)}
		}
		return a
	}
	return anything
}
