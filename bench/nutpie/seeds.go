package main

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// seeds is the logistic regression with random effects of Crowder (1978): of n seeds on each of 21
// plates r germinated. α ~ N(0, 1000²), plates b_i ~ N(0, σ²), σ ~ U(0, 10).
var (
	seedsR = []float64{10, 23, 23, 26, 17, 5, 53, 55, 32, 46, 10, 8, 10, 8, 23, 0, 3, 22, 15, 32, 3}
	seedsN = []float64{39, 62, 81, 51, 39, 6, 74, 72, 51, 79, 13, 16, 30, 28, 45, 4, 12, 41, 30, 51,
		7}
)

const mostSigma = 10

// seedsRow is the intercept, the kind of seed, the kind of extract and their product.
func seedsRow(i int) [4]float64 {
	seed, extract := float64(i/11), 0.0
	if i >= 5 && i < 11 || i >= 16 {
		extract = 1
	}
	return [4]float64{1, seed, extract, seed * extract}
}

type seedsState struct {
	X    []float64 // 4 coefficients, 21 plates in units of σ, log σ
	Hops update.NUTS
}

func seedsNUTS() sampler.Model[seedsState] {
	var rows [21][4]float64
	for i := range rows {
		rows[i] = seedsRow(i)
	}
	density := func(x, g []float64) float64 {
		sigma := math.Exp(x[25])
		if sigma > mostSigma {
			return math.Inf(-1)
		}
		lp := x[25] // Jacobian of log σ
		g[25] = 1
		for k, a := range x[:4] {
			lp -= a * a / 2e6
			g[k] = -a / 1e6
		}
		for i, row := range rows {
			u := x[4+i]
			eta := sigma * u
			for k, v := range row {
				eta += v * x[k]
			}
			e := math.Exp(eta)
			lp += seedsR[i]*eta - seedsN[i]*math.Log1p(e) - u*u/2
			d := seedsR[i] - seedsN[i]*e/(1+e)
			for k, v := range row {
				g[k] += d * v
			}
			g[4+i] = d*sigma - u
			g[25] += d * sigma * u
		}
		return lp
	}
	return sampler.Model[seedsState]{
		Init: func(r *rand.Rand) (*seedsState, error) {
			s := &seedsState{X: make([]float64, 26)}
			for i := range s.X {
				s.X[i] = r.NormFloat64() / 2
			}
			return s, nil
		},
		Blocks: []sampler.Block[seedsState]{
			sampler.Update("all", func(r *rand.Rand, s *seedsState) {
				s.Hops.Draw(r, s.X, density)
			}),
		},
		Params: []sampler.Param[seedsState]{
			sampler.Vector("alpha", 4, func(s *seedsState) []float64 { return s.X[:4] }),
			sampler.Scalar("sigma", func(s *seedsState) float64 { return math.Exp(s.X[25]) }),
		},
	}
}
