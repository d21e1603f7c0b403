package regress

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// noEta draws the latent variables as if η were 0.
func noEta(f *fit, r *rand.Rand, s *State) {
	clear(s.eta)
	f.family.latent(r, f, s)
}

func studentMutants(family Student) []verify.Mutant[State, Regression] {
	return []verify.Mutant[State, Regression]{
		wrong("weights of the prior", "latent", func(f *fit, r *rand.Rand, s *State) {
			for i := range s.w {
				s.lambda[i] = variate.Gamma(r, family.df(s)/2, family.df(s)/2)
				s.w[i] = s.lambda[i] / (s.Sigma * s.Sigma)
			}
		}),
		wrong("data ignored", "beta", ignored),
		wrong("no weights", "sigma", func(f *fit, r *rand.Rand, s *State) {
			f.predict(s)
			squares := 0.0
			for i, v := range f.y {
				squares += (v - s.eta[i]) * (v - s.eta[i])
			}
			s.Sigma = family.prior().draw(r, s.Sigma, f.observed, squares)
		}),
	}
}

// priorDF draws from the prior of Student's degrees of freedom.
func priorDF(r *rand.Rand) float64 {
	for {
		if df := variate.Gamma(r, 2, 0.1); df > leastDF {
			return df
		}
	}
}

func TestStudent(t *testing.T) {
	turns.Long(t)
	for name, family := range map[string]Student{"given": {DF: 4, Scale: 1}, "drawn": {Scale: 1}} {
		t.Run(name, func(t *testing.T) {
			mutants, unnamed := studentMutants(family), 0
			if family.DF == 0 {
				mutants = append(mutants, wrong("from the prior", "df",
					func(_ *fit, r *rand.Rand, s *State) { s.DF = priorDF(r) }))
				unnamed = 1 // weights that most degrees of freedom make equal
			}
			g := Regression{X: twoColumns, Names: twoNames, Prior: proper, Family: family}
			modeltest.Run(t, modeltest.Case[State, Regression]{
				Joint: jointOf(g, func(r *rand.Rand, s *State) {
					s.Sigma = math.Abs(variate.StudentT(r, 1, 0, 1))
					s.DF = priorDF(r)
				}),
				Mutants: mutants,
				Unnamed: unnamed,
				Bad: map[string]func() error{
					"Student has DF -1": fails(g, func(g *Regression) { g.Family = Student{DF: -1} }),
					"Student has Scale -2": fails(g, func(g *Regression) {
						g.Family = Student{Scale: -2}
					}),
				},
				Settings: quick,
			})
		})
	}
}

func TestProbit(t *testing.T) {
	g := Regression{X: twoColumns, Names: twoNames, Prior: proper, Family: Probit{}}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint: jointOf(g, func(*rand.Rand, *State) {}),
		Mutants: []verify.Mutant[State, Regression]{
			wrong("mean 0", "latent", noEta),
			wrong("data ignored", "beta", ignored),
		},
		Bad: map[string]func() error{
			"Y[1] is 2, expected 0 or 1": fails(g, func(g *Regression) {
				g.Y = []float64{0, 2, 1, 0}
			}),
		},
		Settings: quick,
	})
}

func TestLogit(t *testing.T) {
	g := Regression{X: twoColumns, Names: twoNames, Prior: proper,
		Family: Logit{Trials: []float64{1, 2, 5, 40}}}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint: jointOf(g, func(*rand.Rand, *State) {}),
		Mutants: []verify.Mutant[State, Regression]{
			wrong("slope 0", "latent", noEta),
			wrong("no half", "beta", otherResponse(func(z []float64) {
				for i := range z {
					z[i]++
				}
			})),
		},
		Bad: map[string]func() error{
			"Y[1] is 3": fails(g, func(g *Regression) { g.Y = []float64{0, 3, 1, 0} }),
			"3 Trials":  fails(g, func(g *Regression) { g.Family = Logit{[]float64{1, 2, 3}} }),
			"Trials[0] is 0.5": fails(g, func(g *Regression) {
				g.Family = Logit{[]float64{0.5, 2, 3, 4}}
			}),
		},
		Settings: quick,
	})
}

