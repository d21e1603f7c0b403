package nb_test

import (
	"context"
	"math/rand/v2"

	"gibbslab/nb"
	"gibbslab/sampler"
)

// drift samples two numbers, of which the second forgets slowly.
func drift() *sampler.Trace {
	type state struct{ fast, slow float64 }
	model := sampler.Model[state]{
		Init: func(*rand.Rand) (*state, error) { return &state{}, nil },
		Blocks: []sampler.Block[state]{
			{Name: "fast", Update: func(r *rand.Rand, s *state) error {
				s.fast = 3 +
					r.NormFloat64()
				return nil
			}},
			{Name: "slow", Update: func(r *rand.Rand, s *state) error {
				s.slow = 0.95*s.slow +
					0.3*r.NormFloat64()
				return nil
			}},
		},
		Params: []sampler.Param[state]{
			sampler.Scalar("fast", func(s *state) float64 { return s.fast }),
			sampler.Scalar("slow", func(s *state) float64 { return s.slow }),
		},
	}
	return nb.Must(sampler.Run(context.Background(), model, sampler.Settings{Draws: 500, Seed: 1}))
}

func ExampleForest() {
	nb.Show(nb.Forest(drift()))
	// Output:
	// Posterior intervals
	//   x: value, -2.304 to 5.157
	//   y: , -0.6 to 2.4
	//   drawn: median, 50 % and 95 % interval
}

func ExampleRankPlot() {
	nb.Show(nb.RankPlot(drift(), "slow"))
	// Output:
	// Ranks of slow
	//   x: share of all draws, from the lowest, 0 to 1
	//   y: above or below its fair share, -0.2837 to 0.2734
	//   drawn: 95 % of chains that agree; chain 0; chain 1; chain 2; chain 3
}

func ExampleTraceDensity() {
	nb.Show(nb.TraceDensity(drift(), "slow"))
	// Output:
	// Density of slow
	//   x: slow, -4.479 to 3.11
	//   y: density, 0 to 0.5891
	//   drawn: chain 0; chain 1; chain 2; chain 3
	// Trace of slow
	//   x: draw, 1 to 500
	//   y: slow, -4.072 to 2.777
	//   drawn: chain 0; chain 1; chain 2; chain 3; marks: mean of an eighth of a chain
}
