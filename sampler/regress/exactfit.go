package regress

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// checkSigma refuses data to which σ = 0 would fit. Let r be the rank of all columns, group effects
// and missing values together. If they reach y exactly, the density of the n observations, with all
// of these integrated out, grows as σ^(r−n) near σ = 0, whatever their proper priors are. With a
// prior of 1/σ that has no integral; with one that is finite at 0 it has one if r = n.
//
// Student's errors make it stricter. If coefficients reach s of n values, with columns of rank r in
// these rows, the density grows as σ^(DF (n−s) − (s−r)) (Fernández & Steel, "Multivariate Student-t
// regression models: pitfalls and inference", Biometrika 86 (1999) 153–167).
func (f *fit) checkSigma() error {
	var scale, df float64
	switch family := f.family.(type) {
	case Normal:
		scale = family.Scale
	case Student:
		scale, df = family.Scale, cmp.Or(family.DF, leastDF)
	default:
		return nil
	}
	rest, rank, reached := f.reach()
	switch {
	case !reached && df > 0:
		return f.checkTies(df, scale)
	case !reached || rank == rest && scale > 0:
		return nil
	case rank < rest:
		return errors.New("regress: X fits all values of y exactly (is y constant, or computed " +
			"from X?), so sigma would be 0 and has no posterior: give a y that has errors")
	}
	return fmt.Errorf("regress: the coefficients, effects of groups and missing values can fit "+
		"all %d values of y exactly, so sigma, whose prior is 1/sigma, may be 0 and has no "+
		"posterior: give %T{Scale: ...}, about the size of the errors, or fewer columns or more "+
		"data", f.observed, f.family)
}

// reach tells whether columns and effects of groups reach y exactly, and which rank they have, in
// the rows that count. Further groupings are counted as if all of their effects told something new,
// and reach y only if these are enough for all rows.
// A row with a missing value of x does not: that value alone reaches its y.
func (f *fit) reach() (rows, rank int, reached bool) {
	var first grouping
	if len(f.groupings) > 0 {
		first = *f.groupings[0]
	}
	groups := make([][]int, max(first.groups, 1))
	for i := range f.x {
		g := 0
		if first.of != nil {
			g = int(first.of[i])
		}
		groups[g] = append(groups[g], i)
	}
	target := make([][]float64, f.p+1) // the columns and y, less what the effects of groups explain
	sizes := make([]float64, f.p+1)    // the squared norms that they had
	for _, members := range groups {
		var inside basis
		part := make([][]float64, f.p+1)
		for _, i := range members {
			if math.IsNaN(f.y[i]) || slices.ContainsFunc(f.x[i], math.IsNaN) {
				continue
			}
			rows++
			for j, v := range f.x[i] {
				part[j] = append(part[j], v)
			}
			part[f.p] = append(part[f.p], f.y[i])
		}
		for _, j := range first.vary {
			inside.add(slices.Clone(part[j]), floats.Norm(part[j], 2))
		}
		rank += len(inside)
		for j, v := range part {
			sizes[j] = math.Hypot(sizes[j], floats.Norm(v, 2))
			inside.reduce(v)
			target[j] = append(target[j], v...)
		}
	}
	var all basis
	for j, v := range target[:f.p] {
		all.add(v, sizes[j])
	}
	rank += len(all)
	for _, c := range f.groupings[min(1, len(f.groupings)):] {
		rank += c.groups * len(c.vary)
	}
	y := target[f.p]
	all.reduce(y)
	return rows, min(rank, rows), rank >= rows || floats.Norm(y, 2) <= rounding*sizes[f.p]
}

// rounding is what remains of a vector, relative to its length, if only rounding errors remain.
const rounding = 1e-12

// A basis is orthonormal.
type basis [][]float64

// reduce takes the part in the span of the basis away from v, twice for its rounding errors.
func (b basis) reduce(v []float64) {
	for range 2 {
		for _, e := range b {
			floats.AddScaled(v, -floats.Dot(e, v), e)
		}
	}
}

// add adds the direction of v, a vector of this size before any reduction, if it is a new one.
func (b *basis) add(v []float64, size float64) {
	b.reduce(v)
	if norm := floats.Norm(v, 2); norm > rounding*size {
		floats.Scale(1/norm, v)
		*b = append(*b, v)
	}
}
