package block

import (
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/bugs/internal/graph"
)

func isTruncated(s *graph.Statement) bool { return s.Lower != nil || s.Upper != nil }

// farBounds is far from zero for a logit or a logarithm.
const farBounds = 5

// isBetween tells whether normal unknowns are truncated at two numbers that are far away mostly,
// and keep exp and ilogit from overflow.
func (p *Plan) isBetween(s *graph.Statement) bool {
	for piece := range p.pieces(s) {
		lo, hi := piece.Lower, piece.Upper
		if lo == nil || hi == nil || !(lo.Value <= -farBounds && hi.Value >= farBounds) {
			return false
		}
	}
	return isTruncated(s) && s.Dist.Name == "dnorm"
}

// truncated are the statements of a set with truncated normals.
func (set *normals) truncated() (out []*graph.Statement) {
	for _, s := range set.statements {
		if isTruncated(s) {
			out = append(out, s)
		}
	}
	return out
}

// kept draws a set with truncated normals. A draw outside their bounds is not kept, and they are
// drawn one by one in its place: that does not depend on the old values, so both are exact.
func (p *Plan) kept(c *compiledGauss, truncated []*graph.Statement) func(r *rand.Rand, s *State) {
	var limits []bound
	var elements [][]int
	for _, st := range truncated {
		elements = append(elements, targets(st))
		limits = append(limits, p.bounds(p.collect(st), targets(st)))
		p.compileSingle(p.collect(st))
	}
	first := len(p.Blocks) - len(truncated)
	alone := slices.Clone(p.Blocks[first:])
	p.Blocks = p.Blocks[:first]
	return func(r *rand.Rand, s *State) {
		old := s.acc[c.mean][len(c.el) : 2*len(c.el)]
		for i, at := range c.el {
			old[i] = s.X[at]
		}
		c.draw(r, s)
		for i, st := range truncated {
			if !limits[i].holds(s, st.Left.Array.Base, elements[i]) {
				c.move(s, old)
				for _, b := range alone {
					b.Run(r, s)
				}
				return
			}
		}
	}
}
