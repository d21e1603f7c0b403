package variate_test

import (
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/stat"
)

// momentsHypergeometric are the mean and the standard deviation by the textbook.
func momentsHypergeometric(marked, unmarked, n int) (mean, sd float64) {
	all, share := float64(marked+unmarked), float64(marked)/float64(marked+unmarked)
	mean = float64(n) * share
	return mean, math.Sqrt(mean * (1 - share) * (all - float64(n)) / (all - 1))
}

func checkHypergeometricCounts(marked, unmarked, n int, draw func() int) error {
	mean, sd := momentsHypergeometric(marked, unmarked, n)
	return checkProbabilities(max(0, n-unmarked), min(n, marked), mean, sd, draw,
		func(k int) float64 { return variate.HypergeometricLogProb(k, marked, unmarked, n) })
}

func TestHypergeometricLaws(t *testing.T) {
	const big = 100_000_000
	for _, c := range [][3]int{{1, 1, 1}, {0, 5, 3}, {5, 0, 3}, {5, 7, 0}, {5, 7, 12}, {5, 10, 7},
		{10, 5, 7}, {10, 5, 14}, {60, 940, 100}, {940, 60, 100}, {60, 940, 900}, {300, 200, 250},
		{50_000, 50_000, 30_000}, {900_000, 100_000, 700_000}, {100, big, big / 2}, {big, 1, 3},
		{big, big, 40}, {1000, big, 1000}} {
		marked, unmarked, n := c[0], c[1], c[2]
		r := sampler.Stream("hypergeometric", 1, 0)
		draw := func() int { return variate.Hypergeometric(r, marked, unmarked, n) }
		if err := checkHypergeometricCounts(marked, unmarked, n, draw); err != nil {
			t.Errorf("Hypergeometric(%d, %d, %d): %v", marked, unmarked, n, err)
		}
		mean, sd := momentsHypergeometric(marked, unmarked, n)
		x := make([]float64, 20_000)
		for i := range x {
			x[i] = float64(draw())
		}
		if sd == 0 {
			if x[0] != mean || stat.Variance(x, nil) > 0 {
				t.Errorf("Hypergeometric%v is %g, want always %g", c, x[0], mean)
			}
			continue
		}
		if err := checkMean(x, mean, sd*sd); err != nil {
			t.Errorf("mean of Hypergeometric%v: %v", c, err)
		}
		if err := checkVariance(x, sd*sd); err != nil && sd > 1 { // its error is normal
			t.Errorf("variance of Hypergeometric%v: %v", c, err)
		}
		if a := testing.AllocsPerRun(100, func() { draw() }); a != 0 {
			t.Errorf("Hypergeometric%v makes %g allocations", c, a)
		}
	}
	r := sampler.Stream("hypergeometric", 1, 0)
	for name, c := range map[string]struct {
		marked, unmarked, n int
		draw                func() int
	}{
		"binomial": {60, 940, 100, func() int { return variate.Binomial(r, 100, 0.06) }},
		"two marked less": {300, 200, 250, func() int {
			return variate.Hypergeometric(r, 298, 202, 250)
		}},
		"marked and not": {5, 10, 7, func() int { return 7 - variate.Hypergeometric(r, 5, 10, 7) }},
		"five too many": {50_000, 50_000, 30_000, func() int {
			return 5 + variate.Hypergeometric(r, 50_000, 50_000, 30_000)
		}},
	} {
		if checkHypergeometricCounts(c.marked, c.unmarked, c.n, c.draw) == nil {
			t.Errorf("the check misses the broken twin %q", name)
		}
	}
}

func TestHypergeometricEnds(t *testing.T) {
	for _, c := range [][2]float64{
		{variate.HypergeometricLogProb(-1, 3, 4, 2), -inf},
		{variate.HypergeometricLogProb(3, 3, 4, 2), -inf},
		{variate.HypergeometricLogProb(1, 3, 4, 6), -inf},
		{variate.HypergeometricLogProb(0, 0, 0, 0), 0},
		{variate.HypergeometricLogProb(3, 3, 0, 3), 0},
	} {
		if c[0] != c[1] {
			t.Errorf("HypergeometricLogProb gave %g, want %g", c[0], c[1])
		}
	}
	r := sampler.Stream("refuse", 1, 0)
	wantPanic(t, func() { variate.Hypergeometric(r, 1, 2, 4) },
		"variate: Hypergeometric: 4 of 1 marked and 2 unmarked items are taken")
	wantPanic(t, func() { variate.Hypergeometric(r, -1, 2, 1) }, "1 of -1 marked")
	wantPanic(t, func() { variate.HypergeometricLogProb(0, 1, 2, -1) },
		"HypergeometricLogProb: -1 of")
	wantPanic(t, func() { variate.Hypergeometric(r, 1, math.MinInt, 1) }, "expected numbers")
}
