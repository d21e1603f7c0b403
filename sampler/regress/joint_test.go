package regress

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

var nan = math.NaN()

// quick looks less hard than the default, which costs several times as much: the mutants are coarse.
var quick = verify.Settings{Seed: 1, Replications: 2000, Draws: 31, Sweeps: 6}

// jointOf is the joint law of everything unknown and of the data: y, and the columns of X that have
// missing values. own draws the parameters of the family.
func jointOf(g Regression, own func(r *rand.Rand, s *State)) verify.Joint[State, Regression] {
	size := g
	size.Y = anyResponse(len(g.X))
	shape, err := size.fit()
	return verify.Joint[State, Regression]{
		Prior: func(r *rand.Rand) (*State, error) {
			if err != nil {
				return nil, err
			}
			s := shape.state()
			own(r, s)
			if n := len(shape.shrink); n > 0 {
				tau := shape.shrinkScale * math.Abs(variate.StudentT(r, 1, 0, 1))
				s.Shrink.Tau2 = tau * tau
				for k := range n {
					lambda := math.Abs(variate.StudentT(r, 1, 0, 1))
					s.Shrink.Lambda2[k] = lambda * lambda
					s.Shrink.Precision[k] = 1 / (tau * tau * lambda * lambda)
				}
			}
			shape.priorPrecision(s)
			for j, p := range s.precision {
				s.Beta[j] = shape.mean[j] + r.NormFloat64()/math.Sqrt(p)
			}
			drawGroups(r, shape, s)
			for k := range shape.gaps {
				s.Psi[k] = math.Abs(variate.StudentT(r, 1, 0, shape.missing.Scale))
				for j := range s.Gamma[k] {
					s.Gamma[k][j] = shape.missing.SD * r.NormFloat64()
				}
			}
			return s, nil
		},
		Data: func(r *rand.Rand, s *State) (Regression, error) {
			data := g
			data.X = nil
			for _, row := range g.X {
				data.X = append(data.X, slices.Clone(row))
			}
			for k, j := range shape.gaps {
				shape.complete.Predict(s.Gamma[k], s.column)
				for i, mean := range s.column {
					x := &s.x[i*shape.p+j]
					*x = mean + s.Psi[k]*r.NormFloat64()
					if !math.IsNaN(g.X[i][j]) {
						data.X[i][j] = *x
					}
				}
			}
			for k, c := range shape.cells {
				s.Filled[k] = s.x[c.i*shape.p+c.j]
			}
			shape.predict(s)
			data.Y = nil
			for i, eta := range s.eta {
				data.Y = append(data.Y, shape.family.simulate(r, s, i, eta))
			}
			f, err := data.fit()
			if err == nil { // the latent variables belong to the state
				f.family.latent(r, f, s)
			}
			return data, err
		},
		Model: func(data Regression) (sampler.Model[State], error) { return data.Model() },
	}
}

// anyResponse is a y that each family accepts.
func anyResponse(n int) []float64 {
	y := make([]float64, n)
	for i := range y {
		y[i] = float64(i % 2)
	}
	return y
}

// drawGroups draws the covariance of the groups and their effects from the prior.
func drawGroups(r *rand.Rand, f *fit, s *State) {
	for _, c := range f.groupings {
		q := len(c.vary)
		chol := make([]float64, q*q)
		for k := range q {
			a := variate.InvGamma(r, 0.5, c.scale[k])
			chol[k*q+k] = math.Sqrt(2 * c.df / a)
		}
		variate.InvWishart(r, c.df+float64(q-1), chol, c.factorOf(s))
		for g := range c.groups {
			variate.MultiNormal(r, make([]float64, q), c.factorOf(s), c.effectsOf(s)[g*q:(g+1)*q])
		}
	}
}

// wrong is a mutant whose block does something else.
func wrong(name, block string,
	update func(f *fit, r *rand.Rand, s *State)) verify.Mutant[State, Regression] {
	return verify.Mutant[State, Regression]{Name: name, Block: block,
		Model: func(data Regression) (sampler.Model[State], error) {
			m, err := data.Model()
			if err != nil {
				return m, err
			}
			f, err := data.fit()
			if err != nil {
				return m, err
			}
			return verify.Replace(m, block, func(r *rand.Rand, s *State) error {
				update(f, r, s)
				return nil
			})
		}}
}

// beta is the block with other numbers for y: a mutant.
func otherResponse(change func(z []float64)) func(f *fit, r *rand.Rand, s *State) {
	return func(f *fit, r *rand.Rand, s *State) {
		z := s.z
		s.z = slices.Clone(z)
		change(s.z)
		if err := f.drawBeta(r, s, true); err != nil {
			panic(err)
		}
		s.z = z
	}
}

// fails is a check of bad input.
func fails(g Regression, change func(g *Regression)) func() error {
	return func() error {
		g.Y = anyResponse(len(g.X))
		change(&g)
		_, err := g.Model()
		return err
	}
}

var (
	twoColumns = [][]float64{{1, -1}, {1, 0.5}, {1, 1}, {1, 2}}
	twoNames   = []string{"one", "x"}
	proper     = Prior{Mean: []float64{1, -0.5}, SD: []float64{1, 0.7}}
	ignored    = otherResponse(func(z []float64) { clear(z) })
)

// halfT3 draws σ from its prior Normal{Scale: 1, DF: 3}.
func halfT3(r *rand.Rand, s *State) { s.Sigma = math.Abs(variate.StudentT(r, 3, 0, 1)) }

// normalMutants break the blocks that each normal regression has.
func normalMutants(family Normal) []verify.Mutant[State, Regression] {
	return []verify.Mutant[State, Regression]{
		wrong("data ignored", "beta", ignored),
		wrong("a number of observations", "sigma", func(f *fit, r *rand.Rand, s *State) {
			f.predict(s)
			squares := 0.0
			for i, v := range f.y {
				squares += (v - s.eta[i]) * (v - s.eta[i])
			}
			s.Sigma = family.prior().draw(r, s.Sigma, f.observed-1, squares)
		}),
		wrong("deviation for precision", "latent", func(f *fit, _ *rand.Rand, s *State) {
			for i := range s.w {
				s.w[i] = 1 / s.Sigma
			}
		}),
	}
}

func TestNormal(t *testing.T) {
	family := Normal{Scale: 1, DF: 3}
	g := Regression{X: twoColumns, Names: twoNames, Prior: proper, Family: family}
	modeltest.Run(t, modeltest.Case[State, Regression]{
		Joint:   jointOf(g, halfT3),
		Mutants: normalMutants(family),
		Bad: map[string]func() error{
			"no rows": fails(g, func(g *Regression) { g.X = nil }),
		},
		Settings: quick,
	})
}
