package regress

import (
	"context"
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// Three successes of 3000: the mean is that of a quadrature, and the chain mixes, which it does not
// with Pólya-Gamma variables alone.
func TestRareEvents(t *testing.T) {
	g := Regression{X: [][]float64{{1}}, Y: []float64{3}, Family: Logit{Trials: []float64{3000}},
		Prior: Prior{Mean: []float64{-5}, SD: []float64{2}}}
	mass, exact := 0.0, 0.0
	for b := -14.0; b < 0; b += 0.001 {
		p := math.Exp(3*b - 3000*log1pExp(b) - (b+5)*(b+5)/8)
		mass, exact = mass+p, exact+p*b
	}
	exact /= mass
	for _, step := range []bool{true, false} {
		f, err := g.fit()
		if err != nil || f.approximate == nil {
			t.Fatal("no approximation", err)
		}
		m, err := g.Model()
		if err != nil {
			t.Fatal(err)
		}
		if !step {
			f.approximate = nil
			m.Blocks[0].Update = f.drawLatent
		}
		tr, err := sampler.Run(context.Background(), m, sampler.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		x, err := tr.Chains("beta[0]")
		if err != nil {
			t.Fatal(err)
		}
		ess, se := diag.ESSBulk(x), diag.MCSEMean(x)
		mean := 0.0
		for _, chain := range x {
			mean += diag.Mean(chain) / 4
		}
		t.Logf("step %v: %.3f ± %.3f, exact %.3f, %.0f effective draws of 4000", step, mean, se, exact,
			ess)
		if z := (mean - exact) / se; step && (math.Abs(z) > 4 || ess < 1000) || !step && ess > 100 {
			t.Errorf("step %v: z = %.1f, %.0f effective draws of 4000", step, z, ess)
		}
	}
}

// Ordinary data with coefficients of two standard deviations: latent variables of a probit alone
// hold the coefficients.
func TestProbitOfLargeCoefficients(t *testing.T) {
	r := sampler.Stream("large probit", 1, 0)
	g := Regression{Family: Probit{}, Prior: Prior{SD: []float64{3}}}
	for range 500 {
		a, b, y := r.NormFloat64(), r.NormFloat64(), 0.0
		if 1+2*a-2*b+r.NormFloat64() > 0 {
			y = 1
		}
		g.X, g.Y = append(g.X, []float64{1, a, b}), append(g.Y, y)
	}
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(t.Context(), m, sampler.Settings{Draws: 500})
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"beta[0]", "beta[1]", "beta[2]"} {
		x, err := tr.Chains(label)
		if ess := diag.ESSBulk(x); err != nil || ess < 500 {
			t.Errorf("%s: %.0f effective draws of 2000 (%v)", label, ess, err)
		}
	}
}
