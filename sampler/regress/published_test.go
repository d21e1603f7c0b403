package regress_test

import (
	"context"
	"testing"

	"gibbslab/internal/published"
	"gibbslab/sampler"
	"gibbslab/sampler/regress"
)

// check runs a regression and compares it with the published posterior.
func check(t *testing.T, p published.Posterior, g regress.Regression) {
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 4000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p.Check(t, tr)
}

func TestKidscoreMomIQ(t *testing.T) {
	p := published.Read(t, "testdata/published.json", "kidscore_momiq")
	g := regress.Regression{Names: []string{"intercept", "mom_iq"}, Y: p.Data(t, "kid_score"),
		Family: regress.Normal{Scale: 2.5}}
	for _, iq := range p.Data(t, "mom_iq") {
		g.X = append(g.X, []float64{1, iq})
	}
	check(t, p, g)
}

// An autoregression of order 5 is a regression on the five values before.
func TestARK(t *testing.T) {
	p := published.Read(t, "testdata/published.json", "arK")
	y := p.Data(t, "y")
	g := regress.Regression{Names: []string{"alpha", "1", "2", "3", "4", "5"},
		Family: regress.Normal{Scale: 2.5}, Prior: regress.Prior{SD: []float64{10}}}
	for t := 5; t < len(y); t++ {
		g.X = append(g.X, []float64{1, y[t-1], y[t-2], y[t-3], y[t-4], y[t-5]})
		g.Y = append(g.Y, y[t])
	}
	check(t, p, g)
}
