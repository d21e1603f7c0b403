package tune_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gibbslab/internal/turns"
	"gibbslab/sampler"
	"gibbslab/sampler/tune"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// planted is a model that is slow for a known reason.
type planted struct {
	A, B, Tau float64
	Theta     []float64
	labels    []int
}

type data []float64

// A slow model has a prior, data, and blocks.
type slow struct {
	name   string
	theta  int
	prior  func(r *rand.Rand, s *planted)
	data   func(r *rand.Rand, s *planted, y data)
	blocks func(y data) []sampler.Block[planted]
	log    func(y data, s *planted) float64
	y      data
	cost   map[string]float64 // of a block; others cost 1
	cured  bool               // at least twice as fast
}

func (m slow) model(y data) sampler.Model[planted] {
	params := []sampler.Param[planted]{
		sampler.Scalar("a", func(s *planted) float64 { return s.A }),
		sampler.Scalar("b", func(s *planted) float64 { return s.B }),
		sampler.Scalar("tau", func(s *planted) float64 { return s.Tau })}
	if m.theta > 0 {
		params = append(params, sampler.Vector("theta", m.theta,
			func(s *planted) []float64 { return s.Theta }))
	}
	model := sampler.Model[planted]{Params: params, Blocks: m.blocks(y),
		LogJoint: func(s *planted) float64 { return m.log(y, s) }}
	model.Init = m.draw
	return model
}

func (m slow) draw(r *rand.Rand) (*planted, error) {
	s := &planted{Theta: make([]float64, m.theta)}
	m.prior(r, s)
	return s, nil
}

func (m slow) joint() verify.Joint[planted, data] {
	return verify.Joint[planted, data]{Prior: m.draw,
		Data: func(r *rand.Rand, s *planted) (data, error) {
			y := make(data, len(m.y))
			m.data(r, s, y)
			return y, nil
		},
		Model: func(y data) (sampler.Model[planted], error) { return m.model(y), nil }}
}

func normal(x, mean, sd float64) float64 { return variate.NormalLogProb(x, mean, sd) }

// conjugate draws x ~ N(0, prior²) given a sum of n residuals of standard deviation sd.
func conjugate(r *rand.Rand, prior, sum, n, sd float64) float64 {
	return variate.NormalPrecision(r, 1/(prior*prior)+n/(sd*sd), sum/(sd*sd))
}

func one(name string, f func(r *rand.Rand, s *planted)) sampler.Block[planted] {
	return sampler.Update(name, f)
}

// The data say only what a + b is.
func sums(y data) (sum float64) {
	for _, v := range y {
		sum += v
	}
	return sum
}

func fixed(n int, at, step float64) (y data) {
	for i := range n {
		y = append(y, at+step*(float64(i)-float64(n-1)/2))
	}
	return y
}

