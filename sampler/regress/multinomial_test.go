package regress

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

var colours = []string{"red", "green", "blue"}

// threeColours has rows of two columns in three categories.
func threeColours() Multinomial {
	return Multinomial{X: twoColumns, Names: twoNames, Y: []int{0, 1, 2, 1}, Categories: colours,
		Prior: proper}
}

// jointOfCategories is the joint law of the coefficients and of the categories.
func jointOfCategories(g Multinomial) verify.Joint[State, Multinomial] {
	return verify.Joint[State, Multinomial]{
		Prior: func(r *rand.Rand) (*State, error) {
			m, err := g.fit()
			if err != nil {
				return nil, err
			}
			s := m.state()
			for k := range s.Beta {
				j := k % m.p
				s.Beta[k] = g.Prior.Mean[j] + g.Prior.SD[j]*r.NormFloat64()
			}
			return s, nil
		},
		Data: func(r *rand.Rand, s *State) (Multinomial, error) {
			data := g
			data.Y = nil
			for _, x := range g.X {
				weights := []float64{1}
				for k := range len(g.Categories) - 1 {
					weights = append(weights, math.Exp(dot(x, s.Beta[k*len(x):])))
				}
				data.Y = append(data.Y, variate.Categorical(r, weights))
			}
			return data, nil
		},
		Model: func(data Multinomial) (sampler.Model[State], error) { return data.Model() },
	}
}

// An offset is that of a row with the linear predictors eta, for category k.
type offset = func(eta []float64, k int) float64

// sumWithout adds the odds of all categories that are not left out.
func sumWithout(leftOut func(j, k int) bool) offset {
	return func(eta []float64, k int) float64 {
		sum := 0.0
		for j, v := range eta {
			if !leftOut(j, k) {
				sum += math.Exp(v)
			}
		}
		return math.Log(sum)
	}
}

var (
	rightOffset  = sumWithout(func(j, k int) bool { return j == k })
	ownIncluded  = sumWithout(func(j, k int) bool { return false })
	noReference  = sumWithout(func(j, k int) bool { return j == k || j == 0 })
	onlyTheFirst = func([]float64, int) float64 { return 0 }
)

