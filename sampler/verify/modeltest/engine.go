package modeltest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gibbslab/sampler"
)

// model makes the model for one data set drawn from the joint distribution.
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

// onEngine gives the model of the case to a check that needs nothing else.
func (c Case[S, D]) onEngine(run func(e engine[S], t *testing.T) error) func(t *testing.T) error {
	return func(t *testing.T) error {
		m, err := c.model()
		if err != nil {
			return err
		}
		return run(engine[S]{m, c.Settings.Seed, c.Allocations}, t)
	}
}

// engine is a model that the engine runs.
type engine[S any] struct {
	model       sampler.Model[S]
	seed        uint64
	allocations float64 // that a sweep may make
}

// noAllocations counts the allocations of a sweep, after a hundred sweeps in which scratch space
// grows.
func (e engine[S]) noAllocations(*testing.T) error {
	r := sampler.Stream("allocations", e.seed, 0)
	s, err := e.model.Init(r)
	if err != nil {
		return err
	}
	sweep := func() {
		for _, b := range e.model.Blocks {
			err = errors.Join(err, b.Update(r, s))
		}
	}
	for range 100 {
		sweep()
	}
	if n := testing.AllocsPerRun(100, sweep); n > e.allocations {
		return fmt.Errorf("modeltest: a sweep makes %v allocations, expected at most %v: "+
			"keep scratch space in the state", n, e.allocations)
	}
	return err
}

// sameDraws compares a chain that runs alone with the same chain among three.
func (e engine[S]) sameDraws(*testing.T) error {
	set := sampler.Settings{Chains: 1, Warmup: 20, Draws: 50, Seed: e.seed, NoReplay: true}
	alone, err := sampler.Run(context.Background(), e.model, set)
	if err != nil {
		return err
	}
	set.Chains = 3
	among, err := sampler.Run(context.Background(), e.model, set)
	if err != nil {
		return err
	}
	if err := sameChain(alone, among, 0); err != nil {
		return fmt.Errorf("modeltest: chain 0 alone and among three: %w", err)
	}
	return nil
}

// resume compares a run that was stopped after 20 draws and resumed with one that never stopped.
func (e engine[S]) resume(t *testing.T) error {
	set := sampler.Settings{Chains: 2, Warmup: 10, Draws: 50, Seed: e.seed, NoReplay: true}
	straight, err := sampler.Run(context.Background(), e.model, set)
	if err != nil {
		return err
	}
	set.Checkpoint = filepath.Join(t.TempDir(), "run.ckpt")
	set.Draws = 20
	if _, err := sampler.Run(context.Background(), e.model, set); err != nil {
		return err
	}
	set.Draws = 50
	resumed, err := sampler.Run(context.Background(), e.model, set)
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
			return fmt.Errorf("%s of chain %d has %d draws and %d", label, chain, len(x[chain]),
				len(y[chain]))
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
