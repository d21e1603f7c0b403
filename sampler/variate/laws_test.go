package variate_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"

	"gonum.org/v1/gonum/stat/distuv"
)

// A law is one row of a table: a variate and what it must satisfy. One row gives a new variate all
// of checks below, as in gonum's distribution tests.
type law struct {
	name            string
	draw            func(r *rand.Rand) float64
	lo, hi          float64               // closed support
	cdf             func(float64) float64 // P(X ≤ x), or
	points          []point               // some values of it
	mean, variance  float64               // NaN: does not exist or is not known
	logMean, logVar float64               // mean and variance of log X; NaN likewise
	params          []float64
}

// A point is a value of a distribution function.
type point struct{ x, p float64 }

const (
	lawDraws = 10_000

	// level is the probability that one check fails on a right variate at a random seed: 10 checks
	// × 400 rows leave 4e-4 in all. It is exact or an upper bound for all but the four z tests,
	// which rely on the central limit theorem.
	level = 1e-7
)

// zLimit is the two-sided standard normal bound of that level, 5.33.
var zLimit = distuv.UnitNormal.Quantile(1 - level/2)

// checks are the laws. Each returns an error in the variate, or nil.
var checks = []struct {
	name        string
	statistical bool // needs a negative control
	check       func(s sample) error
}{
	{"finite", false, checkFinite},
	{"support", false, checkSupport},
	{"mean", true, func(s sample) error { return checkMean(s.x, s.mean, s.variance) }},
	{"variance", true, func(s sample) error { return checkVariance(s.x, s.variance) }},
	{"log mean", true, func(s sample) error { return checkMean(logs(s.x), s.logMean, s.logVar) }},
	{"log variance", true, func(s sample) error { return checkVariance(logs(s.x), s.logVar) }},
	{"points", true, checkPoints},
	{"distribution function", true, checkKS},
	{"histogram", true, checkHistogram},
	{"tails", true, checkTails},
	{"independence", true, checkIndependence},
	{"same stream, same draws", false, checkReproducible},
	{"no allocation", false, checkAllocations},
}

func checkLaws(t *testing.T, rows []law) {
	t.Helper()
	for _, l := range rows {
		s := newSample(l)
		for _, c := range checks {
			if err := c.check(s); err != nil {
				t.Errorf("%s: %s: %v", l.name, c.name, err)
			}
		}
	}
}

// A brokenTwin is a wrong variate under a right law, and the checks that must
// flag it.
type brokenTwin struct {
	law   law
	flags []string
}

// checkTwins fails unless every named check flags its twin.
func checkTwins(t *testing.T, twins []brokenTwin) {
	t.Helper()
	for _, tw := range twins {
		s := newSample(tw.law)
		for _, c := range checks {
			if slices.Contains(tw.flags, c.name) && c.check(s) == nil {
				t.Errorf("the check %q misses the broken twin %q", c.name, tw.law.name)
			}
		}
	}
}

// A sample holds draws, and the uniforms that result when their distribution function, if it is
// known, is applied to them.
type sample struct {
	law
	x, u []float64
}

func newSample(l law) sample {
	s := sample{law: l, x: l.draws()}
	if l.cdf != nil {
		for _, x := range s.x {
			s.u = append(s.u, l.cdf(x))
		}
	}
	return s
}

func (l law) draws() []float64 {
	r := sampler.Stream("laws: "+l.name, 1, 0)
	x := make([]float64, lawDraws)
	for i := range x {
		x[i] = l.draw(r)
	}
	return x
}
