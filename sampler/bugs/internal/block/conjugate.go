package block

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/compute"
	"gibbslab/sampler/bugs/internal/expr"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/variate"
)

// compileSingle compiles the update of a statement that is drawn by itself.
func (p *Plan) compileSingle(one *single) {
	el := targets(one.s)
	b := &Block{Name: p.nameOf(one.s), Kind: one.kind, Why: one.why, Drawn: len(el),
		Target: []*graph.Statement{one.s},
		Form:   &Form{Factors: one.factors, Power: one.power}}
	switch {
	case one.kind == "enumerate" && p.enumerate(one, el, b):
	case p.onlyPrior(one):
		p.fromPrior(one, el, b)
	case one.kind != "slice" && one.kind != "enumerate" && p.conjugate(one, el, b):
	case one.s.Dist.Multi:
		p.joint(one, el, b)
	case one.kind != "enumerate" && p.separable(one, el, b):
	default:
		p.slice(one, el, b)
	}
}

// rowsByElement puts a block's accumulators in order: basis by basis, then by element.
func (p *Plan) sums(one *single, el []int) *compute.Tape {
	a := one.s.Left.Array
	n := a.Size()
	t := compute.NewTape(p.space, n*len(one.basis))
	mine := make([]bool, n)
	for _, i := range el {
		mine[i] = true
	}
	for _, part := range one.parts {
		off := n * slices.Index(one.basis, part.Basis)
		t.Add(p.place(t, part.Target, part.Factor.Rows, off, mine), nil, part.Rest, part.Factor.Rows)
	}
	return t.Finish()
}

// alone tells whether the elements of a target are independent given the rest: no term holds one in
// its rest. Collecting has refused terms with two.
func (one *single) alone() bool {
	return !slices.ContainsFunc(one.parts,
		func(p Part) bool { return p.Rest.Mentions(one.s.Left.Array) })
}

// conjugate compiles an update by a distribution with a name.
func (p *Plan) conjugate(one *single, el []int, b *Block) bool {
	if !one.alone() {
		return false
	}
	if one.kind == "Dirichlet" {
		return p.dirichlet(one, el, b)
	}
	draw, ok := one.draw()
	if !ok {
		return false
	}
	t := p.sums(one, el)
	a := one.s.Left.Array
	n, base := a.Size(), a.Base
	acc := p.acc(n * len(one.basis))
	k := len(one.basis)
	lim := p.bounds(one, el)
	cut := one.isCut()
	b.Cost = t.Entries()
	p.put(b, func(r *rand.Rand, s *State) {
		sums := s.acc[acc]
		t.Run(s.prog, s.X, sums)
		var c [3]float64
		for j, i := range el {
			for m := range k {
				c[m] = sums[m*n+i]
			}
			lo, hi := math.Inf(-1), math.Inf(1)
			if cut {
				lo, hi = lim.lo[j](s), lim.hi[j](s)
			}
			x := math.NaN()
			if !cut || one.proper(c, lo, hi) {
				x = draw(r, c, cut, lo, hi)
			}
			if cut && math.IsNaN(x) {
				s.step(r, base+i, lo, hi, func(x float64) float64 { return one.logDensity(c, x) })
				continue
			}
			s.X[base+i] = x
		}
	})
	if cut {
		b.Kind = "truncated " + b.Kind
	}
	return true
}

// isCut tells whether the support is smaller than that of the family.
func (one *single) isCut() bool {
	d := one.s.Dist.Name
	if one.kind == "beta" && d == "dunif" && isNumber(one.s.Args[0], 0) &&
		isNumber(one.s.Args[1], 1) {
		d = "dbeta"
	}
	return one.s.Lower != nil || one.s.Upper != nil || len(one.bounds) > 0 || d == "dunif" ||
		d == "dpar" ||
		one.kind == "normal" && one.s.Dist.Lo > math.Inf(-1)
}

// draw is the law that a set of coefficients names. c has those of the functions in one.basis.
func (one *single) draw() (func(r *rand.Rand, c [3]float64, cut bool, lo, hi float64) float64,
	bool) {
	at := func(b string) int { return slices.Index(one.basis, b) }
	coef := func(c [3]float64, k int) float64 {
		if k < 0 {
			return 0
		}
		return c[k]
	}
	switch one.kind {
	case "normal":
		q, l := at("x^2"), at("x^1")
		return func(r *rand.Rand, c [3]float64, cut bool, lo, hi float64) float64 {
			prec, lin := -2*coef(c, q), coef(c, l)
			if cut {
				prec = max(prec, 1e-300) // 0 without data: uniform
				return variate.TruncatedNormal(r, lin/prec, 1/math.Sqrt(prec), lo, hi)
			}
			return variate.NormalPrecision(r, prec, lin)
		}, true
	case "gamma", "inverse gamma", "power of a gamma":
		pow := one.power
		lg, q := at("log x"), slices.IndexFunc(one.basis, func(b string) bool { return b != "log x" })
		return func(r *rand.Rand, c [3]float64, cut bool, lo, hi float64) float64 {
			shape, rate := (coef(c, lg)+1)/pow, -coef(c, q)
			var y float64
			if cut {
				u, v := math.Pow(max(lo, 0), pow), math.Pow(max(hi, 0), pow)
				y = variate.TruncatedGamma(r, shape, rate, min(u, v), max(u, v))
			} else {
				y = variate.Gamma(r, shape, rate)
			}
			return math.Pow(y, 1/pow)
		}, true
	case "generalised inverse Gaussian":
		lg, u, v := at("log x"), at("x^1"), at("x^-1")
		return func(r *rand.Rand, c [3]float64, _ bool, _, _ float64) float64 {
			return variate.GIG(r, coef(c, lg)+1, -2*coef(c, u), -2*coef(c, v))
		}, !one.isCut()
	case "beta":
		u, v := at("log x"), at("log(1-x)")
		return func(r *rand.Rand, c [3]float64, cut bool, lo, hi float64) float64 {
			for range 9 {
				x := inside(variate.Beta(r, coef(c, u)+1, coef(c, v)+1))
				if !cut || lo < x && x < hi {
					return x
				}
			}
			return math.NaN() // a step of slice sampling is cheaper
		}, slices.Contains([]string{"dbeta", "dunif"}, one.s.Dist.Name)
	}
	return nil, false
}

