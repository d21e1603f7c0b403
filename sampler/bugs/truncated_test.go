package bugs_test

import (
	"context"
	"testing"

	"gibbslab/sampler"
)

// Chains of a truncated normal begin from each of 300 random starts. From four in a hundred, the way
// uphill once ended where the precision is too small for a computer.
func TestTruncatedStarts(t *testing.T) {
	for _, c := range suite(t) {
		if c.name != "truncated" {
			continue
		}
		m, err := c.compile()
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(150) {
			_, err := sampler.Run(context.Background(), m.Sampler(), sampler.Settings{Seed: seed,
				Chains: 2, Draws: 1, Warmup: 1, NoReplay: true})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		return
	}
	t.Fatal("the suite has no truncated model")
}
