package lda_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/lda"
)

// Begin with Warp, and then use the exact sampler: each chain starts where 50 sweeps of Warp end.
func ExampleWarp() {
	docs, v := slices.Repeat(notes, 100), len(vocabulary)
	prior := lda.Prior{K: 2, Alpha: []float64{0.1}, Beta: 0.1}
	warp, err := prior.Model(docs, v, lda.Settings{Sampler: lda.Warp, RandomStart: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	exact, err := prior.Model(docs, v, lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	exact.Init = func(r *rand.Rand) (*lda.State, error) {
		n := 0
		for s, err := range warp.Sweeps(ctx, r) {
			if n++; err != nil || n == 50 {
				return s, err
			}
		}
		return nil, nil // not reached
	}
	tr, err := sampler.Run(ctx, exact, sampler.Settings{Chains: 1, Warmup: 20, Draws: 50, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	phi, _ := tr.Moments("phi")
	for k := range 2 {
		fmt.Println(top(phi[0].Mean, k, 3))
	}
	// Output:
	// [law senate vote]
	// [goal match team]
}
