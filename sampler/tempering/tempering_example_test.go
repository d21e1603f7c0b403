package tempering_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/tempering"
	"gibbslab/sampler/variate"
)

// coin is a coin of unknown bias, thrown a number of times. Not thrown at all, it is the prior.
func coin(heads, tails float64) sampler.Model[float64] {
	return sampler.Model[float64]{
		Init: func(r *rand.Rand) (*float64, error) { x := r.Float64(); return &x, nil },
		Blocks: []sampler.Block[float64]{sampler.Update("theta", func(r *rand.Rand, s *float64) {
			*s = variate.Beta(r, 1+heads, 1+tails)
		})},
		Params: []sampler.Param[float64]{sampler.Scalar("theta", func(s *float64) float64 { return *s })},
		LogJoint: func(s *float64) float64 {
			return heads*math.Log(*s) + tails*math.Log1p(-*s)
		},
	}
}

// The probability of seven heads and three tails in this order, by a ladder of five rungs. The
// exact one is 7! 3!/11!.
func ExampleModel() {
	m, err := tempering.Model(coin(0, 0), coin(7, 3), 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 4000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := tempering.Evidence(tr)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("log evidence %.1f, exact %.1f\n", e.Log, math.Log(1.0/1320))
	// Output:
	// log evidence -7.2, exact -7.2
}
