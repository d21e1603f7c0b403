package regress

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler/variate"
)

// checkProper refuses flat priors of what the data do not determine.
func (f *fit) checkProper() error {
	flat := f.flat()
	if err := f.checkColumns(flat, "give Prior.SD"); err != nil {
		return err
	}
	if err := f.checkSeparation(flat); err != nil {
		return err
	}
	return f.checkSigma()
}

// flat lists the columns with a flat prior.
func (f *fit) flat() (flat []int) {
	for j, precision := range f.base {
		if precision == 0 {
			flat = append(flat, j)
		}
	}
	return flat
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
				"it, to six digits, or zero, and has a flat prior: leave it out, or its mean if that is "+
				"large (centre(x) in a formula), or %s", f.name(j), advice)
		}
	}
	return nil
}
