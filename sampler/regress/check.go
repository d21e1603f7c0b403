package regress

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/internal/numeric"
	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// fit checks the regression and brings it into the form that the blocks need.
func (g Regression) fit() (*fit, error) {
	if err := g.checkData(); err != nil {
		return nil, err
	}
	f := &fit{reg: g, x: sideBySide(g.X), y: slices.Clone(g.Y), offset: slices.Clone(g.Offset),
		p: len(g.X[0]), step: len(g.X[0])}
	if err := f.setFamily(); err != nil {
		return nil, err
	}
	if _, numbers := f.family.(interface{ prior() halfT }); numbers && f.offset != nil {
		floats.Sub(f.y, f.offset)
		f.offset = nil
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
	for _, check := range []func() error{f.setPrior, f.checkFlat, f.setGroups, f.setMissing,
		f.checkProper} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(f.x, func(row []float64) bool { return !slices.Equal(row, f.x[0]) }) {
		f.step = 0
	}
	if f.equal() {
		one, zero := slices.Repeat([]float64{1}, len(f.y)), make([]float64, len(f.y))
		for _, c := range f.groupings {
			c.unit = &joint{q: make([]float64, f.p*f.p), b: make([]float64, f.p),
				k: make([]float64, c.groups*len(c.vary)*(f.p+1))}
			c.sum(c.unit, f.allRows(nil), one, zero, 0, f.step, true)
			for i := 0; f.p > 1 && i < len(f.y); i++ { // with one column, sums of k have it
				addScaled(c.unit.b, f.y[i], f.x[i])
			}
		}
	}
	var err error
	if len(f.groupings) == 0 && len(f.cells) == 0 {
		f.design, err = update.NewDesign(f.x)
	}
	if err == nil && (f.direct || len(f.groupings) < 2 && len(f.cells) == 0) {
		switch l := f.family.(type) {
		case Poisson:
			if f.approximate = f.atMode(l.slope); f.approximate == nil {
				return nil, errors.New("regress: the likelihood of Poisson has no mode that can be found: " +
					"give columns of similar size, or Prior.SD")
			}
		case Probit:
			f.approximate = f.atMode(l.slope)
		case Logit:
			if l.rare(f.y) {
				f.approximate = f.atMode(l.slope)
			}
		}
	}
	return f, err
}

// sideBySide copies rows into one piece of memory, to which the first of them can be extended.
func sideBySide(rows [][]float64) (x [][]float64) {
	all, p := slices.Concat(rows...), len(rows[0])
	for i := range rows {
		x = append(x, all[i*p:(i+1)*p])
	}
	return x
}

// setFamily checks the family, and y with it.
func (f *fit) setFamily() error {
	switch family := f.reg.Family.(type) {
	case nil:
		f.family = Normal{}
	case Normal, Student, Probit, Logit, NegativeBinomial, Poisson, Ordinal:
		f.family = family
	default:
		return fmt.Errorf("regress: Family is a %T: give one of the families of this package, such "+
			"as regress.Probit{}, and no pointer to it", family)
	}
	if err := f.family.check(f.reg.Y); err != nil {
		return err
	}
	_, f.direct = f.family.(Poisson)
	counts, ok := f.family.(NegativeBinomial)
	if ok {
		f.setCounts()
	}
	if ok && slices.ContainsFunc(f.y, func(v float64) bool { return v > largeCount }) {
		f.approximate = func(s *State, _ *grouping) { counts.approximate(f, s) }
	}
	return nil
}

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
	named := sampler.Param[State]{Name: "beta", Shape: []int{p}, Coords: [][]string{g.Names},
		Read: func(*State, []float64) {}}
	if err := named.Check(); err != nil {
		return fmt.Errorf("regress: Names: %w", err)
	}
	if len(g.Y) != len(g.X) {
		return fmt.Errorf("regress: Y has %d values and X %d rows: give one value for each row",
			len(g.Y), len(g.X))
	}
	if g.Offset != nil && len(g.Offset) != len(g.X) {
		return fmt.Errorf("regress: Offset has %d values and X %d rows: give one value for each row",
			len(g.Offset), len(g.X))
	}
	for i, v := range g.Offset {
		if !numeric.Finite(v) {
			return fmt.Errorf("regress: Offset[%d] is %g, expected a finite number (of an exposure "+
				"above 0, its logarithm)", i, v)
		}
	}
	for i, row := range g.X {
		if len(row) != p {
			return fmt.Errorf("regress: row %d of X has %d numbers and row 0 has %d: give rows of "+
				"one length", i, len(row), p)
		}
		for j, v := range row {
			if math.IsInf(v, 0) || math.IsNaN(v) && g.Missing == nil {
				return fmt.Errorf("regress: X[%d][%d] is %g%s, expected a finite number. NaN is a missing "+
					"value: set Missing, or leave the row out, as with datasets.Frame.Select", i, j, v,
					g.called(j))
			}
		}
		if math.IsNaN(g.Y[i]) && g.Missing == nil {
			return fmt.Errorf("regress: Y[%d] is NaN, expected a number; NaN is a missing value if "+
				"Missing is set", i)
		}
	}
	return nil
}

// called says which column this is, if it has a name.
func (g Regression) called(j int) string {
	if g.Names == nil {
		return ""
	}
	return " in column " + g.Names[j]
}

// name is what errors and labels call a column.
func (f *fit) name(j int) string {
	if f.reg.Names == nil {
		return fmt.Sprint(j)
	}
	return f.reg.Names[j]
}
