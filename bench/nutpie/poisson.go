package main

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// GLM_Poisson, from Kéry & Schaub (2012): counts of peregrines in 40 years, log λ a cubic
// polynomial of the year, with flat priors on |α| < 20 and |β| < 10.
var poissonC = []float64{29, 36, 19, 28, 36, 29, 20, 19, 35, 32, 34, 34, 33, 47, 48, 46, 46, 49, 60,
	64, 87, 85, 85, 95, 115, 127, 142, 168, 181, 194, 200, 210, 208, 235, 244, 272, 239, 263, 239,
	245}

type poissonState struct {
	X    []float64
	Walk update.Metropolis
	Hops update.NUTS
}

// year is standardised.
func year(i int) float64 { return -1.66802789939819 + 0.0855398922771*float64(i) }

// poissonLogDensity fills gradient unless it is nil.
func poissonLogDensity(x, gradient []float64) float64 {
	if math.Abs(x[0]) > 20 || max(math.Abs(x[1]), math.Abs(x[2]), math.Abs(x[3])) > 10 {
		return math.Inf(-1)
	}
	clear(gradient)
	lp := 0.0
	for i, c := range poissonC {
		t := year(i)
		eta := x[0] + t*(x[1]+t*(x[2]+t*x[3]))
		lambda := math.Exp(eta)
		lp += c*eta - lambda
		if gradient != nil {
			d := c - lambda
			for k := range gradient {
				gradient[k] += d
				d *= t
			}
		}
	}
	return lp
}

func counts() sampler.Model[poissonState] {
	density := func(x []float64) float64 { return poissonLogDensity(x, nil) }
	return poissonModel(sampler.Update("coefficients", func(r *rand.Rand, s *poissonState) {
		s.Walk.Draw(r, s.X, density)
	}))
}

func countsNUTS() sampler.Model[poissonState] {
	return poissonModel(sampler.Update("coefficients", func(r *rand.Rand, s *poissonState) {
		s.Hops.Draw(r, s.X, poissonLogDensity)
	}))
}

func poissonModel(block sampler.Block[poissonState]) sampler.Model[poissonState] {
	return sampler.Model[poissonState]{
		Init: func(r *rand.Rand) (*poissonState, error) {
			s := &poissonState{X: []float64{4 + r.NormFloat64(), 0.1, 0.1, 0.1}}
			s.Walk.Step = 0.1
			return s, nil
		},
		Blocks: []sampler.Block[poissonState]{block},
		Params: []sampler.Param[poissonState]{
			sampler.Vector("beta", 4, func(s *poissonState) []float64 { return s.X }),
		},
	}
}

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
