package algebra

import (
	"math"

	"gibbslab/sampler/bugs/internal/expr"
)

// farOff is how many standard deviations from zero data may lie before squares cancel too much:
// they lose twice as many digits as this has.
const farOff = 100

// IsFar tells whether a factor has a sum of unknowns and of data that lie far from zero.
func (x *Expander) IsFar(f *Factor) bool {
	return !f.Log.Walk(func(e *expr.Expr) bool {
		if e.Op != expr.Call || e.Name != "+" && e.Name != "-" || !e.Unknown {
			return true
		}
		_, _, _, far := x.split(e, f.Rows)
		return !far
	})
}

// Centred expands a factor for some unknowns. Sums without them, such as y − μ where the precision is
// drawn, stay whole, or are written as (y − c) + (c − μ), where c is the mean of the data y: their
// squares do not cancel then.
func (x *Expander) Centred(f *Factor, mine func(e *expr.Expr) bool) Poly {
	y := NewExpander(x.Pool)
	y.Dirichlet = x.Dirichlet
	y.sum = func(e *expr.Expr) (Poly, bool) {
		if mine(e) {
			return nil, false
		}
		known, rest, mean, far := x.split(e, f.Rows)
		if !far {
			if q := x.Expand(e); len(q) < 2 {
				return q, true
			}
			return single(e), true
		}
		c := x.Pool.Num(mean)
		return Add(single(x.Pool.Sub(known, c)), single(x.Pool.Add(c, rest))), true
	}
	return y.Expand(f.Log)
}

// split takes the data of a sum apart. far tells whether they lie far from zero.
func (x *Expander) split(e *expr.Expr, rows *expr.Rows) (known, rest *expr.Expr, mean float64,
	far bool) {
	for _, t := range x.Expand(e) {
		to := &known
		for _, a := range t.Atoms {
			if a.E.Unknown {
				to = &rest
			}
		}
		if *to == nil {
			*to = t.Expr(x.Pool)
		} else {
			*to = x.Pool.Add(*to, t.Expr(x.Pool))
		}
	}
	if known == nil || rest == nil || !known.Counts {
		return known, rest, 0, false
	}
	c := known.Column(rows)
	if len(c.V) < 2 || !c.AllKnown() {
		return known, rest, 0, false
	}
	n := float64(len(c.V))
	for _, v := range c.V {
		mean += v / n
	}
	square := 0.0
	for _, v := range c.V {
		square += (v - mean) * (v - mean) / n
	}
	return known, rest, mean, math.Abs(mean) > farOff*math.Sqrt(square) && square > 0
}