var slows = []slow{
	{name: "two terms of a sum", cured: true, y: fixed(10, 3, 0.1),
		prior: func(r *rand.Rand, s *planted) { s.A, s.B = r.NormFloat64(), r.NormFloat64() },
		data: func(r *rand.Rand, s *planted, y data) {
			for i := range y {
				y[i] = s.A + s.B + 0.3*r.NormFloat64()
			}
		},
		blocks: func(y data) []sampler.Block[planted] {
			return []sampler.Block[planted]{
				one("a", func(r *rand.Rand, s *planted) { s.A = conjugate(r, 1, sums(y)-10*s.B, 10, 0.3) }),
				one("b", func(r *rand.Rand, s *planted) { s.B = conjugate(r, 1, sums(y)-10*s.A, 10, 0.3) })}
		},
		log: func(y data, s *planted) float64 {
			lp := normal(s.A, 0, 1) + normal(s.B, 0, 1)
			for _, v := range y {
				lp += normal(v, s.A+s.B, 0.3)
			}
			return lp
		}},
	line("line far from its origin", true),
	level("an intercept and its effects", true),
	hierarchy("a spread that the data say little about", 3, true),
	spread("a spread that the data say much about", true),
	product("a product", true),
	needless("a costly block that nobody waits for", true),
	{name: "small steps beside a costly block", cured: true, y: fixed(5, 1, 0.2), theta: 2,
		cost:  map[string]float64{"theta": 20},
		prior: func(r *rand.Rand, s *planted) { s.A = r.NormFloat64(); apart(r, s) },
		data: func(r *rand.Rand, s *planted, y data) {
			for i := range y {
				y[i] = s.A + r.NormFloat64()
			}
		},
		blocks: func(y data) []sampler.Block[planted] {
			return []sampler.Block[planted]{one("theta", apart),
				one("a", func(r *rand.Rand, s *planted) {
					to := s.A + 0.1*r.NormFloat64()
					log := func(a float64) float64 { return -a*a/2 + a*sums(y) - 5*a*a/2 }
					if math.Log(r.Float64()) < log(to)-log(s.A) {
						s.A = to
					}
				})}
		},
		log: func(y data, s *planted) float64 {
			lp := normal(s.A, 0, 1) + normal(s.Theta[0], 0, 1) + normal(s.Theta[1], 0, 1)
			for _, v := range y {
				lp += normal(v, s.A, 1)
			}
			return lp
		}},
	{name: "nothing is slow", y: fixed(5, 1, 0.2), theta: 2,
		prior: func(r *rand.Rand, s *planted) { s.A = r.NormFloat64(); apart(r, s) },
		data: func(r *rand.Rand, s *planted, y data) {
			for i := range y {
				y[i] = s.A + r.NormFloat64()
			}
		},
		blocks: func(y data) []sampler.Block[planted] {
			return []sampler.Block[planted]{one("theta", apart),
				one("a", func(r *rand.Rand, s *planted) { s.A = conjugate(r, 1, sums(y), 5, 1) })}
		},
		log: func(y data, s *planted) float64 {
			lp := normal(s.A, 0, 1) + normal(s.Theta[0], 0, 1) + normal(s.Theta[1], 0, 1)
			for _, v := range y {
				lp += normal(v, s.A, 1)
			}
			return lp
		}},
	mixture("labels that hold their mean"),
}

// apart draws two numbers that the data say nothing about.
func apart(r *rand.Rand, s *planted) { s.Theta[0], s.Theta[1] = r.NormFloat64(), r.NormFloat64() }

func line(name string, cured bool) slow {
	x := []float64{10, 11, 12, 13, 14, 15}
	return slow{name: name, cured: cured, y: fixed(6, 2, 0.4),
		prior: func(r *rand.Rand, s *planted) { s.A, s.B = 5*r.NormFloat64(), r.NormFloat64() },
		data: func(r *rand.Rand, s *planted, y data) {
			for i := range y {
				y[i] = s.A + s.B*x[i] + r.NormFloat64()
			}
		},
		blocks: func(y data) []sampler.Block[planted] {
			return []sampler.Block[planted]{
				one("a", func(r *rand.Rand, s *planted) {
					sum := 0.0
					for i, v := range y {
						sum += v - s.B*x[i]
					}
					s.A = conjugate(r, 5, sum, 6, 1)
				}),
				one("b", func(r *rand.Rand, s *planted) {
					q, b := 1.0, 0.0
					for i, v := range y {
						q, b = q+x[i]*x[i], b+x[i]*(v-s.A)
					}
					s.B = variate.NormalPrecision(r, q, b)
				})}
		},
		log: func(y data, s *planted) float64 {
			lp := normal(s.A, 0, 5) + normal(s.B, 0, 1)
			for i, v := range y {
				lp += normal(v, s.A+s.B*x[i], 1)
			}
			return lp
		}}
}

// level: y_j ~ N(a + θ_j, 0.2²), and the effects have no fixed sum.
func level(name string, cured bool) slow {
	return slow{name: name, cured: cured, y: fixed(6, 4, 0.3), theta: 6,
		prior: func(r *rand.Rand, s *planted) {
			s.A = 5 * r.NormFloat64()
			for j := range s.Theta {
				s.Theta[j] = r.NormFloat64()
			}
		},
		data: func(r *rand.Rand, s *planted, y data) {
			for j := range y {
				y[j] = s.A + s.Theta[j] + 0.2*r.NormFloat64()
			}
		},
		blocks: func(y data) []sampler.Block[planted] {
			return []sampler.Block[planted]{
				one("a", func(r *rand.Rand, s *planted) {
					s.A = conjugate(r, 5, sums(y)-sums(s.Theta), 6, 0.2)
				}),
				one("theta", func(r *rand.Rand, s *planted) {
					for j, v := range y {
						s.Theta[j] = conjugate(r, 1, v-s.A, 1, 0.2)
					}
				})}
		},
		log: func(y data, s *planted) float64 {
			lp := normal(s.A, 0, 5)
			for j, t := range s.Theta {
				lp += normal(t, 0, 1) + normal(y[j], s.A+t, 0.2)
			}
			return lp
		}}
}

