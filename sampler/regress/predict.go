package regress

import (
	"fmt"
	"math/rand/v2"

	"gibbslab/sampler"
)

// Predict draws data sets from the posterior predictive distribution, one value for each row of
// g.X: with the g of the model for a posterior predictive check, and with other rows, and their
// groups and trials, for a prediction. g.Y may be nil. sets and r are as in
// [sampler.Trace.Replicate], and the result is sets × rows. Missing values of X are those of the
// trace.
//
// Errors: a trace that is not of this regression, and rows or groups that it does not know.
func (g Regression) Predict(r *rand.Rand, tr *sampler.Trace, sets int) ([][]float64, error) {
	g.Y = make([]float64, len(g.X)) // a valid y for each family
	if err := g.checkData(); err != nil {
		return nil, err
	}
	f := &fit{reg: g, x: g.X, p: len(g.X[0])}
	if err := f.setFamily(); err != nil {
		return nil, err
	}
	var err error
	if g.Groups != nil {
		if f.vary, err = f.columns("Groups.Vary", g.Groups.Vary); err != nil {
			return nil, err
		}
		if f.of = g.Groups.Of; len(f.of) != len(g.X) {
			return nil, fmt.Errorf("regress: Predict: Groups.Of has %d numbers and X %d rows: give "+
				"one for each row", len(f.of), len(g.X))
		}
	}
	for j := range f.p { // in the order of the trace
		for i, row := range g.X {
			if row[j] != row[j] {
				f.cells = append(f.cells, cell{i: i, j: j})
			}
		}
	}
	s := &State{eta: make([]float64, len(g.X))}
	for _, row := range g.X {
		s.x = append(s.x, append([]float64(nil), row...))
	}
	var wrong error
	sized := func(name string, x []float64, n int) []float64 {
		if len(x) != n && wrong == nil {
			wrong = fmt.Errorf("regress: Predict: the trace has %d values of %s, and the regression "+
				"%d: give the trace of this model", len(x), name, n)
		}
		return x
	}
	y, err := tr.Replicate(r, sets, len(g.X), func(r *rand.Rand, d *sampler.Draw, y []float64) {
		s.Beta = sized("beta", d.Array("beta"), f.p)
		for _, own := range f.family.numbers() {
			*own.at(s) = d.Scalar(own.name)
		}
		if len(f.cells) > 0 {
			s.Filled = sized("x_missing", d.Array("x_missing"), len(f.cells))
		}
		if q := len(f.vary); q > 0 {
			s.Effects = append(s.Effects[:0], d.Array("group")...)
			for i, k := range f.of {
				if k < 0 || (k+1)*q > len(s.Effects) {
					wrong = fmt.Errorf("regress: Predict: Groups.Of[%d] is %d, and the trace has %d "+
						"groups", i, k, len(s.Effects)/q)
				}
			}
			for i := range s.Effects {
				s.Effects[i] -= s.Beta[f.vary[i%q]]
			}
		}
		if wrong != nil {
			return
		}
		for k, c := range f.cells {
			s.x[c.i][c.j] = s.Filled[k]
		}
		f.predict(s)
		for i, eta := range s.eta {
			y[i] = f.family.simulate(r, s, i, eta)
		}
	})
	if wrong != nil {
		return nil, wrong
	}
	return y, err
}
