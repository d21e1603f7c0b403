package nb_test

import (
	"math/rand/v2"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/verify"
)

// A sampler of μ ~ N(0, 1) given one y ~ N(μ, 1), which takes the variance 1/2 for the standard
// deviation: its draws spread too little, the truth lies outside them too often, and the curve of
// its ranks is an S.
func ExampleRankECDF() {
	type state struct{ mu float64 }
	prior := func(r *rand.Rand) (*state, error) { return &state{r.NormFloat64()}, nil }
	report, err := verify.SBC(verify.Joint[state, float64]{
		Prior: prior,
		Data:  func(r *rand.Rand, s *state) (float64, error) { return s.mu + r.NormFloat64(), nil },
		Model: func(y float64) (sampler.Model[state], error) {
			return sampler.Model[state]{
				Init: prior,
				Blocks: []sampler.Block[state]{{Name: "mu", Update: func(r *rand.Rand,
					s *state) error {
					s.mu = y/2 + 0.5*r.NormFloat64()
					return nil
				}}},
				Params: []sampler.Param[state]{sampler.Scalar("mu",
					func(s *state) float64 { return s.mu })},
			}, nil
		},
	}, verify.Settings{Seed: 1, Replications: 1000, Warmup: 1, Thin: 1})
	if err != nil {
		nb.Show(err)
		return
	}
	mu := report.Functions[0]
	nb.Show(report, nb.RankECDF(mu.Function, mu.Ranks, report.Draws))
	// Output:
	// The sampler is wrong, or its chains are too short: the ranks of mu are not uniform. Their histogram has the shape ∪: the draws are too narrow, or depend on each other.
	// function   mean rank      p  data sets
	// mu        51.6 of 99  8e-28       1000
	// Each chain: warm-up 1, then 99 draws with thin 1. Give Settings a Warmup and a Thin ten times as large. If the ranks become uniform, the chains were too short.
	// Ranks of mu among the draws
	//   x: rank, as a share of all, 0 to 1
	//   y: share of ranks so far, less expected, -0.1125 to 0.08046
	//   drawn: 1000 ranks; 95 % of right samplers
}
