package modeltest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gibbslab/sampler/verify"
)

// blocks requires that the model passes verify.Blocks, and that the same settings catch each
// mutant.
func (c Case[S, D]) blocks(string) error {
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
	report, err := verify.Mutants(c.Joint, c.Settings, c.Mutants...)
	if err != nil {
		return err
	}
	if alive := report.Survivors(); len(alive) > 0 {
		return fmt.Errorf("modeltest: these mutants survive: %q\n%v", alive, report)
	}
	if unnamed := len(c.Mutants) - report.RightlyNamed(); unnamed > c.Unnamed {
		return fmt.Errorf("modeltest: of %d mutants the wrong block was not named, expected at "+
			"most %d\n%v",
			unnamed, c.Unnamed, report)
	}
	return nil
}

// exact compares the model with its table of probabilities, and requires that the mutant differs
// from it.
func (c Case[S, D]) exact(string) error {
	e := c.Exact
	set := verify.Settings{Seed: c.Settings.Seed, FalseAlarm: c.Settings.FalseAlarm}
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
func (c Case[S, D]) badInput(string) error {
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
