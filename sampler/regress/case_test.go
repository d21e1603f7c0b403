package regress

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
)

// A review of a regression is green for a right model, and red where a curve was taken for a line,
// or the effect of a clinic was left out, as numbers of the whole data set cannot show.
func TestCase(t *testing.T) {
	seeds, families := uint64(2), []Family{Normal{}, Logit{}, NegativeBinomial{}, Poisson{}}
	if turns.Short(t) {
		seeds, families = 1, families[:1]
	}
	for _, c := range []struct {
		name           string
		square, clinic float64
		along          bool // tells the review of the clinics
		about          string
	}{
		{"right", 0, 0, true, ""},
		{"curve", 0.8, 0, false, "misfit along age"},
		{"clinics", 0, 1, true, "misfit along clinic"},
		{"clinics unknown", 0, 1, false, ""},
	} {
		for _, family := range families {
			if family == (Poisson{}) && c.clinic > 0 {
				continue // whose counts vary too much for it, with and without the clinics
			}
			for seed := range seeds {
				g, clinic := clinics(family, c.square, c.clinic, seed)
				m, err := g.Model()
				if err != nil {
					t.Fatal(err)
				}
				tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 2, Warmup: 100, Draws: 500, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				review, err := g.Case(tr)
				if err != nil {
					t.Fatal(err)
				}
				if c.along {
					review.Along["clinic"] = clinic
				}
				if seed > 0 || c.name != "right" {
					review.LogLik = nil // only the statistics
				}
				found, err := criticism.Check(review)
				if err != nil {
					t.Fatal(err)
				}
				fit := found.Sections[2]
				if fit.Wrong != (c.about != "") || fit.Wrong && fit.About != c.about {
					t.Errorf("%s, %T, seed %d: %s", c.name, family, seed, fit.Finding)
				}
			}
		}
	}
}

// clinics makes the data of 300 patients in 10 clinics, and of 1000 where numbers tell less. The
// last y is missing.
func clinics(family Family, square, sd float64, seed uint64) (g Regression, clinic []float64) {
	r := sampler.Stream("clinics", seed, 0)
	effect := make([]float64, 10)
	for k := range effect {
		effect[k] = sd * r.NormFloat64()
	}
	g = Regression{Names: []string{"intercept", "age"}, Family: family, Prior: Prior{SD: []float64{5}},
		Missing: &Missing{}}
	n := 1000
	if family == (Normal{}) {
		n = 300
	}
	for range n {
		x, k := r.NormFloat64(), r.IntN(10)
		eta := 0.5*x + square*(x*x-1) + effect[k]
		y := eta + r.NormFloat64()
		switch family.(type) {
		case Logit:
			y = 0
			if r.Float64() < 1/(1+math.Exp(-eta)) {
				y = 1
			}
		case NegativeBinomial:
			y = poisson(r.Float64, math.Exp(eta)*r.ExpFloat64())
		case Poisson:
			y = poisson(r.Float64, math.Exp(eta))
		}
		g.X, g.Y, clinic = append(g.X, []float64{1, x}), append(g.Y, y), append(clinic, float64(k))
	}
	g.Y[n-1] = math.NaN()
	return g, clinic[:n-1]
}

// poisson counts how many uniforms have a product above exp(−mean).
func poisson(uniform func() float64, mean float64) (n float64) {
	for p := uniform(); p > math.Exp(-mean); n++ {
		p *= uniform()
	}
	return n
}

func TestCaseErrors(t *testing.T) {
	g, clinic := clinics(Normal{}, 0, 0, 1)
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Warmup: 20, Draws: 50})
	if err != nil {
		t.Fatal(err)
	}
	review, err := g.Case(tr)
	if err != nil {
		t.Fatal(err)
	}
	review.Along["clinic"] = slices.Concat(clinic, clinic)
	if _, err := criticism.Check(review); err == nil || !strings.Contains(err.Error(),
		`the covariate "clinic" in Along has 598 values, and there are 299 observations`) {
		t.Error(err)
	}
	g.Names = []string{"intercept", "weight"}
	if _, err := g.Case(tr); err == nil || !strings.Contains(err.Error(), "weight") {
		t.Error(err)
	}
}
