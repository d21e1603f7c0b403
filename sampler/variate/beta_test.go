package variate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/mathext"
)

func betaLaw(a, b float64) law {
	m := a / (a + b)
	return law{
		name: fmt.Sprintf("Beta(%g, %g)", a, b),
		draw: func(r *rand.Rand) float64 { return variate.Beta(r, a, b) },
		lo:   0, hi: 1,
		cdf:  func(x float64) float64 { return mathext.RegIncBeta(a, b, x) },
		mean: m, variance: m * (1 - m) / (a + b + 1),
		logMean: mathext.Digamma(a) - mathext.Digamma(a+b), logVar: trigamma(a) - trigamma(a+b),
	}
}

func TestBetaLawsHaveTeeth(t *testing.T) {
	swapped, mean, naive := betaLaw(2, 5), betaLaw(2, 5), betaLaw(0.001, 0.001)
	swapped.name, swapped.draw = "a and b swapped", betaLaw(5, 2).draw
	mean.name, mean.draw = "right mean, wrong spread", betaLaw(4, 10).draw
	naive.name = "outside log space"
	naive.draw = func(r *rand.Rand) float64 {
		a, b := math.Exp(variate.LogGamma(r, 0.001)), math.Exp(variate.LogGamma(r, 0.001))
		return a / (a + b)
	}
	checkTwins(t, []brokenTwin{
		{swapped, []string{"mean", "log mean", "distribution function", "histogram", "tails"}},
		{mean, []string{"variance", "log variance", "distribution function", "tails"}},
		{naive, []string{"finite", "support"}},
	})
}

// For tiny a and b the law is close to a coin that shows 1 with probability a/(a+b): the mass in
// between is about ab/(a+b) log(1/ε).
func TestBetaExtremes(t *testing.T) {
	r := sampler.Stream("beta extremes", 1, 0)
	const a, b, n = 1e-8, 3e-8, 20_000
	counts := make([]float64, 2)
	for range n {
		x := variate.Beta(r, a, b)
		if x != 0 && x != 1 {
			t.Fatalf("Beta(%g, %g) gave %g; a value away from 0 and 1 has probability below 1e-5",
				a, b, x)
		}
		counts[int(x)]++
	}
	if err := checkCounts(counts, []float64{b, a}); err != nil {
		t.Errorf("Beta(%g, %g) as a coin: %v", a, b, err)
	}
	for _, p := range [][2]float64{{1e-300, 1e300}, {1e8, 1e8}, {math.MaxFloat64, 1}, {1e-8, 1}} {
		if x := variate.Beta(r, p[0], p[1]); !(0 <= x && x <= 1) {
			t.Errorf("Beta(%g, %g) gave %g", p[0], p[1], x)
		}
	}
}

func TestBetaRefuses(t *testing.T) {
	r := sampler.Stream("refuses", 1, 0)
	wantPanic(t, func() { variate.Beta(r, 0, 1) }, "Beta: a is 0, expected")
	wantPanic(t, func() { variate.Beta(r, 1, nan) }, "Beta: b is NaN, expected")
}
