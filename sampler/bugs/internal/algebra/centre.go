package algebra

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"gibbslab/sampler/bugs/internal/expr"
)

// farOff is how many standard deviations from zero data may lie before squares cancel too much:
// they lose twice as many digits as this has.
const farOff = 100

// IsFar tells whether a factor has a sum of unknowns and of data that lie far from zero.
func (x *Expander) IsFar(f *Factor) bool {
	return f.Log.Has(func(e *expr.Expr) bool {
		if !isSum(e) || !e.Counts {
			return false
		}
		_, _, _, far := x.split(e, f.Rows)
		return far
	})
}

// isSum tells whether e is a sum with unknowns.
func isSum(e *expr.Expr) bool {
	return e.Op == expr.Call && (e.Name == "+" || e.Name == "-") && e.Unknown
}

// Centred expands a factor for some unknowns. Sums without them, such as y − μ where the precision
// is drawn, stay whole, or are written as (y − c) + (c − μ), where c is the mean of the data y:
// their squares do not cancel then.
func (x *Expander) Centred(f *Factor, mine func(e *expr.Expr) bool) Poly {
	y := *x
	y.done = map[*expr.Expr]Poly{}
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
	mean, off := offset(known, rows)
	return known, rest, mean, off > farOff
}

// offset is how many standard deviations the mean of data is from zero. It is 0 if they are all
// equal, or not known.
func offset(known *expr.Expr, rows *expr.Rows) (mean, off float64) {
	c := known.Column(rows)
	if !c.AllKnown() {
		return 0, 0
	}
	mean, sd := stat.PopMeanStdDev(c.V, nil)
	if !(sd > 0) {
		return mean, 0
	}
	return mean, math.Abs(mean) / sd
}

// farCovariate is how many standard deviations from zero a covariate may lie. The coefficients
// hold each other then, and their precision matrix loses twice as many digits.
const farCovariate = 1e5

// FarCovariate finds data that are too far from zero for what they are multiplied by, or nil.
func (x *Expander) FarCovariate(f *Factor) (found *expr.Expr) {
	f.Log.Walk(func(e *expr.Expr) bool {
		if !isSum(e) {
			return true
		}
		for _, t := range x.Expand(e) {
			for _, a := range t.Atoms {
				if a.E.Unknown || !a.E.Counts || len(t.Atoms) < 2 {
					continue
				}
				if _, off := offset(a.E, f.Rows); off > farCovariate {
					found = a.E
				}
			}
		}
		return found == nil
	})
	return found
}