func TestNegativeBinomial(t *testing.T) {
	g := Regression{X: twoColumns, Names: twoNames, Prior: proper,
		Family: NegativeBinomial{Shape: 3, Rate: 1}}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint: jointOf(g, func(r *rand.Rand, s *State) { s.Size = variate.Gamma(r, 3, 1) }),
		Mutants: []verify.Mutant[State, Regression]{
			wrong("shift forgotten", "latent", func(f *fit, r *rand.Rand, s *State) {
				for i, v := range f.y {
					s.w[i] = variate.PolyaGamma(r, v+s.Size, s.eta[i])
					s.z[i] = (v - s.Size) / (2 * s.w[i])
				}
			}),
			wrong("data ignored", "beta", ignored),
			wrong("from the prior", "size", func(_ *fit, r *rand.Rand, s *State) {
				s.Size = variate.Gamma(r, 3, 1)
			}),
		},
		Bad: map[string]func() error{
			"Y[0] is -1, expected a count": fails(g, func(g *Regression) {
				g.Y = []float64{-1, 3, 1, 0}
			}),
			"Y[1] is 0.5": fails(g, func(g *Regression) { g.Y = []float64{1, 0.5, 1, 0} }),
			"Shape 0 and Rate 1": fails(g, func(g *Regression) {
				g.Family = NegativeBinomial{Rate: 1}
			}),
		},
		Settings: quick,
	})
}

// poissonMutants break the block that a direct family has in place of latent variables.
var poissonMutants = []verify.Mutant[State, Regression]{
	wrong("the approximation is taken for the likelihood", "beta",
		func(f *fit, r *rand.Rand, s *State) {
			for _, c := range f.all() {
				f.approximate(s, c)
				if err := f.drawGiven(r, s, c, c.order); err != nil {
					panic(err)
				}
			}
		}),
	wrong("the offset forgotten", "beta", func(right *fit, r *rand.Rand, s *State) {
		f := *right
		f.offset, s.predicted[0] = nil, nil
		if err := f.drawBeta(r, s, true); err != nil {
			panic(err)
		}
		s.predicted[0] = nil
	}),
}

func TestPoisson(t *testing.T) {
	g := Regression{X: twoColumns, Names: twoNames, Prior: proper, Family: Poisson{},
		Offset: []float64{0.5, -1, 0, 0.3}}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint:   jointOf(g, func(*rand.Rand, *State) {}),
		Mutants: poissonMutants,
		Bad: map[string]func() error{
			"Y[0] is -1, expected a count": fails(g, func(g *Regression) {
				g.Y = []float64{-1, 3, 1, 0}
			}),
			"Y[1] is 0.5": fails(g, func(g *Regression) { g.Y = []float64{1, 0.5, 1, 0} }),
			"Offset has 3 values and X 4 rows": fails(g, func(g *Regression) {
				g.Offset = g.Offset[:3]
			}),
			"Offset[2] is -Inf, expected a finite": fails(g, func(g *Regression) {
				g.Offset = []float64{0, 0, math.Inf(-1), 0}
			}),
		},
		Settings: quick,
	})
}

// Poisson with groups of two columns, and a grouping across them, is drawn right.
func TestPoissonGroups(t *testing.T) {
	g := Regression{X: sixRows, Names: sixNames, Family: Poisson{},
		Offset: []float64{0, 0.5, -0.5, 0, 0.3, 0}, Groups: &Groups{Of: sixOf,
			Names: []string{"a", "b", "empty"}, Vary: []string{"one", "x"}, Scale: []float64{0.7}, DF: 8}}
	g.Prior = Prior{Mean: []float64{-0.5, -0.5, 0}, SD: []float64{0.7, 0.7, 0.5}}
	g.Crossed = []Groups{{Name: "a", Of: []int{0, 1, 2, 0, 1, 2}, Vary: []string{"one"},
		Scale: []float64{0.4}, DF: 8}}
	step := func(change func(f *fit, r *rand.Rand, s *State)) func(f *fit, r *rand.Rand, s *State) {
		return func(f *fit, r *rand.Rand, s *State) {
			if err := f.drawBeta(r, s, true); err != nil {
				panic(err)
			}
			change(f, r, s)
		}
	}
	mutants := []verify.Mutant[State, Regression]{groupMutants[0],
		wrong("groups turned to the approximation", "beta", step(func(f *fit, r *rand.Rand, s *State) {
			c := f.groupings[0]
			f.approximate(s, c)
			f.sums(s, c, c.order)
			inverse(c.factorOf(s), f.scratchOf(s, c).inv, f.scratchOf(s, c).work)
			if err := f.drawEffects(r, s, c); err != nil {
				panic(err)
			}
		})),
		wrong("few counts turned alone, without their data", "beta", step(
			func(f *fit, r *rand.Rand, s *State) {
				c := f.groupings[0]
				for g, few := range c.few {
					if few {
						variate.MultiNormal(r, []float64{0, 0}, c.factorOf(s), c.effectsOf(s)[2*g:2*g+2])
					}
				}
			})),
		wrong("shifted and left behind", "beta", step(func(f *fit, r *rand.Rand, s *State) {
			effects := slices.Clone(s.Effects)
			if err := f.shift(r, s, f.groupings[0]); err != nil {
				panic(err)
			}
			copy(s.Effects, effects)
		}))}
	if !turns.Short(t) {
		mutants = append(mutants, poissonMutants...)
	}
	report, err := verify.Blocks(jointOf(g, func(*rand.Rand, *State) {}), quick)
	if err != nil || report.Wrong {
		t.Errorf("%v\n%v", err, report)
	}
	for _, m := range mutants {
		joint := jointOf(g, func(*rand.Rand, *State) {})
		joint.Model = m.Model
		report, err := verify.Blocks(joint, quick)
		if err != nil || !slices.Equal(report.WrongBlocks(), []string{m.Block}) {
			t.Errorf("%s: %v\n%v", m.Name, err, report)
		}
	}
}

