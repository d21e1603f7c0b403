package sampler_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
)

// TestVectorPlace lets the function of a Vector return too few numbers. The compiler gives Vector's
// closure the name of this test, and the message must not take it for the user's.
func TestVectorPlace(t *testing.T) {
	m := sampler.Model[int]{
		Init:   func(*rand.Rand) (*int, error) { return new(int), nil },
		Blocks: []sampler.Block[int]{{Name: "x", Update: func(*rand.Rand, *int) error { return nil }}},
		Params: []sampler.Param[int]{sampler.Vector("v", 5, func(*int) []float64 { return nil })},
	}
	_, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 1, Warmup: 1, Draws: 4, Seed: 1})
	if err == nil || !strings.Contains(err.Error(), `but Vector("v", 5, …) says 5`) || strings.Contains(err.Error(), "param.go") {
		t.Errorf("the error is %v", err)
	}
}
