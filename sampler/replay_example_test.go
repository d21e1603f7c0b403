package sampler_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gibbslab/sampler"
)

// The sum belongs into the state: all chains add to this one.
func ExampleErrReplay() {
	type state struct{ X, Sum float64 }
	sum := 0.0
	m := sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) { return &state{X: r.NormFloat64()}, nil },
		Blocks: []sampler.Block[state]{sampler.Update("x", func(r *rand.Rand, s *state) {
			sum += s.X
			s.X = r.NormFloat64() + sum
		})},
		Params: []sampler.Param[state]{sampler.Scalar("x", func(s *state) float64 { return s.X })},
	}
	_, err := sampler.Run(context.Background(), m, sampler.Settings{})
	fmt.Println(errors.Is(err, sampler.ErrReplay))
	// Output: true
}

// A trace says which of its chains failed.
func ExampleTrace_Failures() {
	type state struct{ X float64 }
	m := sampler.Model[state]{
		Init: func(*rand.Rand) (*state, error) { return new(state), nil },
		Blocks: []sampler.Block[state]{{Name: "x", Update: func(r *rand.Rand, s *state) error {
			if s.X = r.Float64(); s.X > 0.999 {
				return fmt.Errorf("x is %.4f", s.X)
			}
			return nil
		}}},
		Params: []sampler.Param[state]{sampler.Scalar("x", func(s *state) float64 { return s.X })},
	}
	tr, _ := sampler.Run(context.Background(), m, sampler.Settings{Chains: 1, Seed: 1})
	fmt.Println(tr.Failures())
	// Output:
	// [chain 0, sweep 1066: block "x": x is 0.9996]
}
