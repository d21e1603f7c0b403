package main

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
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

// A plates is the regression of seeds given the Pólya-Gamma variables, in which z_i has precision
// ω_i: the plates b_i can be summed out, which leaves z_i with variance 1/ω_i + σ².
type plates struct {
	rows      [21][4]float64
	omega, z  [21]float64
	q, b, low []float64
	x         [4]float64
}

// fill makes the precision of the four coefficients, and returns the log density of z given σ,
// coefficients summed out too.
func (p *plates) fill(sigma float64) float64 {
	clear(p.q)
	clear(p.b)
	lp := 0.0
	for k := range 4 {
		p.q[5*k] = 1e-6
	}
	for i, row := range p.rows {
		w := 1 / (1/p.omega[i] + sigma*sigma)
		for k, u := range row {
			u *= w
			for l := range k + 1 {
				p.q[4*k+l] += u * row[l]
			}
			p.b[k] += u * p.z[i]
		}
		lp += (math.Log(w) - w*p.z[i]*p.z[i]) / 2
	}
	if variate.Cholesky(p.q, p.low) != nil {
		return math.Inf(-1)
	}
	for k, v := range p.b { // lp + ½ bᵀQ⁻¹b − ½ log|Q|, by solving Lx = b
		for l := range k {
			v -= p.low[4*k+l] * p.x[l]
		}
		p.x[k] = v / p.low[5*k]
		lp += p.x[k]*p.x[k]/2 - math.Log(p.low[5*k])
	}
	return lp
}

type jointState struct {
	Alpha  []float64
	B      [21]float64
	Sigma  float64
	Plates plates
}

// seedsJoint draws σ, all α and all b at once given the Pólya-Gamma variables.
func seedsJoint() sampler.Model[jointState] {
	return sampler.Model[jointState]{
		Init: func(r *rand.Rand) (*jointState, error) {
			s := &jointState{Alpha: make([]float64, 4), Sigma: 0.1 + r.Float64()}
			s.Plates = plates{q: make([]float64, 16), b: make([]float64, 4), low: make([]float64, 16)}
			for i := range s.Plates.rows {
				s.Plates.rows[i] = seedsRow(i)
			}
			return s, nil
		},
		Blocks: []sampler.Block[jointState]{
			sampler.Update("omega", func(r *rand.Rand, s *jointState) {
				p := &s.Plates
				for i, row := range p.rows {
					eta := s.B[i]
					for k, v := range row {
						eta += v * s.Alpha[k]
					}
					p.omega[i] = variate.PolyaGamma(r, seedsN[i], eta)
					p.z[i] = (seedsR[i] - seedsN[i]/2) / p.omega[i]
				}
			}),
			{Name: "all", Update: func(r *rand.Rand, s *jointState) error {
				p := &s.Plates
				s.Sigma = update.Slice(r, s.Sigma, 0.4, 0, mostSigma, p.fill)
				p.fill(s.Sigma)
				if err := variate.MultiNormalPrecision(r, p.q, p.b, p.q, s.Alpha); err != nil {
					return err
				}
				for i, row := range p.rows {
					rest, w := p.z[i], p.omega[i]+1/(s.Sigma*s.Sigma)
					for k, v := range row {
						rest -= v * s.Alpha[k]
					}
					s.B[i] = variate.Normal(r, rest*p.omega[i]/w, 1/math.Sqrt(w))
				}
				return nil
			}},
		},
		Params: []sampler.Param[jointState]{
			sampler.Vector("alpha", 4, func(s *jointState) []float64 { return s.Alpha }),
			sampler.Scalar("sigma", func(s *jointState) float64 { return s.Sigma }),
		},
	}
}
