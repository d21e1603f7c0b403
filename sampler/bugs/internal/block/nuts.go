package block

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
)

// A scale maps a number between bounds to the whole line.
type scale struct{ lo, hi float64 }

// inward is the number for a coordinate u, and the logarithm and the derivative of the derivative's
// logarithm: x(u), dx/du, log dx/du and its derivative.
func (c scale) inward(u float64) (x, slope, logSlope, change float64) {
	switch {
	case math.IsInf(c.lo, -1) && math.IsInf(c.hi, 1):
		return u, 1, 0, 0
	case math.IsInf(c.hi, 1):
		e := math.Exp(u)
		return c.lo + e, e, u, 1
	case math.IsInf(c.lo, -1):
		e := math.Exp(u)
		return c.hi - e, -e, u, 1
	}
	q := expr.Logistic(u)
	w := c.hi - c.lo
	return c.lo + w*q, w * q * (1 - q), math.Log(w) - expr.SoftPlus(u) - expr.SoftPlus(-u), 1 - 2*q
}

// outward is the coordinate of a number.
func (c scale) outward(x float64) float64 {
	switch {
	case math.IsInf(c.lo, -1) && math.IsInf(c.hi, 1):
		return x
	case math.IsInf(c.hi, 1):
		return math.Log(x - c.lo)
	case math.IsInf(c.lo, -1):
		return math.Log(c.hi - x)
	}
	return math.Log(x-c.lo) - math.Log(c.hi-x)
}

// gradual tells whether a statement's unknowns can move along a gradient: continuous numbers
// within bounds that are known, on which nothing depends that is computed step by step, nor what is
// cut off the distribution of other unknowns, nor which of two formulas is a number.
func (p *Plan) gradual(one *single) bool {
	d := one.s.Dist
	if d.Discrete || d.Multi && d.Name != "dmnorm" || len(one.bounds) > 0 ||
		p.recomputes(one.s.Left.Array) {
		return false
	}
	for piece := range p.pieces(one.s) {
		for _, e := range []*expr.Expr{piece.Lower, piece.Upper} {
			if e != nil && e.Unknown {
				return false
			}
		}
		if d.Name == "dunif" && (piece.Args[0].Unknown || piece.Args[1].Unknown) || d.Name == "dpar" {
			return false
		}
	}
	for _, f := range one.factors { // bounds of others
		if !f.Log.Walk(func(x *expr.Expr) bool {
			return x.Op != expr.Call || !x.Mentions(one.s.Left.Array) ||
				x.Name != "inside" && x.Name != "interval" &&
					!(strings.HasPrefix(x.Name, "logmass.") && len(targets(f.Piece.Statement)) > 0) &&
					!(x.Name == "select" && x.Args[0].Mentions(one.s.Left.Array) &&
						slices.ContainsFunc(x.Args, func(e *expr.Expr) bool { return !p.Graph.Finite(e) }))
		}) || f.Piece.Statement != one.s && f.Log.Mentions(one.s.Left.Array) &&
			!slopes(f.Log, one.s.Left.Array) {
			return false
		}
	}
	return true
}

// slopes tells whether an array has an effect on e other than by jumps, as in step(x) or round(x).
func slopes(e *expr.Expr, a *expr.Array) bool {
	return e.Array == a || !compute.Flat[e.Name] && e.Name != "sort.at" &&
		slices.ContainsFunc(e.Args, func(x *expr.Expr) bool { return slopes(x, a) })
}

// manyUnits is how many elements are so many that steps along the gradient, which all of them must
// fit, are dearer than slices of each.
const manyUnits = 10

// free tells whether many elements are independent given the rest, and tied to it only weakly,
// because their prior is known or keeps them between two bounds. A beta prior with unknown
// parameters ties them: close to 0 its density has a peak that slices leave in thousands of sweeps.
func (p *Plan) free(one *single) bool {
	el := targets(one.s)
	if len(el) < manyUnits || !p.independent(one) {
		return false
	}
	known := true
	for piece := range p.pieces(one.s) {
		known = known && !slices.ContainsFunc(piece.Args, func(a *expr.Expr) bool { return a.Unknown })
	}
	lim, s := p.bounds(one, el), p.bare()
	return known || one.s.Dist.Name != "dbeta" &&
		!math.IsInf(lim.lo[0](s), 0) && !math.IsInf(lim.hi[0](s), 0)
}

