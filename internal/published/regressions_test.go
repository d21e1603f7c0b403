package published

import (
	"context"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/regress"
)

// checkRegression runs a regression and compares it with the published posterior.
func checkRegression(t *testing.T, p posterior, g regress.Regression) {
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: 4000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p.check(t, tr)
}

func TestKidscoreMomIQ(t *testing.T) {
	p := read(t, "regressions.json", "kidscore_momiq")
	g := regress.Regression{Names: []string{"intercept", "mom_iq"}, Y: p.numbers(t, "kid_score"),
		Family: regress.Normal{Scale: 2.5}}
	for _, iq := range p.numbers(t, "mom_iq") {
		g.X = append(g.X, []float64{1, iq})
	}
	checkRegression(t, p, g)
}

// An autoregression of order 5 is a regression on the five values before.
func TestARK(t *testing.T) {
	p := read(t, "regressions.json", "arK")
	y := p.numbers(t, "y")
	g := regress.Regression{Names: []string{"alpha", "1", "2", "3", "4", "5"},
		Family: regress.Normal{Scale: 2.5}, Prior: regress.Prior{SD: []float64{10}}}
	for t := 5; t < len(y); t++ {
		g.X = append(g.X, []float64{1, y[t-1], y[t-2], y[t-3], y[t-4], y[t-5]})
		g.Y = append(g.Y, y[t])
	}
	checkRegression(t, p, g)
}
