package block

import (
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// Approaches is how many starts should be tried, with how many sweeps each, and how much less than
// that of the best the log density of the one that is taken may be. If less is zero, a start is
// taken with a probability in proportion to its density: in the long run, chains are then in each
// hill of the posterior about as often as they should be, though none goes from one to another.
// given tells whether the author gave initial values.
func (p *Plan) Approaches(given bool) (n, sweeps int, less float64) {
	switch {
	case p.Observed() > 10_000:
	case len(p.approaches) > 0:
		return 9, 0, 0.5 * float64(20+p.Observed())
	case !given && p.hills():
		return 8, 45, 0
	}
	return 1, 0, 0
}

// hills tells whether the posterior may have hills that a chain does not leave: if a normal unknown
// is multiplied by another, as a loading by a factor, or squared, its sign may be changed; and an
// unknown may choose among others, be multiplied by them, or be compared with something.
func (p *Plan) hills() bool {
	hill := func(x *expr.Expr) bool {
		if !x.Unknown || x.Op != expr.Call {
			return x.Array != nil && x.Array.Unknowns && slices.ContainsFunc(x.Args, isUnknown)
		}
		switch x.Name {
		case "*":
			a, b := x.Args[0], x.Args[1]
			return p.anySign(a) && p.anySign(b) || p.hasDiscrete(a) && b.Unknown ||
				p.hasDiscrete(b) && a.Unknown
		case "^", "abs":
			return p.anySign(x.Args[0])
		case "sin", "cos", "step", "select":
			return x.Args[0].Unknown
		}
		return expr.IsComparison(x.Name)
	}
	return slices.ContainsFunc(p.Graph.Pieces, func(q *graph.Piece) bool {
		return p.seen(q.Statement, map[*graph.Statement]bool{}) &&
			slices.ContainsFunc(q.Right(), func(e *expr.Expr) bool { return e != nil && e.Has(hill) })
	})
}

func isUnknown(e *expr.Expr) bool { return e != nil && e.Unknown }

// anySign tells whether an expression has normal unknowns and may be negative.
func (p *Plan) anySign(e *expr.Expr) bool {
	return !p.Graph.Positive(e) && p.has(e, func(d *graph.Statement) bool {
		return slices.Contains([]string{"dnorm", "dmnorm", "dt"}, d.Dist.Name)
	})
}

// hasDiscrete tells whether an expression has unknown whole numbers.
func (p *Plan) hasDiscrete(e *expr.Expr) bool {
	return p.has(e, func(d *graph.Statement) bool { return d.Dist.Discrete })
}

// has tells whether an expression has unknowns of a kind.
func (p *Plan) has(e *expr.Expr, kind func(*graph.Statement) bool) bool {
	return e.Has(func(x *expr.Expr) bool {
		return x.Array != nil && x.Array.State && slices.ContainsFunc(x.Array.Def, func(d int32) bool {
			return d >= 0 && !p.Graph.Statements[d].Deterministic() && kind(p.Graph.Statements[d])
		})
	})
}

// Approach improves the start of a chain where several are tried. The other blocks follow.
func (p *Plan) Approach(r *rand.Rand, s *State, sweeps int) {
	p.Attach(s)
	sweep := func() {
		for _, b := range p.Blocks {
			b.Run(r, s)
		}
	}
	for range sweeps {
		sweep()
	}
	for k := range 3 * min(len(p.approaches), 1) {
		if k > 0 {
			sweep()
		}
		for _, f := range p.approaches {
			f(r, s)
		}
		p.Recompute(s)
	}
}
