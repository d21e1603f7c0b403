package bugs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
)

// at is the state of a draw.
func (m *Model) at(d *sampler.Draw) *State {
	s := m.plan.NewState()
	for _, a := range m.drawn() {
		x, k := d.Array(a.Name), 0
		for i, def := range a.Def {
			if def >= 0 && !a.Observed[i] {
				s.X[a.Base+i] = x[k]
				k++
			}
		}
	}
	m.plan.Recompute(s)
	return s
}

// LogLikelihood is the log density of each observation given each draw, in the order of the
// variables in the model; with names, of these observed variables only. An element of a vector that
// is observed together, such as one of dmnorm, is one observation with the others.
//
// A discrete unknown of one observation alone that has few values is summed out: whether a count
// is one of the extra zeros, or which component of a mixture a number is from. So is a censored
// number, of which dinterval says between which cut points it lies. Given such an unknown, which
// the observation itself has drawn, every observation looks expected (Merkle, Furr and Rabe-
// Hesketh 2019, Bayesian comparison of latent variable models).
func (m *Model) LogLikelihood(tr *sampler.Trace, names ...string) (*criticism.LogLik, error) {
	if err := m.complete(tr); err != nil {
		return nil, err
	}
	all := m.observations(names...)
	if len(all) == 0 {
		return nil, fmt.Errorf("bugs: LogLikelihood: nothing is observed of %v", names)
	}
	return m.logLik(tr, all, nil, m.at)
}

// observations are those of these variables, or all, in the order of the variables and, in each, by
// rows, as Observed has them, whichever loop is the inner one.
func (m *Model) observations(names ...string) (all []observation) {
	intervals := m.plan.Intervals()
	for _, a := range m.graph.Order {
		first, places := len(all), map[string]int{}
		for _, s := range m.graph.Statements {
			if s.Left.Array != a || s.Deterministic() || len(names) > 0 && !slices.Contains(names, a.Name) {
				continue
			}
			for row := range s.Rows.N {
				at, _ := s.Left.List(s.Rows.Env(row))
				k := slices.IndexFunc(at, func(i int) bool { return a.Observed[i] })
				if k >= 0 && s.Dist.Name == "dinterval" && intervals.Settled(s, row) {
					continue // the number itself is there, too
				}
				if k >= 0 {
					name := strings.Trim(a.Name+"."+indices(a, at[k]), ".")
					all, places[name] = append(all, observation{s, row, name}), at[k]
				}
			}
		}
		slices.SortStableFunc(all[first:], func(x, y observation) int {
			return cmp.Compare(places[x.label], places[y.label])
		})
	}
	return all
}