// hierarchy: θ_j ~ N(0, τ²), y_j ~ N(θ_j, sd²).
func hierarchy(name string, sd float64, cured bool) slow {
	const n = 40
	return slow{name: name, cured: cured, y: fixed(n, 0, 0.15), theta: n,
		prior: func(r *rand.Rand, s *planted) {
			s.Tau = math.Abs(variate.StudentT(r, 1, 0, 1))
			for j := range s.Theta {
				s.Theta[j] = s.Tau * r.NormFloat64()
			}
		},
		data: func(r *rand.Rand, s *planted, y data) {
			for j, t := range s.Theta {
				y[j] = t + sd*r.NormFloat64()
			}
		},
		blocks: func(y data) []sampler.Block[planted] {
			return []sampler.Block[planted]{
				one("theta", func(r *rand.Rand, s *planted) {
					for j, v := range y {
						s.Theta[j] = conjugate(r, s.Tau, v, 1, sd)
					}
				}),
				one("tau", func(r *rand.Rand, s *planted) {
					squares := 0.0
					for _, t := range s.Theta {
						squares += t * t
					}
					s.Tau = math.Sqrt(update.HalfT(r, s.Tau*s.Tau, 1, 1, n, squares))
				})}
		},
		log: func(y data, s *planted) float64 {
			if s.Tau <= 0 {
				return math.Inf(-1)
			}
			lp := variate.StudentTLogProb(s.Tau, 1, 0, 1)
			for j, t := range s.Theta {
				lp += normal(t, 0, s.Tau) + normal(y[j], t, sd)
			}
			return lp
		}}
}

// spread: y_j ~ N(τ θ_j, 0.1²), θ_j ~ N(0, 1): the non-centred form where the data say much.
func spread(name string, cured bool) slow {
	const n = 20
	return slow{name: name, cured: cured, y: fixed(n, 0.1, 0.3), theta: n,
		prior: func(r *rand.Rand, s *planted) {
			s.Tau = variate.Gamma(r, 2, 1)
			for j := range s.Theta {
				s.Theta[j] = r.NormFloat64()
			}
		},
		data: func(r *rand.Rand, s *planted, y data) {
			for j, t := range s.Theta {
				y[j] = s.Tau*t + 0.1*r.NormFloat64()
			}
		},
		blocks: func(y data) []sampler.Block[planted] {
			return []sampler.Block[planted]{
				one("theta", func(r *rand.Rand, s *planted) {
					for j, v := range y {
						s.Theta[j] = variate.NormalPrecision(r, 1+s.Tau*s.Tau*100, 100*s.Tau*v)
					}
				}),
				one("tau", func(r *rand.Rand, s *planted) {
					s.Tau = update.Slice(r, s.Tau, 0.1, 1e-9, 1e9, func(tau float64) float64 {
						lp := variate.GammaLogProb(tau, 2, 1)
						for j, t := range s.Theta {
							lp += normal(y[j], tau*t, 0.1)
						}
						return lp
					})
				})}
		},
		log: func(y data, s *planted) float64 {
			lp := variate.GammaLogProb(s.Tau, 2, 1)
			for j, t := range s.Theta {
				lp += normal(t, 0, 1) + normal(y[j], s.Tau*t, 0.1)
			}
			return lp
		}}
}

