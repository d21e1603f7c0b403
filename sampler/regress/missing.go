package regress

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/update"
)

// Missing says how the missing values of X are drawn. A column j with missing values follows a
// regression on the columns that are complete, c_i, such as the intercept:
//
//	x_ij ~ N(c_iᵀγ_j, ψ_j²).
//
// Values must be missing at random: whether one is may depend on what was observed. A column that
// is computed from one with missing values, such as a product, must not be given.
type Missing struct {
	SD    float64 // of the normal prior of each of γ_j, of mean 0; 0 is flat
	Scale float64 // of the half-Cauchy prior of ψ_j; 0 is p(ψ) ∝ 1/ψ
}

// A cell is a missing value of X, in the gap-th incomplete column.
type cell struct{ i, j, gap int }

// setMissing finds the missing values of x.
func (f *fit) setMissing() error {
	if f.reg.Missing == nil {
		return nil
	}
	if f.reg.formula != nil {
		if err := f.reg.formula.Gaps(); err != nil {
			return fmt.Errorf("regress: %w", err)
		}
	}
	f.missing = *f.reg.Missing
	if m := f.missing; m.SD != 0 && !numeric.Positive(m.SD) ||
		m.Scale != 0 && !numeric.Positive(m.Scale) {
		return fmt.Errorf("regress: Missing has SD %g and Scale %g: expected positive numbers, or 0",
			m.SD, m.Scale)
	}
	var complete []int
	for j := range f.p {
		known := 0
		for i, row := range f.x {
			if !math.IsNaN(row[j]) {
				known++
				continue
			}
			f.cells = append(f.cells, cell{i, j, len(f.gaps)})
		}
		if known == len(f.x) {
			complete = append(complete, j)
			continue
		}
		if f.gaps = append(f.gaps, j); known < f.p+2 {
			return fmt.Errorf("regress: column %s of X has %d values that are not missing, expected "+
				"at least %d to say how it depends on the others", f.name(j), known, f.p+2)
		}
	}
	if len(f.cells) == 0 {
		return nil
	}
	if len(complete) == 0 {
		return errors.New("regress: each column of X has missing values: give one that is complete, " +
			"such as an intercept")
	}
	if err := f.checkColumns(complete, "give Missing.SD"); err != nil && f.missing.SD == 0 {
		return err
	}
	rows := make([][]float64, len(f.x))
	for i, row := range f.x {
		for _, j := range complete {
			rows[i] = append(rows[i], row[j])
		}
	}
	var err error
	f.complete, err = update.NewDesign(rows)
	return err
}

// startMissing fills the gaps of each column with values drawn from the others of the column.
func (f *fit) startMissing(r *rand.Rand, s *State) {
	for k, c := range f.cells {
		v := math.NaN()
		for math.IsNaN(v) {
			v = f.x[r.IntN(len(f.x))][c.j]
		}
		s.Filled[k], s.x[c.i*f.p+c.j] = v, v
	}
	for k, j := range f.gaps {
		sum, squares, n := 0.0, 0.0, float64(len(f.x))
		for ; j < len(s.x); j += f.p {
			sum, squares = sum+s.x[j], squares+s.x[j]*s.x[j]
		}
		if s.Psi[k] = math.Sqrt(max(squares-sum*sum/n, 0) / n); s.Psi[k] == 0 {
			s.Psi[k] = 1
		}
	}
}

// cellNames says where the missing values are.
func (f *fit) cellNames() (names []string) {
	for _, c := range f.cells {
		names = append(names, fmt.Sprintf("%s of row %d", f.name(c.j), c.i))
	}
	return names
}
