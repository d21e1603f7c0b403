package bugs

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/criticism"
)

// LOO estimates how well the model predicts an observation that it has not seen, from draws that
// have seen it: [criticism.LOO], and what to do where its k̂ is too large. Those terms are computed
// by moment matching ([criticism.Elpd.Match]) if there are up to 100 unknowns, all continuous and
// with known bounds. For what is left the sampler runs again without the observation
// ([criticism.Elpd.Refit]), with these settings. So no term of the result has a k̂ above the limit.
//
// group names the group of each observation, in the order of LogLikelihood; then whole groups are
// left out.
func (m *Model) LOO(
	ctx context.Context, tr *sampler.Trace, set sampler.Settings, group ...string,
) (*criticism.Elpd, error) {
	if err := m.complete(tr); err != nil {
		return nil, err
	}
	all := m.observations()
	l, err := m.logLik(tr, all, group, m.at)
	if err != nil {
		return nil, err
	}
	if len(group) > 0 {
		if l, err = l.Grouped(group); err != nil {
			return nil, err
		}
	}
	e, err := criticism.LOO(l)
	if err != nil || len(e.Bad()) == 0 {
		return e, err
	}
	if c, err := m.plan.Coordinates(); err == nil && len(c) <= 100 &&
		len(m.marginal(all, nil).censored) == 0 {
		s := m.plan.NewState()
		inward := func(x []float64) float64 {
			if ctx.Err() != nil {
				return math.NaN() // ends soon
			}
			jacobian := c.Inward(x, s)
			m.plan.Recompute(s)
			return jacobian
		}
		e, err = e.Match(tr, len(c), func(d *sampler.Draw, x []float64) { c.Outward(m.at(d), x) },
			func(x []float64) float64 {
				jacobian := inward(x)
				return m.logs.Joint(s) + jacobian
			}, func(x []float64, i int) float64 {
				inward(x)
				return m.densities(s, all[i:i+1])[0]
			})
		if err := cmp.Or(ctx.Err(), err); err != nil {
			return nil, err
		}
	}
	if len(e.Bad()) == 0 {
		return e, nil
	}
	return e.Refit(m.Without(ctx, set))
}

// Without returns a function that runs the sampler without some observations, in the order of
// LogLikelihood, and returns their log likelihood. The sampler takes them for missing values. It is
// what [criticism.KFold] needs:
//
//	elpd, err := criticism.KFold(folds, m.Without(ctx, sampler.Settings{}))
func (m *Model) Without(
	ctx context.Context, set sampler.Settings,
) func(fold []int) (*criticism.LogLik, error) {
	all := m.observations()
	set.Checkpoint = "" // it is that of the run with all observations
	return func(fold []int) (*criticism.LogLik, error) {
		data := m.Observed()
		type cell struct {
			name string
			at   int
			y    float64
		}
		var cells []cell
		var left []observation
		for _, k := range fold {
			if k < 0 || k >= len(all) {
				return nil, fmt.Errorf("bugs: Without: there is no observation %d: there are %d, counted "+
					"from 0", k, len(all))
			}
			o := all[k]
			left = append(left, o)
			o.s.Left.Positions(o.s.Rows.Env(o.row), func(i int) {
				y := data[o.s.Left.Array.Name]
				if !math.IsNaN(y[i]) {
					cells = append(cells, cell{o.s.Left.Array.Name, i, y[i]})
					y[i] = math.NaN()
				}
			})
		}
		n, err := m.with(data)
		if err != nil {
			return nil, err
		}
		if n, err = n.Monitor(n.outputs()...); err != nil {
			return nil, err
		}
		n.inits = m.inits
		for k, o := range left { // the same statement of the new model
			left[k].s = n.graph.Statements[slices.Index(m.graph.Statements, o.s)]
		}
		tr, err := sampler.Run(ctx, n.Sampler(), set)
		if err != nil {
			return nil, err
		}
		return n.logLik(tr, left, nil, func(d *sampler.Draw) *State {
			s := n.at(d)
			for _, c := range cells {
				s.X[n.graph.Arrays[c.name].Base+c.at] = c.y
			}
			n.plan.Recompute(s)
			return s
		})
	}
}

// An observation is a row of a statement in which something is observed.
type observation struct {
	s     *graph.Statement
	row   int
	label string
}

// densities are the log densities of observations.
func (m *Model) densities(s *State, of []observation) (x []float64) {
	rows := map[*graph.Statement][]float64{}
	for _, o := range of {
		v := rows[o.s]
		if v == nil {
			v = make([]float64, o.s.Rows.N)
			m.logs.Each(s, o.s, v)
			rows[o.s] = v
		}
		x = append(x, v[o.row])
	}
	return x
}

// logLik is the log likelihood of observations in each draw, whose state at gives. Discrete
// unknowns of one observation, or of one group, are summed out.
func (m *Model) logLik(
	tr *sampler.Trace, of []observation, group []string, at func(d *sampler.Draw) *State,
) (*criticism.LogLik, error) {
	const name = "log_lik"
	only, err := tr.Map(func(int, int, []float64) {}, tr.Names()[0])
	if err != nil {
		return nil, err
	}
	var labels []string
	for _, o := range of {
		labels = append(labels, o.label)
	}
	array := sampler.Array{Shape: []int{len(of)}, Coords: [][]string{labels},
		Draws: make([][][]float64, tr.NumChains())}
	marginal := m.marginal(of, group)
	_, err = criticism.PerDraw(tr, func(d *sampler.Draw) float64 {
		array.Draws[d.Chain] = append(array.Draws[d.Chain], marginal.densities(at(d)))
		return 0
	})
	if err != nil {
		return nil, err
	}
	if err := only.AddArray(name, array); err != nil {
		return nil, err
	}
	return criticism.Recorded(only, name)
}
