package update_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// logHalfT is the log density of a variance whose root is half-t.
func logHalfT(sigma2, df, scale float64) float64 {
	sigma := math.Sqrt(sigma2)
	return math.Ln2 + variate.StudentTLogProb(sigma, df, 0, scale) - math.Log(2*sigma)
}

// σ ~ half-t(3, 2) and y_i ~ N(0, σ²).
type noise struct{ Sigma2 float64 }

func noiseJoint(
	draw func(r *rand.Rand, sigma2 float64, n int, squares float64) float64,
) verify.Joint[noise, []float64] {
	prior := func(r *rand.Rand) (*noise, error) {
		s := variate.StudentT(r, 3, 0, 2)
		return &noise{s * s}, nil
	}
	return verify.Joint[noise, []float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *noise) ([]float64, error) {
			y := make([]float64, 3)
			for i := range y {
				y[i] = math.Sqrt(s.Sigma2) * r.NormFloat64()
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[noise], error) {
			squares := y[0]*y[0] + y[1]*y[1] + y[2]*y[2]
			return sampler.Model[noise]{
				Init: prior,
				Blocks: []sampler.Block[noise]{{Name: "sigma2", Update: func(r *rand.Rand,
					s *noise) error {
					s.Sigma2 = draw(r, s.Sigma2, 3, squares)
					return nil
				}}},
				Params: []sampler.Param[noise]{sampler.Scalar("sigma2",
					func(s *noise) float64 { return s.Sigma2 })},
				LogJoint: func(s *noise) float64 {
					return logHalfT(s.Sigma2, 3, 2) - 1.5*math.Log(s.Sigma2) - squares/(2*s.Sigma2)
				},
			}, nil
		},
	}
}

func TestHalfT(t *testing.T) {
	right := func(r *rand.Rand, sigma2 float64, n int, squares float64) float64 {
		return update.HalfT(r, sigma2, 3, 2, n, squares)
	}
	planted := func(name string, draw func(r *rand.Rand, sigma2 float64, n int,
		squares float64) float64) bug[noise, []float64] {
		return bug[noise, []float64]{name, "sigma2", func(y []float64) func(*rand.Rand,
			*noise) error {
			m, _ := noiseJoint(draw).Model(y)
			return m.Blocks[0].Update
		}}
	}
	mixture := func(shapeA, rateA, shape float64) func(r *rand.Rand, sigma2 float64, n int,
		squares float64) float64 {
		return func(r *rand.Rand, sigma2 float64, n int, squares float64) float64 {
			a := variate.InvGamma(r, shapeA, 3/sigma2+rateA)
			return variate.InvGamma(r, shape+float64(n)/2, 3/a+squares/2)
		}
	}
	kills(t, noiseJoint(mixture(2, 0.25, 1.5))) // as HalfT has it
	kills(t, noiseJoint(right),
		planted("df/2 for (df+1)/2", mixture(1.5, 0.25, 1.5)),
		planted("(df+1)/2 for df/2", mixture(2, 0.25, 2)),
		planted("the scale not squared", mixture(2, 0.5, 1.5)),
		planted("half-Cauchy", func(r *rand.Rand, sigma2 float64, n int, squares float64) float64 {
			return update.HalfT(r, sigma2, 1, 2, n, squares)
		}),
		planted("one number less", func(r *rand.Rand, sigma2 float64, n int,
			squares float64) float64 {
			return update.HalfT(r, sigma2, 3, 2, n-1, squares)
		}),
	)
	wantPanic(t, "HalfT: sigma2 is 0", func() {
		update.HalfT(sampler.Stream("refuse", 1, 0), 0, 1,
			1, 1, 1)
	})
	wantPanic(t, "the sum of squares NaN", func() {
		update.HalfT(sampler.Stream("refuse", 1, 0), 1,
			1, 1, 1, nan)
	})
}

// Two coefficients and errors of variance 1: y_i ~ N(x_iᵀβ, 1), with a horseshoe, or with a spike
// at 0 and a slab N(0, 4).
type sparse struct {
	Beta    []float64
	Shoe    *update.Horseshoe
	scratch update.Scratch
}

var (
	sparseX = [][]float64{{1, 0.5}, {-1, 0.5}, {0.5, -1}}
	one     = []float64{1}
	slab    = []float64{0.25, 0.25}
	logOdds = []float64{-0.5, 0.7}
)

