package criticism

import (
	"context"
	"fmt"

	"gibbslab/sampler"
)

// Rounds of unseen, and the sweeps and draws of each.
const (
	unseenRounds, unseenFirst = 50, 10 // the first ones forget the value of the data
	unseenWarmup, unseenDraws = 400, 100
	unseenMost                = 10 // observations that are sampled again
)

// unseen draws values of observation i given all others, where the weights cannot: the observation
// becomes an unknown of the model. Each round samples from the posterior given the value of the
// round before, and draws a value given each draw. This is a Gibbs sampler of parameters and
// observation together.
//
// It returns nil if the data are no list of numbers in which a value can be replaced.
func (v *reviewer) unseen(i int) ([]float64, error) {
	var values []float64
	value := v.y[i]
	for round := range unseenRounds {
		data, ok := replaced(v.c.Data, i, value)
		if !ok || v.c.Joint.Model == nil {
			return nil, nil
		}
		m, err := v.c.Joint.Model(data)
		if err != nil {
			return nil, fmt.Errorf("the model with another value of observation %d: %w", i, err)
		}
		seed := v.c.Seed + uint64(i*unseenRounds+round)
		tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 1,
			Warmup: unseenWarmup, Draws: unseenDraws, Seed: seed})
		if err != nil {
			return nil, err
		}
		made, err := tr.Replicate(sampler.Stream("unseen", seed, 0), 0, len(v.y), v.c.Replicate)
		if err != nil {
			return nil, err
		}
		for _, y := range made {
			value = y[i]
			if round >= unseenFirst {
				values = append(values, value)
			}
		}
	}
	return values, nil
}

// replaced is a copy of the data with another value of observation i.
func replaced(data any, i int, value float64) (any, bool) {
	switch x := data.(type) {
	case []float64:
		x = append([]float64(nil), x...)
		x[i] = value
		return x, true
	case []int:
		x = append([]int(nil), x...)
		x[i] = int(value)
		return x, true
	}
	return data, false
}
