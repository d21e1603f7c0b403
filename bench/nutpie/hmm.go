package main

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// hmmY are 100 observations with sd 1 around 3 and 9, in states that follow the posterior mean of
// posteriordb's hmm_example. speed.py draws the same.
func hmmY() []float64 {
	y, state, x := make([]float64, 100), 0, uint64(1)
	next := func() float64 { // a linear congruential generator, for both languages
		x = (x*6364136223846793005 + 1442695040888963407) % (1 << 63)
		return float64(x>>11) / (1 << 52)
	}
	for t := range y {
		sum := -6.0
		for range 12 {
			sum += next()
		}
		y[t] = []float64{3, 9}[state] + sum
		stay := []float64{0.67, 0.93}[state]
		if next() > stay {
			state = 1 - state
		}
	}
	return y
}

type hmmState struct {
	Theta [2]float64 // probability of the first state after each
	Mu    [2]float64
	Path  []int
	HMM   update.HMM

	transition, logLikelihood [][]float64
}

// hidden is hmm_example: two states, rows of transitions with flat priors, μ_1 ~ N(3, 1), μ_2 ~
// N(10, 1), 0 < μ_1 < μ_2, sd 1.
func hidden() sampler.Model[hmmState] {
	y := hmmY()
	start := []float64{0.5, 0.5}
	return sampler.Model[hmmState]{
		Init: func(r *rand.Rand) (*hmmState, error) {
			s := &hmmState{Theta: [2]float64{r.Float64(), r.Float64()}, Mu: [2]float64{1, 12}}
			s.Path = make([]int, len(y))
			s.transition = [][]float64{make([]float64, 2), make([]float64, 2)}
			for range y {
				s.logLikelihood = append(s.logLikelihood, make([]float64, 2))
			}
			return s, nil
		},
		Blocks: []sampler.Block[hmmState]{
			{Name: "path", Update: func(r *rand.Rand, s *hmmState) error {
				for k, p := range s.Theta {
					s.transition[k][0], s.transition[k][1] = p, 1-p
				}
				for t, v := range y {
					for k, mu := range s.Mu {
						s.logLikelihood[t][k] = -(v - mu) * (v - mu) / 2
					}
				}
				_, err := s.HMM.Draw(r, start, s.transition, s.logLikelihood, s.Path)
				return err
			}},
			sampler.Update("theta and mu", func(r *rand.Rand, s *hmmState) {
				var moves [2][2]float64
				var n, sum [2]float64
				for t, k := range s.Path {
					n[k]++
					sum[k] += y[t]
					if t > 0 {
						moves[s.Path[t-1]][k]++
					}
				}
				for k, m := range moves {
					s.Theta[k] = variate.Beta(r, 1+m[0], 1+m[1])
				}
				for k, prior := range [2]float64{3, 10} {
					lo, hi := 0.0, s.Mu[1]
					if k == 1 {
						lo, hi = s.Mu[0], math.Inf(1)
					}
					s.Mu[k] = variate.TruncatedNormal(r, (prior+sum[k])/(1+n[k]),
						1/math.Sqrt(1+n[k]), lo, hi)
				}
			}),
		},
		Params: []sampler.Param[hmmState]{
			sampler.Vector("theta", 2, func(s *hmmState) []float64 { return s.Theta[:] }),
			sampler.Vector("mu", 2, func(s *hmmState) []float64 { return s.Mu[:] }),
		},
	}
}
