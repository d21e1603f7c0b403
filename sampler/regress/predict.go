package regress

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
)

// Predict draws data sets from the posterior predictive distribution, one value for each row of
// g.X: with the g of the model for a posterior predictive check, and with other rows, and their
// groups and trials, for a prediction. g.Y may be nil. sets and r are as in
// [sampler.Trace.Replicate], and the result is sets × rows. Missing values of X are those of the
// trace, so new rows must be complete.
//
// Columns and groups are compared with the trace by their names. A group whose name the model did
// not have is a new one: its effects are drawn from N(0, Σ).
//
// Errors: a trace that is not of this regression, and rows or groups that it does not know.
func (g Regression) Predict(r *rand.Rand, tr *sampler.Trace, sets int) ([][]float64, error) {
	g.Y = make([]float64, len(g.X)) // a valid y for each family
	p, err := g.predictor("Predict")
	if err != nil {
		return nil, err
	}
	if err := p.match(tr); err != nil {
		return nil, err
	}
	y, err := tr.Replicate(r, sets, len(g.X), func(r *rand.Rand, d *sampler.Draw, y []float64) {
		if !p.set(r, d) {
			return
		}
		p.f.predict(p.s)
		for i, eta := range p.s.eta {
			y[i] = p.f.family.simulate(r, p.s, i, eta)
		}
	})
	if p.wrong != nil {
		return nil, p.wrong
	}
	return y, err
}

// A predictor reads the state of a regression from the draws of a trace.
type predictor struct {
	f     *fit
	s     *State
	what  string
	at    [2]int // the chain and the draw that s holds
	wrong error
}

// predictor makes one for the method of this name.
func (g Regression) predictor(what string) (*predictor, error) {
	if err := g.checkData(); err != nil {
		return nil, err
	}
	p := &predictor{f: &fit{reg: g, x: sideBySide(g.X), offset: g.Offset, p: len(g.X[0]),
		step: len(g.X[0])}, what: what, at: [2]int{-1, -1}}
	f := p.f
	if err := f.setFamily(); err != nil {
		return nil, err
	}
	var err error
	if f.groupings, err = g.groupings(); err != nil {
		return nil, err
	}
	for _, c := range f.groupings {
		if c.vary, err = f.columns(c.what+".Vary", c.Vary); err != nil {
			return nil, err
		}
		if c.of = short(c.Of); len(c.of) != len(g.X) {
			return nil, fmt.Errorf("regress: %s: %s.Of has %d numbers and X %d rows: give "+
				"one for each row", what, c.what, len(c.of), len(g.X))
		}
	}
	for j := range f.p { // in the order of the trace
		for i, row := range g.X {
			if row[j] != row[j] {
				f.cells = append(f.cells, cell{i: i, j: j})
			}
		}
	}
	p.s = &State{eta: make([]float64, len(g.X)), x: slices.Concat(g.X...)}
	return p, nil
}

// set makes the state that of a draw. It is false if the trace is not of this regression. Without r
// new groups have the same effects in each call.
func (p *predictor) set(r *rand.Rand, d *sampler.Draw) bool {
	if p.at == [2]int{d.Chain, d.Index} && r == nil {
		return p.wrong == nil
	}
	p.at = [2]int{d.Chain, d.Index}
	f, s := p.f, p.s
	s.Beta = p.sized("beta", d.Array("beta"), f.p)
	for _, own := range f.family.numbers() {
		*own.at(s) = d.Scalar(own.name)
	}
	if len(f.cells) > 0 {
		s.Filled = p.sized("x_missing", d.Array("x_missing"), len(f.cells))
	}
	s.Effects = s.Effects[:0]
	for _, c := range f.groupings {
		q := len(c.vary)
		name, _ := c.recorded()
		effects := d.Array(name)
		c.effects, c.groups = len(s.Effects), len(effects)/q
		s.Effects = append(s.Effects, effects...)
		if c.what == "Groups" {
			for i := range effects {
				s.Effects[c.effects+i] -= s.Beta[c.vary[i%q]]
			}
		}
		if c.fresh > 0 {
			if r == nil {
				r = sampler.Stream("regress: new groups", uint64(d.Chain), d.Index)
			}
			if err := c.drawFresh(r, d, s); err != nil && p.wrong == nil {
				p.wrong = fmt.Errorf("regress: %s: %w", p.what, err)
			}
		}
		for i, k := range c.of {
			if k < 0 || int(k) >= c.groups {
				p.wrong = fmt.Errorf("regress: %s: %s.Of[%d] is %d, and the trace has %d groups: to "+
					"predict a new one, give it in Groups.Names a name that the model does not have",
					p.what, c.what, i, c.Of[i], c.groups)
			}
		}
	}
	if p.wrong != nil {
		return false
	}
	for k, c := range f.cells {
		s.x[c.i*f.p+c.j] = s.Filled[k]
	}
	return true
}

// sized notes that a parameter has another size.
func (p *predictor) sized(name string, x []float64, n int) []float64 {
	if len(x) != n && p.wrong == nil {
		p.wrong = fmt.Errorf("regress: %s: the trace has %d values of %s, and the regression "+
			"%d: give the trace of this model", p.what, len(x), name, n)
	}
	return x
}
