package lda

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// Number adds a number of each document as a covariate. It is standardised: less its mean, divided
// by its standard deviation. So the coefficient is for one standard deviation, which suits its
// prior. NaN stands for a missing number, which the model refuses.
func (c Covariates) Number(name string, values []float64) Covariates {
	return c.add(len(values), []string{name}, [][]float64{standardised(values, 1)})
}

// Factor adds what kind each document is of. The first kind in alphabetical order is the baseline;
// each other kind gets a column name=kind, 1 for its documents and 0 for all others. An empty kind
// counts as missing, which the model refuses.
func (c Covariates) Factor(name string, kinds []string) Covariates {
	levels := slices.Sorted(slices.Values(kinds))
	levels = slices.Compact(levels)
	if len(levels) > 0 && levels[0] == "" {
		levels = levels[1:]
	}
	if len(levels) < 2 {
		return c.fail("Factor: %q has the kinds %q, expected two or more different ones", name,
			levels)
	}
	var names []string
	var columns [][]float64
	for _, level := range levels[1:] {
		column := make([]float64, len(kinds))
		for d, kind := range kinds {
			switch kind {
			case level:
				column[d] = 1
			case "":
				column[d] = math.NaN()
			}
		}
		names, columns = append(names, name+"="+level), append(columns, column)
	}
	return c.add(len(kinds), names, columns)
}

// Steps adds a number that works in steps, such as a year ([Years]): for each cut a column
// name≥cut, 1 for documents with a value of at least the cut and 0 for those before. So a
// coefficient is the change at its cut, and neighbouring periods are alike unless the documents say
// otherwise. Without cuts there is one at each whole number from which on there are documents, but
// for the first. NaN is a missing value, which the model refuses.
func (c Covariates) Steps(name string, values []float64, cuts ...float64) Covariates {
	if cuts == nil {
		for _, v := range values {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				cuts = append(cuts, math.Floor(v))
			}
		}
		slices.Sort(cuts)
		cuts = slices.Compact(cuts)
		if len(cuts) > 0 {
			cuts = cuts[1:]
		}
		if len(cuts) > 100 {
			return c.fail("Steps: %q would have %d steps, one at each whole number: give cuts, "+
				"or use Smooth", name, len(cuts))
		}
	}
	if len(cuts) == 0 {
		return c.fail("Steps: %q has no step: give cuts between its values", name)
	}
	var names []string
	var columns [][]float64
	for _, cut := range cuts {
		column := make([]float64, len(values))
		for d, v := range values {
			switch {
			case math.IsNaN(v):
				column[d] = v
			case v >= cut:
				column[d] = 1
			}
		}
		names = append(names, name+"≥"+strconv.FormatFloat(cut, 'g', -1, 64))
		columns = append(columns, column)
	}
	return c.add(len(values), names, columns)
}

// Smooth adds a smooth function of a number, such as a date ([Years]): a natural cubic spline with
// as many columns as curves, 2 to 20, and one more knot, at quantiles of the values. Beyond the
// first and the last knot it is a straight line. The first column is the straight line, and each
// further one adds a bend. They are uncorrelated over the documents. Column j, from 1, has mean 0
// and standard deviation 1/j: a priori a function is more smooth than rough. NaN is a missing
// value, which the model refuses.
//
// Source: Hastie, Tibshirani & Friedman, "The elements of statistical learning" (2009), eq. 5.4.
func (c Covariates) Smooth(name string, values []float64, curves int) Covariates {
	var known []float64
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			known = append(known, v)
		}
	}
	slices.Sort(known)
	different := slices.Compact(slices.Clone(known))
	if curves < 2 || curves > 20 || len(different) <= curves {
		return c.fail("Smooth: %q has %d different values, and %d curves were asked for: give 2 to "+
			"20 curves, and fewer than there are different values", name, len(different), curves)
	}
	knots := quantiles(known, curves+1)
	if len(knots) <= curves { // many equal values
		knots = quantiles(different, curves+1)
	}
	var names []string
	var columns [][]float64
	for j := range curves {
		column := make([]float64, len(values))
		for d, v := range values {
			column[d] = naturalSpline(knots, j, v)
		}
		for _, before := range columns { // uncorrelated with the columns before
			b, square := 0.0, 0.0
			for d, x := range standardised(column, 1) {
				if x == x {
					b += x * before[d]
					square += before[d] * before[d]
				}
			}
			column = standardised(column, 1)
			for d := range column {
				column[d] -= b / square * before[d]
			}
		}
		names = append(names, fmt.Sprintf("%s curve %d", name, j+1))
		columns = append(columns, standardised(column, 1/float64(j+1)))
	}
	return c.add(len(values), names, columns)
}

// naturalSpline is function j of the basis: the straight line, then the others.
func naturalSpline(knots []float64, j int, x float64) float64 {
	last := len(knots) - 1
	from, width := knots[0], knots[last]-knots[0]
	if j == 0 {
		return (x - from) / width
	}
	cube := func(k int) float64 {
		u := math.Max(0, x-knots[k]) / width
		return u * u * u
	}
	d := func(k int) float64 { return (cube(k) - cube(last)) / ((knots[last] - knots[k]) / width) }
	return d(j-1) - d(last-1)
}

// quantiles are n of the values at equal distances in their order; equal ones count once.
func quantiles(ordered []float64, n int) []float64 {
	var at []float64
	for i := range n {
		at = append(at, ordered[i*(len(ordered)-1)/(n-1)])
	}
	return slices.Compact(at)
}

// Years turns dates into years with a fraction: 2 July 1983 is 1983.5. The zero time is NaN, a
// missing date.
func Years(dates []time.Time) []float64 {
	years := make([]float64, len(dates))
	for i, t := range dates {
		first := time.Date(t.Year(), 1, 1, 0, 0, 0, 0, t.Location())
		next := first.AddDate(1, 0, 0)
		years[i] = float64(t.Year()) + float64(t.Sub(first))/float64(next.Sub(first))
		if t.IsZero() {
			years[i] = math.NaN()
		}
	}
	return years
}

// standardised returns the values with mean 0 and the given standard deviation. NaN stays.
func standardised(values []float64, sd float64) []float64 {
	mean, square, n := 0.0, 0.0, 0.0
	for _, v := range values {
		if v == v {
			n++
			mean += (v - mean) / n
		}
	}
	for _, v := range values {
		if v == v {
			square += (v - mean) * (v - mean) / n
		}
	}
	x := make([]float64, len(values))
	for i, v := range values {
		if x[i] = v - mean; square > 0 {
			x[i] *= sd / math.Sqrt(square)
		}
	}
	return x
}

// add returns the covariates with more columns, for n documents.
func (c Covariates) add(n int, names []string, columns [][]float64) Covariates {
	if c.err != nil {
		return c
	}
	if len(c.Names) > 0 && len(c.X) != n {
		return c.fail("%q has %d values, and the columns before it have %d: give one for each "+
			"document", names[0], n, len(c.X))
	}
	c.Names = slices.Concat(c.Names, names)
	x := make([][]float64, n)
	for d := range x {
		if d < len(c.X) {
			x[d] = slices.Clone(c.X[d])
		}
		for _, column := range columns {
			x[d] = append(x[d], column[d])
		}
	}
	c.X = x
	return c
}

// fail keeps the first error of a method, which the model returns.
func (c Covariates) fail(format string, a ...any) Covariates {
	c.err = errors.Join(c.err, fmt.Errorf("lda: Covariates: "+format, a...))
	return c
}
