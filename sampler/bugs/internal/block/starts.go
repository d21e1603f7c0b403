package block

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
)

// Approaches is how many starts should be tried, with how many sweeps each, and how much less than
// that of the best the log density of the one that is taken may be. given tells whether the author
// gave initial values.
func (p *Plan) Approaches(given bool) (n, sweeps int, less float64) {
	switch {
	case p.Observed() > 10_000:
		return 1, 0, 0
	case len(p.approaches) > 0:
		return 9, 0, 0.5 * float64(20+p.Observed())
	case !given && p.mirrors():
		return 6, 30, 5 + 3*math.Sqrt(float64(p.numbers()))
	}
	return 1, 0, 0
}

// numbers is how many numbers the blocks draw.
func (p *Plan) numbers() (n int) {
	for _, b := range p.Blocks {
		n += b.Drawn
	}
	return n
}

// mirrors tells whether normal unknowns of any sign are multiplied by each other, as loadings by
// factors. If the signs of both change, the product is the same, and a chain that begins with the
// wrong ones may stay there although a constraint, as that one loading is positive, makes them
// nearly impossible.
func (p *Plan) mirrors() bool {
	normal := func(e *expr.Expr) bool {
		return !p.Graph.Positive(e) && e.Has(func(x *expr.Expr) bool {
			return x.Array != nil && x.Array.State && slices.ContainsFunc(x.Array.Def, func(d int32) bool {
				return d >= 0 && !p.Graph.Statements[d].Deterministic() &&
					slices.Contains([]string{"dnorm", "dmnorm", "dt"}, p.Graph.Statements[d].Dist.Name)
			})
		})
	}
	return slices.ContainsFunc(p.Graph.Pieces, func(q *graph.Piece) bool {
		return slices.ContainsFunc(q.Right(), func(e *expr.Expr) bool {
			return e != nil && e.Has(func(x *expr.Expr) bool {
				return x.Op == expr.Call && x.Name == "*" && normal(x.Args[0]) && normal(x.Args[1])
			})
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
