package regress

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
)

// Case is what criticism.Check and nb.Report ask about the regression and the draws of its Model:
// the log likelihood, data sets from the posterior, and each column and grouping as a covariate.
// Add others to Along: a column that you left out, or a grouping. Missing y are left out. There is
// no Joint, so what needs draws from the prior stays open. Errors are those of [Regression.LogLik].
func (g Regression) Case(tr *sampler.Trace) (criticism.Case[State, []float64], error) {
	c := criticism.Case[State, []float64]{Trace: tr, Along: map[string][]float64{},
		NoJoint: "Package regress draws no data sets from the prior. Its own tests hold its samplers " +
			"against verify.Blocks."}
	var err error
	if c.LogLik, err = g.LogLik(tr); err != nil {
		return c, err
	}
	p, err := g.predictor("Case")
	if err != nil {
		return c, err
	}
	if err := p.match(tr); err != nil {
		return c, err
	}
	var rows []int
	for i, y := range g.Y {
		if y == y {
			rows, c.Data = append(rows, i), append(c.Data, y)
		}
	}
	along := func(name string, value func(i int) float64) {
		x := make([]float64, len(rows))
		for k, i := range rows {
			x[k] = value(i)
		}
		c.Along[name] = x
	}
	for j := range p.f.p {
		name := fmt.Sprintf("column %d", j)
		if g.Names != nil {
			name = g.Names[j]
		}
		along(name, func(i int) float64 { return g.X[i][j] })
	}
	for _, by := range p.f.groupings {
		name, _ := by.recorded()
		along(name, func(i int) float64 { return float64(by.of[i]) })
	}
	c.Replicate = func(r *rand.Rand, d *sampler.Draw, y []float64) {
		if !p.set(r, d) {
			panic(p.wrong)
		}
		p.f.predict(p.s)
		for k, i := range rows {
			y[k] = p.f.family.simulate(r, p.s, i, p.s.eta[i])
		}
	}
	return c, nil
}

// LogLik is the log likelihood of each observation given each draw of a trace of this regression,
// with all constants. Missing y are left out. For leave-one-out:
//
//	log, err := reg.LogLik(tr)
//	loo, err := criticism.LOO(log)
//
// With groups, it is given their coefficients; to leave out whole groups use LogLik.Grouped. A new
// group has effects from N(0, Σ), as for [Regression.Predict], whose errors this has.
func (g Regression) LogLik(tr *sampler.Trace) (*criticism.LogLik, error) {
	p, err := g.predictor("LogLik")
	if err != nil {
		return nil, err
	}
	if len(g.Y) != len(g.X) {
		return nil, fmt.Errorf("regress: LogLik: Y has %d values and X %d rows: give one for each row",
			len(g.Y), len(g.X))
	}
	if err := p.f.family.check(g.Y); err != nil {
		return nil, err
	}
	var rows []int
	var names []string
	for i, y := range g.Y {
		if !math.IsNaN(y) {
			rows, names = append(rows, i), append(names, strconv.Itoa(i))
		}
	}
	if err := p.match(tr); err != nil {
		return nil, err
	}
	l, err := criticism.Pointwise(tr, len(rows), func(d *sampler.Draw, k int) float64 {
		if !p.set(nil, d) {
			panic(p.wrong)
		}
		i := rows[k]
		p.f.predictRows(p.s, i, p.s.eta[i:i+1])
		return p.f.family.logLik(p.s, i, g.Y[i], p.s.eta[i])
	})
	if err != nil {
		return nil, err
	}
	return l.Named(names...)
}
