package lda

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// TestLearnWithBy: β is drawn beside covariates, labels and authors, and with covariates the
// standard deviations of the coefficients.
func TestLearnWithBy(t *testing.T) {
	turns.Long(t)
	forgotten := wrongBlock("forgotten Jacobian of β", "hyper",
		func(_ step, r *rand.Rand, s *State) error {
			s.drawBeta(r, SampleHyper{6, 3, 3, 8})
			return nil
		})
	z := wrongBlock("another β", "z", anotherBeta)
	wrong := func(name string, sds func(c Covariates, r *rand.Rand, s *State)) verify.Mutant[State, smallCorpus] {
		return wrongBlock(name, "lambda", wrongCoefficients(func(c Covariates, r *rand.Rand, s *State) {
			c.drawAuxiliary(r, s)
			for k := range s.Alpha {
				c.drawCoefficients(r, s, k)
			}
			sds(c, r, s)
		}))
	}
	covariates := []verify.Mutant[State, smallCorpus]{z, forgotten,
		wrong("another scale of the SDs", func(c Covariates, r *rand.Rand, s *State) {
			c.SD *= 2
			c.drawSDs(r, s)
		}),
		wrong("SDs move without their coefficients", func(c Covariates, r *rand.Rand, s *State) {
			lambda := append([]float64(nil), s.lambda...)
			c.rescale(r, s, 1)
			copy(s.lambda, lambda)
		}),
		wrong("coefficients that move forget a Jacobian", func(c Covariates, r *rand.Rand, s *State) {
			before := *s
			lambda := append([]float64(nil), s.lambda...)
			c.rescale(r, s, 1)
			if r.Float64() > before.sds[1]/s.sds[1] { // a step towards the density over sd
				s.sds = before.sds
				copy(s.lambda, lambda)
			}
		}),
		wrong("coefficients with the scale as their SD", func(c Covariates, r *rand.Rand, s *State) {
			sds := s.sds
			s.sds = c.sds()
			for k := range s.Alpha {
				c.drawCoefficients(r, s, k)
			}
			s.sds = sds
		}),
	}
	for name, c := range map[string]struct {
		by      DocPrior
		mutants []verify.Mutant[State, smallCorpus]
	}{
		"covariates": {smallBy, covariates},
		"labels": {Labels{Of: [][]string{{"a"}, {"b"}, {"a", "b"}, {}, {"a"}}, Shared: 1},
			[]verify.Mutant[State, smallCorpus]{z, forgotten}},
	} {
		t.Run(name, func(t *testing.T) {
			prior := smallPrior
			prior.By = c.by
			set := Settings{Learn: smallHyper}
			modeltest.Run(t, modeltest.Case[State, smallCorpus]{Joint: jointOf(prior, set),
				Mutants: c.mutants, Bad: map[string]func() error{
					"HDP learns the α": func() error {
						_, err := prior.Model(covariatesDocs, 3, Settings{Learn: HDP{}})
						return err
					}},
				Settings: verify.Settings{Seed: 1, Replications: 400, Sweeps: 1, Draws: 9, Thin: 20,
					Warmup: 60}})
		})
	}
}

// TestOptimiseWithBy: β moves, and the concentrations of the covariates stay what λ says.
func TestOptimiseWithBy(t *testing.T) {
	p, _ := covariatesToy()
	m := must(p.Model(covariatesDocs, 3, Settings{Learn: Optimise{Every: 1}}))
	r := rand.New(rand.NewPCG(1, 2))
	s := must(m.Init(r))
	for range 5 {
		for _, b := range m.Blocks {
			if err := b.Update(r, s); err != nil {
				t.Fatal(err)
			}
		}
	}
	c := s.plan.prior.By.(Covariates)
	a, _ := s.alphaOf(2)
	if want := math.Exp(s.lambda[0] + s.lambda[1]); math.Abs(a[0]/want-1) > 1e-12 ||
		s.Beta == p.Beta || s.sds != c.sds() {
		t.Errorf("α %g, want %g; β %g, SDs %v", a[0], want, s.Beta, s.sds)
	}
}
