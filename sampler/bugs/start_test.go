package bugs_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/bugs"
	"gibbslab/sampler/diag"
)

// TestStartsOfFactors has loadings of which one is positive. A third of the chains that begin
// anywhere stay where the others have the wrong sign, which is e⁴⁷ less probable; given initial
// values are kept, even there.
func TestStartsOfFactors(t *testing.T) {
	const text = `model { for (i in 1:80) { f[i] ~ dnorm(0, 1)
	 for (j in 1:5) { Y[i,j] ~ dnorm(mu[j] + L[j]*f[i], tau[j]) } }
	 L[1] ~ dnorm(0, 1)T(0,)
	 for (j in 2:5) { L[j] ~ dnorm(0, 1) }
	 for (j in 1:5) { mu[j] ~ dnorm(0, 0.01)
	 tau[j] ~ dgamma(1, 0.5) } }`
	r := rand.New(rand.NewPCG(1, 2))
	var y [][]float64
	for range 80 {
		f := r.NormFloat64()
		var row []float64
		for _, l := range []float64{1, 0.8, 0.6, 0.9, 0.5} {
			row = append(row, l*f+0.6*r.NormFloat64())
		}
		y = append(y, row)
	}
	m, err := bugs.Compile(text, bugs.Data{"Y": y})
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := m.Start(bugs.Data{"L": []float64{0.02, -0.8, -0.6, -0.9, -0.5}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		m    *bugs.Model
		good bool
	}{{m, true}, {wrong, false}} {
		if c.m, err = c.m.Monitor("L"); err != nil {
			t.Fatal(err)
		}
		tr, err := sampler.Run(context.Background(), c.m.Sampler(),
			sampler.Settings{Chains: 12, Warmup: 100, Draws: 100, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		s, err := diag.Summarize(tr)
		if err != nil {
			t.Fatal(err)
		}
		if row := s.Rows[1]; (row.Mean > 0.5) != c.good || c.good && row.RHat > 1.1 {
			t.Errorf("%s has the mean %.2f and R-hat %.2f", row.Label, row.Mean, row.RHat)
		}
	}
}
