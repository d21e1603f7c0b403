package verify

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestLine compares quadrature with distribution functions: narrow, far from the start, heavy
// tails, bounded, infinite at an end, and with a large constant in the log density.
func TestLine(t *testing.T) {
	inf := math.Inf(1)
	type law interface {
		LogProb(float64) float64
		CDF(float64) float64
	}
	for _, c := range []struct {
		name          string
		law           law
		start, lo, hi float64
	}{
		{"normal", distuv.Normal{Mu: 0, Sigma: 1}, 0.3, -inf, inf},
		{"narrow", distuv.Normal{Mu: 1000, Sigma: 1e-3}, 1000.002, -inf, inf},
		{"wide", distuv.Normal{Mu: -3e5, Sigma: 1e6}, 1, -inf, inf},
		{"heavy", distuv.StudentsT{Mu: 2, Sigma: 3, Nu: 2}, 0, -inf, inf},
		{"inverse gamma", distuv.InverseGamma{Alpha: 0.8, Beta: 2}, 1, 0, inf},
		{"beta", distuv.Beta{Alpha: 0.5, Beta: 3}, 0.2, 0, 1},
		{"uniform", distuv.Uniform{Min: 2, Max: 5}, 3, 2, 5},
		{"uniform, no bounds", distuv.Uniform{Min: 2, Max: 5}, 3, -inf, inf},
		{"far start", distuv.Normal{Mu: 0, Sigma: 1}, 30, -inf, inf},
	} {
		l, err := newLine(func(x float64) float64 { return c.law.LogProb(x) - 1e4 }, c.start, c.lo, c.hi)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, u := range []float64{1e-4, 0.01, 0.3, 0.5, 0.9, 0.999} {
			x := l.quantile(u)
			if got, want := l.distribution(x), c.law.CDF(x); math.Abs(got-u) > 1e-6 ||
				math.Abs(want-u) > 2e-5 {
				t.Errorf("%s: the %g quantile is %g, distribution function %g, want %g", c.name, u, x, got,
					want)
			}
		}
	}
	_, err := newLine(func(x float64) float64 { return -math.Log(1 + math.Abs(x)) }, 0, -inf, inf)
	if err == nil {
		t.Error("an improper density has an integral")
	}
	if _, err := newLine(func(x float64) float64 { return 0 }, 3, 0, 1); err == nil {
		t.Error("a start outside the support is taken")
	}
}