func product(name string, cured bool) slow {
	log := func(y data, s *planted) float64 {
		lp := variate.GammaLogProb(s.A, 2, 1) + variate.GammaLogProb(s.B, 2, 1)
		for _, v := range y {
			lp += normal(v, s.A*s.B, 0.3)
		}
		return lp
	}
	on := func(y data, x func(s *planted) *float64) func(r *rand.Rand, s *planted) {
		return func(r *rand.Rand, s *planted) {
			at := x(s)
			*at = update.Slice(r, *at, 1, 1e-9, 1e9, func(v float64) float64 { *at = v; return log(y, s) })
		}
	}
	return slow{name: name, cured: cured, y: fixed(5, 6, 0.1), log: log,
		prior: func(r *rand.Rand, s *planted) { s.A, s.B = variate.Gamma(r, 2, 1), variate.Gamma(r, 2, 1) },
		data: func(r *rand.Rand, s *planted, y data) {
			for i := range y {
				y[i] = s.A*s.B + 0.3*r.NormFloat64()
			}
		},
		blocks: func(y data) []sampler.Block[planted] {
			return []sampler.Block[planted]{one("a", on(y, func(s *planted) *float64 { return &s.A })),
				one("b", on(y, func(s *planted) *float64 { return &s.B }))}
		}}
}

func needless(name string, cured bool) slow {
	m := slows0()
	m.name, m.theta, m.cured = name, 2, cured
	inner, prior, log := m.blocks, m.prior, m.log
	m.cost = map[string]float64{"theta": 30}
	m.prior = func(r *rand.Rand, s *planted) { prior(r, s); apart(r, s) }
	m.blocks = func(y data) []sampler.Block[planted] { return append(inner(y), one("theta", apart)) }
	m.log = func(y data, s *planted) float64 {
		return log(y, s) + normal(s.Theta[0], 0, 1) + normal(s.Theta[1], 0, 1)
	}
	return m
}

// slows0 is a line, whose terms hold each other.
func slows0() slow { return line("", true) }

// mixture: a mean of ten observations that belong to it or to N(0, 1), and labels that LogJoint sums
// out.
func mixture(name string) slow {
	return slow{name: name, y: fixed(10, 3, 0.2),
		prior: func(r *rand.Rand, s *planted) { s.A, s.labels = 3*r.NormFloat64(), make([]int, 10) },
		data: func(r *rand.Rand, s *planted, y data) {
			for i := range y {
				s.labels[i] = r.IntN(2)
				y[i] = s.A*float64(s.labels[i]) + r.NormFloat64()
			}
		},
		blocks: func(y data) []sampler.Block[planted] {
			return []sampler.Block[planted]{
				one("labels", func(r *rand.Rand, s *planted) {
					for i, v := range y {
						s.labels[i] = variate.LogCategorical(r, []float64{normal(v, 0, 1), normal(v, s.A, 1)})
					}
				}),
				one("a", func(r *rand.Rand, s *planted) {
					sum, n := 0.0, 0.0
					for i, v := range y {
						if s.labels[i] == 1 {
							sum, n = sum+v, n+1
						}
					}
					s.A = conjugate(r, 3, sum, n, 1)
				})}
		},
		log: func(y data, s *planted) float64 {
			lp := normal(s.A, 0, 3)
			for _, v := range y {
				lp += math.Log(math.Exp(normal(v, 0, 1)) + math.Exp(normal(v, s.A, 1)))
			}
			return lp
		}}
}

// look makes a plan. A move costs two of the planted blocks, and what is repeated its number of
// times.
func look(t *testing.T, m slow, set tune.Settings) *tune.Plan[planted] {
	t.Helper()
	of := func(block string) float64 {
		if c := m.cost[block]; c > 0 {
			return c
		}
		return 1
	}
	set.Seed = 1
	set.Cost = func(block string) float64 {
		switch {
		case strings.HasPrefix(block, "shift"), strings.HasPrefix(block, "scale"):
			return 5
		case strings.HasPrefix(block, "repeat"):
			names, n, _ := strings.Cut(strings.TrimPrefix(block, "repeat "), " ×")
			sum, times := 0.0, 0.0
			for name := range strings.SplitSeq(names, ", ") {
				sum += of(name)
			}
			for _, digit := range n {
				times = 10*times + float64(digit-'0')
			}
			return sum * times
		}
		return of(block)
	}
	plan, err := tune.Look(context.Background(), m.model(m.y), set)
	if err != nil {
		t.Fatal(m.name, err)
	}
	return plan
}