func sparseJoint(
	t *testing.T, spike bool,
	draw func(d *update.Design, r *rand.Rand, s *sparse, y []float64) error,
) verify.Joint[sparse, []float64] {
	d, err := update.NewDesign(sparseX)
	if err != nil {
		t.Fatal(err)
	}
	prior := func(r *rand.Rand) (*sparse, error) {
		s := &sparse{Beta: make([]float64, 2), Shoe: update.NewHorseshoe(2)}
		tau := variate.StudentT(r, 1, 0, 0.5)
		s.Shoe.Tau2 = tau * tau
		for j := range s.Beta {
			if spike {
				if r.Float64() < 1/(1+math.Exp(-logOdds[j])) {
					s.Beta[j] = 2 * r.NormFloat64()
				}
				continue
			}
			l := variate.StudentT(r, 1, 0, 1)
			s.Shoe.Lambda2[j] = l * l
			s.Beta[j] = tau * l * r.NormFloat64()
			s.Shoe.Precision[j] = 1 / (tau * tau * l * l)
		}
		return s, nil
	}
	return verify.Joint[sparse, []float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *sparse) ([]float64, error) {
			y := make([]float64, 3)
			d.Predict(s.Beta, y)
			for i := range y {
				y[i] += r.NormFloat64()
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[sparse], error) {
			m := sampler.Model[sparse]{
				Init: prior,
				Blocks: []sampler.Block[sparse]{{Name: "beta", Update: func(r *rand.Rand,
					s *sparse) error {
					return draw(d, r, s, y)
				}}},
				Params: []sampler.Param[sparse]{{Name: "beta", Shape: []int{2},
					Read: func(s *sparse, dst []float64) { copy(dst, s.Beta) }}},
				LogJoint: func(s *sparse) float64 {
					lp := -d.Squares(y, nil, s.Beta) / 2
					for j, b := range s.Beta {
						if !spike {
							l := s.Shoe.Lambda2[j]
							lp += normalLog(b, 0, l*s.Shoe.Tau2) + logHalfT(l, 1, 1)
						} else if b != 0 {
							lp += logOdds[j] + normalLog(b, 0, 4)
						}
					}
					if !spike {
						lp += logHalfT(s.Shoe.Tau2, 1, 0.5)
					}
					return lp
				},
			}
			if !spike {
				m.Blocks = append(m.Blocks, sampler.Block[sparse]{Name: "shoe",
					Update: func(r *rand.Rand, s *sparse) error {
						s.Shoe.Draw(r, s.Beta, 1, 0.5)
						return nil
					}})
				m.Params = append(m.Params, sampler.Scalar("tau2",
					func(s *sparse) float64 { return s.Shoe.Tau2 }),
					sampler.Param[sparse]{Name: "lambda2", Shape: []int{2}, Read: func(s *sparse,
						dst []float64) {
						copy(dst, s.Shoe.Lambda2)
					}})
			}
			return m, nil
		},
	}
}

func TestHorseshoe(t *testing.T) {
	joint := sparseJoint(t, false, func(d *update.Design, r *rand.Rand, s *sparse,
		y []float64) error {
		return d.Draw(r, &s.scratch, y, one, nil, s.Shoe.Precision, s.Beta)
	})
	shoe := func(name string, draw func(r *rand.Rand, s *sparse)) bug[sparse, []float64] {
		return bug[sparse, []float64]{name, "shoe", func([]float64) func(*rand.Rand,
			*sparse) error {
			return func(r *rand.Rand, s *sparse) error { draw(r, s); return nil }
		}}
	}
	kills(t, joint,
		shoe("another scale", func(r *rand.Rand, s *sparse) { s.Shoe.Draw(r, s.Beta, 1, 1) }),
		shoe("sigma² for 1", func(r *rand.Rand, s *sparse) { s.Shoe.Draw(r, s.Beta, 2, 0.5) }),
		shoe("λ for λ²", func(r *rand.Rand, s *sparse) {
			s.Shoe.Draw(r, s.Beta, 1, 0.5)
			for j, l := range s.Shoe.Lambda2 {
				s.Shoe.Lambda2[j] = math.Sqrt(l)
			}
		}),
	)
	m, _ := joint.Model([]float64{1, 2, 3})
	s, _ := joint.Prior(sampler.Stream("shoe", 1, 0))
	noAllocations(t, m, s)
	wantPanic(t, "Horseshoe.Draw: 1 coefficients", func() {
		s.Shoe.Draw(sampler.Stream("refuse", 1,
			0), []float64{1}, 1, 1)
	})
}

