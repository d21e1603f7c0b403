package published

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// Models of other programs, written as lists of updates, against what was published of them. Data,
// sources and versions: testdata/updates.json.

// check runs the model and compares it with the published posterior.
func check[S any](t *testing.T, p posterior, m sampler.Model[S], draws int) {
	t.Helper()
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Draws: draws, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p.check(t, tr)
}

// y_j ~ N(θ_j, σ_j²), θ_j ~ N(μ, τ²), μ ~ N(0, 5²), τ ~ half-Cauchy(5).
func TestEightSchools(t *testing.T) {
	p := read(t, "updates.json", "eight_schools")
	y, sigma := p.numbers(t, "y"), p.numbers(t, "sigma")
	type state struct {
		Mu, Tau float64
		Theta   []float64
		Weave   update.Interweaver
	}
	logJoint := func(s *state) float64 {
		lp := variate.NormalLogProb(s.Mu, 0, 5) + variate.StudentTLogProb(s.Tau, 1, 0, 5)
		for j, theta := range s.Theta {
			lp += variate.NormalLogProb(theta, s.Mu, s.Tau)
			lp += variate.NormalLogProb(y[j], theta, sigma[j])
		}
		return lp
	}
	check(t, p, sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{Mu: 10 * r.NormFloat64(), Tau: 10 * r.Float64(),
				Theta: make([]float64, 8)}, nil
		},
		Blocks: []sampler.Block[state]{
			sampler.Update("theta", func(r *rand.Rand, s *state) {
				for j := range s.Theta {
					q := 1/(sigma[j]*sigma[j]) + 1/(s.Tau*s.Tau)
					b := y[j]/(sigma[j]*sigma[j]) + s.Mu/(s.Tau*s.Tau)
					s.Theta[j] = variate.NormalPrecision(r, q, b)
				}
			}),
			sampler.Update("mu, tau", func(r *rand.Rand, s *state) {
				q, b, squares := 1.0/25, 0.0, 0.0
				for _, theta := range s.Theta {
					q, b = q+1/(s.Tau*s.Tau), b+theta/(s.Tau*s.Tau)
				}
				s.Mu = variate.NormalPrecision(r, q, b)
				for _, theta := range s.Theta {
					squares += (theta - s.Mu) * (theta - s.Mu)
				}
				s.Tau = math.Sqrt(update.HalfT(r, s.Tau*s.Tau, 1, 5, 8, squares))
			}),
			sampler.Update("interweave", func(r *rand.Rand, s *state) {
				s.Weave.Draw(r, &s.Mu, &s.Tau, s.Theta, 10, 2, func() float64 { return logJoint(s) })
			}),
		},
		Params: []sampler.Param[state]{
			sampler.Vector("theta", 8, func(s *state) []float64 { return s.Theta }),
			sampler.Scalar("mu", func(s *state) float64 { return s.Mu }),
			sampler.Scalar("tau", func(s *state) float64 { return s.Tau }),
		},
	}, 5000)
}

// Two normal components with means in order, μ_k ~ N(0, 2²), σ_k ~ half-normal(2), θ ~ Beta(5, 5).
func TestLowDimGaussMix(t *testing.T) {
	turns.Long(t)
	p := read(t, "updates.json", "low_dim_gauss_mix")
	y := p.numbers(t, "y")
	type state struct {
		Mu, Sigma []float64
		Theta     float64
		N         [2]float64 // of the observations of each component: number, sum, sum of squares
		Sum, Sq   [2]float64
	}
	check(t, p, sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{Mu: []float64{-r.Float64(), r.Float64()}, Sigma: []float64{1 + r.Float64(),
				1 + r.Float64()}, Theta: r.Float64()}, nil
		},
		Blocks: []sampler.Block[state]{
			sampler.Update("labels", func(r *rand.Rand, s *state) {
				s.N, s.Sum, s.Sq = [2]float64{}, [2]float64{}, [2]float64{}
				odds := math.Log(s.Theta/(1-s.Theta)) + math.Log(s.Sigma[1]/s.Sigma[0])
				for _, v := range y {
					a, b := (v-s.Mu[0])/s.Sigma[0], (v-s.Mu[1])/s.Sigma[1]
					k := 1
					if r.Float64()*(1+math.Exp((a*a-b*b)/2-odds)) < 1 {
						k = 0
					}
					s.N[k], s.Sum[k], s.Sq[k] = s.N[k]+1, s.Sum[k]+v, s.Sq[k]+v*v
				}
				s.Theta = variate.Beta(r, 5+s.N[0], 5+s.N[1])
			}),
			sampler.Update("mu", func(r *rand.Rand, s *state) {
				for k := range s.Mu {
					v := s.Sigma[k] * s.Sigma[k]
					q := s.N[k]/v + 0.25
					lo, hi := math.Inf(-1), s.Mu[1]
					if k == 1 {
						lo, hi = s.Mu[0], math.Inf(1)
					}
					s.Mu[k] = variate.TruncatedNormal(r, s.Sum[k]/v/q, 1/math.Sqrt(q), lo, hi)
				}
			}),
			sampler.Update("sigma", func(r *rand.Rand, s *state) {
				for k, mu := range s.Mu {
					squares := s.Sq[k] - 2*mu*s.Sum[k] + s.N[k]*mu*mu
					s.Sigma[k] = update.Slice(r, s.Sigma[k], 0.1, 0, math.Inf(1),
						func(x float64) float64 {
							return -s.N[k]*math.Log(x) - squares/(2*x*x) - x*x/8
						})
				}
			}),
		},
		Params: []sampler.Param[state]{
			sampler.Vector("mu", 2, func(s *state) []float64 { return s.Mu }),
			sampler.Vector("sigma", 2, func(s *state) []float64 { return s.Sigma }),
			sampler.Scalar("theta", func(s *state) float64 { return s.Theta }),
		},
	}, 3000)
}

