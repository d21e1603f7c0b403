package regress

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// crossedGroups are groupings of sixRows that cut across sixOf: in one the intercept varies, in the
// other the column x.
var crossedGroups = []Groups{
	{Name: "a", Of: []int{0, 1, 2, 0, 1, 2}, Vary: []string{"one"}, Scale: []float64{0.8}, DF: 3},
	{Name: "b", Of: []int{1, 0, 0, 1, 1, 0}, Vary: []string{"x"}, Scale: []float64{0.6}, DF: 3},
}

// TestNested has crossed groups in the short form.
func TestCrossed(t *testing.T) {
	turns.Long(t)
	g := Regression{X: sixRows, Names: sixNames, Prior: sixPrior, Family: Normal{Scale: 1, DF: 3},
		Groups: &Groups{Of: sixOf, Names: []string{"a", "b", "empty"}, Vary: []string{"one", "x"},
			Scale: []float64{0.7, 1}, DF: 3},
		Crossed: crossedGroups}
	with := func(change func(g *Groups)) func() error {
		return fails(g, func(g *Regression) {
			c := crossedGroups[0]
			change(&c)
			g.Crossed = []Groups{c, crossedGroups[1]}
		})
	}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint: jointOf(g, halfT3),
		Mutants: append(append(normalMutants(Normal{Scale: 1, DF: 3}), groupMutants...),
			wrong("the other effects forgotten", "beta", func(f *fit, r *rand.Rand, s *State) {
				f.priorPrecision(s)
				for _, c := range f.groupings {
					f.sums(s, c, nil)
					if err := f.drawWith(r, s, c); err != nil {
						panic(err)
					}
				}
			})),
		Bad: map[string]func() error{
			"Crossed[0].Name":                  with(func(g *Groups) { g.Name = "" }),
			"Crossed[1].Name is \"b\"":         with(func(g *Groups) { g.Name = "b" }),
			"Crossed[0] has 2 numbers":         with(func(g *Groups) { g.Of = g.Of[:2] }),
			"give Crossed[0].Scale":            with(func(g *Groups) { g.Scale, g.Vary = nil, []string{"one", "x"} }),
			"Crossed[0].Of[5] is -1":           with(func(g *Groups) { g.Of = []int{0, 1, 2, 0, 1, -1} }),
			"Crossed[0].Vary names the column": with(func(g *Groups) { g.Vary = []string{"y"} }),
		},
		Settings: quick,
	})
}

// balanced are n × n rows, one for each pair of a row's and a column's group, with an effect of
// standard deviation 1 for each, and errors of standard deviation 1.
func balanced(n int, family Family) Regression {
	r := sampler.Stream("balanced", 1, n)
	effects := make([]float64, 2*n)
	for i := range effects {
		effects[i] = r.NormFloat64()
	}
	g := Regression{Names: []string{"one"}, Family: family, Groups: &Groups{Vary: []string{"one"},
		Scale: []float64{1}}, Crossed: []Groups{{Name: "b", Vary: []string{"one"}, Scale: []float64{1}}}}
	for i := range n {
		for j := range n {
			g.X = append(g.X, []float64{1})
			g.Groups.Of, g.Crossed[0].Of = append(g.Groups.Of, i), append(g.Crossed[0].Of, j)
			eta := effects[i] + effects[n+j]
			y := 3 + eta + r.NormFloat64()
			if _, is := family.(Probit); is {
				y = 0
				if eta+r.NormFloat64() > 0 {
					y = 1
				}
			}
			g.Y = append(g.Y, y)
		}
	}
	return g
}

