package block

import (
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/compute"
)

// fewUnits is how many random effects a precision may have for it to be drawn with them integrated
// out, and moreUnits how many a standard deviation may have. Its priors are those for effects about
// which the data say little each, and there it mixes badly given the effects.
const (
	fewUnits  = 25
	moreUnits = 100
)

// someNormals is how many unknowns a set has, or more, for the precision of few observations to be
// drawn with them integrated out. Given d unknowns, draws of the precision of n observations
// correlate by about d/n.
const someNormals = 5

// integrates tells whether a scalar is better drawn with the set integrated out.
func (p *Plan) integrates(one *single, set *normals) bool {
	d := one.s.Dist
	if p.far || len(one.s.Loops) > 0 || len(targets(one.s)) != 1 || d.Discrete || d.Multi ||
		len(one.bounds) > 0 {
		return false
	}
	units, others, n := 0, 0, set.drawn()
	for _, f := range one.factors {
		if f.Piece.Statement == one.s {
			continue
		}
		k := slices.IndexFunc(set.quads, func(q *quad) bool { return q.f == f })
		if k < 0 || set.quads[k].aux != nil || set.isSmooth() {
			return false
		}
		if s := f.Piece.Statement; slices.Contains(set.statements, s) && s.Dist.Multi {
			units += len(targets(s))
		} else if slices.Contains(set.statements, s) {
			units += f.Rows.N
		} else {
			others += f.Rows.N
		}
		for _, t := range f.Poly { // not in a mean
			mine, _, _ := p.in(t, set)
			if len(mine) == 1 && slices.Contains(mine[0].PositionColumn(f.Rows), -1) {
				return false
			}
		}
	}
	limit := fewUnits
	if one.kind == "slice" || one.kind == "power of a gamma" {
		limit = moreUnits
	}
	return units > 1 && units <= limit || n <= fewUnits && (one.kind == "slice" ||
		n >= someNormals && others > 0 && others <= 2*n)
}

// integrated compiles the draw of a number h from p(h | rest) with the set integrated out:
//
//	log p = K(h) + ½ bᵀQ⁻¹b − ½ log|Q|,
//
// where K are the terms without unknowns of the set, by slice sampling of h, or of log h if h is
// positive.
func (p *Plan) integrated(c *compiledGauss, h *single) func(r *rand.Rand, s *State) {
	t := compute.NewTape(p.space, 1)
	for _, q := range c.set.quads {
		if !slices.Contains(h.factors, q.f) {
			continue
		}
		for _, term := range q.poly {
			p.fill(c, q, term, t)
		}
	}
	for _, f := range h.factors {
		if f.Piece.Statement == h.s {
			for _, term := range f.Poly {
				t.Add(compute.Place{Pos: []int32{0}}, nil, term, f.Rows)
			}
		}
	}
	t.Finish()
	acc := p.acc(1)
	el := targets(h.s)
	at, lim := h.s.Left.Array.Base+el[0], p.bounds(h, el)
	n, again := len(c.el), p.recompute(h.s.Left.Array)
	density := func(s *State, u float64, positive bool) float64 {
		sums, w := s.acc[c.acc], s.gauss[c.work]
		s.X[at] = u
		if positive {
			s.X[at] = math.Exp(u)
		} else {
			u = 0 // there is no Jacobian
		}
		again(s)
		c.tape.Run(s.prog, s.X, sums)
		t.Run(s.prog, s.X, s.acc[acc])
		if c.factor.Decompose(w, sums[n:]) != nil {
			return math.Inf(-1)
		}
		return u + s.acc[acc][0] + c.factor.Half(w, sums[:n])/2 - c.factor.LogDet(w)/2
	}
	c.marginal, c.hyper = append(c.marginal, density), append(c.hyper, h)
	return func(r *rand.Rand, s *State) {
		lo, hi := lim.lo[0](s), lim.hi[0](s)
		positive := lo >= 0
		if positive {
			lo, hi, s.X[at] = math.Log(lo), math.Log(hi), math.Log(s.X[at])
		}
		s.step(r, at, lo, hi, func(u float64) float64 { return density(s, u, positive) })
		if positive {
			s.X[at] = math.Exp(s.X[at])
		}
		again(s)
	}
}
