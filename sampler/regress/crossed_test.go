package regress

import (
	"context"
	"math"
	"math/rand/v2"
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

func TestCrossed(t *testing.T) {
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
					if err := f.drawWith(r, s, c, f.scratchOf(s, c), s.z); err != nil {
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
		at := []int{0, 1 + f.groupings[0].of[i], 4 + f.groupings[1].of[i]}
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
	if z := worst(func() error { return f.drawBeta(r, s) }); z > 4.5 {
		t.Errorf("|z| is %.1f", z)
	}
	wrong := worst(func() error { // the effects of the last grouping are not taken off
		f.priorPrecision(s)
		for _, c := range f.groupings {
			if err := f.drawWith(r, s, c, f.scratchOf(s, c), s.z); err != nil {
				return err
			}
		}
		return nil
	})
	if wrong < 10 {
		t.Errorf("effects that are not taken off are not noticed: |z| is %.1f", wrong)
	}
}

// plain draws β given all effects, and then the effects of each grouping given β.
func (f *fit) plain(r *rand.Rand, s *State) {
	bare := *f
	bare.groupings = nil
	f.priorPrecision(s)
	for i, row := range f.x {
		s.column[i] = s.z[i]
		for _, c := range f.groupings {
			s.column[i] -= c.part(s, i, row)
		}
	}
	var scratch joint
	at := State{coefficients: []joint{scratch}, Factor: []float64{}}
	if err := bare.drawWith(r, s, &grouping{}, bare.scratchOf(&at, nil), s.column); err != nil {
		panic(err)
	}
	fixed := *f
	fixed.mean = append([]float64(nil), s.Beta...)
	for j := range s.precision {
		s.precision[j] = 1e12
	}
	if err := fixed.drawJoint(r, s); err != nil {
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
