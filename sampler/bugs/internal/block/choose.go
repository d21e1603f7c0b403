package block

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// choose finds a block for every unknown.
func (p *Plan) choose(o Options) error {
	var todo, predicted []*graph.Statement
	for _, step := range p.Graph.Steps() {
		s := step.Statement
		if s.Deterministic() || len(targets(s)) == 0 || slices.Contains(todo, s) ||
			slices.Contains(predicted, s) {
			continue
		}
		if p.seen(s, map[*graph.Statement]bool{}) {
			todo = append(todo, s)
		} else {
			predicted = append(predicted, s)
		}
	}
	todo, chosen, err := p.chosen(todo, o)
	if err != nil {
		return err
	}
	normal := p.gaussian(todo, o)
	hyper, singles := p.others(todo, normal)
	if normal != nil && normal.augmented() && normal.drawn() <= fewNormals &&
		(len(hyper) == 0 || normal.trials() > manyTrials) {
		p.exact = true
		again := p.gaussian(todo, o)
		if again == nil && normal.drawn() == 1 || // one number is drawn quicker from its own density
			again != nil && len(again.statements) == len(normal.statements) {
			normal = again
			hyper, singles = p.others(todo, normal)
		}
	}
	var moving []*graph.Statement // whose spread gets moves of its own
	if normal != nil {
		moving = normal.statements
	}
	if normal != nil && normal.isSmooth() && p.coupled(singles, normal) {
		for _, s := range normal.statements {
			singles = append(singles, p.collect(s))
		}
		normal = nil
	}
	var set *compiledGauss
	if normal != nil {
		set = p.compileGauss(normal, hyper)
	}
	if !o.Plain {
		singles = p.eliminate(singles)
	}
	var gradual []*single
	if !o.Plain {
		gradual = p.uphill(singles)
	}
	if gradual != nil {
		p.together(gradual)
	}
	for _, one := range singles {
		if !slices.Contains(gradual, one) {
			p.compileSingle(one)
		}
	}
	if !o.Plain {
		for _, s := range moving {
			if sp := p.spreadOf(s, todo); sp != nil && !slices.ContainsFunc(hyper,
				func(h *single) bool { return h.s == sp.h }) {
				p.rescale(sp, set)
			}
		}
	}
	for _, compile := range chosen {
		compile()
	}
	for _, s := range predicted {
		p.predict(s)
	}
	return nil
}

// uphill are the unknowns that move better together along the gradient, or nil.
func (p *Plan) uphill(singles []*single) []*single {
	var all, out []*single
	for _, one := range singles {
		if one.kind == "slice" && !p.onlyPrior(one) && p.gradual(one) {
			all = append(all, one)
		}
	}
	dimension := 0
	for _, one := range all {
		meets := slices.ContainsFunc(all, func(o *single) bool {
			return o != one && slices.ContainsFunc(o.factors,
				func(f *algebra.Factor) bool { return slices.Contains(one.factors, f) })
		})
		if meets || !p.independent(one) { // by itself it is quicker
			out = append(out, one)
			dimension += len(targets(one.s))
		}
	}
	if dimension <= 1 {
		return nil
	}
	return out
}