// y_t ~ N(μ, σ_t²), σ_t² = α₀ + α₁ (y_{t−1}−μ)² + β₁ σ_{t−1}², σ_1 = 0.5, flat priors on
// α₀ > 0, α₁, β₁ > 0, α₁ + β₁ < 1.
func TestGarch11(t *testing.T) {
	turns.Long(t)
	p := read(t, "updates.json", "garch11")
	y := p.numbers(t, "y")
	type state struct {
		X     []float64 // mu, alpha0, alpha1, beta1
		Slice update.FactorSlice
	}
	logPosterior := func(x []float64) float64 {
		mu, alpha0, alpha1, beta1 := x[0], x[1], x[2], x[3]
		if alpha0 <= 0 || alpha1 <= 0 || beta1 <= 0 || alpha1+beta1 >= 1 {
			return math.Inf(-1)
		}
		v, lp := 0.25, 0.0
		for _, obs := range y {
			e := (obs - mu) * (obs - mu)
			lp -= (math.Log(v) + e/v) / 2
			v = alpha0 + alpha1*e + beta1*v
		}
		return lp
	}
	m := sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{X: []float64{3 + 4*r.Float64(), 3 * r.Float64(), r.Float64() / 2,
				r.Float64() / 2}}, nil
		},
		Blocks: []sampler.Block[state]{sampler.Update("all", func(r *rand.Rand, s *state) {
			s.Slice.Draw(r, s.X, logPosterior)
		})},
	}
	for i, name := range []string{"mu", "alpha0", "alpha1", "beta1"} {
		m.Params = append(m.Params, sampler.Scalar(name, func(s *state) float64 { return s.X[i] }))
	}
	check(t, p, m, 4000)
}

// x_i ~ Poisson(θ_i t_i), θ_i ~ Gamma(α, β), α ~ Exp(1), β ~ Gamma(0.1, 1).
func TestPump(t *testing.T) {
	p := read(t, "updates.json", "pump")
	x, hours := p.numbers(t, "x"), p.numbers(t, "t")
	type state struct {
		Theta       []float64
		Alpha, Beta float64
	}
	check(t, p, sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{make([]float64, 10), 0.5 + r.Float64(), 0.5 + r.Float64()}, nil
		},
		Blocks: []sampler.Block[state]{
			sampler.Update("theta", func(r *rand.Rand, s *state) {
				for i := range s.Theta {
					s.Theta[i] = variate.Gamma(r, s.Alpha+x[i], s.Beta+hours[i])
				}
			}),
			sampler.Update("alpha, beta", func(r *rand.Rand, s *state) {
				sum, logs := 0.0, 0.0
				for _, theta := range s.Theta {
					sum, logs = sum+theta, logs+math.Log(theta)
				}
				s.Beta = variate.Gamma(r, 0.1+10*s.Alpha, 1+sum)
				s.Alpha = update.Slice(r, s.Alpha, 1, 0, math.Inf(1), func(a float64) float64 {
					g, _ := math.Lgamma(a)
					return 10*(a*math.Log(s.Beta)-g) + a*logs - a
				})
			}),
		},
		Params: []sampler.Param[state]{
			sampler.Vector("theta", 10, func(s *state) []float64 { return s.Theta }),
			sampler.Scalar("alpha", func(s *state) float64 { return s.Alpha }),
			sampler.Scalar("beta", func(s *state) float64 { return s.Beta }),
		},
	}, 4000)
}

