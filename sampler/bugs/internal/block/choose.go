package block

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/bugs/internal/syntax"
)

// choose finds a block for every unknown.
func (p *Plan) choose(o Options) error {
	var todo, predicted []*graph.Statement
	for _, piece := range p.Graph.Pieces { // the counts tie their sum down: no update could move it
		if s := piece.Statement; s.Dist.Name == "dmulti" && piece.Args[1].Unknown &&
			p.seen(s, map[*graph.Statement]bool{}) {
			return syntax.Errors{syntax.At(p.Graph.Source, s.Rel.Left.Pos,
				"The size %s of %s must be known. Where the counts sum to an unknown N, draw them "+
					"one by one: y[1] ~ dbin(p[1], N), y[2] ~ dbin(p[2] / (1 - p[1]), N - y[1]).",
				piece.Args[1], s.Rel.Dist)}
		}
	}
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
	if len(hyper) == 0 {
		p.between = true
		normal = p.gaussian(todo, o)
		hyper, singles = p.others(todo, normal)
	}
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
	if p.few = normal != nil && normal.isSmooth() && p.sparse(normal); o.Like != nil {
		p.few = o.Like.few
	}
	if normal != nil && normal.isSmooth() && (p.coupled(singles, normal) || p.few) {
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
		p.together(gradual, 0)
		for _, one := range gradual {
			if len(targets(one.s)) >= someUnits {
				moving = expr.Union(moving, one.s)
			}
		}
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
		if one.kind == "slice" && !p.onlyPrior(one) && p.gradual(one) && !p.free(one) {
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
	target, own := 0.0, map[any]*Block{}
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
			along, target = append(along, one), max(target, c.Target)
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
		compile = append(compile, func() { p.together(along, target) })
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

// someUnits is how many unknowns along a gradient hold their spread so fast that it needs a move
// of its own: where the spread is small, so are they, and steps that fit there are too small
// elsewhere.
const someUnits = 3

// others are the unknowns that are not in the set of normals: those that are drawn while it is
// integrated out, and the others.
func (p *Plan) others(todo []*graph.Statement, normal *normals) (hyper, singles []*single) {
	for _, s := range todo {
		if normal != nil && slices.Contains(normal.statements, s) {
			continue
		}
		one := p.collect(s)
		if normal != nil && len(normal.truncated()) == 0 && p.integrates(one, normal) {
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

// fewCounts is how small Poisson counts may be for a normal approximation at the mode: the square
// of the number of unknowns, divided by all counts. The logarithm of the density over the
// approximation varies by about one divided by the count of an unknown, for each of them.
const fewCounts = 10

// sparse tells whether counts say so little about each of many unknowns with fixed priors that
// hardly any proposal from the approximation would be accepted.
func (p *Plan) sparse(set *normals) bool {
	counts := 0.0
	for _, q := range set.quads {
		if q.smooth == nil {
			continue
		}
		if q.f.Piece.Statement.Dist.Name != "dpois" {
			return false
		}
		y := q.f.Piece.Left.Column(q.f.Rows)
		for row := range q.f.Rows.N {
			if v, ok := y.At(row); ok {
				counts += v
			}
		}
	}
	d := float64(set.drawn())
	return d*d > fewCounts*counts && p.constant(set)
}

// nameOf is the name of what a statement defines: the array, or its elements if other statements
// define unknowns of the same array; with the line, if these are written alike, in other loops.
func (p *Plan) nameOf(s *graph.Statement) string {
	name := s.Left.Array.Name
	for _, t := range p.Graph.Statements {
		if t == s || t.Left.Array != s.Left.Array || t.Deterministic() || len(targets(t)) == 0 {
			continue
		}
		if name = s.Left.String(); t.Left.String() == name {
			return fmt.Sprintf("%s of line %d", name, s.Rel.Pos.Line)
		}
	}
	return name
}
