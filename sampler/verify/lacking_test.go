package verify_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// A town is a hierarchical model by hand: visits of cities and a survey of the same cities, two
// sources of data.
type town struct {
	Theta []float64

	Mu, Tau2, Sigma2, Slope float64
}

type townData struct {
	Y      [][]float64 // five visits of each of six cities
	Survey []float64
}

const cities, visits = 6, 5

var townX = []float64{-2, -1, 0, 1, 2}

func townJoint(lacks string) verify.Joint[town, townData] {
	has := func(f string) float64 {
		if f == lacks {
			return 0
		}
		return 1
	}
	return verify.Joint[town, townData]{
		Prior: func(r *rand.Rand) (*town, error) {
			s := &town{Mu: variate.Normal(r, 0, 3), Tau2: variate.InvGamma(r, 4, 3),
				Sigma2: variate.InvGamma(r, 5, 4), Slope: variate.Normal(r, 0, 1)}
			for range cities {
				s.Theta = append(s.Theta, variate.Normal(r, s.Mu, math.Sqrt(s.Tau2)))
			}
			return s, nil
		},
		Data: func(r *rand.Rand, s *town) (d townData, err error) {
			for j := range cities {
				row := make([]float64, visits)
				for i := range row {
					row[i] = variate.Normal(r, s.Theta[j]+s.Slope*townX[i], math.Sqrt(s.Sigma2))
				}
				d.Y = append(d.Y, row)
				d.Survey = append(d.Survey, variate.Normal(r, s.Theta[j], 2))
			}
			return d, nil
		},
		Model: func(d townData) (sampler.Model[town], error) {
			y, su, th, sl := has("visits"), has("survey"), has("theta"), has("slope")
			return sampler.Model[town]{
				Init: func(r *rand.Rand) (*town, error) {
					return &town{make([]float64, cities), 0, 1, 1, r.NormFloat64()}, nil
				},
				Blocks: []sampler.Block[town]{
					sampler.Update("theta", func(r *rand.Rand, s *town) {
						for j := range s.Theta {
							p := th/s.Tau2 + 1e-3*(1-th)
							m := th * s.Mu / s.Tau2
							for i, v := range d.Y[j] {
								p += y / s.Sigma2
								m += y * (v - s.Slope*townX[i]) / s.Sigma2
							}
							p += su / 4
							m += su * d.Survey[j] / 4
							s.Theta[j] = variate.Normal(r, m/p, 1/math.Sqrt(p))
						}
					}),
					sampler.Update("mu", func(r *rand.Rand, s *town) {
						p, m := 1./9, 0.
						for _, v := range s.Theta {
							p += has("mu of theta") / s.Tau2
							m += has("mu of theta") * v / s.Tau2
						}
						s.Mu = variate.Normal(r, m/p, 1/math.Sqrt(p))
					}),
					sampler.Update("tau2", func(r *rand.Rand, s *town) {
						a, b := 4., 3.
						for _, v := range s.Theta {
							a += has("tau of theta") / 2
							b += has("tau of theta") * (v - s.Mu) * (v - s.Mu) / 2
						}
						s.Tau2 = variate.InvGamma(r, a, b)
					}),
					sampler.Update("sigma2", func(r *rand.Rand, s *town) {
						a, b := 5., 4.
						for j := range s.Theta {
							for i, v := range d.Y[j] {
								e := v - s.Theta[j] - s.Slope*townX[i]
								a += y * has("sigma") / 2
								b += y * has("sigma") * e * e / 2
							}
						}
						s.Sigma2 = variate.InvGamma(r, a, b)
					}),
					sampler.Update("slope", func(r *rand.Rand, s *town) {
						p, m := 1., 0.
						for j := range s.Theta {
							for i, v := range d.Y[j] {
								p += y * sl * townX[i] * townX[i] / s.Sigma2
								m += y * sl * townX[i] * (v - s.Theta[j]) / s.Sigma2
							}
						}
						s.Slope = variate.Normal(r, m/p, 1/math.Sqrt(p))
					}),
				},
				Params: []sampler.Param[town]{
					sampler.Vector("theta", cities, func(s *town) []float64 { return s.Theta }),
					sampler.Scalar("mu", func(s *town) float64 { return s.Mu }),
					sampler.Scalar("tau2", func(s *town) float64 { return s.Tau2 }),
					sampler.Scalar("sigma2", func(s *town) float64 { return s.Sigma2 }),
					sampler.Scalar("slope", func(s *town) float64 { return s.Slope }),
				},
				LogJoint: func(s *town) float64 {
					lp := variate.NormalLogProb(s.Mu, 0, 3) + variate.InvGammaLogProb(s.Tau2, 4, 3) +
						variate.InvGammaLogProb(s.Sigma2, 5, 4) + variate.NormalLogProb(s.Slope, 0, 1)
					for j, t := range s.Theta {
						if lacks != "theta" && lacks != "mu of theta" && lacks != "tau of theta" {
							lp += variate.NormalLogProb(t, s.Mu, math.Sqrt(s.Tau2))
						}
						if lacks != "survey" {
							lp += variate.NormalLogProb(d.Survey[j], t, 2)
						}
						if lacks != "visits" && lacks != "sigma" && lacks != "slope" {
							for i, v := range d.Y[j] {
								lp += variate.NormalLogProb(v, t+s.Slope*townX[i], math.Sqrt(s.Sigma2))
							}
						}
					}
					return lp
				},
			}, nil
		},
	}
}

// A factor that a block and LogJoint lack is seen by products of parameters and data. Before, these
// passed.
func TestWhatBlockAndLogJointLack(t *testing.T) {
	for lacks, blames := range map[string]string{"visits": "theta", "survey": "theta", "sigma": "sigma2"} {
		r, err := verify.Blocks(townJoint(lacks), verify.Settings{Replications: 1500})
		if err == nil && !r.Wrong {
			r, err = verify.Blocks(townJoint(lacks), verify.Settings{Replications: 6000})
		}
		if err != nil || len(r.WrongBlocks()) == 0 || r.WrongBlocks()[0] != blames {
			t.Errorf("without %s: %v\n%v", lacks, err, r)
		}
	}
	r, err := verify.Blocks(townJoint(""), verify.Settings{Replications: 2000})
	if err != nil || r.Wrong || len(r.Warnings) > 0 {
		t.Errorf("%v\n%v", err, r)
	}
}
