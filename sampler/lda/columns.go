package lda

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"
)

// Number adds a number of each document as a covariate. It is standardised: less its mean, divided
// by its standard deviation. So the coefficient is for one standard deviation, which suits its
// prior. NaN stands for a missing number, which the model refuses. For a share at a value of your
// own see [Covariates.At].
func (c Covariates) Number(name string, values []float64) Covariates {
	return c.with(part{Kind: "number", Name: name, Numbers: values})
}

// Factor adds what kind each document is of. The first kind in alphabetical order is the baseline;
// each other kind gets a column name=kind, 1 for its documents and 0 for all others. An empty kind
// counts as missing, which the model refuses.
func (c Covariates) Factor(name string, kinds []string) Covariates {
	return c.with(part{Kind: "factor", Name: name, Texts: kinds})
}

// Steps adds a number that works in steps, such as a year ([Years]): for each cut a column
// name≥cut, 1 for documents with a value of at least the cut and 0 for those before. So a
// coefficient is the change at its cut, and neighbouring periods are alike unless the documents say
// otherwise. Without cuts there is one at each whole number from which on there are documents, but
// for the first. NaN is a missing value, which the model refuses.
func (c Covariates) Steps(name string, values []float64, cuts ...float64) Covariates {
	return c.with(part{Kind: "steps", Name: name, Numbers: values, Cuts: cuts})
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
	return c.with(part{Kind: "smooth", Name: name, Numbers: values, Curves: curves})
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

// with returns the covariates with the columns of a product of parts, of one part as a rule.
func (c Covariates) with(parts ...part) Covariates {
	if c.err != nil {
		return c
	}
	n := parts[0].len()
	names, columns, err := product(parts, n)
	if err != nil {
		c.err = fmt.Errorf("lda: Covariates: %w", err)
		return c
	}
	if len(c.Names) > 0 && len(c.X) != n {
		c.err = fmt.Errorf("lda: Covariates: %q has %d values, and the columns before it have %d: give "+
			"one for each document", names[0], n, len(c.X))
		return c
	}
	c.terms = append(slices.Clone(c.terms), parts)
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

// At returns the row of covariates of a document that need not exist, from the value of each field:
// a string for a Factor, a number, or a time.Time for a field of a [Covariates.Formula] that holds
// dates. The row is for [gibbslab/sampler/lda/topics.Effects] and
// [gibbslab/sampler/lda/topics.SharesAt].
//
// Errors: a field that there is not, a field without a value, a kind that no document has, and
// columns that were put into X by hand, of which nothing is known.
func (c Covariates) At(fields map[string]any) ([]float64, error) {
	var row []float64
	known := map[string]bool{}
	for _, parts := range c.terms {
		at := slices.Clone(parts)
		for i := range at {
			known[at[i].Name] = true
			value, ok := fields[at[i].Name]
			if !ok {
				return nil, fmt.Errorf("lda: Covariates: At: there is no value of %q: give one", at[i].Name)
			}
			if err := at[i].append(value); err != nil {
				return nil, fmt.Errorf("lda: Covariates: At: %w", err)
			}
		}
		_, columns, err := product(at, parts[0].len())
		if err != nil {
			return nil, fmt.Errorf("lda: Covariates: At: %w", err)
		}
		for _, column := range columns {
			row = append(row, column[len(column)-1])
		}
	}
	for name := range fields {
		if !known[name] {
			return nil, fmt.Errorf("lda: Covariates: At: there is no field %q, expected some of %q", name,
				slices.Sorted(maps.Keys(known)))
		}
	}
	if c.err != nil || len(row) != len(c.Names) {
		return nil, errors.Join(c.err, fmt.Errorf("lda: Covariates: At: %d of %d columns were added by "+
			"hand: make all of them by Formula, Number, Factor, Steps or Smooth", len(c.Names)-len(row),
			len(c.Names)))
	}
	return row, nil
}
