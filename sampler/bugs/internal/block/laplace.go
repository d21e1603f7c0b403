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
func (c *compiledGauss) approach(r *rand.Rand, s *State) {
	old, mode := slices.Clone(s.X), s.Mode[c.which]
	s.laplace[c.which] = 0 // the mode that is found from here differs in the last digits
	if !c.newton(s, mode) || !c.within(s, mode) {
		copy(s.X, old)
		clear(mode)
		return
	}
	x := s.acc[c.mean][:len(c.el)]
	c.factor.Around(r, s.gauss[c.work], mode, x)
	for _, f := range c.flat {
		x[f.i] = min(max(x[f.i], f.lo+(mode[f.i]-f.lo)/10), f.hi-(f.hi-mode[f.i])/10)
	}
	c.move(s, x)
}

// A flat is an unknown of the set with a uniform prior. The approximation has a normal one with the
// same mean and standard deviation in its place.
type flat struct {
	i                         int
	lo, hi, middle, precision float64
}

// flatten finds the unknowns with uniform priors, puts what stands for them on the tape, and
// compiles moves along the gradient for where the mode is near a bound.
func (p *Plan) flatten(c *compiledGauss) {
	var all []*single
	s := p.bare()
	for _, st := range c.set.statements {
		one := p.collect(st)
		all = append(all, one)
		uniform := st.Dist.Name == "dunif"
		if !uniform && !isTruncated(st) {
			continue
		}
		el := targets(st)
		lim := p.bounds(one, el)
		for k, at := range el {
			f := flat{i: int(c.column[st.Left.Array][at]), lo: lim.lo[k](s), hi: lim.hi[k](s)}
			if uniform {
				f.middle, f.precision = (f.lo+f.hi)/2, 12/(f.hi-f.lo)/(f.hi-f.lo)
			}
			c.tape.Init[f.i] += f.precision * f.middle
			c.tape.Init[len(c.el)+f.i] += f.precision
			c.flat = append(c.flat, f)
		}
	}
	if c.flat != nil {
		c.uphill = p.gradientMove(&Block{Form: &Form{}}, all, 0)
	}
}

// within tells whether the mode is so far from the bounds of uniform priors that most of the
// approximation is between them.
func (c *compiledGauss) within(s *State, mode []float64) bool {
	n := len(c.el)
	column := s.acc[c.mean][2*n : 3*n] // of the covariance matrix
	for _, f := range c.flat {
		clear(column)
		column[f.i] = 1
		c.factor.Solve(s.gauss[c.work], column, column)
		if min(mode[f.i]-f.lo, f.hi-mode[f.i]) < 2*math.Sqrt(column[f.i]) {
			return false
		}
	}
	return true
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

// around finds the normal approximation at the mode of the set, and tells whether it will do. The
// state keeps its present place.
func (c *compiledGauss) around(s *State) bool {
	mode, old, is := s.Mode[c.which], s.acc[c.mean][len(c.el):2*len(c.el)], &s.laplace[c.which]
	for i, at := range c.el {
		old[i] = s.X[at]
	}
	if c.constant {
		if *is != 0 {
			return *is != useless
		}
		clear(mode) // from where any chain begins
	}
	*is = found
	if !c.newton(s, mode) || !c.within(s, mode) {
		*is = useless
		copy(mode, old)
	}
	if c.move(s, old); *is == useless && c.flat == nil {
		panic("no mode was found: give proper priors")
	}
	return *is == found
}

// What a chain knows about a normal approximation that is the same in all sweeps.
const (
	found    = 1 + iota
	useless  // the mode is near a bound, or there is none
	measured // found, and the predictors and the excess of the present place are known
)

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
	mode, mem, n := s.Mode[c.which], s.acc[c.mean], len(c.el)
	for _, f := range c.flat {
		x := mode[f.i] + (mem[n+f.i]-mode[f.i])*cos + (mem[2*n+f.i]-mode[f.i])*sin
		if x < f.lo || x > f.hi {
			return math.Inf(-1)
		}
		sum += f.precision * (x - f.middle) * (x - f.middle) / 2
	}
	for _, m := range c.smooth {
		all, rows := s.acc[m.etaAcc], m.rows.N
		w, k, eta := s.X[m.w:m.w+rows], s.X[m.k:m.k+rows], all[3*rows:]
		for row, at := range all[:rows] {
			e := at + (all[rows+row]-at)*cos + (all[2*rows+row]-at)*sin
			eta[row] = e
			sum += (w[row]*e/2 - k[row]) * e
		}
		sum += m.total(s.acc[m.acc], eta)
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
func (c *compiledGauss) nearlyNormal(r *rand.Rand, s *State) {
	if !c.around(s) {
		c.uphill(r, s)
		return
	}
	n, is := len(c.el), &s.laplace[c.which]
	mode, mem := s.Mode[c.which], s.acc[c.mean]
	old, nu, last, level := mem[n:2*n], mem[2*n:3*n], mem[3*n:4*n], &mem[4*n]
	propose := func() {
		c.factor.Around(r, s.gauss[c.work], mode, nu)
		c.predictors(s, nu, 2)
	}
	if *is != measured || !slices.Equal(old, last) {
		c.predictors(s, old, 1)
		*level = c.excess(s, 1, 0)
	}
	propose()
	if at := c.excess(s, 0, 1); r.ExpFloat64() > *level-at {
		*level = at
		copy(old, nu)
		for _, m := range c.smooth {
			rows := m.rows.N
			copy(s.acc[m.etaAcc][rows:2*rows], s.acc[m.etaAcc][2*rows:3*rows])
		}
	}
	if *is = found; c.constant {
		*is = measured
	}
	copy(last, old)
	if !c.constant || r.IntN(4) == 0 { // the first step is good enough mostly
		propose()
		theta := c.ellipse(r, s, *level)
		cos, sin := math.Cos(theta), math.Sin(theta)
		for i := range old {
			old[i] = mode[i] + (old[i]-mode[i])*cos + (nu[i]-mode[i])*sin
		}
	}
	c.move(s, old)
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
