// Package engine attacks the sampler: settings beyond all bounds, damaged checkpoints, states that cannot be stored.
package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gibbslab/internal/attack/frame"
	"gibbslab/sampler"
)

// Attacks on the engine. A subject with many attacks has a file and a list of its own, which this one takes in.
var Attacks = []frame.Attack{
	{Name: "as-many-draws-as-there-is-time-for", Run: drawsForever, Want: "draws: true, error: …deadline exceeded…"},
}

// Warmup + Draws·Thin overflowed, and the run ended at once, without a draw and without an error.
func drawsForever() {
	model := sampler.Model[float64]{
		Init: func(*rand.Rand) (*float64, error) { return new(float64), nil },
		Blocks: []sampler.Block[float64]{{Name: "x", Update: func(r *rand.Rand, x *float64) error {
			*x = r.NormFloat64()
			return nil
		}}},
		Params: []sampler.Param[float64]{sampler.Scalar("x", func(x *float64) float64 { return *x })},
	}
	trace, err := sampler.Run(context.Background(), model,
		sampler.Settings{Draws: math.MaxInt, MaxTime: 2 * time.Second})
	var draws []float64
	if trace != nil {
		draws, _ = trace.Draws("x")
	}
	fmt.Printf("draws: %v, error: %v\n", len(draws) > 0, err)
}