// together compiles one block for several statements by the no-U-turn sampler, with the acceptance
// probability target, or its default for 0.
func (p *Plan) together(all []*single, target float64) {
	b := &Block{Form: &Form{}}
	p.put(b, p.gradientMove(b, all, target))
}

// gradientMove compiles the moves of such a block, and says in it what they draw.
func (p *Plan) gradientMove(b *Block, all []*single,
	target float64) func(r *rand.Rand, s *State) {
	var el []int // addresses
	var scales []scale
	var arrays []*expr.Array
	for _, one := range all {
		a := one.s.Left.Array
		mine := targets(one.s)
		lim := p.bounds(one, mine)
		s := p.bare()
		for k, i := range mine {
			el = append(el, a.Base+i)
			scales = append(scales, scale{lim.lo[k](s), lim.hi[k](s)})
		}
		arrays = expr.Union(arrays, a)
		b.note(one)
	}
	b.Name, b.Kind = expr.Names(arrays), fmt.Sprintf("NUTS, %d at once", len(el))
	b.Why = "together along the gradient: " + all[0].why
	var programs []*compute.Program
	rows := 1
	for _, f := range b.Form.Factors {
		rows += f.Rows.N
		programs = append(programs, compute.NewProgram(p.Graph.Pool, f.Log, f.Rows, arrays...))
		b.Cost += 16 * f.Rows.N
	}
	acc, which := p.acc(len(el)), len(p.nuts)
	p.nuts = append(p.nuts, target)
	logDensity := func(s *State) func(u, gradient []float64) float64 {
		return func(u, gradient []float64) float64 {
			sum := 0.0
			for i, at := range el {
				x, _, jacobian, _ := scales[i].inward(u[i])
				s.X[at], s.gradient[at] = x, 0
				if sum += jacobian; x == scales[i].lo || x == scales[i].hi {
					sum = math.Inf(-1) // rounded to a bound, where there is no way back
				}
			}
			for _, q := range programs {
				sum += q.Gradient(s.prog, s.X, 0, q.Rows, s.gradient)
			}
			for i, at := range el {
				_, slope, _, change := scales[i].inward(u[i])
				gradient[i] = s.gradient[at]*slope + change
				if math.IsNaN(gradient[i]) { // where the density is zero
					gradient[i] = 0
				}
			}
			return finite(sum)
		}
	}
	move := func(s *State, f func(u []float64)) {
		u := s.acc[acc]
		for i, at := range el {
			u[i] = scales[i].outward(s.X[at])
		}
		f(u)
		for i, at := range el {
			s.X[at], _, _, _ = scales[i].inward(u[i])
		}
	}
	p.approaches = append(p.approaches, func(_ *rand.Rand, s *State) {
		move(s, func(u []float64) { ascend(u, min(max(2_000_000/rows, 20), 200), logDensity(s)) })
	})
	return func(r *rand.Rand, s *State) {
		move(s, func(u []float64) { s.NUTS[which].Draw(r, u, logDensity(s)) })
	}
}

// ascend moves u uphill, for the start of a chain, with the step lengths of Barzilai & Borwein
// (1988), "Two-point step size gradient methods", halved until the density grows.
func ascend(u []float64, most int, logDensity func(u, gradient []float64) float64) {
	n := len(u)
	g, next, h := make([]float64, n), make([]float64, n), make([]float64, n)
	v := logDensity(u, g)
	step := 1 / max(floats.Norm(g, 2), 1e-300)
	for range most {
		floats.AddScaledTo(next, u, step, g)
		w := logDensity(next, h)
		if !(w > v) {
			if step /= 4; step*floats.Norm(g, 2) < 1e-6 {
				return
			}
			continue
		}
		moved, bent := 0.0, 0.0
		for i := range u {
			d := next[i] - u[i]
			moved += d * d
			bent += d * (g[i] - h[i])
		}
		copy(u, next)
		g, h = h, g
		if v, step = w, 2*step; bent > 0 {
			step = moved / bent
		}
	}
}

// bare is a state for what is known alone.
func (p *Plan) bare() *State {
	s := &State{X: make([]float64, p.space.N), Width: make([]float64, p.Graph.N)}
	copy(s.X, p.Start)
	s.prog = compute.NewScratch()
	return s
}
