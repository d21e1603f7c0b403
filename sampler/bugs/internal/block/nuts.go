package block

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
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

// gradual tells whether a statement's unknowns can move along a gradient: continuous numbers within
// bounds that are known, on which nothing depends that is computed step by step.
func (p *Plan) gradual(one *single) bool {
	d := one.s.Dist
	if d.Discrete || d.Multi && d.Name != "dmnorm" || len(one.bounds) > 0 ||
		p.recomputes(one.s.Left.Array) {
		return false
	}
	for _, piece := range p.Graph.Pieces {
		if piece.Statement != one.s {
			continue
		}
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
			return x.Op != expr.Call || x.Name != "inside" || !x.Mentions(one.s.Left.Array)
		}) {
			return false
		}
	}
	return true
}

// together compiles one block for several statements by the no-U-turn sampler.
func (p *Plan) together(all []*single) {
	b := &Block{Form: &Form{}}
	var el []int // addresses
	var scales []scale
	var arrays []*expr.Array
	var factors []*algebra.Factor
	for _, one := range all {
		a := one.s.Left.Array
		mine := targets(one.s)
		lim := p.bounds(one, mine)
		s := p.bare()
		for k, i := range mine {
			el = append(el, a.Base+i)
			scales = append(scales, scale{lim.lo[k](s), lim.hi[k](s)})
		}
		if !slices.Contains(arrays, a) {
			arrays = append(arrays, a)
		}
		for _, f := range one.factors {
			if !slices.Contains(factors, f) {
				factors = append(factors, f)
			}
		}
		b.Target = append(b.Target, one.s)
	}
	b.Name, b.Kind, b.Drawn = expr.Names(arrays), fmt.Sprintf("NUTS, %d at once", len(el)), len(el)
	b.Why = "together along the gradient: " + all[0].why
	b.Form.Factors = factors
	var programs []*compute.Program
	for _, f := range factors {
		programs = append(programs, compute.NewProgram(p.Graph.Pool, f.Log, f.Rows, arrays...))
		b.Cost += 16 * f.Rows.N
	}
	acc, which := p.acc(len(el)), p.nuts
	p.nuts++
	p.put(b, func(r *rand.Rand, s *State) {
		u := s.acc[acc]
		for i, at := range el {
			u[i] = scales[i].outward(s.X[at])
		}
		logDensity := func(u, gradient []float64) float64 {
			sum := 0.0
			for i, at := range el {
				x, _, jacobian, _ := scales[i].inward(u[i])
				s.X[at], s.gradient[at] = x, 0
				sum += jacobian
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
		s.NUTS[which].Draw(r, u, logDensity)
		for i, at := range el {
			s.X[at], _, _, _ = scales[i].inward(u[i])
		}
	})
}

// bare is a state for what is known alone.
func (p *Plan) bare() *State {
	s := &State{X: make([]float64, p.space.N), Width: make([]float64, p.Graph.N)}
	copy(s.X, p.Start)
	s.prog = compute.NewScratch()
	return s
}