// TestCrossedExact: given the variances the coefficients and effects are normal, with a mean and a
// variance that a dense solve gives.
func TestCrossedExact(t *testing.T) {
	f, err := balanced(3, Normal{Scale: 1}).fit()
	if err != nil {
		t.Fatal(err)
	}
	s := f.state()
	s.Sigma, s.Factor[0], s.Factor[1] = 0.7, 0.8, 1.3
	r := sampler.Stream("crossed exact", 1, 0)
	f.family.latent(r, f, s)
	precision, b := mat.NewSymDense(7, nil), mat.NewVecDense(7, nil)
	for i, y := range f.y {
		at := []int{0, 1 + int(f.groupings[0].of[i]), 4 + int(f.groupings[1].of[i])}
		for _, j := range at {
			b.SetVec(j, b.AtVec(j)+y/(s.Sigma*s.Sigma))
			for _, k := range at {
				if k >= j {
					precision.SetSym(j, k, precision.At(j, k)+1/(s.Sigma*s.Sigma))
				}
			}
		}
	}
	for k := range 3 {
		precision.SetSym(1+k, 1+k, precision.At(1+k, 1+k)+1/(0.8*0.8))
		precision.SetSym(4+k, 4+k, precision.At(4+k, 4+k)+1/(1.3*1.3))
	}
	var chol mat.Cholesky
	if !chol.Factorize(precision) {
		t.Fatal("the precision is not positive")
	}
	var mean mat.VecDense
	var cov mat.SymDense
	if err := chol.SolveVecTo(&mean, b); err != nil {
		t.Fatal(err)
	}
	if err := chol.InverseTo(&cov); err != nil {
		t.Fatal(err)
	}
	worst := func(draw func() error) (worst float64) {
		draws := make([][]float64, 7)
		for range 20_000 {
			if err := draw(); err != nil {
				t.Fatal(err)
			}
			for j, v := range append([]float64{s.Beta[0]}, s.Effects...) {
				draws[j] = append(draws[j], v)
			}
		}
		for j, x := range draws {
			chain := [][]float64{x}
			z := (diag.Mean(x) - mean.AtVec(j)) / diag.MCSEMean(chain)
			zsd := (diag.SD(x) - math.Sqrt(cov.At(j, j))) / diag.MCSESD(chain)
			worst = max(worst, math.Abs(z), math.Abs(zsd))
		}
		return worst
	}
	if z := worst(func() error { return f.drawBeta(r, s, false) }); z > 4.5 {
		t.Errorf("|z| is %.1f", z)
	}
	wrong := worst(func() error { // the effects of the last grouping are not taken off
		f.priorPrecision(s)
		for _, c := range f.groupings {
			f.sums(s, c, nil)
			if err := f.drawWith(r, s, c); err != nil {
				return err
			}
		}
		return nil
	})
	if wrong < 10 {
		t.Errorf("effects that are not taken off are not noticed: |z| is %.1f", wrong)
	}
}

// plain draws β, which is an intercept, given all effects, and then the effects of each grouping
// given β.
func (f *fit) plain(r *rand.Rand, s *State) {
	f.priorPrecision(s)
	q, b := s.precision[0], 0.0
	for i, z := range s.z {
		for _, c := range f.groupings {
			z -= c.effectsOf(s)[c.of[i]]
		}
		q, b = q+s.w[0], b+s.w[0]*z
	}
	fixed := *f
	fixed.mean, fixed.base = []float64{b/q + r.NormFloat64()/math.Sqrt(q)}, []float64{1e12}
	if err := fixed.drawBeta(r, s, true); err != nil {
		panic(err)
	}
}

