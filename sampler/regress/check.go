package regress

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// fit checks the regression and brings it into the form that the blocks need.
func (g Regression) fit() (*fit, error) {
	if err := g.checkData(); err != nil {
		return nil, err
	}
	f := &fit{reg: g, family: g.Family, y: slices.Clone(g.Y), p: len(g.X[0])}
	for _, row := range g.X {
		f.x = append(f.x, slices.Clone(row))
	}
	if f.family == nil {
		f.family = Normal{}
	}
	if err := f.family.check(f.y); err != nil {
		return nil, err
	}
	sum, squares := 0.0, 0.0
	for _, v := range f.y {
		if !math.IsNaN(v) {
			f.observed++
			sum += v
		}
	}
	for _, v := range f.y {
		if e := v - sum/float64(f.observed); !math.IsNaN(v) {
			squares += e * e
		}
	}
	if f.spread = math.Sqrt(squares / max(float64(f.observed), 1)); f.spread == 0 {
		f.spread = 1
	}
	for _, check := range []func() error{f.setPrior, f.setGroups, f.setMissing, f.checkProper} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	var err error
	if f.groups == 0 && len(f.cells) == 0 {
		f.design, err = update.NewDesign(f.x)
	}
	return f, err
}

// checkData checks X, Names and Y.
func (g Regression) checkData() error {
	if len(g.X) == 0 || len(g.X[0]) == 0 {
		return errors.New("regress: X has no rows, or a row of no numbers: give one row for each " +
			"observation; an intercept is a column of ones")
	}
	p := len(g.X[0])
	if g.Names != nil && len(g.Names) != p {
		return fmt.Errorf("regress: there are %d Names and %d columns of X: give one name for "+
			"each column", len(g.Names), p)
	}
	if len(g.Y) != len(g.X) {
		return fmt.Errorf("regress: Y has %d values and X %d rows: give one value for each row",
			len(g.Y), len(g.X))
	}
	for i, row := range g.X {
		if len(row) != p {
			return fmt.Errorf("regress: row %d of X has %d numbers and row 0 has %d: give rows of "+
				"one length", i, len(row), p)
		}
		for j, v := range row {
			if math.IsInf(v, 0) || math.IsNaN(v) && g.Missing == nil {
				return fmt.Errorf("regress: X[%d][%d] is %g, expected a finite number; NaN is a "+
					"missing value if Missing is set", i, j, v)
			}
		}
		if math.IsNaN(g.Y[i]) && g.Missing == nil {
			return fmt.Errorf("regress: Y[%d] is NaN, expected a number; NaN is a missing value if "+
				"Missing is set", i)
		}
	}
	return nil
}

// setPrior checks the prior.
func (f *fit) setPrior() error {
	g, p := f.reg.Prior, f.p
	f.mean, f.base = make([]float64, p), make([]float64, p)
	if g.Mean != nil && len(g.Mean) != p || len(g.SD) > 1 && len(g.SD) != p {
		return fmt.Errorf("regress: Prior has %d Mean and %d SD for %d columns: give one for each "+
			"column, nil, or one SD for all", len(g.Mean), len(g.SD), p)
	}
	for j, v := range g.Mean {
		if !numeric.Finite(v) {
			return fmt.Errorf("regress: Prior.Mean[%d] is %g, expected a finite number", j, v)
		}
		f.mean[j] = v
	}
	for j := range f.base {
		if len(g.SD) == 0 {
			break
		}
		sd := g.SD[min(j, len(g.SD)-1)]
		if !(sd > 0) {
			return fmt.Errorf("regress: Prior.SD[%d] is %g, expected a positive number, or +Inf "+
				"for a flat prior", min(j, len(g.SD)-1), sd)
		}
		f.base[j] = 1 / (sd * sd)
	}
	f.shrinkScale = orOne(g.ShrinkScale)
	if !numeric.Positive(f.shrinkScale) {
		return fmt.Errorf("regress: Prior.ShrinkScale is %g, expected a positive number, or 0 for 1",
			g.ShrinkScale)
	}
	var err error
	if f.shrink, err = f.columns("Prior.Shrink", g.Shrink); err != nil {
		return err
	}
	for _, j := range f.shrink {
		f.mean[j], f.base[j] = 0, 1
	}
	return nil
}

// columns finds columns by their names.
func (f *fit) columns(field string, names []string) (at []int, err error) {
	for _, name := range names {
		j := slices.Index(f.reg.Names, name)
		if j < 0 {
			return nil, fmt.Errorf("regress: %s names the column %q, and Names are %q: give names "+
				"that are in Names", field, name, f.reg.Names)
		}
		if slices.Contains(at, j) {
			return nil, fmt.Errorf("regress: %s names the column %q twice", field, name)
		}
		at = append(at, j)
	}
	return at, nil
}

// name is what errors and labels call a column.
func (f *fit) name(j int) string {
	if f.reg.Names == nil {
		return fmt.Sprint(j)
	}
	return f.reg.Names[j]
}

// checkProper refuses flat priors of what the data do not determine.
func (f *fit) checkProper() error {
	var flat []int
	for j, precision := range f.base {
		if precision == 0 {
			flat = append(flat, j)
		}
	}
	if err := f.checkColumns(flat, "give Prior.SD"); err != nil {
		return err
	}
	var scale float64
	switch family := f.family.(type) {
	case Normal:
		scale = family.Scale
	case Student:
		scale = family.Scale
	default:
		return nil
	}
	if scale == 0 && f.observed <= len(flat) {
		return fmt.Errorf("regress: %d values of y for %d coefficients with flat priors say nothing "+
			"about sigma, whose prior is 1/sigma: give more data, Prior.SD or the family's Scale",
			f.observed, len(flat))
	}
	return nil
}

// checkColumns refuses columns that depend on each other, in rows that are complete.
func (f *fit) checkColumns(columns []int, advice string) error {
	d := len(columns)
	gram := make([]float64, d*d)
	for i, row := range f.x {
		if math.IsNaN(f.y[i]) || slices.ContainsFunc(row, math.IsNaN) {
			continue
		}
		for a, j := range columns {
			for b, k := range columns {
				gram[a*d+b] += row[j] * row[k]
			}
		}
	}
	diagonal := make([]float64, d)
	for a := range d {
		diagonal[a] = math.Sqrt(gram[a*d+a])
	}
	for a, j := range columns {
		for b := range d {
			gram[a*d+b] /= diagonal[a] * diagonal[b]
		}
		// The part of the column that those before it do not explain.
		head := make([]float64, 0, (a+1)*(a+1))
		for b := range a + 1 {
			head = append(head, gram[b*d:b*d+a+1]...)
		}
		if variate.Cholesky(head, head) != nil || !(head[len(head)-1] > 1e-6) {
			return fmt.Errorf("regress: column %s of X is a sum of multiples of the columns before "+
				"it, or zero, and has a flat prior: leave it out, or %s", f.name(j), advice)
		}
	}
	return nil
}
