package block

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/expr"
)

// mostNewton is how many steps of Newton's method are made, and largest how far a predictor moves
// in one.
const (
	mostNewton = 60
	largest    = 3
)

// newton finds the mode of the set given the rest, leaves κ and w there in the state, the linear
// predictors in part 0 of their work space, and the factor of the precision in its own. It leaves
// the unknowns of the set at the mode.
func (c *compiledGauss) newton(s *State, mode []float64) bool {
	sums, w := s.acc[c.acc], s.gauss[c.work]
	n := len(c.el)
	for _, m := range c.smooth {
		m.coef.Run(s.prog, s.X, s.acc[m.acc])
	}
	c.predictors(s, mode, 0)
	for range mostNewton {
		for _, m := range c.smooth {
			for row, e := range s.acc[m.etaAcc][:m.rows.N] {
				slope, bend := m.slopes(s.acc[m.acc], row, e)
				h := max(-bend, 1e-8)
				s.X[m.w+row], s.X[m.k+row] = h, slope+h*e
			}
		}
		c.tape.Run(s.prog, s.X, sums)
		if c.factor.Decompose(w, sums[n:]) != nil {
			return false
		}
		next := s.acc[c.mean][:n]
		c.factor.Solve(w, sums[:n], next)
		c.predictors(s, next, 1)
		move := 0.0 // the largest change of a predictor
		for _, m := range c.smooth {
			all := s.acc[m.etaAcc]
			for row := range m.rows.N {
				move = max(move, math.Abs(all[m.rows.N+row]-all[row]))
			}
		}
		if move > largest {
			for i := range mode {
				mode[i] += largest / move * (next[i] - mode[i])
			}
			c.predictors(s, mode, 0)
		} else {
			copy(mode, next)
			for _, m := range c.smooth {
				copy(s.acc[m.etaAcc][:m.rows.N], s.acc[m.etaAcc][m.rows.N:])
			}
		}
		if move < 1e-7 {
			return true
		}
		if math.IsNaN(move) {
			return false
		}
	}
	return true
}

// approach moves the set to a draw from the normal approximation, for the start of a chain:
// elliptical slice sampling leaves a place far out only slowly, where the approximation falls
// faster than the density.
func (c *compiledGauss) approach(r *rand.Rand, s *State, which int) {
	old := slices.Clone(s.X)
	s.found[which] = false // the mode that is found from here differs in the last digits
	if !c.newton(s, s.Mode[which]) {
		copy(s.X, old)
		clear(s.Mode[which])
		return
	}
	x := s.acc[c.mean][:len(c.el)]
	c.factor.Around(r, s.gauss[c.work], s.Mode[which], x)
	c.move(s, x)
}

// constant tells whether the density of the set depends on nothing else that is drawn, so that the
// normal approximation is found once.
func (p *Plan) constant(set *normals) bool {
	other := func(x *expr.Expr) bool {
		return x.Array != nil && x.Array.Unknowns && !slices.Contains(set.arrays, x.Array)
	}
	return !slices.ContainsFunc(set.arrays, func(a *expr.Array) bool { return !p.allIn(a, set) }) &&
		!slices.ContainsFunc(set.quads, func(q *quad) bool { return q.aux != nil || q.f.Log.Has(other) })
}

// around finds the normal approximation at the mode of the set. The state keeps its present place.
func (c *compiledGauss) around(s *State, which int) {
	mode, old := s.Mode[which], s.acc[c.mean][len(c.el):2*len(c.el)]
	for i, at := range c.el {
		old[i] = s.X[at]
	}
	if c.constant {
		if s.found[which] {
			return
		}
		clear(mode) // from where any chain begins
	}
	s.found[which] = c.newton(s, mode)
	c.move(s, old)
	if !s.found[which] {
		copy(mode, old)
		panic("no mode was found: give proper priors")
	}
}

// predictors computes the linear predictors at x, for a part of the work space.
func (c *compiledGauss) predictors(s *State, x []float64, part int) {
	c.move(s, x)
	for _, m := range c.smooth {
		m.eta.Run(s.prog, s.X, s.acc[m.etaAcc][part*m.rows.N:(part+1)*m.rows.N])
	}
}

// excess is the logarithm of the target over the approximation at mode + (old − mode) cos +
// (nu − mode) sin.
func (c *compiledGauss) excess(s *State, cos, sin float64) float64 {
	sum := 0.0
	for _, m := range c.smooth {
		all, rows := s.acc[m.etaAcc], m.rows.N
		for row := range rows {
			at := all[row]
			e := at + (all[rows+row]-at)*cos + (all[2*rows+row]-at)*sin
			v := m.value(s.acc[m.acc], row, e)
			sum += v - s.X[m.k+row]*e + s.X[m.w+row]*e*e/2
		}
	}
	return finite(sum)
}

// nearlyNormal draws the set, with the normal approximation at its mode: a draw from the
// approximation is accepted or not, as Metropolis and Hastings say; then comes elliptical slice
// sampling around the mode, which moves where the approximation is bad. What the approximation
// leaves out is the likelihood of both, so the draw is exact.
//
// Source: Murray, Adams & MacKay (2010), "Elliptical slice sampling"; the approximation is that of
// Rue, Martino & Chopin (2009), "Approximate Bayesian inference for latent Gaussian models",
// section 2.2.
func (c *compiledGauss) nearlyNormal(r *rand.Rand, s *State, which int) {
	c.around(s, which)
	n := len(c.el)
	mode, mem := s.Mode[which], s.acc[c.mean]
	old, nu := mem[n:2*n], mem[2*n:3*n]
	propose := func() {
		c.factor.Around(r, s.gauss[c.work], mode, nu)
		c.predictors(s, nu, 2)
	}
	c.predictors(s, old, 1)
	propose()
	level := c.excess(s, 1, 0)
	if at := c.excess(s, 0, 1); r.ExpFloat64() > level-at {
		level = at
		copy(old, nu)
		c.predictors(s, old, 1)
	}
	theta := 0.0
	if !c.constant || r.IntN(4) == 0 { // the first step is good enough mostly
		propose()
		theta = c.ellipse(r, s, level)
	}
	cos, sin := math.Cos(theta), math.Sin(theta)
	for i, at := range c.el {
		s.X[at] = mode[i] + (old[i]-mode[i])*cos + (nu[i]-mode[i])*sin
	}
}

// ellipse finds an angle on the ellipse through the old place and the proposed one.
func (c *compiledGauss) ellipse(r *rand.Rand, s *State, level float64) float64 {
	level -= r.ExpFloat64()
	theta := 2 * math.Pi * r.Float64()
	lo, hi := theta-2*math.Pi, theta
	for c.excess(s, math.Cos(theta), math.Sin(theta)) < level {
		if theta < 0 {
			lo = theta
		} else {
			hi = theta
		}
		if theta = lo + (hi-lo)*r.Float64(); hi-lo < 1e-12 {
			return 0
		}
	}
	return theta
}
