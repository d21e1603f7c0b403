package main

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// The eight schools of Rubin (1981): y_j ~ N(θ_j, s_j²), θ_j ~ N(μ, τ²), μ ~ N(0, 5²), τ ~
// half-Cauchy(5).
var (
	schoolsY = []float64{28, 8, -3, 7, -1, 1, 18, 12}
	schoolsS = []float64{15, 10, 16, 11, 9, 11, 10, 18}
)

type schoolsState struct {
	Mu, Tau float64
	Theta   [8]float64
}

// schools draws τ given y alone, and then μ and all θ given τ.
func schools() sampler.Model[schoolsState] {
	// given is the posterior of μ given τ, and the log density of y given τ.
	given := func(tau float64) (mean, sd, lp float64) {
		p, b := 1./25, 0.0
		for j, y := range schoolsY {
			v := schoolsS[j]*schoolsS[j] + tau*tau
			p, b = p+1/v, b+y/v
			lp -= (math.Log(v) + y*y/v) / 2
		}
		return b / p, 1 / math.Sqrt(p), lp + (b*b/p-math.Log(p))/2
	}
	logTau := func(tau float64) float64 {
		_, _, lp := given(tau)
		return lp + variate.StudentTLogProb(tau, 1, 0, 5)
	}
	return sampler.Model[schoolsState]{
		Init: func(r *rand.Rand) (*schoolsState, error) {
			return &schoolsState{Tau: 10 * r.Float64()}, nil
		},
		Blocks: []sampler.Block[schoolsState]{
			sampler.Update("all", func(r *rand.Rand, s *schoolsState) {
				s.Tau = update.Slice(r, s.Tau, 8, 0, math.Inf(1), logTau)
				mean, sd, _ := given(s.Tau)
				s.Mu = variate.Normal(r, mean, sd)
				for j, y := range schoolsY {
					p, q := 1/(schoolsS[j]*schoolsS[j]), 1/(s.Tau*s.Tau)
					s.Theta[j] = variate.Normal(r, (p*y+q*s.Mu)/(p+q), 1/math.Sqrt(p+q))
				}
			}),
		},
		Params: []sampler.Param[schoolsState]{
			sampler.Scalar("mu", func(s *schoolsState) float64 { return s.Mu }),
			sampler.Scalar("tau", func(s *schoolsState) float64 { return s.Tau }),
			sampler.Vector("theta", 8, func(s *schoolsState) []float64 { return s.Theta[:] }),
		},
	}
}
