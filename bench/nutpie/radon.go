package main

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// A county holds the sums of its houses: of 1, floor, log uranium and log radon, by each other.
type county struct{ sums [4][4]float64 }

type radonState struct {
	Alpha            []float64 // of 85 counties
	Coef             []float64 // μ_α, of floor, of log uranium
	SigmaA, SigmaY   float64
	q, b, chol       []float64
	residual, within float64 // Σ e², and Σ (α_j−μ)²
}

// houses is posteriordb's radon_hierarchical_intercept, there with half-normal σ: y ~ N(α_j + β_1
// floor + β_2 log uranium, σ_y²), α_j ~ N(μ, σ_α²), μ and β ~ N(0, 10²), both σ ~ half-Cauchy(1).
// All coefficients are drawn at once: first μ and β with the α_j summed out, then each α_j.
func houses(data map[string][]float64) sampler.Model[radonState] {
	var counties []county
	for i, c := range data["county"] {
		for len(counties) <= int(c) {
			counties = append(counties, county{})
		}
		row := [4]float64{1, data["floor"][i], data["log_uranium"][i], data["log_radon"][i]}
		for k, u := range row {
			for l, v := range row {
				counties[int(c)].sums[k][l] += u * v
			}
		}
	}
	n := float64(len(data["county"]))
	halfCauchy := func(sigma float64) float64 { return -math.Log1p(sigma * sigma) }
	return sampler.Model[radonState]{
		Init: func(r *rand.Rand) (*radonState, error) {
			return &radonState{Alpha: make([]float64, len(counties)), Coef: make([]float64, 3),
				SigmaA: 0.05 + r.Float64(), SigmaY: 0.2 + r.Float64(),
				q: make([]float64, 9), b: make([]float64, 3), chol: make([]float64, 9)}, nil
		},
		Blocks: []sampler.Block[radonState]{
			{Name: "coefficients", Update: func(r *rand.Rand, s *radonState) error {
				return s.drawCoefficients(r, counties)
			}},
			sampler.Update("sigma_y", func(r *rand.Rand, s *radonState) {
				s.sumSquares(counties)
				s.SigmaY = update.Slice(r, s.SigmaY, 0.1, 0, math.Inf(1),
					func(v float64) float64 {
						return halfCauchy(v) - n*math.Log(v) - s.residual/(2*v*v)
					})
			}),
			sampler.Update("sigma_alpha", func(r *rand.Rand, s *radonState) {
				s.SigmaA = update.Slice(r, s.SigmaA, 0.2, 0, math.Inf(1),
					func(v float64) float64 {
						return halfCauchy(v) - float64(len(counties))*math.Log(v) -
							s.within/(2*v*v)
					})
			}),
			sampler.Update("scale", func(r *rand.Rand, s *radonState) { s.scale(r, counties) }),
		},
		Params: []sampler.Param[radonState]{
			sampler.Vector("alpha", len(counties), func(s *radonState) []float64 {
				return s.Alpha
			}),
			sampler.Vector("coef", 3, func(s *radonState) []float64 { return s.Coef }),
			sampler.Scalar("sigma_alpha", func(s *radonState) float64 { return s.SigmaA }),
			sampler.Scalar("sigma_y", func(s *radonState) float64 { return s.SigmaY }),
		},
	}
}

// drawCoefficients: a county's houses have covariance σ_y² I + σ_α² 11ᵀ, whose inverse is
// (I − c 11ᵀ)/σ_y², c = σ_α²/(σ_y² + n σ_α²).
func (s *radonState) drawCoefficients(r *rand.Rand, counties []county) error {
	clear(s.q)
	clear(s.b)
	va, vy := s.SigmaA*s.SigmaA, s.SigmaY*s.SigmaY
	for k := range 3 {
		s.q[4*k] = 1. / 100
	}
	for i := range counties {
		sums := &counties[i].sums
		c := va / (vy + sums[0][0]*va)
		for k := range 3 {
			for l := range k + 1 {
				s.q[3*k+l] += (sums[k][l] - c*sums[0][k]*sums[0][l]) / vy
			}
			s.b[k] += (sums[k][3] - c*sums[0][k]*sums[0][3]) / vy
		}
	}
	if err := variate.MultiNormalPrecision(r, s.q, s.b, s.chol, s.Coef); err != nil {
		return err
	}
	for i := range counties {
		sums := &counties[i].sums
		p := sums[0][0]/vy + 1/va
		rest := sums[0][3] - s.Coef[1]*sums[0][1] - s.Coef[2]*sums[0][2]
		s.Alpha[i] = variate.Normal(r, (rest/vy+s.Coef[0]/va)/p, 1/math.Sqrt(p))
	}
	return nil
}

// sumSquares fills residual and within.
func (s *radonState) sumSquares(counties []county) {
	s.residual, s.within = 0, 0
	for i := range counties {
		w := [4]float64{-s.Alpha[i], -s.Coef[1], -s.Coef[2], 1}
		for k, row := range counties[i].sums {
			for l, v := range row {
				s.residual += w[k] * w[l] * v
			}
		}
		d := s.Alpha[i] - s.Coef[0]
		s.within += d * d
	}
}

// scale multiplies σ_α and all α_j−μ by c. The residuals are linear in c, so Σ e² is a parabola.
func (s *radonState) scale(r *rand.Rand, counties []county) {
	var cross, square float64
	for i := range counties {
		sums, d := &counties[i].sums, s.Alpha[i]-s.Coef[0]
		e := sums[0][3] - s.Coef[1]*sums[0][1] - s.Coef[2]*sums[0][2] - s.Coef[0]*sums[0][0]
		cross += d * e
		square += d * d * sums[0][0]
	}
	vy := s.SigmaY * s.SigmaY
	c := update.Scale(r, 0.5, len(counties)+1, func(c float64) float64 {
		a := s.SigmaA * c
		// The prior of the α_j is that of standard normals times (σ_α c)^−J.
		return -math.Log1p(a*a) - float64(len(counties))*math.Log(c) + (cross*c-square*c*c/2)/vy
	})
	s.SigmaA *= c
	for i, a := range s.Alpha {
		s.Alpha[i] = s.Coef[0] + c*(a-s.Coef[0])
	}
}

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
