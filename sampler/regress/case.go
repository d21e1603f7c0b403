package regress

import (
	"fmt"
	"math/rand/v2"

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
