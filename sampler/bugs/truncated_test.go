package bugs_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
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

// TestParetoLimit holds that a Pareto prior keeps its limit where the full conditional would be a
// generalised inverse Gaussian without it.
func TestParetoLimit(t *testing.T) {
	m := compiled(t, `model { for (i in 1:3) { y[i] ~ dnorm(0, x)
	  z[i] ~ dexp(1 / x) }
	  x ~ dpar(2, 1) }`, bugs.Data{"y": []float64{1, 0.5, -1}, "z": []float64{1, 3, 2}})
	draws, err := run(t, m, 4000).Chains("x")
	if err != nil {
		t.Fatal(err)
	}
	sum, mass, moment := 0.0, 0.0, 0.0
	for _, x := range draws[0] {
		sum += x
	}
	for x := 1.0005; x < 100; x += 0.001 {
		p := math.Exp(-4.5*math.Log(x) - 1.125*x - 6/x)
		mass, moment = mass+p, moment+p*x
	}
	mean, want := sum/float64(len(draws[0])), moment/mass
	if least := slices.Min(draws[0]); least < 1 || math.Abs(mean-want) > 0.05 {
		t.Errorf("the least draw is %g, and the mean %g; expected at least 1, and %g", least, mean, want)
	}
}
