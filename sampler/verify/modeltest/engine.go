package modeltest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
)

// model makes the model for one data set from the joint distribution.
func (c Case[S, D]) model() (sampler.Model[S], error) {
	r := sampler.Stream("modeltest", c.Settings.Seed, 0)
	s, err := c.Joint.Prior(r)
	if err != nil {
		return sampler.Model[S]{}, fmt.Errorf("modeltest: Joint.Prior: %w", err)
	}
	data, err := c.Joint.Data(r, s)
	if err != nil {
		return sampler.Model[S]{}, fmt.Errorf("modeltest: Joint.Data: %w", err)
	}
	return c.Joint.Model(data)
}

// allocations counts the allocations of a sweep, after a hundred sweeps in which scratch space grows.
func (c Case[S, D]) allocations(string) error {
	m, err := c.model()
	if err != nil {
		return err
	}
	r := sampler.Stream("allocations", c.Settings.Seed, 0)
	s, err := m.Init(r)
	if err != nil {
		return err
	}
	sweep := func() {
		for _, b := range m.Blocks {
			err = errors.Join(err, b.Update(r, s))
		}
	}
	for range 100 {
		sweep()
	}
	if n := testing.AllocsPerRun(100, sweep); n > c.Allocations {
		return fmt.Errorf("modeltest: a sweep makes %v allocations, expected at most %v: "+
			"keep scratch space in the state", n, c.Allocations)
	}
	return err
}

// sameDraws compares a chain that runs alone with the same chain among three.
func (c Case[S, D]) sameDraws(string) error {
	m, err := c.model()
	if err != nil {
		return err
	}
	set := sampler.Settings{Chains: 1, Warmup: 20, Draws: 50, Seed: c.Settings.Seed}
	alone, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		return err
	}
	set.Chains = 3
	among, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		return err
	}
	if err := sameChain(alone, among, 0); err != nil {
		return fmt.Errorf("modeltest: chain 0 alone and among three: %w", err)
	}
	return nil
}

// resume compares a run that was stopped after 20 draws and resumed with one that never stopped.
func (c Case[S, D]) resume(dir string) error {
	m, err := c.model()
	if err != nil {
		return err
	}
	set := sampler.Settings{Chains: 2, Warmup: 10, Draws: 50, Seed: c.Settings.Seed}
	straight, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		return err
	}
	set.Checkpoint = filepath.Join(dir, "run.ckpt")
	set.Draws = 20
	if _, err := sampler.Run(context.Background(), m, set); err != nil {
		return err
	}
	set.Draws = 50
	resumed, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		return err
	}
	for chain := range set.Chains {
		if err := sameChain(straight, resumed, chain); err != nil {
			return fmt.Errorf("modeltest: resumed after 20 draws: %w", err)
		}
	}
	return nil
}

// sameChain compares all that two traces hold of a chain, bit for bit.
func sameChain(a, b *sampler.Trace, chain int) error {
	labels, err := a.Labels()
	if err != nil {
		return err
	}
	for _, label := range labels {
		x, err := a.Chains(label)
		if err != nil {
			return err
		}
		y, err := b.Chains(label)
		if err != nil {
			return err
		}
		if len(x[chain]) != len(y[chain]) {
			return fmt.Errorf("%s of chain %d has %d draws and %d", label, chain, len(x[chain]), len(y[chain]))
		}
		for i := range x[chain] {
			if v, w := x[chain][i], y[chain][i]; math.Float64bits(v) != math.Float64bits(w) {
				return fmt.Errorf("draw %d of %s in chain %d is %v and %v", i, label, chain, v, w)
			}
		}
	}
	for _, name := range a.Names() {
		x, err := a.Moments(name)
		if err != nil {
			return err
		}
		y, err := b.Moments(name)
		if err != nil {
			return err
		}
		if !slices.Equal(x[chain].Mean, y[chain].Mean) || !slices.Equal(x[chain].SumSq, y[chain].SumSq) {
			return fmt.Errorf("the moments of %s in chain %d differ", name, chain)
		}
	}
	return nil
}

// badInput wants an error that contains its key for each entry of Bad.
func (c Case[S, D]) badInput(string) error {
	if len(c.Bad) == 0 {
		return errors.New("modeltest: Case.Bad is empty: give at least one wrong input and what its error says")
	}
	var errs []error
	for want, try := range c.Bad {
		switch err := try(); {
		case err == nil:
			errs = append(errs, fmt.Errorf("modeltest: no error for the bad input %q", want))
		case !strings.Contains(err.Error(), want):
			errs = append(errs, fmt.Errorf("modeltest: the error for the bad input %q does not say so: %w", want, err))
		}
	}
	return errors.Join(errs...)
}
