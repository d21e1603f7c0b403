package block

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/algebra"
	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
)

// A smooth factor is a sum of functions of one linear predictor η in each row, with coefficients
// that do not depend on the set: Σ cₖ φₖ(η). Newton's method writes it as κη − ½wη² near the mode.
type smooth struct {
	rows   *expr.Rows
	link   *expr.Expr    // η
	eta    *compute.Tape // the same, by row
	coef   *compute.Tape // the coefficients, function by function
	funs   []curve
	etaAcc int
	acc    int
	w, k   int // addresses of w and κ
}

// A curve is a function with its first two derivatives.
type curve func(x float64) (v, slope, bend float64)

// curves are the functions that a log likelihood may have of its linear predictor.
var curves = map[string]curve{
	"identity": func(x float64) (float64, float64, float64) { return x, 1, 0 },
	"exp": func(x float64) (float64, float64, float64) {
		e := math.Exp(x)
		return e, e, e
	},
	"softplus": func(x float64) (float64, float64, float64) {
		q := expr.Logistic(x)
		return expr.SoftPlus(x), q, q * (1 - q)
	},
	"logphi": func(x float64) (float64, float64, float64) {
		v := expr.LogPhi(x)
		m := math.Exp(-x*x/2-v) / math.Sqrt(2*math.Pi)
		return v, m, -m * (x + m)
	},
	"logicloglog": func(x float64) (float64, float64, float64) { // log(1 − exp(−eˣ))
		e := math.Exp(x)
		v := expr.Log(-math.Expm1(-e))
		m := e / math.Expm1(e)
		if e > 700 {
			m = 0
		}
		return v, m, m * (1 - e - m)
	},
}

// affine tells whether e is made of elements of the set by sums and by products with what is free
// of it.
func (p *Plan) affine(e *expr.Expr, set *normals) bool {
	free := func(e *expr.Expr) bool { return !p.dependsOn(e, set.arrays) }
	switch {
	case free(e):
		return true
	case e.Op == expr.Elem:
		return slices.Contains(set.arrays, e.Array)
	case e.Op != expr.Call:
		return false
	}
	switch e.Name {
	case "+", "-", "neg":
		return !slices.ContainsFunc(e.Args, func(a *expr.Expr) bool { return !p.affine(a, set) })
	case "*":
		return free(e.Args[0]) && p.affine(e.Args[1], set) || free(e.Args[1]) && p.affine(e.Args[0], set)
	case "/":
		return free(e.Args[1]) && p.affine(e.Args[0], set)
	}
	return false
}

// predictor finds the one linear predictor through which a factor depends on a set, or nil.
func (p *Plan) predictor(e *expr.Expr, set *normals) *expr.Expr {
	var found *expr.Expr
	ok := true
	var walk func(e *expr.Expr)
	walk = func(e *expr.Expr) {
		if !p.dependsOn(e, set.arrays) {
			return
		}
		if p.affine(e, set) {
			ok = ok && (found == nil || found == e)
			found = e
			return
		}
		if e.Op != expr.Call {
			ok = false
		}
		for _, a := range e.Args {
			walk(a)
		}
	}
	walk(e)
	if !ok {
		return nil
	}
	return found
}

// newSmooth writes a factor by its linear predictor, if it has one and all functions of it are
// known.
func (p *Plan) newSmooth(f *algebra.Factor, set *normals) *quad {
	eta := p.predictor(f.Log, set)
	if eta == nil {
		return nil
	}
	for _, t := range p.x.Expand(eta) {
		if mine, _, ok := p.in(t, set); !ok || len(mine) > 1 {
			return nil
		}
	}
	key := smoothKey{f, eta}
	q, ok := p.smooths[key]
	if !ok {
		q = p.compileSmooth(f, eta)
		p.smooths[key] = q
	}
	if q == nil || !p.isQuadratic(q.poly, q.rows, set) {
		return nil
	}
	return q
}

// A smoothKey is a factor with its linear predictor.
type smoothKey struct {
	f   *algebra.Factor
	eta *expr.Expr
}

