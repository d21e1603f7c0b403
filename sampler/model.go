package sampler

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Block draws one part of the state from its full conditional, given all other parts and the
// data.
//
// Chains run at the same time, each with its own state. Update may write only to s; keep scratch
// space in the state. An error or a panic stops the chain, which keeps its earlier draws. [Update]
// makes a Block that returns no error. Blocks that draw with package variate can be coupled and
// tempered (packages coupling and tempering).
type Block[S any] struct {
	Name   string
	Update func(r *rand.Rand, s *S) error
}

// Update is the Block whose update cannot fail:
//
//	sampler.Update("mu", func(r *rand.Rand, s *state) { s.Mu = ... })
func Update[S any](name string, update func(r *rand.Rand, s *S)) Block[S] {
	if update == nil {
		return Block[S]{Name: name}
	}
	return Block[S]{Name: name, Update: func(r *rand.Rand, s *S) error {
		update(r, s)
		return nil
	}}
}

// A Model is a Gibbs sampler: how a chain starts, what it updates in which order, and what it
// records.
type Model[S any] struct {
	// Init makes the state of a new chain. It should scatter chains more widely than the posterior
	// does; otherwise R-hat means little.
	Init func(r *rand.Rand) (*S, error)
	// Blocks are updated in this order in each sweep.
	Blocks []Block[S]
	// Params are recorded after each kept sweep.
	Params []Param[S]
	// WarmedUp is called once in each chain, after the warm-up and before the first sweep that
	// counts: whatever learns must stop. Updates of package update do so by themselves. Optional.
	WarmedUp func(s *S)
	// LogJoint is the log density of data and state together, up to a constant. Optional; it is
	// recorded under the name "lp__".
	LogJoint func(s *S) float64
	// Data holds the data and the constants of the prior. It is needed only with
	// Settings.Checkpoint: a run does not resume from a checkpoint of other Data. Give any value
	// without functions and channels, such as []any{y, tau}; a model without data gives a name.
	Data any
	// Work is the size of a sweep, from which a progress report computes the speed. Optional.
	Work SweepSize
	// StateBytes is roughly the memory that the state of a chain takes. Before a run begins, Run
	// uses it to estimate whether the run fits into memory. Optional; give it for states of many
	// megabytes.
	StateBytes float64

	origin *origin // of an opaque model
}

// SweepSize is an amount, such as SweepSize{1e6, "tokens"}. The zero value says nothing.
type SweepSize struct {
	Amount float64
	Unit   string
}

// logJointName is Stan's name for the log density, which other software expects.
const logJointName = "lp__"

// params returns all that is recorded: the model's parameters and the log joint density.
func (m Model[S]) params() []Param[S] {
	if m.LogJoint == nil {
		return m.Params
	}
	return append(slices.Clip(m.Params), Scalar(logJointName, m.LogJoint))
}

// check reports everything that is wrong with the model at once.
func (m Model[S]) check() error {
	var errs []error
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf("sampler: "+format, a...)) }
	if m.Init == nil {
		bad("the model has no Init: give the function that makes the state of a new chain")
	}
	if len(m.Blocks) == 0 {
		bad("the model has no Blocks: give at least one update")
	}
	blocks := map[string]bool{}
	for i, b := range m.Blocks {
		switch {
		case b.Name == "":
			bad("block %d has no Name", i)
		case blocks[b.Name]:
			bad("two blocks are named %q: names tell blocks apart in errors and checkpoints", b.Name)
		}
		blocks[b.Name] = true
		if b.Update == nil {
			bad("block %q has no Update", b.Name)
		}
	}
	if len(m.params()) == 0 {
		bad("the model records nothing: give at least one Param, or LogJoint")
	}
	params := map[string]bool{logJointName: m.LogJoint != nil}
	for i, p := range m.Params {
		if err := p.Check(); err != nil {
			bad("Params[%d]: %w", i, err)
		} else if params[p.Name] {
			bad("two parameters are named %q", p.Name)
		}
		params[p.Name] = true
	}
	return errors.Join(errs...)
}
