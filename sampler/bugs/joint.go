package bugs

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/bugs/internal/data"
	"gibbslab/sampler/bugs/internal/graph"
	"gibbslab/sampler/verify"
)

// Observed are the observations of a model, by the names of the variables. Where only some elements
// of a variable are observed, the others are NaN.
type Observed map[string][]float64

// Observed returns the observations at hand.
func (m *Model) Observed() Observed {
	out := Observed{}
	for _, a := range m.graph.Order {
		if slices.Contains(a.Observed, true) {
			out[a.Name] = slices.Clone(a.Value)
		}
	}
	return out
}

// Joint is the model as package verify tests it: draws from the prior, draws of data, and the
// sampler for these data. Nothing in it uses the updates under test but the sampler itself.
// Updates leave out what nothing observed depends on, which is predicted at the end of a sweep. So
// each update is tested together with the predictions.
//
// A test has thousands of data sets. Where it can, Joint compiles the model once for all of them,
// with the observations as a part of the state. Before that it has compared each update, for twenty
// data sets, with the update of a model compiled for them: both must give the same numbers.
func (m *Model) Joint() verify.Joint[State, Observed] {
	gen, fault := m.newGenerator()
	j := verify.Joint[State, Observed]{
		Prior: func(r *rand.Rand) (*State, error) {
			s := m.plan.NewState()
			if fault != nil {
				return nil, fault
			}
			if gen != nil { // unknowns may have observations as parents
				s.Replica = gen.draw(r, s, true)
				m.plan.Recompute(s)
				return s, nil
			}
			m.plan.Prior(r, s)
			m.plan.Recompute(s)
			return s, nil
		},
		Data: func(r *rand.Rand, s *State) (Observed, error) {
			if s.Replica != nil {
				return s.Replica, nil
			}
			if gen != nil {
				return gen.draw(r, s, false), nil
			}
			out := m.Observed()
			m.plan.Replicate(r, s,
				func(st *graph.Statement, i int, v float64) { out[st.Left.Array.Name][i] = v })
			return out, nil
		},
	}
	o := sync.OnceValue(func() *open { return newOpen(m, j) })
	j.Model = func(d Observed) (sampler.Model[State], error) {
		if err := m.fits(d); err != nil {
			return sampler.Model[State]{}, err
		}
		if o := o(); o != nil {
			return o.with(d), nil
		}
		return m.compiled(d)
	}
	return j
}

// compiled is the sampler for other observations, with all predictions in each update.
func (m *Model) compiled(d Observed) (out sampler.Model[State], err error) {
	n, err := m.with(d)
	if err != nil {
		return out, err
	}
	out = n.Sampler()
	out.Blocks = n.withPredictions()
	return out, nil
}

// fits tells whether there is a value for each observation.
func (m *Model) fits(d Observed) error {
	for k, v := range d {
		if a, ok := m.given[k]; !ok || len(v) != len(a.Values) {
			return fmt.Errorf("bugs: %s has %d observations, and %d are given", k, len(a.Values), len(v))
		}
	}
	return nil
}

// withPredictions are the updates, each with all predictions.
func (m *Model) withPredictions() (out []sampler.Block[State]) {
	all := m.plan.Blocks
	first := slices.IndexFunc(all, func(b *block.Block) bool { return b.Kind == "prediction" })
	if first < 0 {
		first = len(all)
	}
	for k, b := range all {
		if k > first {
			break
		}
		run := all[first:]
		if k < first {
			run = append([]*block.Block{b}, run...)
		}
		out = append(out, sampler.Update(b.Name, func(r *rand.Rand, s *State) {
			for _, b := range run {
				b.Run(r, s)
			}
		}))
	}
	return out
}

// with is the model with other observations.
func (m *Model) with(d Observed) (*Model, error) {
	if err := m.fits(d); err != nil {
		return nil, err
	}
	given := maps.Clone(m.given)
	for k, v := range d {
		given[k] = data.Array{Dims: given[k].Dims, Values: v}
	}
	options := m.options
	options.Like = m.plan
	n, err := compile(m.program, given, options)
	if err != nil {
		return nil, err
	}
	return n.Monitor(m.monitor...)
}