// A count whose mean overflows is a large number, and no panic of Predict.
func TestOverflowingCounts(t *testing.T) {
	for _, family := range []Family{Poisson{}, NegativeBinomial{}} {
		r := sampler.Stream("overflow", 1, 0)
		if y := family.simulate(r, &State{Size: 2}, 0, 800); y < 1e18 {
			t.Errorf("%T: %g", family, y)
		}
	}
}

// Normal errors with an offset are those of y less the offset, draw by draw.
func TestOffsetOfNumbers(t *testing.T) {
	offset := []float64{100, -7, 3, 20}
	for _, family := range []Family{Normal{Scale: 1}, Student{Scale: 1}} {
		g := Regression{X: twoColumns, Names: twoNames, Y: []float64{101, -5, 5, 23}, Prior: proper,
			Family: family, Offset: offset}
		less := g
		less.Offset, less.Y = nil, []float64{1, 2, 2, 3}
		var draws, y [2][]float64
		for k, g := range []Regression{g, less} {
			tr := must(sampler.Run(t.Context(), must(g.Model()), sampler.Settings{Draws: 20, Seed: 1}))
			draws[k] = must(tr.Draws("beta[x]"))
			y[k] = must(g.Predict(sampler.Stream("offset", 1, 0), tr, 1))[0]
		}
		for i := range offset {
			y[1][i] += offset[i]
		}
		if !slices.Equal(draws[0], draws[1]) || !floats.EqualApprox(y[0], y[1], 1e-12) {
			t.Errorf("%T: draws %v, predictions %v", family, draws, y)
		}
	}
}

// Large counts add a step that draws the coefficients, with groups and crossed ones as well.
func TestLargeCountsJoint(t *testing.T) {
	g := Regression{X: twoColumns, Names: twoNames, Prior: Prior{Mean: []float64{8, -0.5},
		SD: []float64{1, 0.7}}, Family: NegativeBinomial{Shape: 3, Rate: 1}}
	grouped := g
	grouped.Groups = &Groups{Of: []int{0, 0, 1, 2}, Vary: twoNames[:1], Scale: []float64{0.5},
		DF: 20}
	grouped.Crossed = []Groups{{Name: "b", Of: []int{0, 1, 1, 0}, Vary: twoNames[1:],
		Scale: []float64{0.5}, DF: 20}}
	own := func(r *rand.Rand, s *State) { s.Size = variate.Gamma(r, 3, 1) }
	approximation := wrong("the approximation is taken for the likelihood", "latent",
		func(f *fit, r *rand.Rand, s *State) {
			if f.predict(s); f.approximate != nil {
				f.approximate(s, f.all()[0])
				if err := f.drawBeta(r, s, false); err != nil {
					panic(err)
				}
				f.predict(s)
			}
			f.family.latent(r, f, s)
		})
	rare := g
	rare.Family, rare.Prior.Mean = Logit{Trials: []float64{40, 40, 40, 40}}, []float64{-4, -0.5}
	all := map[string]Regression{"columns": g, "groups": grouped, "rare": rare}
	if turns.Short(t) {
		delete(all, "columns") // the groups have them, too
	}
	for name, g := range all {
		report, err := verify.Blocks(jointOf(g, own), quick)
		if err != nil || report.Wrong {
			t.Errorf("%s: %v\n%v", name, err, report)
		}
		joint := jointOf(g, own)
		joint.Model = approximation.Model
		report, err = verify.Blocks(joint, quick)
		if err != nil || !slices.Equal(report.WrongBlocks(), []string{"latent"}) {
			t.Errorf("%s, the approximation: %v\n%v", name, err, report)
		}
	}
}
