package regress

import (
	"math/rand/v2"
	"slices"
)

// A nest is an outer grouping, and the group of it in which each group of another is; -1 where that
// has no rows.
type nest struct {
	outer *grouping
	at    []int32
}

// findNests finds the groupings in which c is nested.
func (c *grouping) findNests(all []*grouping) {
	for _, outer := range all {
		at := slices.Repeat([]int32{-1}, c.groups)
		fits := outer != c && slices.Equal(outer.vary, c.vary)
		for i := 0; fits && i < len(c.of); i++ {
			g, h := c.of[i], outer.of[i]
			fits = at[g] < 0 || at[g] == h
			at[g] = h
		}
		if fits {
			c.nests = append(c.nests, nest{outer, at})
		}
	}
}

// shift adds sign times the outer effects to those that are nested in them.
func (n nest) shift(s *State, inner []float64, sign float64) {
	outer, q := n.outer.effectsOf(s), len(n.outer.vary)
	for g, h := range n.at {
		for k := 0; k < q && h >= 0; k++ {
			inner[g*q+k] += sign * outer[int(h)*q+k]
		}
	}
}

// drawOuter draws the effects of the outer groupings of c, and moves them with their deviations,
// given the sums u = b_outer + b of these and the effects of c. The linear predictor depends on u
// alone, so u are all data that the outer effects have: u ~ N(b_outer, Σ), and the rows do not hold
// them.
//
// Source: the local centring of Papaspiliopoulos, Stumpf-Fétizon & Zanella, "Scalable Bayesian
// computation for crossed and nested hierarchical models", Electronic Journal of Statistics 17
// (2023).
func (f *fit) drawOuter(r *rand.Rand, s *State, c *grouping) error {
	q, p, u, inner := len(c.vary), f.p, c.effectsOf(s), f.scratchOf(s, c)
	for _, n := range c.nests {
		n.shift(s, u, 1)
		outer := f.scratchOf(s, n.outer)
		inverse(c.factorOf(s), inner.inv, inner.work)
		inverse(n.outer.factorOf(s), outer.inv, outer.work)
		clear(outer.k)
		for g, h := range n.at {
			for i := 0; i < q*q && h >= 0; i++ {
				k, j := outer.k[(int(h)*q+i/q)*(p+1):], c.vary[i%q]
				k[j] += inner.inv[i]
				k[p] += inner.inv[i] * (u[g*q+i%q] + s.Beta[j]) // β is taken off again
			}
		}
		if err := f.drawEffects(r, s, n.outer); err != nil {
			return err
		}
		f.rescaleEffects(r, s, n.outer)
		n.shift(s, u, -1)
	}
	return nil
}