// y_i ~ N(α − β γ^x_i, 1/τ) with vague priors of α, β and τ, and γ ~ Uniform(0.5, 1).
func TestDugongs(t *testing.T) {
	p := read(t, "updates.json", "dugongs")
	x, y := p.numbers(t, "x"), p.numbers(t, "y")
	type state struct {
		Coef       []float64 // α and β
		Gamma, Tau float64
		q, b       []float64
	}
	squares := func(s *state, gamma float64) float64 {
		sum := 0.0
		for i, v := range y {
			e := v - s.Coef[0] + s.Coef[1]*math.Pow(gamma, x[i])
			sum += e * e
		}
		return sum
	}
	check(t, p, sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{[]float64{3 * r.Float64(), r.Float64()}, 0.5 + r.Float64()/2,
				100 * r.Float64(), make([]float64, 4), make([]float64, 2)}, nil
		},
		Blocks: []sampler.Block[state]{
			{Name: "alpha, beta", Update: func(r *rand.Rand, s *state) error {
				clear(s.b)
				copy(s.q, []float64{1e-6, 0, 0, 1e-6})
				for i, v := range y {
					u := -math.Pow(s.Gamma, x[i])
					s.q[0], s.q[2], s.q[3] = s.q[0]+s.Tau, s.q[2]+s.Tau*u, s.q[3]+s.Tau*u*u
					s.b[0], s.b[1] = s.b[0]+s.Tau*v, s.b[1]+s.Tau*u*v
				}
				return variate.MultiNormalPrecision(r, s.q, s.b, s.q, s.Coef)
			}},
			sampler.Update("gamma", func(r *rand.Rand, s *state) {
				s.Gamma = update.Slice(r, s.Gamma, 0.1, 0.5, 1, func(g float64) float64 {
					return -s.Tau * squares(s, g) / 2
				})
			}),
			sampler.Update("tau", func(r *rand.Rand, s *state) {
				s.Tau = variate.Gamma(r, 0.001+27.0/2, 0.001+squares(s, s.Gamma)/2)
			}),
		},
		Params: []sampler.Param[state]{
			sampler.Scalar("alpha", func(s *state) float64 { return s.Coef[0] }),
			sampler.Scalar("beta", func(s *state) float64 { return s.Coef[1] }),
			sampler.Scalar("gamma", func(s *state) float64 { return s.Gamma }),
			sampler.Scalar("sigma", func(s *state) float64 { return 1 / math.Sqrt(s.Tau) }),
		},
	}, 4000)
}

// Each rat has a line, y_ij ~ N(α_i + β_i (x_j − 22), σ²), with α_i ~ N(α_c, σ_α²),
// β_i ~ N(β_c, σ_β²), α_c and β_c ~ N(0, 100²) and vague priors of the three variances.
func TestRats(t *testing.T) {
	p := read(t, "updates.json", "rats")
	y := p.numbers(t, "y")
	day := []float64{-14, -7, 0, 7, 14} // less 22
	type line struct {
		Of        []float64 // of each rat
		Mean, Var float64
		lever     float64 // Σ_j u_j², with u_j the day or 1
	}
	type state struct {
		Line  []line  // intercepts and slopes
		Noise float64 // σ²
	}
	u := func(k, j int) float64 { return []float64{1, day[j]}[k] }
	residual := func(s *state, i, j int) float64 {
		return y[5*i+j] - s.Line[0].Of[i] - s.Line[1].Of[i]*day[j]
	}
	check(t, p, sampler.Model[state]{
		Init: func(r *rand.Rand) (*state, error) {
			return &state{[]line{
				{Of: make([]float64, 30), Mean: 200 + 50*r.NormFloat64(), Var: 100, lever: 5},
				{Of: make([]float64, 30), Mean: 10 * r.Float64(), Var: 1, lever: 490},
			}, 1 + 20*r.Float64()}, nil
		},
		Blocks: []sampler.Block[state]{
			sampler.Update("lines", func(r *rand.Rand, s *state) {
				for k := range s.Line {
					l := &s.Line[k]
					for i, old := range l.Of {
						q, b := 1/l.Var+l.lever/s.Noise, l.Mean/l.Var
						for j := range day {
							b += u(k, j) * (residual(s, i, j) + old*u(k, j)) / s.Noise
						}
						l.Of[i] = variate.NormalPrecision(r, q, b)
					}
				}
			}),
			sampler.Update("means", func(r *rand.Rand, s *state) {
				for k := range s.Line {
					l, sum, squares := &s.Line[k], 0.0, 0.0
					for _, v := range l.Of {
						sum += v
					}
					q := 30/l.Var + 1e-4
					l.Mean = variate.NormalPrecision(r, q, sum/l.Var)
					for _, v := range l.Of {
						squares += (v - l.Mean) * (v - l.Mean)
					}
					l.Var = variate.InvGamma(r, 0.001+15, 0.001+squares/2)
				}
			}),
			sampler.Update("sigma", func(r *rand.Rand, s *state) {
				squares := 0.0
				for i := range 30 {
					for j := range day {
						squares += residual(s, i, j) * residual(s, i, j)
					}
				}
				s.Noise = variate.InvGamma(r, 0.001+75, 0.001+squares/2)
			}),
		},
		Params: []sampler.Param[state]{
			sampler.Scalar("alpha0", func(s *state) float64 {
				return s.Line[0].Mean - 22*s.Line[1].Mean
			}),
			sampler.Scalar("beta_c", func(s *state) float64 { return s.Line[1].Mean }),
		},
	}, 4000)
}
