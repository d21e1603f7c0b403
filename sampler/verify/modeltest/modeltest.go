// Package modeltest tests a model in one call. A package that adds a model describes it once, as a
// [Case], and calls [Run] in a test:
//
//	func TestModel(t *testing.T) {
//		modeltest.Run(t, modeltest.Case[State, Data]{Joint: joint, Mutants: mutants, Bad: bad})
//	}
//
// Run then checks what every model of gibbslab promises:
//
//   - a sweep allocates no memory;
//   - the same seed gives the same draws, whatever the number of chains and processors;
//   - a run that was stopped and resumed from its checkpoint gives the same draws, bit for bit;
//   - wrong input gives an error that names it;
//   - every block leaves the joint distribution of parameters and data invariant;
//   - a broken version of every block is caught, and the broken block is named;
//   - where the posterior is a table, the sampler visits its states as often as it should.
package modeltest

import (
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/verify"
)

// A Case is a model together with everything its tests need. S is its state and D its data.
type Case[S, D any] struct {
	// Joint is the model and the two draws that define its joint distribution. Its Model needs a
	// LogJoint, or Joint a LogLikelihood: without either, a block that ignores the data passes.
	Joint verify.Joint[S, D]
	// Mutants are wrong versions of the model, at least one for each block. Let one of them ignore
	// the data: it survives if the LogJoint does not notice. `go test -short` tries only the first
	// of each block, with a quarter of the replications at first.
	Mutants []verify.Mutant[S, D]
	// Unnamed is the number of mutants that may be caught without their block being named. 0 is
	// best.
	Unnamed int
	// Bad makes errors from wrong input. The key is a text that the error must contain.
	Bad map[string]func() error
	// Exact compares the sampler with a posterior that is a table. Optional.
	Exact *Exact[S]
	// Allocations is the number of allocations that a sweep may make. 0 is best.
	Allocations float64
	// Settings say how hard [verify.Mutants] looks. The zero value is its default. Exact takes its
	// Seed and FalseAlarm only.
	Settings verify.Settings
}

// Exact is a model with few states, and the posterior probability of each: see [verify.Enumerate].
type Exact[S any] struct {
	Model         sampler.Model[S]
	Probabilities []float64      // of each state, up to a common factor
	State         func(s *S) int // the number of a state
	// Mutant is a wrong version of Model, which the comparison must catch.
	Mutant sampler.Model[S]
}

// Run runs all checks of the case, each as a subtest.
func Run[S, D any](t *testing.T, c Case[S, D]) {
	t.Helper()
	run(t, c.checks())
}

// Engine runs the checks that need nothing but the model, each as a subtest: a sweep allocates no
// memory, the same seed gives the same draws, and a run that was stopped resumes bit for bit. [Run]
// includes them.
func Engine[S any](t *testing.T, m sampler.Model[S]) {
	t.Helper()
	e := engine[S]{model: m}
	run(t, []check{
		{"allocations", e.noAllocations},
		{"same draws", e.sameDraws},
		{"resume", e.resume},
	})
}

// A check is one subtest.
type check struct {
	name string
	run  func(t *testing.T) error
}

func run(t *testing.T, checks []check) {
	t.Helper()
	for _, check := range checks {
		t.Run(check.name, func(t *testing.T) {
			if err := check.run(t); err != nil {
				t.Error(err)
			}
		})
	}
}

func (c Case[S, D]) checks() []check {
	list := []check{
		{"allocations", c.onEngine(engine[S].noAllocations)},
		{"same draws", c.onEngine(engine[S].sameDraws)},
		{"resume", c.onEngine(engine[S].resume)},
		{"bad input", c.badInput},
		{"blocks", c.blocks},
	}
	if c.Exact != nil {
		list = append(list, check{"exact", c.exact})
	}
	return list
}