// chosen takes the statements out for which the author chose an update. The blocks are compiled
// after the others.
func (p *Plan) chosen(todo []*graph.Statement, o Options) (rest []*graph.Statement,
	compile []func(), err error) {
	var along, out []*single
	own := map[any]*Block{}
	for _, s := range todo {
		c, ok := o.Choices[s.Left.Array.Name]
		if !ok {
			rest = append(rest, s)
			continue
		}
		one := p.collect(s)
		switch c.Kind {
		case Own:
			b := own[c.Own]
			if b == nil {
				b = &Block{Form: &Form{}, Kind: "the author's own", Why: "the author replaced the update",
					Own: c.Own}
				own[c.Own] = b
				compile = append(compile, func() {
					p.put(b, func(r *rand.Rand, s *State) { b.own(r, s) })
				})
			}
			b.Name = strings.TrimPrefix(b.Name+", "+p.nameOf(s), ", ")
			b.note(one)
			continue
		case NUTS:
			if !p.gradual(one) {
				return nil, nil, fmt.Errorf("NUTS cannot draw %s: it needs numbers whose bounds are known "+
					"and whose density has a gradient", s.Left)
			}
			along = append(along, one)
			continue
		case Collapsed:
			out = append(out, one)
			continue
		case Slice:
			if s.Dist.Multi {
				return nil, nil, fmt.Errorf("slice sampling number by number cannot draw %s: its elements "+
					"are tied to each other", s.Left)
			}
			one.kind, one.why, one.parts = "slice", "the author chose it", nil
		}
		compile = append(compile, func() { p.compileSingle(one) })
	}
	if len(along) > 0 {
		along[0].why = "the author chose it"
		compile = append(compile, func() { p.together(along) })
	}
	if len(out) > 0 {
		few, left, err := p.collapsing(out, rest)
		if err != nil {
			return nil, nil, err
		}
		rest, compile = left, append(compile, func() { p.collapse(out, few) })
	}
	return rest, compile, nil
}

// fewNormals is how many unknowns a set may have for the normal approximation at its mode to be
// quicker than auxiliary variables. With these, numbers that the set is integrated out for mix
// better, unless the binomial counts have many trials.
const (
	fewNormals = 40
	manyTrials = 100
)

// others are the unknowns that are not in the set of normals: those that are drawn while it is
// integrated out, and the others.
func (p *Plan) others(todo []*graph.Statement, normal *normals) (hyper, singles []*single) {
	for _, s := range todo {
		if normal != nil && slices.Contains(normal.statements, s) {
			continue
		}
		one := p.collect(s)
		if normal != nil && p.integrates(one, normal) {
			hyper = append(hyper, one)
		} else {
			singles = append(singles, one)
		}
	}
	return hyper, singles
}

// independent tells whether the elements of a statement are independent given the rest, so that
// each is best drawn by itself.
func (p *Plan) independent(one *single) bool {
	el := targets(one.s)
	return !one.s.Dist.Multi && p.views(one.factors, one.s.Left.Array, alone(el)).apart()
}

// coupled tells whether a single number without a conjugate update stands in the factors that make
// a set only nearly normal, outside the linear predictor: the shape of a survival time. The two
// would hold each other fast, and move better together along the gradient.
func (p *Plan) coupled(singles []*single, set *normals) bool {
	return slices.ContainsFunc(singles, func(one *single) bool {
		return one.kind == "slice" && p.gradual(one) && slices.ContainsFunc(set.quads,
			func(q *quad) bool {
				return q.smooth != nil && slices.Contains(one.factors, q.f) &&
					!p.depends(q.smooth.link, one.s.Left.Array)
			})
	})
}

// nameOf is the name of what a statement defines: the array, or its elements if other statements
// define unknowns of the same array.
func (p *Plan) nameOf(s *graph.Statement) string {
	for _, t := range p.Graph.Statements {
		if t != s && t.Left.Array == s.Left.Array && !t.Deterministic() && len(targets(t)) > 0 {
			return s.Left.String()
		}
	}
	return s.Left.Array.Name
}

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
				if x != part.Target || x.Op != expr.Elem {
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

func (p *Plan) depends(e *expr.Expr, a *expr.Array) bool {
	if e.Mentions(a) {
		return true
	}
	for _, c := range p.Graph.Computed {
		if b := c.Left.Array; e.Mentions(b) && p.computedFrom(b, a) {
			return true
		}
	}
	return false
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
	case only("log x", "x^1") && d.Lo >= 0:
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
			if _, err := fmt.Sscanf(b, "x^%g", &one.power); err == nil {
				break
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
