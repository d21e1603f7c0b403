package regress

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/numeric"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
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

// drawMissing draws each missing value of x.
func (f *fit) drawMissing(r *rand.Rand, s *State) {
	f.predict(s)
	last := -1
	for k, c := range f.cells {
		if c.gap != last {
			f.complete.Predict(s.Gamma[c.gap], s.column)
			last = c.gap
		}
		slope := s.Beta[c.j]
		for _, g := range f.groupings {
			if v := slices.Index(g.vary, c.j); v >= 0 {
				slope += g.effectsOf(s)[int(g.of[c.i])*len(g.vary)+v]
			}
		}
		rest := s.eta[c.i] - slope*s.Filled[k]
		mean, sd, x, y := s.column[c.i], s.Psi[c.gap], 0.0, f.y[c.i]
		if f.direct && y == y {
			x = update.Slice(r, s.Filled[k], sd, math.Inf(-1), math.Inf(1), func(x float64) float64 {
				return f.family.logLik(s, c.i, y, rest+slope*x) + variate.NormalLogProb(x, mean, sd)
			})
		} else {
			q, b := 1/(sd*sd), mean/(sd*sd)
			if y == y {
				q, b = q+s.w[c.i]*slope*slope, b+s.w[c.i]*slope*(s.z[c.i]-rest)
			}
			x = b/q + r.NormFloat64()/math.Sqrt(q)
		}
		s.Filled[k], s.x[c.i*f.p+c.j] = x, x
		s.eta[c.i] = rest + slope*x
	}
}

// drawColumns draws the regressions of the incomplete columns on the complete ones.
func (f *fit) drawColumns(r *rand.Rand, s *State) error {
	prior := halfT{1, f.missing.Scale}
	for k, j := range f.gaps {
		for i := range s.column {
			s.column[i] = s.x[i*f.p+j]
		}
		s.one[0] = 1 / (s.Psi[k] * s.Psi[k])
		if err := f.complete.Draw(r, &s.fill, s.column, s.one, nil, f.fillPrecision(s),
			s.Gamma[k]); err != nil {
			return err
		}
		s.Psi[k] = prior.draw(r, s.Psi[k], len(f.x), f.complete.Squares(s.column, nil, s.Gamma[k]))
	}
	return nil
}

// fillPrecision is the prior precision of γ_j; nil is flat.
func (f *fit) fillPrecision(s *State) []float64 {
	if f.missing.SD == 0 {
		return nil
	}
	if s.prior == nil {
		s.prior = slices.Repeat([]float64{1 / (f.missing.SD * f.missing.SD)}, len(s.Gamma[0]))
	}
	return s.prior
}

// logMissing is the log density of the incomplete columns, and of γ and ψ.
func (f *fit) logMissing(s *State) float64 {
	lp, prior := 0.0, halfT{1, f.missing.Scale}
	for k, j := range f.gaps {
		f.complete.Predict(s.Gamma[k], s.column)
		for i, mean := range s.column {
			lp += variate.NormalLogProb(s.x[i*f.p+j], mean, s.Psi[k])
		}
		lp += prior.logDensity(s.Psi[k])
		for _, v := range s.Gamma[k] {
			if f.missing.SD > 0 {
				lp += variate.NormalLogProb(v, 0, f.missing.SD)
			}
		}
	}
	return lp
}