func (p *Plan) compileSmooth(f *algebra.Factor, eta *expr.Expr) *quad {
	pool := p.Graph.Pool
	rows, row := p.numbered(f.Rows)
	hold := func(name string) *expr.Expr {
		return p.latent(name+"."+f.Piece.Left.Name+"."+eta.String(), f.Piece, rows, row)
	}
	z := hold("predictor")
	terms := p.x.Expand(pool.Put(f.Log, eta, z))
	s := &smooth{rows: rows, link: eta}
	t := compute.NewTape(p.space, 0)
	at := map[string]int{}
	for _, term := range terms {
		mine, rest := term.Split(func(e *expr.Expr) bool { return e.Mentions(z.Array) })
		if len(mine) == 0 {
			continue
		}
		name := functionOf(mine[0].E, z)
		if len(mine) > 1 || mine[0].Pow != 1 {
			return nil
		}
		k, ok := at[name]
		if !ok {
			c := curveOf(name)
			if c == nil {
				return nil
			}
			k = len(s.funs)
			at[name] = k
			s.funs = append(s.funs, c)
			t.Grow((k + 1) * rows.N)
		}
		t.Add(sequence(k*rows.N, rows.N), nil, rest, rows)
	}
	s.coef = t.Finish()
	w, k := hold("weight"), hold("slope")
	q := &quad{f: f, rows: rows,
		poly: p.x.Expand(pool.Sub(pool.Mul(k, eta),
			pool.Mul(pool.Num(0.5), w, pool.Pow(eta, 2)))), smooth: s}
	s.eta = compute.NewTape(p.space, rows.N)
	for _, term := range p.x.Expand(eta) {
		s.eta.Add(sequence(0, rows.N), nil, term, rows)
	}
	s.eta.Finish()
	s.etaAcc, s.acc = p.acc(3*rows.N), p.acc(len(s.coef.Init))
	s.w, s.k = int(p.space.Take(rows.N)), int(p.space.Take(rows.N))
	w.Array.Base, k.Array.Base = s.w, s.k
	return q
}

// functionOf is the name of the function of z that e is, for curveOf; "" if there is none.
func functionOf(e, z *expr.Expr) string {
	switch {
	case e == z:
		return "identity"
	case e.Op != expr.Call || len(e.Args) != 1:
		return ""
	case e.Args[0] == z:
		return e.Name
	case e.Args[0].Op == expr.Call && e.Args[0].Name == "neg" && e.Args[0].Args[0] == z:
		return "-" + e.Name
	}
	return ""
}

// sequence places rows one after the other.
func sequence(first, n int) compute.Place {
	place := compute.Place{Pos: make([]int32, n)}
	for i := range place.Pos {
		place.Pos[i] = int32(first + i)
	}
	return place
}

// curveOf finds a function by its name; a minus sign before it turns its argument round.
func curveOf(name string) curve {
	if len(name) > 1 && name[0] == '-' {
		c := curves[name[1:]]
		if c == nil {
			return nil
		}
		return func(x float64) (float64, float64, float64) {
			v, slope, bend := c(-x)
			return v, -slope, bend
		}
	}
	return curves[name]
}

// value is Σ cₖ φₖ(η) in a row, with its derivatives.
func (s *smooth) value(coef []float64, row int, eta float64) (v, slope, bend float64) {
	for k, f := range s.funs {
		c := coef[k*s.rows.N+row]
		a, b, d := f(eta)
		v, slope, bend = v+c*a, slope+c*b, bend+c*d
	}
	return v, slope, bend
}

// mostNewton is how many steps of Newton's method are made, and largest how far a predictor moves
// in one.
const (
	mostNewton = 60
	largest    = 3
)

// newton finds the mode of the set given the rest, leaves κ and w there in the state, and the
// factor of the precision in its work space. The unknowns of the set are left at the mode.
func (c *compiledGauss) newton(s *State, mode []float64) bool {
	sums, w := s.acc[c.acc], s.gauss[c.work]
	n := len(c.el)
	for _, m := range c.smooth {
		m.coef.Run(s.prog, s.X, s.acc[m.acc])
	}
	for range mostNewton {
		c.predictors(s, mode, 0)
		for _, m := range c.smooth {
			for row, e := range s.acc[m.etaAcc][:m.rows.N] {
				_, slope, bend := m.value(s.acc[m.acc], row, e)
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
		short := 1.0
		if move > largest {
			short = largest / move
		}
		for i := range mode {
			mode[i] += short * (next[i] - mode[i])
		}
		c.move(s, mode)
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
			v, _, _ := m.value(s.acc[m.acc], row, e)
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
	c.predictors(s, mode, 0)
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