// TestCrossedMixes: the intercept has as many effective draws with many groups as with few, and a
// plain Gibbs sampler has not.
func TestCrossedMixes(t *testing.T) {
	turns.Long(t)
	ess := func(m sampler.Model[State], name string) float64 {
		tr, err := sampler.Run(context.Background(), m,
			sampler.Settings{Seed: 1, Warmup: 200, Draws: 500})
		if err != nil {
			t.Fatal(err)
		}
		chains, err := tr.Chains(name)
		if err != nil {
			t.Fatal(err)
		}
		return diag.ESSBulk(chains) / 2000
	}
	for _, n := range []int{10, 60} {
		g := balanced(n, Normal{Scale: 1})
		m, err := g.Model()
		if err != nil {
			t.Fatal(err)
		}
		if e := ess(m, "beta[one]"); e < 0.6 {
			t.Errorf("%d groups: beta has %.2f effective draws a draw", n, e)
		}
		f, err := g.fit()
		if err != nil {
			t.Fatal(err)
		}
		slow, err := verify.Replace(m, "beta", func(r *rand.Rand, s *State) error {
			f.plain(r, s)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if e := ess(slow, "beta[one]"); e > 0.3 {
			t.Errorf("%d groups: beta of a plain sampler has %.2f effective draws a draw", n, e)
		} else {
			t.Logf("%d groups: a plain sampler has %.3f effective draws a draw", n, e)
		}
	}
}

// TestSums: the sums over rows are those of the definition, with and without equal weights, and the
// linear predictor is, too, after a change of the coefficients.
func TestSums(t *testing.T) {
	g := Regression{X: sixRows, Names: sixNames, Prior: sixPrior, Y: anyResponse(6),
		Groups:  &Groups{Of: sixOf, Vary: []string{"one", "x"}, Scale: []float64{1}},
		Crossed: crossedGroups}
	intercept := g
	intercept.X, intercept.Names, intercept.Prior = slices.Repeat([][]float64{{2}}, 6), sixNames[:1], Prior{}
	intercept.Groups, intercept.Crossed = nil, slices.Repeat(crossedGroups[:1], 2)
	intercept.Crossed[1].Name = "b"
	r := sampler.Stream("sums", 1, 0)
	for _, g := range []Regression{g, intercept} {
		for _, family := range []Family{Normal{Scale: 1}, Probit{}, Student{DF: 4, Scale: 1}, Logit{}} {
			g.Family = family
			f, err := g.fit()
			if err != nil {
				t.Fatal(err)
			}
			s := f.state()
			f.predict(s)
			for j := range s.Beta {
				s.Beta[j] = r.NormFloat64()
			}
			for j := range s.Effects {
				s.Effects[j] = r.NormFloat64()
			}
			s.Sigma = 0.7
			f.predict(s)
			f.family.latent(r, f, s)
			for _, c := range f.groupings {
				want := joint{q: make([]float64, f.p*f.p), b: make([]float64, f.p),
					k: make([]float64, c.groups*len(c.vary)*(f.p+1))}
				for i, row := range f.x {
					z, eta, w := s.z[i], 0.0, s.w[min(i, len(s.w)-1)]
					for j, v := range row {
						eta += v * s.Beta[j]
					}
					for _, other := range f.groupings {
						part := 0.0
						for k, j := range other.vary {
							part += row[j] * other.effectsOf(s)[int(other.of[i])*len(other.vary)+k]
						}
						if eta += part; other != c {
							z -= part
						}
					}
					if f.predict(s); !near(s.eta[i], eta) {
						t.Errorf("%T: the linear predictor of row %d is %g, expected %g", family, i,
							s.eta[i], eta)
					}
					for j, v := range row {
						want.b[j] += w * v * z
						for k := range j + 1 {
							want.q[j*f.p+k] += w * v * row[k]
						}
					}
					for k, j := range c.vary {
						at := want.k[(int(c.of[i])*len(c.vary)+k)*(f.p+1):]
						for m, v := range row {
							at[m] += w * row[j] * v
						}
						at[f.p] += w * row[j] * z
					}
				}
				f.sums(s, c, f.groupings)
				got := f.scratchOf(s, c)
				if !slices.EqualFunc(got.q, want.q, near) || !slices.EqualFunc(got.b, want.b, near) ||
					!slices.EqualFunc(got.k, want.k, near) {
					t.Errorf("%T, %s: the sums are %v, %v and %v, expected %v, %v and %v", family, c.what,
						got.q, got.b, got.k, want.q, want.b, want.k)
				}
			}
		}
	}
}

func near(x, y float64) bool { return math.Abs(x-y) <= 1e-12*(1+math.Abs(y)) }

// BenchmarkCrossed is a sweep of a million rows in two crossed groupings, with an intercept and once
// with more columns, and with what it takes to record lp__.
func BenchmarkCrossed(b *testing.B) {
	const n = 1_000_000
	for _, family := range []Family{Normal{Scale: 1}, Student{Scale: 1}, Probit{}, Logit{},
		Poisson{}, NegativeBinomial{}, Ordinal{Levels: 4}} {
		for _, c := range []struct{ levels, columns int }{{100, 1}, {1000, 1}, {100_000, 1}, {1000, 4}} {
			b.Run(fmt.Sprintf("%T/%d/%d", family, c.levels, c.columns), func(b *testing.B) {
				m, err := crossedAtRandom(n, c.levels, c.columns, family).Model()
				if err != nil {
					b.Fatal(err)
				}
				r := sampler.Stream("benchmark", 1, 1)
				s, err := m.Init(r)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					for _, block := range m.Blocks {
						if err := block.Update(r, s); err != nil {
							b.Fatal(err)
						}
					}
					m.LogJoint(s)
				}
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/n, "ns/row")
			})
		}
	}
}

// crossedAtRandom are n rows, each of two groups at random, with effects of standard deviations 0.7
// and 0.5. Columns but the intercept have no effect.
func crossedAtRandom(n, levels, columns int, family Family) Regression {
	r := sampler.Stream("crossed at random", 1, levels)
	effects := make([]float64, 2*levels)
	for i := range effects {
		effects[i] = []float64{0.7, 0.5}[i/levels] * r.NormFloat64()
	}
	names := make([]string, levels)
	g := Regression{Names: []string{"one", "a", "b", "c"}[:columns], Family: family,
		Prior: Prior{SD: []float64{5}}, Groups: &Groups{Names: names, Vary: []string{"one"}, Scale: []float64{1}},
		Crossed: []Groups{{Name: "b", Names: names, Vary: []string{"one"}, Scale: []float64{1}}}}
	f := &fit{reg: g}
	if err := f.setFamily(); err != nil {
		panic(err)
	}
	s := &State{Sigma: 1, DF: 5, Size: 3, Cuts: []float64{0, 0.5, 1.5}}
	for i := range n {
		j, k := r.IntN(levels), r.IntN(levels)
		g.X, g.Groups.Of = append(g.X, []float64{1}), append(g.Groups.Of, j)
		for range columns - 1 {
			g.X[i] = append(g.X[i], r.NormFloat64())
		}
		g.Crossed[0].Of = append(g.Crossed[0].Of, k)
		g.Y = append(g.Y, min(f.family.simulate(r, s, i, 0.5+effects[j]+effects[levels+k]), 100))
	}
	return g
}