// inside is what is drawn where 0 or 1 is nearest to a beta variate, so that log x and log(1−x) are
// finite.
func inside(x float64) float64 { return min(max(x, 0x1p-1000), 1-0x1p-53) }

// proper tells whether a truncated gamma, or a power of one, has a finite integral and a rate that
// is not negative, and a truncated beta two positive parameters.
func (one *single) proper(c [3]float64, lo, hi float64) bool {
	switch {
	case one.kind == "beta":
		return min(c[0], c[1]) > -1
	case one.power == 0:
		return true
	}
	log, other := one.ofGamma(c)
	shape := (log + 1) / one.power
	lo, hi = math.Pow(max(lo, 0), one.power), math.Pow(max(hi, 0), one.power)
	return (shape > 0 || min(lo, hi) > 0) &&
		(other < 0 || other == 0 && (shape < 0 || !math.IsInf(max(lo, hi), 1)))
}

// ofGamma are the coefficients of log x and of the power of x.
func (one *single) ofGamma(c [3]float64) (log, other float64) {
	for k, b := range one.basis {
		if b == "log x" {
			log = c[k]
		} else {
			other = c[k]
		}
	}
	return log, other
}

// logDensity is that of a gamma, a power of one, or a beta, but for a constant.
func (one *single) logDensity(c [3]float64, x float64) (v float64) {
	for k, b := range one.basis {
		switch b {
		case "log x":
			v += c[k] * math.Log(x)
		case "log(1-x)":
			v += c[k] * math.Log1p(-x)
		default:
			v += c[k] * math.Pow(x, one.power)
		}
	}
	return v
}

// inUnit tells whether a uniform distribution lies between 0 and 1.
func inUnit(s *graph.Statement) bool {
	lo, ok1 := s.Args[0].Eval(nil)
	hi, ok2 := s.Args[1].Eval(nil)
	return ok1 && ok2 && lo >= 0 && hi <= 1
}

func isNumber(e *expr.Expr, v float64) bool {
	x, ok := e.Eval(nil)
	return ok && x == v
}

// vectors lists the positions of each vector that a statement defines.
func (p *Plan) vectors(s *graph.Statement) (out [][]int) {
	for row := range s.Rows.N {
		v, _ := s.Left.List(s.Rows.Env(row))
		if slices.ContainsFunc(v, func(i int) bool { return !s.Left.Array.Observed[i] }) {
			out = append(out, v)
		}
	}
	return out
}

func (p *Plan) dirichlet(one *single, el []int, b *Block) bool {
	t := p.sums(one, el)
	vectors := p.vectors(one.s)
	longest := 0
	for _, v := range vectors {
		longest = max(longest, len(v))
	}
	a := one.s.Left.Array
	possible := one.possible()
	acc, work := p.acc(len(t.Init)), p.acc(2*longest)
	b.Cost = t.Entries()
	p.put(b, func(r *rand.Rand, s *State) {
		sums := s.acc[acc]
		t.Run(s.prog, s.X, sums)
		for _, v := range vectors {
			alpha, x := s.acc[work][:0], s.acc[work][longest:]
			for _, i := range v {
				if c := sums[i] + 1; c > 0 && possible[i] {
					alpha = append(alpha, c)
				}
			}
			x = x[:len(alpha)]
			variate.Dirichlet(r, alpha, x)
			k := 0
			for _, i := range v {
				s.X[a.Base+i] = 0
				if sums[i]+1 > 0 && possible[i] {
					s.X[a.Base+i] = x[k]
					k++
				}
			}
		}
	})
	return true
}

// possible marks the elements of a vector of probabilities that are not always zero, as those with
// a concentration of zero are.
func (one *single) possible() []bool {
	out := make([]bool, one.s.Left.Array.Size())
	for _, part := range one.parts {
		if part.Factor.Piece.Statement == one.s {
			for _, i := range part.Target.PositionColumn(part.Factor.Rows) {
				out[i] = true
			}
		}
	}
	return out
}
