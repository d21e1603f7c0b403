package main

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
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
