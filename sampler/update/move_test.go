package update_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// A small eight schools: θ_j ~ N(μ, τ²), y_j ~ N(θ_j, 1), μ ~ N(0, 9), τ ~ Exp(1).
type schools struct {
	Mu, Tau float64
	Theta   []float64
	weave   update.Interweaver
}

func schoolsJoint(logJoint func(y []float64, s *schools) float64) verify.Joint[schools, []float64] {
	prior := func(r *rand.Rand) (*schools, error) {
		s := &schools{Mu: 3 * r.NormFloat64(), Tau: r.ExpFloat64(), Theta: make([]float64, 4)}
		for j := range s.Theta {
			s.Theta[j] = s.Mu + s.Tau*r.NormFloat64()
		}
		return s, nil
	}
	return verify.Joint[schools, []float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *schools) ([]float64, error) {
			y := make([]float64, len(s.Theta))
			for j := range y {
				y[j] = s.Theta[j] + r.NormFloat64()
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[schools], error) {
			joint := func(s *schools) float64 { return logJoint(y, s) }
			return sampler.Model[schools]{
				Init: prior,
				Blocks: []sampler.Block[schools]{
					{Name: "theta", Update: func(r *rand.Rand, s *schools) error {
						for j := range s.Theta {
							q := 1 + 1/(s.Tau*s.Tau)
							s.Theta[j] = variate.Normal(r, (y[j]+s.Mu/(s.Tau*s.Tau))/q,
								1/math.Sqrt(q))
						}
						return nil
					}},
					{Name: "mu", Update: func(r *rand.Rand, s *schools) error {
						q, b := 1./9, 0.0
						for _, v := range s.Theta {
							q, b = q+1/(s.Tau*s.Tau), b+v/(s.Tau*s.Tau)
						}
						s.Mu = variate.Normal(r, b/q, 1/math.Sqrt(q))
						return nil
					}},
					{Name: "tau", Update: func(r *rand.Rand, s *schools) error {
						s.Tau = update.Slice(r, s.Tau, 1, 0, inf, func(tau float64) float64 {
							lp := -tau
							for _, v := range s.Theta {
								lp += normalLog(v, s.Mu, tau*tau)
							}
							return lp
						})
						return nil
					}},
					{Name: "weave", Update: func(r *rand.Rand, s *schools) error {
						s.weave.Draw(r, &s.Mu, &s.Tau, s.Theta, 1, 1,
							func() float64 { return joint(s) })
						return nil
					}},
				},
				Params: []sampler.Param[schools]{
					sampler.Scalar("mu", func(s *schools) float64 { return s.Mu }),
					sampler.Scalar("tau", func(s *schools) float64 { return s.Tau }),
					{Name: "theta", Shape: []int{4}, Read: func(s *schools,
						dst []float64) {
						copy(dst, s.Theta)
					}},
				},
				LogJoint: joint,
			}, nil
		},
	}
}

func schoolsLog(y []float64, s *schools) float64 {
	lp := normalLog(s.Mu, 0, 9) - s.Tau
	for j, v := range s.Theta {
		lp += normalLog(v, s.Mu, s.Tau*s.Tau) + normalLog(y[j], v, 1)
	}
	return lp
}

func TestInterweave(t *testing.T) {
	// Here the moves are written out with Shift and Scale, and so is each bug.
	shift := func(s *schools, y []float64, r *rand.Rand, forget bool) {
		d := update.Shift(r, 1, func(d float64) float64 {
			c := *s
			c.Theta = slices.Clone(s.Theta)
			c.Mu += d
			for j := range c.Theta {
				if j > 0 || !forget {
					c.Theta[j] += d
				}
			}
			return schoolsLog(y, &c)
		})
		s.Mu += d
		for j := range s.Theta {
			s.Theta[j] += d
		}
	}
	scale := func(s *schools, y []float64, r *rand.Rand, n int, forget bool) {
		c := update.Scale(r, 1, n, func(f float64) float64 {
			c := *s
			c.Theta = slices.Clone(s.Theta)
			c.Tau *= f
			for j, v := range c.Theta {
				c.Theta[j] = s.Mu + f*(v-s.Mu)
			}
			return schoolsLog(y, &c)
		})
		s.Tau *= c
		for j, v := range s.Theta {
			if j > 0 || !forget {
				s.Theta[j] = s.Mu + c*(v-s.Mu)
			}
		}
	}
	weave := func(do func(s *schools, y []float64, r *rand.Rand)) func(y []float64) func(*rand.Rand,
		*schools) error {
		return func(y []float64) func(*rand.Rand, *schools) error {
			return func(r *rand.Rand, s *schools) error { do(s, y, r); return nil }
		}
	}
	joint := schoolsJoint(schoolsLog)
	kills(t, joint,
		bug[schools, []float64]{"the prior of τ forgotten", "weave",
			func(y []float64) func(*rand.Rand, *schools) error {
				m, _ := schoolsJoint(func(y []float64, s *schools) float64 {
					return schoolsLog(y, s) +
						s.Tau
				}).Model(y)
				return m.Blocks[3].Update
			}},
		bug[schools, []float64]{"the prior of θ forgotten", "weave",
			func(y []float64) func(*rand.Rand, *schools) error {
				m, _ := schoolsJoint(func(y []float64, s *schools) float64 {
					lp := normalLog(s.Mu, 0, 9) - s.Tau
					for j, v := range s.Theta {
						lp += normalLog(y[j], v, 1)
					}
					return lp
				}).Model(y)
				return m.Blocks[3].Update
			}},
		bug[schools, []float64]{"one θ stays in the shift", "weave", weave(func(s *schools,
			y []float64, r *rand.Rand) {
			shift(s, y, r, true)
		})},
		bug[schools, []float64]{"one θ stays in the scale", "weave", weave(func(s *schools,
			y []float64, r *rand.Rand) {
			scale(s, y, r, 5, true)
		})},
		bug[schools, []float64]{"no Jacobian", "weave", weave(func(s *schools, y []float64,
			r *rand.Rand) {
			scale(s, y, r, 0, false)
		})},
		bug[schools, []float64]{"τ not counted in the Jacobian", "weave", weave(func(s *schools,
			y []float64, r *rand.Rand) {
			scale(s, y, r, 4, false)
		})},
	)
	written := schoolsJoint(schoolsLog)
	model := written.Model
	written.Model = func(y []float64) (sampler.Model[schools], error) {
		m, err := model(y)
		m.Blocks[3].Update = func(r *rand.Rand, s *schools) error {
			shift(s, y, r, false)
			scale(s, y, r, 5, false)
			return nil
		}
		return m, err
	}
	kills(t, written)
	m, _ := joint.Model([]float64{1, 2, 3, 4})
	noAllocations(t, m, &schools{Mu: 1, Tau: 1, Theta: make([]float64, 4)})
}

func TestInterweaveRefuses(t *testing.T) {
	r, mu, tau, w := sampler.Stream("refuse", 1, 0), 0.0, 0.0, update.Interweaver{}
	wantPanic(t, "tau is 0", func() {
		w.Draw(r, &mu, &tau, nil, 1, 1,
			func() float64 { return 0 })
	})
	tau = 1
	wantPanic(t, "the widths are -1 and 1", func() {
		w.Draw(r, &mu, &tau, nil, -1, 1,
			func() float64 { return 0 })
	})
}