// TestPlanted: at least six of ten slow models become twice as fast, none slower, and what comes
// out is right.
func TestPlanted(t *testing.T) {
	turns.Long(t)
	twice := 0
	for _, m := range slows {
		plan := look(t, m, tune.Settings{Try: true})
		gain := 1.0
		for _, c := range plan.Cures {
			if c.Kept {
				gain *= c.Gain
			}
		}
		t.Logf("%s: %.1f times as fast\n%v\n", m.name, gain, plan)
		if gain < 0.9 || m.cured && gain < 2 {
			t.Errorf("%s: %.1f times as fast", m.name, gain)
		}
		if gain >= 2 {
			twice++
		}
		joint := m.joint()
		model := joint.Model
		joint.Model = func(y data) (sampler.Model[planted], error) {
			m, err := model(y)
			return plan.Apply(m), err
		}
		report, err := verify.Blocks(joint, verify.Settings{Seed: 1, Replications: 2000})
		if err != nil || report.Wrong {
			t.Errorf("%s: %v\n%v", m.name, err, report)
		}
	}
	if twice < 6 {
		t.Errorf("%d of %d models became twice as fast, expected 6", twice, len(slows))
	}
}

// TestWrongVolume: a model whose LogJoint forgets the prior makes the moves wrong, and verify.Blocks
// says which.
func TestWrongLogJoint(t *testing.T) {
	turns.Long(t)
	m := slows[5] // the product
	plan := look(t, m, tune.Settings{Try: true, Draws: 400})
	joint := m.joint()
	model := joint.Model
	joint.Model = func(y data) (sampler.Model[planted], error) {
		right, err := model(y)
		wrong := right
		wrong.LogJoint = func(s *planted) float64 { return m.log(y, s) + 2*math.Log(s.A) }
		wrong = plan.Apply(wrong)
		wrong.LogJoint = right.LogJoint
		return wrong, err
	}
	report, err := verify.Blocks(joint, verify.Settings{Seed: 1, Replications: 2000})
	if err != nil || !report.Wrong || slices.Contains(report.WrongBlocks(), "a") {
		t.Errorf("%v\n%v", err, report)
	}
}

// What it takes to record a draw counts too: where that is most of the cost, a cure pays off that
// takes longer than all blocks together.
func TestRecordingCosts(t *testing.T) {
	type pair struct{ X, Y float64 }
	const rho = 0.99
	other := func(r *rand.Rand, x float64) float64 {
		return variate.Normal(r, rho*x, math.Sqrt(1-rho*rho))
	}
	sleep := 300 * time.Microsecond
	m := sampler.Model[pair]{
		Init: func(*rand.Rand) (*pair, error) { return &pair{}, nil },
		Blocks: []sampler.Block[pair]{
			sampler.Update("x", func(r *rand.Rand, s *pair) { s.X = other(r, s.Y) }),
			sampler.Update("y", func(r *rand.Rand, s *pair) { s.Y = other(r, s.X) })},
		Params: []sampler.Param[pair]{sampler.Scalar("x", func(s *pair) float64 {
			time.Sleep(sleep)
			return s.X
		})},
		LogJoint: func(s *pair) (lp float64) {
			for range 1000 { // much slower than a block
				lp -= math.Log(math.Exp((s.X*s.X - 2*rho*s.X*s.Y + s.Y*s.Y) / 2000 / (1 - rho*rho)))
			}
			return lp
		},
	}
	set := tune.Settings{Try: true, Draws: 200}
	plan, err := tune.Look(t.Context(), m, set)
	if err != nil || len(plan.Cures) == 0 || !plan.Cures[0].Kept {
		t.Errorf("%v %v", plan, err)
	}
	set.Cost, sleep = func(string) float64 { return 1 }, 0 // where costs are given, no time counts
	plan, _ = tune.Look(t.Context(), m, set)
	if again, err := tune.Look(t.Context(), m, set); err != nil || again.String() != plan.String() ||
		!slices.Equal(again.Cures, plan.Cures) {
		t.Errorf("%v\n%v %v", plan, again, err)
	}
}
