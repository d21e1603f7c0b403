package lda

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gibbslab/sampler/internal/formula"
)

// Number adds a number of each document as a covariate. It is standardised: less its mean, divided
// by its standard deviation. So the coefficient is for one standard deviation, which suits its
// prior. NaN stands for a missing number, which the model refuses. For a share at a value of your
// own see [Covariates.At].
func (c Covariates) Number(name string, values []float64) Covariates {
	return c.with(formula.Part{Kind: "number", Name: name, Numbers: values})
}

// Factor adds what kind each document is of. The first kind in alphabetical order is the baseline;
// each other kind gets a column name=kind, 1 for its documents and 0 for all others. An empty kind
// counts as missing, which the model refuses.
func (c Covariates) Factor(name string, kinds []string) Covariates {
	return c.with(formula.Part{Kind: "factor", Name: name, Texts: kinds})
}

// Steps adds a number that works in steps, such as a year ([Years]): for each cut a column
// name≥cut, 1 for documents with a value of at least the cut and 0 for those before. So a
// coefficient is the change at its cut, and neighbouring periods are alike unless the documents say
// otherwise. Without cuts there is one at each whole number from which on there are documents, but
// for the first. NaN is a missing value, which the model refuses.
func (c Covariates) Steps(name string, values []float64, cuts ...float64) Covariates {
	return c.with(formula.Part{Kind: "steps", Name: name, Numbers: values, Cuts: cuts})
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
	return c.with(formula.Part{Kind: "smooth", Name: name, Numbers: values, Curves: curves})
}

// Years turns dates into years with a fraction: 2 July 1983 is 1983.5. The zero time is NaN, a
// missing date.
func Years(dates []time.Time) []float64 { return formula.Years(dates) }

// with returns the covariates with the columns of a product of parts, of one part as a rule.
func (c Covariates) with(parts ...formula.Part) Covariates {
	if c.err != nil {
		return c
	}
	n := parts[0].Len()
	names, columns, err := formula.Product(parts, n)
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

// Formula adds the columns of a formula, whose names are fields: strings ([Covariates.Factor]),
// numbers ([Covariates.Number]), or dates, which become numbers by [Years].
//
//	party                 a field as it is
//	baseline(party, left) the same, compared with this kind and not with the first
//	smooth(day, 4)        a smooth curve of four columns
//	steps(day, 1985)      steps at the given cuts; without cuts at each whole number
//	party:day             the products of their columns
//	party * day           party + day + party:day
//	(1 | speaker)         documents of one speaker are a cluster: it sets Clusters
//
// Terms are joined by +, and there is no other operator:
//
//	by := lda.Covariates{}.Formula("party * smooth(day, 4) + (1 | speaker)",
//		map[string]any{"party": parties, "day": dates, "speaker": speakers})
//
// What is wrong is reported by the model, by [Covariates.Check] and by [Covariates.At].
func (c Covariates) Formula(text string, fields map[string]any) Covariates {
	fail := func(format string, a ...any) Covariates {
		c.err = fmt.Errorf("lda: Covariates: formula %q: %w", text, fmt.Errorf(format, a...))
		return c
	}
	f, err := formula.Parse(text, "number", formula.Fields(fields).Look)
	if err != nil {
		return fail("%w", err)
	}
	for _, b := range f.Bars {
		clusters, ok := b.Values.([]string)
		switch {
		case !ok || b.NoIntercept || b.Terms != nil:
			return fail("clusters are (1 | field), and the field holds strings: (… | %s) is something "+
				"else", b.Of)
		case c.Clusters != nil:
			return fail("there are two kinds of clusters: choose one, the larger if one contains the other")
		}
		c.Clusters = clusters
	}
	for _, parts := range f.Terms {
		c = c.with(parts...)
	}
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
	used := map[string]bool{}
	columns, err := (&formula.Formula{Terms: c.terms}).More(func(name string) (any, error) {
		used[name] = true
		if value, ok := fields[name]; ok {
			return value, nil
		}
		return nil, fmt.Errorf("there is no value of %q: give one", name)
	})
	for name := range fields {
		if err == nil && !used[name] {
			err = formula.Unknown(name, used)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("lda: Covariates: At: %w", err)
	}
	var row []float64
	for _, column := range columns {
		row = append(row, column[0])
	}
	if c.err != nil || len(row) != len(c.Names) {
		return nil, errors.Join(c.err, fmt.Errorf("lda: Covariates: At: %d of %d columns were added by "+
			"hand: make all of them by Formula, Number, Factor, Steps or Smooth", len(c.Names)-len(row),
			len(c.Names)))
	}
	return row, nil
}
