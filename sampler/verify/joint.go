package verify

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"gibbslab/internal/opaque"
	"gibbslab/sampler"
	"gibbslab/sampler/internal/guard"
)

// A Joint is a sampler together with the two draws that define the joint distribution of parameters
// and data, p(s) p(data | s). Both draws are easy to write, and neither uses the sampler under
// test.
//
// Prior and Data must draw from the model that the sampler is for. A test can only tell that the
// two disagree, not which of them is wrong.
type Joint[S, D any] struct {
	// Prior draws the parameters and everything else that is unknown from the prior.
	Prior func(r *rand.Rand) (*S, error)
	// Data draws data given s, and updates what s holds about the data, such as counts. All data
	// sets must have the same size, because the parameters must keep their shapes.
	Data func(r *rand.Rand, s *S) (D, error)
	// Model is the sampler under test: its Blocks, Params and LogJoint, and its Init for SBC.
	Model func(data D) (sampler.Model[S], error)
	// LogLikelihood is log p(data | s), a test function; it is −Inf where data and state contradict
	// each other. Optional; give it if the data have no numbers, or the model no LogJoint.
	LogLikelihood func(data D, s *S) float64
	// Functions are further test functions. Optional.
	Functions []Function[S, D]
	// Ignore names Params that are no test functions. Prior and Data do not draw them, because
	// they only show what a block left behind, such as the probabilities of its last draw.
	Ignore []string
}

// A Function is a test function: any number computed from data and state. Functions that relate
// parameters to the data, such as a residual, are the most sensitive.
type Function[S, D any] struct {
	Name string
	Of   func(data D, s *S) float64
}

func check(j *anyJoint) error {
	var errs []error
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf("verify: "+format, a...)) }
	if j.Prior == nil {
		bad("the joint has no Prior: give the function that draws the state from the prior")
	}
	if j.Data == nil {
		bad("the joint has no Data: give the function that draws data given the state")
	}
	if j.Model == nil {
		bad("the joint has no Model: give the function that makes the sampler for given data")
	}
	for i, f := range j.Functions {
		if f.Of == nil {
			bad("function %d, %q, has no Of: give what it computes from data and state", i, f.Name)
		}
	}
	return errors.Join(errs...)
}

// drawn is one draw from the joint, and the sampler for its data.
type drawn struct {
	s       *anyState
	data    any
	numbers []float64 // of the data, once they were asked for
	model   anyModel
}

func draw(j *anyJoint, r *rand.Rand) (d drawn, err error) {
	if err = call("Prior", func() error { d.s, err = j.Prior(r); return err }); err != nil {
		return d, err
	}
	if d.s == nil {
		return d, errors.New("a Prior that gives neither a state nor an error")
	}
	return d, redraw(j, r, &d)
}

// redraw draws new data for the state of d, and makes the sampler for them.
func redraw(j *anyJoint, r *rand.Rand, d *drawn) (err error) {
	d.numbers = nil
	if err = call("Data", func() error { d.data, err = j.Data(r, d.s); return err }); err != nil {
		return err
	}
	if err = call("Model", func() error { d.model, err = j.Model(d.data); return err }); err != nil {
		return err
	}
	if len(d.model.Blocks) == 0 {
		return errors.New("the model has no Blocks: give at least one update")
	}
	for i, b := range d.model.Blocks {
		same := func(c sampler.Block[anyState]) bool { return c.Name == b.Name }
		if b.Name == "" || b.Update == nil || slices.IndexFunc(d.model.Blocks, same) < i {
			return fmt.Errorf("block %d, %q, of the model: each block needs an Update and a name "+
				"of its own", i, b.Name)
		}
	}
	return nil
}

func blockNames[S any](m sampler.Model[S]) []string {
	names := make([]string, len(m.Blocks))
	for i, b := range m.Blocks {
		names[i] = b.Name
	}
	return names
}

// call calls f and turns a panic into an error.
func call(what string, f func() error) (err error) {
	defer guard.Recover(&err, func() string { return what })
	if err := f(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// What tests a sampler is compiled once, for these.
type (
	anyState = opaque.State
	anyModel = sampler.Model[anyState]
	anyParam = sampler.Param[anyState]
	anyJoint = Joint[anyState, any]
)

// Opaque is j with the types of its states and data hidden, as in [sampler.Opaque].
func Opaque[S, D any](j Joint[S, D]) anyJoint {
	if already, ok := any(j).(anyJoint); ok {
		return already
	}
	h := anyJoint{Ignore: j.Ignore, LogLikelihood: hiddenFunction(j.LogLikelihood)}
	if j.Prior != nil {
		h.Prior = func(r *rand.Rand) (*anyState, error) {
			s, err := j.Prior(r)
			if s == nil {
				return nil, err
			}
			return &anyState{Of: s}, err
		}
	}
	if j.Data != nil {
		h.Data = func(r *rand.Rand, s *anyState) (any, error) { return j.Data(r, s.Of.(*S)) }
	}
	if j.Model != nil {
		h.Model = hiddenModel(j.Model)
	}
	for _, f := range j.Functions {
		h.Functions = append(h.Functions, Function[anyState, any]{f.Name, hiddenFunction(f.Of)})
	}
	return h
}

func hiddenModel[S, D any](
	model func(data D) (sampler.Model[S], error),
) func(any) (anyModel, error) {
	return func(data any) (anyModel, error) {
		d, _ := data.(D) // D may be an interface, and data nil
		m, err := model(d)
		return sampler.Opaque(m), err
	}
}

func hiddenFunction[S, D any](f func(data D, s *S) float64) func(any, *anyState) float64 {
	if f == nil {
		return nil
	}
	return func(data any, s *anyState) float64 {
		d, _ := data.(D)
		return f(d, s.Of.(*S))
	}
}

// hiddenCoordinate is a coordinate with the type of the state hidden.
func hiddenCoordinate[S any](x Coordinate[S]) Coordinate[anyState] {
	h := Coordinate[anyState]{Name: x.Name, Lo: x.Lo, Hi: x.Hi}
	if x.At != nil {
		h.At = func(s *anyState) *float64 { return x.At(s.Of.(*S)) }
	}
	if x.Changed != nil {
		h.Changed = func(s *anyState) { x.Changed(s.Of.(*S)) }
	}
	if x.Gradient != nil {
		h.Gradient = func(s *anyState) float64 { return x.Gradient(s.Of.(*S)) }
	}
	return h
}
