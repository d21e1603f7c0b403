package regress

import (
	"fmt"
	"math"
	"strconv"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
)

// LogLik is the log likelihood of each observation given each draw of a trace of this regression,
// with all constants. Missing y are left out. For leave-one-out:
//
//	log, err := reg.LogLik(tr)
//	loo, err := criticism.LOO(log)
//
// With groups, it is given their coefficients; to leave out whole groups use LogLik.Grouped. Errors
// are those of [Regression.Predict].
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