func TestSpikeAndSlab(t *testing.T) {
	draw := func(w, slab, odds []float64, swap bool) func(d *update.Design, r *rand.Rand, s *sparse,
		y []float64) error {
		return func(d *update.Design, r *rand.Rand, s *sparse, y []float64) error {
			if swap {
				y = []float64{y[0], y[2], y[1]}
			}
			return d.SpikeAndSlab(r, &s.scratch, y, w, slab, odds, s.Beta)
		}
	}
	right := sparseJoint(t, true, draw(one, slab, logOdds, false))
	planted := func(name string, w, slab, odds []float64, swap bool) bug[sparse, []float64] {
		return bug[sparse, []float64]{name, "beta", func(y []float64) func(*rand.Rand,
			*sparse) error {
			m, _ := sparseJoint(t, true, draw(w, slab, odds, swap)).Model(y)
			return m.Blocks[0].Update
		}}
	}
	kills(t, sparseJoint(t, true, draw([]float64{1, 1, 1}, slab, logOdds, false)))
	kills(t, right,
		planted("variance for precision of the slab", one, []float64{4, 4}, logOdds, false),
		planted("no odds", one, slab, []float64{0, 0}, false),
		planted("precision 2 for 1", []float64{2}, slab, logOdds, false),
		planted("two observations swapped", one, slab, logOdds, true),
	)
	m, _ := right.Model([]float64{1, 2, 3})
	s, _ := right.Prior(sampler.Stream("spike", 1, 0))
	noAllocations(t, m, s)
	d, _ := update.NewDesign(sparseX)
	for want, err := range map[string]error{
		"1 log odds": d.SpikeAndSlab(nil, &s.scratch, []float64{1, 2, 3}, one, slab, one,
			s.Beta),
		"coefficient 0 has": d.SpikeAndSlab(nil, &s.scratch, []float64{1, 2, nan}, one, slab,
			logOdds, s.Beta),
		"slab precision 0": d.SpikeAndSlab(nil, &s.scratch, []float64{1, 2, 3}, one, []float64{0,
			0}, logOdds, s.Beta),
	} {
		if err == nil || !contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// With many degrees of freedom the mixture of inverse gammas stands still, and a slice does not.
func TestHalfTManyDF(t *testing.T) {
	for _, df := range []float64{25, 1000, 1e9} {
		const n, scale, squares = 20, 2., 50.
		var total, exact float64 // by quadrature of log σ
		for log := -4.; log < 4; log += 0.001 {
			v := math.Exp(2 * log)
			p := math.Exp(log + variate.StudentTLogProb(math.Exp(log), df, 0, scale) - n*log - squares/v/2)
			total, exact = total+p, exact+p*math.Exp(log)
		}
		exact /= total
		chains := make([][]float64, 4)
		for c := range chains {
			r, sigma2 := sampler.Stream("many df", 1, c), math.Exp(float64(4*c-6))
			for range 2000 {
				sigma2 = update.HalfT(r, sigma2, df, scale, n, squares)
				chains[c] = append(chains[c], math.Sqrt(sigma2))
			}
		}
		mean := (diag.Mean(chains[0]) + diag.Mean(chains[1]) + diag.Mean(chains[2]) +
			diag.Mean(chains[3])) / 4
		z, ess := (mean-exact)/diag.MCSEMean(chains), diag.ESSMean(chains)
		if math.Abs(z) > 4 || ess < 2000 {
			t.Errorf("df %g: %.4f, exact %.4f, z %.1f, ESS %.0f of 8000", df, mean, exact, z, ess)
		}
	}
	zero := update.HalfT(sampler.Stream("empty", 1, 0), 5e-324, 20, 1e-160, 0, 0)
	if !(zero > 0) || math.IsInf(zero, 0) {
		t.Errorf("from the smallest number to %g", zero)
	}
}
