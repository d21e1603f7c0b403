package main

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

type wellsState struct {
	Beta []float64 // for the distance in units of 40 m from 50 m
	Hops update.NUTS
}

// wellsNUTS is the logistic regression of changing the well on the distance in metres, with flat
// coefficients.
func wellsNUTS(data map[string][]float64) sampler.Model[wellsState] {
	var x []float64
	var sum, sumX float64 // of those who changed
	for i, d := range data["dist"] {
		x = append(x, (d-50)/40)
		sum += data["switch"][i]
		sumX += data["switch"][i] * x[i]
	}
	density := func(b, gradient []float64) float64 {
		lp := sum*b[0] + sumX*b[1]
		g0, g1 := sum, sumX
		for _, v := range x {
			e := math.Exp(b[0] + b[1]*v)
			lp -= math.Log1p(e)
			p := e / (1 + e)
			g0 -= p
			g1 -= p * v
		}
		gradient[0], gradient[1] = g0, g1
		return lp
	}
	return sampler.Model[wellsState]{
		Init: func(r *rand.Rand) (*wellsState, error) {
			return &wellsState{Beta: []float64{r.NormFloat64(), r.NormFloat64()}}, nil
		},
		Blocks: []sampler.Block[wellsState]{
			sampler.Update("beta", func(r *rand.Rand, s *wellsState) {
				s.Hops.Draw(r, s.Beta, density)
			}),
		},
		Params: []sampler.Param[wellsState]{{Name: "beta", Shape: []int{2},
			Read: func(s *wellsState, dst []float64) {
				dst[0], dst[1] = s.Beta[0]-50./40*s.Beta[1], s.Beta[1]/40
			}}},
	}
}
