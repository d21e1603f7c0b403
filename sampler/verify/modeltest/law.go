package modeltest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/verify"
)

// blocks requires that the model passes verify.Blocks, and that the same settings catch each
// mutant. The short form tries the first mutant of each block, and begins with a quarter of the
// replications.
func (c Case[S, D]) blocks(t *testing.T) error {
	m, err := c.model()
	if err != nil {
		return err
	}
	if m.LogJoint == nil && c.Joint.LogLikelihood == nil {
		return errors.New("modeltest: the model has no LogJoint and the joint no LogLikelihood: " +
			"give one of them, or a block that ignores the data passes")
	}
	for _, b := range m.Blocks {
		broken := func(x verify.Mutant[S, D]) bool { return x.Block == b.Name }
		if !slices.ContainsFunc(c.Mutants, broken) {
			return fmt.Errorf("modeltest: no mutant of block %q: "+
				"give a wrong version of it, which the test must catch", b.Name)
		}
	}
	find := verify.Mutants[S, D]
	mutants, set := c.Mutants, c.Settings
	if turns.Short(t) {
		find, mutants = byBlocks, firstOfEach(mutants)
		set.Replications = cmp.Or(set.Replications, 10_000) / 4
	}
	report, err := find(c.Joint, set, mutants...)
	if err != nil {
		return err
	}
	if alive := report.Survivors(); len(alive) > 0 {
		return fmt.Errorf("modeltest: these mutants survive: %q\n%v", alive, report)
	}
	if unnamed := len(mutants) - report.RightlyNamed(); unnamed > c.Unnamed {
		return fmt.Errorf("modeltest: of %d mutants the wrong block was not named, expected at "+
			"most %d\n%v", unnamed, c.Unnamed, report)
	}
	return nil
}

// byBlocks is verify.Mutants with the quickest of its tests alone, where that finds the error.
func byBlocks[S, D any](
	j verify.Joint[S, D], set verify.Settings, mutants ...verify.Mutant[S, D],
) (*verify.MutantReport, error) {
	right, err := verify.Blocks(j, set)
	if err != nil {
		return nil, err
	}
	if len(right.WrongBlocks()) > 0 {
		return nil, fmt.Errorf("modeltest: the model is called wrong\n%v", right)
	}
	report := &verify.MutantReport{}
	for _, m := range mutants {
		result, err := byBlock(j, set, m)
		if err != nil {
			return nil, err
		}
		report.Mutants = append(report.Mutants, result)
	}
	return report, nil
}

// byBlock tests the broken block, then all blocks, then the sampler, until the error is found. If
// the broken block alone shows it, the others would be tested with the draws of the right model.
func byBlock[S, D any](
	j verify.Joint[S, D], set verify.Settings, m verify.Mutant[S, D],
) (verify.MutantResult, error) {
	for _, model := range []func(D) (sampler.Model[S], error){alone(m), m.Model} {
		broken := j
		broken.Model = model
		report, err := verify.Blocks(broken, set)
		if err != nil {
			return verify.MutantResult{}, fmt.Errorf("modeltest: mutant %q: %w", m.Name, err)
		}
		if named := report.WrongBlocks(); len(named) > 0 {
			return verify.MutantResult{Name: m.Name, Block: m.Block, Killed: "blocks", Named: named}, nil
		}
	}
	all, err := verify.Mutants(j, set, m)
	if err != nil {
		return verify.MutantResult{}, err
	}
	return all.Mutants[0], nil
}

// alone is the model of a mutant without the blocks that are right.
func alone[S, D any](m verify.Mutant[S, D]) func(data D) (sampler.Model[S], error) {
	return func(data D) (sampler.Model[S], error) {
		model, err := m.Model(data)
		right := func(b sampler.Block[S]) bool { return b.Name != m.Block }
		model.Blocks = slices.DeleteFunc(slices.Clone(model.Blocks), right)
		return model, err
	}
}

// firstOfEach returns the first mutant of each block.
func firstOfEach[S, D any](all []verify.Mutant[S, D]) (first []verify.Mutant[S, D]) {
	for _, m := range all {
		same := func(x verify.Mutant[S, D]) bool { return x.Block == m.Block }
		if !slices.ContainsFunc(first, same) {
			first = append(first, m)
		}
	}
	return first
}

// exact compares the model with its table of probabilities, and requires that the mutant differs
// from it.
func (c Case[S, D]) exact(t *testing.T) error {
	e := c.Exact
	set := verify.Settings{Seed: c.Settings.Seed, FalseAlarm: c.Settings.FalseAlarm}
	if turns.Short(t) {
		set.Draws = 2500
	}
	report, err := verify.Enumerate(e.Model, e.Probabilities, e.State, set)
	if err != nil {
		return err
	}
	if report.Wrong {
		return fmt.Errorf("modeltest: the sampler differs from the exact posterior\n%v", report)
	}
	if len(e.Mutant.Blocks) == 0 {
		return errors.New("modeltest: Exact.Mutant is missing: " +
			"give a wrong version of the model, which the comparison must catch")
	}
	report, err = verify.Enumerate(e.Mutant, e.Probabilities, e.State, set)
	if err != nil {
		return err
	}
	if !report.Wrong {
		return fmt.Errorf("modeltest: the comparison with the exact posterior does not catch the "+
			"mutant\n%v", report)
	}
	return nil
}

// badInput requires, for each entry of Bad, an error that contains its key.
func (c Case[S, D]) badInput(*testing.T) error {
	if len(c.Bad) == 0 {
		return errors.New("modeltest: Case.Bad is empty: give at least one wrong input and what " +
			"its error says")
	}
	var errs []error
	for want, try := range c.Bad {
		switch err := try(); {
		case err == nil:
			errs = append(errs, fmt.Errorf("modeltest: no error for the bad input %q", want))
		case !strings.Contains(err.Error(), want):
			errs = append(errs, fmt.Errorf("modeltest: the error for the bad input %q does not "+
				"say so: %w", want, err))
		}
	}
	return errors.Join(errs...)
}
