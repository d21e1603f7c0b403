package published

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// seeds is the logistic regression with random effects of Crowder, "Beta-binomial Anova for
// proportions", Applied Statistics 27 (1978), table 3: r of n seeds germinated on 21 plates.
var (
	seedsR = []float64{10, 23, 23, 26, 17, 5, 53, 55, 32, 46, 10, 8, 10, 8, 23, 0, 3, 22, 15, 32, 3}
	seedsN = []float64{39, 62, 81, 51, 39, 6, 74, 72, 51, 79, 13, 16, 30, 28, 45, 4, 12, 41, 30, 51,
		7}
)

// seedsState holds the coefficients of four columns and 21 plates together, b_i ~ N(0, σ²).
type seedsState struct {
	Beta, Omega []float64
	Sigma2      float64
	y, p, eta   []float64
	scratch     update.Scratch
	weave       update.Interweaver
	zero, tau   float64
}

// seedsModel is a list of updates: Pólya-Gamma variables, all 25 coefficients at once, the
// variance, and the move that scales the plates with their standard deviation.
func seedsModel(t *testing.T) sampler.Model[seedsState] {
	var x [][]float64
	for i := range seedsR {
		row := make([]float64, 25)
		seed, extract := float64(i/11), 0.0
		if i >= 5 && i < 11 || i >= 16 {
			extract = 1
		}
		row[0], row[1], row[2], row[3], row[4+i] = 1, seed, extract, seed*extract, 1
		x = append(x, row)
	}
	design, err := update.NewDesign(x)
	if err != nil {
		t.Fatal(err)
	}
	logLikelihood := func(s *seedsState) float64 {
		design.Predict(s.Beta, s.eta)
		lp := 0.0
		for i, e := range s.eta {
			lp += seedsR[i]*e - seedsN[i]*math.Log1p(math.Exp(e))
		}
		return lp
	}
	return sampler.Model[seedsState]{
		Init: func(r *rand.Rand) (*seedsState, error) {
			s := &seedsState{Beta: make([]float64, 25), Omega: make([]float64, 21),
				Sigma2: r.Float64()}
			s.y, s.p, s.eta = make([]float64, 21), make([]float64, 25), make([]float64, 21)
			return s, nil
		},
		Blocks: []sampler.Block[seedsState]{
			{Name: "beta", Update: func(r *rand.Rand, s *seedsState) error {
				design.Predict(s.Beta, s.eta)
				for i, e := range s.eta {
					s.Omega[i] = variate.PolyaGamma(r, seedsN[i], e)
					s.y[i] = (seedsR[i] - seedsN[i]/2) / s.Omega[i]
				}
				for j := range s.p {
					s.p[j] = 1e-6
					if j >= 4 {
						s.p[j] = 1 / s.Sigma2
					}
				}
				return design.Draw(r, &s.scratch, s.y, s.Omega, nil, s.p, s.Beta)
			}},
			{Name: "sigma2", Update: func(r *rand.Rand, s *seedsState) error {
				squares := 0.0
				for _, b := range s.Beta[4:] {
					squares += b * b
				}
				s.Sigma2 = variate.InvGamma(r, 0.001+10.5, 0.001+squares/2)
				return nil
			}},
			{Name: "scale", Update: func(r *rand.Rand, s *seedsState) error {
				s.tau = math.Sqrt(s.Sigma2)
				s.weave.Draw(r, &s.zero, &s.tau, s.Beta[4:], 0, 1, func() float64 {
					v := s.tau * s.tau
					lp := variate.InvGammaLogProb(v, 0.001, 0.001) + math.Log(s.tau) // density of τ
					for _, b := range s.Beta[4:] {
						lp += variate.NormalLogProb(b, 0, s.tau)
					}
					return lp + logLikelihood(s)
				})
				s.Sigma2 = s.tau * s.tau
				return nil
			}},
		},
		Params: []sampler.Param[seedsState]{
			{Name: "alpha", Shape: []int{4}, Read: func(s *seedsState, dst []float64) {
				copy(dst,
					s.Beta)
			}},
			sampler.Scalar("sigma", func(s *seedsState) float64 { return math.Sqrt(s.Sigma2) }),
		},
	}
}

func TestSeeds(t *testing.T) {
	check(t, read(t, "updates.json", "seeds"), seedsModel(t), 4000)
}
