package bugs

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs/internal/block"
	"gibbslab/sampler/internal/guard"
	"gibbslab/sampler/verify"
)

// An open model is compiled once for many data sets: its observations are part of the state. That
// is quicker than to compile each data set of a test. A long chain is slower, because sums over the
// data are not known before it runs.
type open struct {
	own   *Model // for the data at hand
	m     *Model
	model sampler.Model[State]
}

const (
	mostOpen  = 2000 // observations; with more, each data set is compiled
	openTries = 20   // data sets for which the open model must do what a model of their own does
	openSteps = 60   // updates for one data set, after which it is compiled
)

// newOpen is the open model of m. It is nil if it has other blocks than m. It is also nil if its
// blocks draw other numbers than a compiled model does, given the same random numbers and data from
// the joint distribution.
func newOpen(m *Model, j verify.Joint[State, Observed]) *open {
	if n := m.plan.Observed(); n == 0 || n > mostOpen {
		return nil
	}
	options := m.options
	options.Like, options.Open = m.plan, true
	n, err := compile(m.program, m.given, options)
	if err == nil {
		n, err = n.Monitor(m.monitor...)
	}
	same := func(a, b *block.Block) bool { return a.Name == b.Name && a.Kind == b.Kind }
	if err != nil || !slices.EqualFunc(n.plan.Blocks, m.plan.Blocks, same) {
		return nil
	}
	o := &open{own: m, m: n, model: n.Sampler()}
	o.model.Blocks = n.withPredictions()
	for i := range openTries {
		if agrees, err := o.agrees(j, i); err != nil || !agrees {
			return nil
		}
	}
	return o
}

// agrees compares each update with the one that is compiled for the same data, from the same state.
// They add up in another order, so the last digits may differ.
func (o *open) agrees(j verify.Joint[State, Observed], i int) (agrees bool, err error) {
	defer guard.Recover(&err, func() string { return "an update of an open model" })
	r := sampler.Stream("open", 1, i)
	s, err := j.Prior(r)
	if err != nil {
		return false, err
	}
	d, err := j.Data(r, s)
	if err != nil {
		return false, err
	}
	own, err := o.own.with(d)
	if err != nil {
		return false, err
	}
	a, b := own.plan.NewState(), o.m.plan.NewState()
	unknowns := func(f func(i int) bool) bool {
		for _, x := range o.own.drawn() {
			for k, observed := range x.Observed {
				if !observed && !f(x.Base+k) {
					return false
				}
			}
		}
		return true
	}
	unknowns(func(i int) bool { a.X[i] = s.X[i]; return true })
	for k, one := range own.withPredictions() {
		unknowns(func(i int) bool { b.X[i] = a.X[i]; return true })
		own.plan.Recompute(a)
		o.give(b, d)
		o.m.plan.Recompute(b)
		err1 := one.Update(sampler.Stream("open", 2, i), a)
		err2 := o.model.Blocks[k].Update(sampler.Stream("open", 2, i), b)
		if err1 != nil || err2 != nil || !asNear(own.logs.Joint(a), o.m.logs.Joint(b)) ||
			!unknowns(func(i int) bool { return asNear(a.X[i], b.X[i]) }) {
			return false, nil
		}
	}
	return true, nil
}

func asNear(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-7*(1+math.Abs(a))
}

// give puts observations into the state, and computes what depends on them.
func (o *open) give(s *State, d Observed) {
	o.m.plan.Attach(s)
	changed := false
	for _, a := range o.m.graph.Order {
		v := d[a.Name]
		for i, seen := range a.Observed {
			if seen && s.X[a.Base+i] != v[i] {
				s.X[a.Base+i], changed = v[i], true
			}
		}
	}
	if changed {
		o.m.plan.Recompute(s)
	}
}

// with is the sampler for other observations.
func (o *open) with(d Observed) sampler.Model[State] {
	compiled := sync.OnceValues(func() (sampler.Model[State], error) { return o.own.compiled(d) })
	var steps atomic.Int64
	now := func(s *State) (sampler.Model[State], error) {
		if steps.Load() > openSteps {
			return compiled()
		}
		o.give(s, d)
		return o.model, nil
	}
	out := o.model
	out.Init = func(r *rand.Rand) (*State, error) {
		steps.Store(openSteps + 1)
		m, err := compiled()
		if err != nil {
			return nil, err
		}
		return m.Init(r)
	}
	out.LogJoint = func(s *State) float64 {
		m, err := now(s)
		if err != nil {
			return math.NaN()
		}
		return m.LogJoint(s)
	}
	out.Blocks = slices.Clone(out.Blocks)
	for k := range out.Blocks {
		out.Blocks[k].Update = func(r *rand.Rand, s *State) error {
			steps.Add(1)
			m, err := now(s)
			if err != nil {
				return err
			}
			return m.Blocks[k].Update(r, s)
		}
	}
	out.Params = slices.Clone(out.Params)
	for k := range out.Params {
		out.Params[k].Read = func(s *State, dst []float64) {
			if m, err := now(s); err == nil {
				m.Params[k].Read(s, dst)
			}
		}
	}
	return out
}
