package block

import (
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// normals is a set of unknowns that are jointly normal given the rest.
type normals struct {
	statements []*graph.Statement
	arrays     []*expr.Array
	quads      []*quad
}

// A quad is a factor whose logarithm is a quadratic form in a set of normals.
type quad struct {
	f      *algebra.Factor
	rows   *expr.Rows
	poly   algebra.Poly
	aux    *auxiliary // the variables that make it quadratic, or nil
	smooth *smooth    // what makes it nearly quadratic, or nil
}

// gaussian finds the largest set of normal unknowns that are jointly normal given the rest, one
// after the other.
func (p *Plan) gaussian(todo []*graph.Statement, o Options) *normals {
	var set *normals
	if o.Plain {
		return nil
	}
	for _, s := range todo {
		if !slices.Contains([]string{"dnorm", "dmnorm", "dt"}, s.Dist.Name) || isTruncated(s) &&
			!(p.between && p.isBetween(s)) {
			continue
		}
		try := &normals{statements: []*graph.Statement{s}}
		if set != nil {
			try.statements = append(slices.Clone(set.statements), s)
		}
		if p.quadratic(try) {
			set = try
		}
	}
	set = p.withFlat(todo, set)
	if set != nil && set.isSmooth() && len(set.statements) == 1 &&
		len(targets(set.statements[0])) == 1 {
		return nil // one number: slice sampling with coefficients is quicker
	}
	return set
}

// withFlat adds unknowns with uniform priors to a set that is nearly normal, or makes one of them:
// where the data say much, the bounds are far away.
func (p *Plan) withFlat(todo []*graph.Statement, set *normals) *normals {
	defer func(exact bool) { p.exact = exact }(p.exact)
	p.exact = true
	for _, s := range todo {
		if s.Dist.Name != "dunif" || set != nil && !set.isSmooth() || !p.gradual(p.collect(s)) {
			continue
		}
		try := &normals{statements: []*graph.Statement{s}}
		if set != nil {
			try.statements = append(slices.Clone(set.statements), s)
		}
		if p.quadratic(try) && try.isSmooth() && try.drawn() <= fewNormals {
			set = try
		}
	}
	return set
}

// quadratic tells whether all factors with unknowns of a set are quadratic in them, and fills in
// the set.
func (p *Plan) quadratic(set *normals) bool {
	set.arrays, set.quads = nil, nil
	var factors []*algebra.Factor
	for _, s := range set.statements {
		set.arrays = expr.Union(set.arrays, s.Left.Array)
		factors = expr.Union(factors, p.live(s)...)
	}
	for _, f := range factors {
		q := &quad{f: f, rows: f.Rows, poly: f.Poly}
		if !p.isQuadratic(f.Poly, f.Rows, set) {
			if q = p.augment(f, set); q == nil {
				q = p.newSmooth(f, set)
			}
			if q == nil {
				return false
			}
		}
		set.quads = append(set.quads, q)
	}
	return true
}

// augmented tells whether a factor of the set has auxiliary variables.
func (set *normals) augmented() bool {
	return slices.ContainsFunc(set.quads, func(q *quad) bool { return q.aux != nil })
}

// drawn is how many unknowns the set has.
func (set *normals) drawn() (n int) {
	for _, s := range set.statements {
		n += len(targets(s))
	}
	return n
}

// trials is how many trials the binomial counts among the factors have on average.
func (set *normals) trials() (mean float64) {
	rows := 0
	for _, q := range set.quads {
		if q.aux == nil || q.f.Piece.Statement.Dist.Name != "dbin" {
			continue
		}
		size := q.f.Piece.Args[1].Column(q.f.Rows)
		for i := range q.f.Rows.N {
			n, _ := size.At(i)
			mean += n
		}
		rows += q.f.Rows.N
	}
	return mean / max(float64(rows), 1)
}

// isSmooth tells whether a factor of the set is only nearly quadratic.
func (set *normals) isSmooth() bool {
	return slices.ContainsFunc(set.quads, func(q *quad) bool { return q.smooth != nil })
}

// in are the atoms of a term that hold unknowns of the set. ok is false if one is not a plain
// element, or if there are more than two.
func (p *Plan) in(t algebra.Term, set *normals) (mine []*expr.Expr, rest algebra.Term, ok bool) {
	atoms, rest := t.Split(func(e *expr.Expr) bool { return p.dependsOn(e, set.arrays) })
	for _, at := range atoms {
		if at.E.Op != expr.Elem || !slices.Contains(set.arrays, at.E.Array) || at.Pow != 1 &&
			at.Pow != 2 ||
			slices.ContainsFunc(set.arrays, func(a *expr.Array) bool { return inIndex(at.E, a) }) {
			return nil, rest, false
		}
		for range int(at.Pow) {
			mine = append(mine, at.E)
		}
	}
	return mine, rest, len(mine) <= 2
}

func (p *Plan) isQuadratic(poly algebra.Poly, rows *expr.Rows, set *normals) bool {
	for _, t := range poly {
		mine, _, ok := p.in(t, set)
		if !ok {
			return false
		}
		if !areChosen(mine, rows) {
			continue
		}
		if slices.ContainsFunc(mine, func(e *expr.Expr) bool { return !p.allIn(e.Array, set) }) ||
			len(mine) == 2 && !pairs(mine, rows) {
			return false
		}
	}
	return true
}

// allIn tells whether all elements of an array are unknowns of a set.
func (p *Plan) allIn(a *expr.Array, set *normals) bool {
	for i := range a.Def {
		if !p.isIn(a, i, set) {
			return false
		}
	}
	return true
}

// isIn tells whether an element of an array is an unknown of a set.
func (p *Plan) isIn(a *expr.Array, i int, set *normals) bool {
	d := a.Def[i]
	return d >= 0 && !a.Observed[i] && slices.Contains(set.statements, p.Graph.Statements[d])
}