// withOffset is the model with other offsets.
func withOffset(g Multinomial, of offset) (sampler.Model[State], error) {
	m, err := g.fit()
	if err != nil {
		return sampler.Model[State]{}, err
	}
	model, err := g.Model()
	if err != nil {
		return model, err
	}
	return verify.Replace(model, "each", func(r *rand.Rand, s *State) error {
		m.predict(s)
		for k := 1; k < m.k; k++ {
			for i := range s.column {
				s.column[i] = of(s.eta[i*m.k:(i+1)*m.k], k)
			}
			if err := m.drawCategory(r, s, k); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestMultinomial(t *testing.T) {
	g := threeColours()
	mutant := func(name string, of offset) verify.Mutant[State, Multinomial] {
		return verify.Mutant[State, Multinomial]{Name: name, Block: "each",
			Model: func(data Multinomial) (sampler.Model[State], error) {
				return withOffset(data, of)
			}}
	}
	replaced := func(name, block string,
		update func(m *multinomial, r *rand.Rand, s *State)) verify.Mutant[State, Multinomial] {
		return verify.Mutant[State, Multinomial]{Name: name, Block: block,
			Model: func(data Multinomial) (sampler.Model[State], error) {
				model, err := data.Model()
				if err != nil {
					return model, err
				}
				m, err := data.fit()
				if err != nil {
					return model, err
				}
				return verify.Replace(model, block, func(r *rand.Rand, s *State) error {
					update(m, r, s)
					return nil
				})
			}}
	}
	bad := func(change func(g *Multinomial)) func() error {
		return func() error {
			g := threeColours()
			change(&g)
			_, err := g.Model()
			return err
		}
	}
	modeltest.Run(t, modeltest.Case[State, Multinomial]{
		Joint: jointOfCategories(g),
		Mutants: []verify.Mutant[State, Multinomial]{
			mutant("reference left out", noReference),
			mutant("own category in the sum", ownIncluded),
			mutant("against the reference only", onlyTheFirst),
			replaced("data ignored", "each", func(_ *multinomial, r *rand.Rand, s *State) {
				for k := range s.Beta {
					s.Beta[k] = proper.Mean[k%2] + proper.SD[k%2]*r.NormFloat64()
				}
			}),
			replaced("logJoint as the likelihood", "all", func(m *multinomial, r *rand.Rand, s *State) {
				other := make([]float64, len(s.Beta))
				if err := m.normal(r, s, other); err != nil {
					panic(err)
				}
				floats.SubTo(s.ellipse.x, s.Beta, m.mode)
				s.ellipse.step.Draw(r, s.ellipse.x, other, func(x []float64) float64 {
					floats.AddTo(s.Beta, m.mode, x)
					return m.logJoint(s)
				})
				floats.AddTo(s.Beta, m.mode, s.ellipse.x)
			}),
			replaced("the approximation itself", "all", func(m *multinomial, r *rand.Rand, s *State) {
				if err := m.normal(r, s, s.Beta); err != nil {
					panic(err)
				}
				floats.Add(s.Beta, m.mode)
			}),
		},
		Bad: map[string]func() error{
			"Y[2] is 3, expected the position of one of the 3 Categories": bad(func(g *Multinomial) {
				g.Y = []int{0, 1, 3, 1}
			}),
			"Y[0] is -1":                   bad(func(g *Multinomial) { g.Y = []int{-1, 1, 2, 1} }),
			"Multinomial has 1 Categories": bad(func(g *Multinomial) { g.Categories = colours[:1] }),
			`two Categories are called "red"`: bad(func(g *Multinomial) {
				g.Categories = []string{"red", "red"}
			}),
			"Y has 3 values and X 4 rows": bad(func(g *Multinomial) { g.Y = g.Y[:3] }),
			"no Prior.Shrink":             bad(func(g *Multinomial) { g.Prior.Shrink = twoNames[1:] }),
			"X[0][1] is NaN":              bad(func(g *Multinomial) { g.X = changed(g.X, 0, nan) }),
			"Prior.SD[0] is -1":           bad(func(g *Multinomial) { g.Prior.SD = []float64{-1} }),
			`no row of Y is of the category "blue"`: bad(func(g *Multinomial) {
				g.Prior, g.Y = Prior{}, []int{0, 1, 0, 1}
			}),
			"one (green), x (green), one (blue), x (blue) (separation)": bad(func(g *Multinomial) {
				g.Prior, g.Y = Prior{}, []int{0, 1, 1, 2}
			}),
			"column x of X is a sum of": bad(func(g *Multinomial) {
				g.Prior, g.X = Prior{}, [][]float64{{1, 2}, {1, 2}, {1, 2}, {1, 2}}
			}),
		},
		Settings: quick,
	})
}

// Three categories and one column, by quadrature over both coefficients. Wrong offsets give other
// means.
func TestMultinomialByQuadrature(t *testing.T) {
	x, y := []float64{-1, 0.5, 1, 2, 1}, []int{0, 1, 1, 2, 0}
	g := Multinomial{Y: y, Categories: colours,
		Prior: Prior{Mean: []float64{0.3}, SD: []float64{0.8}}}
	for _, v := range x {
		g.X = append(g.X, []float64{v})
	}
	var mass float64
	var exact [4]float64 // means, and means of squares
	for a := -4.99; a < 6; a += 0.02 {
		for b := -4.99; b < 6; b += 0.02 {
			p := math.Exp(-((a-0.3)*(a-0.3) + (b-0.3)*(b-0.3)) / 1.28)
			for i, v := range x {
				odds := [3]float64{1, math.Exp(a * v), math.Exp(b * v)}
				p *= odds[y[i]] / (odds[0] + odds[1] + odds[2])
			}
			mass += p
			for k, f := range [4]float64{a, b, a * a, b * b} {
				exact[k] += p * f
			}
		}
	}
	for name, of := range map[string]offset{"": nil, "right": rightOffset, "own": ownIncluded,
		"reference": noReference, "first": onlyTheFirst} {
		m, err := g.Model()
		if of != nil {
			m, err = withOffset(g, of)
		}
		if err != nil {
			t.Fatal(err)
		}
		right, draws := of == nil || name == "right", 1000
		if right {
			draws = 5000
		}
		worst := 0.0
		for seed := range uint64(2) {
			tr, err := sampler.Run(t.Context(), m, sampler.Settings{Seed: 1 + seed, Draws: draws})
			if err != nil {
				t.Fatal(err)
			}
			for k, label := range []string{"beta[green,0]", "beta[blue,0]"} {
				chains, err := tr.Chains(label)
				if err != nil {
					t.Fatal(err)
				}
				for power := range 2 {
					for _, c := range chains {
						for i, v := range c {
							c[i] = []float64{v, v * v}[power]
						}
					}
					mean, se := diag.Mean(slices.Concat(chains...)), diag.MCSEMean(chains)
					if right && se > 0.02 {
						t.Errorf("%s: the standard error is %.3f", name, se)
					}
					worst = max(worst, math.Abs(mean-exact[2*power+k]/mass)/se)
				}
			}
		}
		t.Logf("%q: |z| at most %.1f", name, worst)
		if right != (worst < 4) {
			t.Errorf("%q: the largest |z| is %.1f", name, worst)
		}
	}
}

// Two categories are a Logit: from the same coefficients and with the same random numbers, the block
// each draws what latent and beta draw, bit for bit. With a wrong offset it does not.
func TestMultinomialOfTwo(t *testing.T) {
	r := sampler.Stream("two categories", 1, 0)
	two := Multinomial{Names: twoNames, Categories: []string{"no", "yes"},
		Prior: Prior{Mean: []float64{0.5, 0}, SD: []float64{math.Inf(1), 2}}}
	one := Regression{Names: twoNames, Prior: two.Prior, Family: Logit{}}
	for range 40 {
		x, y := r.NormFloat64(), r.IntN(2)
		two.X, two.Y = append(two.X, []float64{1, x}), append(two.Y, y)
		one.Y = append(one.Y, float64(y))
	}
	one.X = two.X
	b, err := one.Model()
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]offset{"right": rightOffset, "own": ownIncluded} {
		a, err := withOffset(two, of)
		if err != nil {
			t.Fatal(err)
		}
		sA, errA := a.Init(sampler.Stream("two", 1, 0))
		sB, errB := b.Init(sampler.Stream("two", 2, 0))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		copy(sB.Beta, sA.Beta)
		rA, rB := sampler.Stream("two", 3, 0), sampler.Stream("two", 3, 0)
		same := true
		for range 100 {
			err := errors.Join(a.Blocks[1].Update(rA, sA), b.Blocks[0].Update(rB, sB),
				b.Blocks[1].Update(rB, sB))
			if err != nil {
				t.Fatal(err)
			}
			same = same && slices.Equal(sA.Beta, sB.Beta)
			if d := a.LogJoint(sA) - b.LogJoint(sB); same && !(math.Abs(d) < 1e-10) {
				t.Fatalf("the log joint densities differ by %g", d)
			}
		}
		if same != (name == "right") {
			t.Errorf("%s offset: the same draws: %v", name, same)
		}
	}
}
