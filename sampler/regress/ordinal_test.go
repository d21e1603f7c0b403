package regress

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

func TestOrdinal(t *testing.T) {
	turns.Long(t)
	family := Ordinal{Levels: 4, Shape: 3, Rate: 4}
	g := Regression{X: twoColumns, Names: twoNames, Prior: proper, Family: family}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint: jointOf(g, func(r *rand.Rand, s *State) { family.start(r, nil, s) }),
		Mutants: []verify.Mutant[State, Regression]{
			wrong("mean 0", "latent", noEta),
			wrong("data ignored", "beta", ignored),
			wrong("from the prior", "cuts", func(f *fit, r *rand.Rand, s *State) { family.start(r, f, s) }),
		},
		Bad: map[string]func() error{
			"Y[1] is 4":            fails(g, func(g *Regression) { g.Y = []float64{0, 4, 1, 0} }),
			"Ordinal has 2 Levels": fails(g, func(g *Regression) { g.Family = Ordinal{Levels: 2} }),
			"give Prior.SD":        fails(g, func(g *Regression) { g.Prior = Prior{} }),
		},
		Settings: quick,
	})
}

// One coefficient and one cut point, by quadrature.
func TestOrdinalByQuadrature(t *testing.T) {
	x, y := []float64{-1, 0.5, 1, 2, 1}, []float64{0, 1, 1, 2, 0}
	g := Regression{Y: y, Family: Ordinal{Levels: 3}, Prior: Prior{Mean: []float64{0.3}, SD: []float64{0.8}}}
	for _, v := range x {
		g.X = append(g.X, []float64{v})
	}
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	var mass, beta, cut float64
	for b := -3.995; b < 5; b += 0.01 {
		for c := 0.005; c < 8; c += 0.01 {
			p := math.Exp(-(b-0.3)*(b-0.3)/1.28) * c * math.Exp(-2*c)
			for i, v := range x {
				at := [4]float64{0, phi(-v * b), phi(c - v*b), 1}
				p *= at[int(y[i])+1] - at[int(y[i])]
			}
			mass, beta, cut = mass+p, beta+p*b, cut+p*c
		}
	}
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Seed: 1, Draws: 5000})
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]float64{"beta[0]": beta / mass, "cut_1": cut / mass} {
		x, err := tr.Chains(label)
		if err != nil {
			t.Fatal(err)
		}
		mean, se := diag.Mean(slices.Concat(x...)), diag.MCSEMean(x)
		if z := (mean - want) / se; !(math.Abs(z) < 4) || se > 0.02 {
			t.Errorf("%s: %.4f ± %.4f, exact %.4f", label, mean, se, want)
		}
	}
}

// The cut points of 2000 grades mix. Drawn given the latent variables, as Albert and Chib did, they
// do not.
func TestOrdinalMixes(t *testing.T) {
	turns.Long(t)
	r, family := sampler.Stream("grades", 1, 0), Ordinal{Levels: 4}
	truth := &State{Cuts: []float64{0, 0.8, 1.5}}
	g := Regression{Family: family, Prior: Prior{SD: []float64{5}}}
	for i := range 2000 {
		g.X = append(g.X, []float64{1, r.NormFloat64()})
		g.Y = append(g.Y, family.simulate(r, truth, i, 0.7+g.X[i][1]))
	}
	m, err := g.Model()
	if err != nil {
		t.Fatal(err)
	}
	f, err := g.fit()
	if err != nil {
		t.Fatal(err)
	}
	plain, err := verify.Replace(m, "cuts", func(r *rand.Rand, s *State) error {
		for k := 1; k < 3; k++ { // Gamma(2, 2) gaps: uniform is near enough in so narrow a gap
			lo, hi := s.Cuts[k-1], math.Inf(1)
			for i, y := range f.y {
				if int(y) == k {
					lo = max(lo, s.z[i])
				} else if int(y) == k+1 {
					hi = min(hi, s.z[i])
				}
			}
			s.Cuts[k] = variate.Uniform(r, lo, hi)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, model := range map[string]sampler.Model[State]{"ours": m, "plain": plain} {
		tr, err := sampler.Run(context.Background(), model, sampler.Settings{Seed: 1, Draws: 500, Warmup: 200})
		if err != nil {
			t.Fatal(err)
		}
		x, err := tr.Chains("cut_2")
		if err != nil {
			t.Fatal(err)
		}
		ess := diag.ESSBulk(x)
		t.Logf("%s: cut_2 has %.0f effective draws of 2000", name, ess)
		if name == "ours" && ess < 100 || name == "plain" && ess > 30 {
			t.Errorf("%s: %.0f effective draws of 2000", name, ess)
		}
	}
}
