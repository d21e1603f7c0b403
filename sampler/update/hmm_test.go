package update_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// A chain of two states, 12 steps: stay probabilities ~ Beta(4, 2), y_t ~ N(μ_{z_t}, 1) with
// μ_0 ~ N(−1, 1), μ_1 ~ N(1, 1).
type tagger struct {
	Stay, Mu []float64
	Z        []int
	hmm      update.HMM
	log, p   [][]float64
}

func (s *tagger) fill(y []float64) {
	for k, q := range s.Stay {
		s.p[k][k], s.p[k][1-k] = q, 1-q
	}
	for t, v := range y {
		for k, mu := range s.Mu {
			s.log[t][k] = -(v - mu) * (v - mu) / 2
		}
	}
}

func newTagger(n int) *tagger {
	s := &tagger{Stay: make([]float64, 2), Mu: make([]float64, 2), Z: make([]int, n)}
	for range n {
		s.log = append(s.log, make([]float64, 2))
	}
	s.p = [][]float64{make([]float64, 2), make([]float64, 2)}
	return s
}

var half = []float64{0.5, 0.5}

func (s *tagger) logJoint(y []float64) float64 {
	lp := normalLog(s.Mu[0], -1, 1) + normalLog(s.Mu[1], 1, 1)
	for _, q := range s.Stay {
		lp += variate.BetaLogProb(q, 4, 2)
	}
	for t, z := range s.Z {
		lp += normalLog(y[t], s.Mu[z], 1)
		if t > 0 {
			lp += math.Log(s.p[s.Z[t-1]][z])
		}
	}
	return lp
}

func taggerJoint() verify.Joint[tagger, []float64] {
	prior := func(r *rand.Rand) (*tagger, error) {
		s := newTagger(12)
		for k := range 2 {
			s.Stay[k] = variate.Beta(r, 4, 2)
			s.Mu[k] = float64(2*k-1) + r.NormFloat64()
		}
		s.fill(nil)
		s.Z[0] = r.IntN(2)
		for t := 1; t < len(s.Z); t++ {
			s.Z[t] = variate.Categorical(r, s.p[s.Z[t-1]])
		}
		return s, nil
	}
	return verify.Joint[tagger, []float64]{
		Prior: prior,
		Data: func(r *rand.Rand, s *tagger) ([]float64, error) {
			y := make([]float64, len(s.Z))
			for t, z := range s.Z {
				y[t] = s.Mu[z] + r.NormFloat64()
			}
			return y, nil
		},
		Model: func(y []float64) (sampler.Model[tagger], error) {
			return sampler.Model[tagger]{
				Init: prior,
				Blocks: []sampler.Block[tagger]{
					{Name: "z", Update: func(r *rand.Rand, s *tagger) error {
						s.fill(y)
						_, err := s.hmm.Draw(r, half, s.p, s.hmm.Emissions(len(y), 2,
							func(t, k int) float64 { return -(y[t] - s.Mu[k]) * (y[t] - s.Mu[k]) / 2 }), s.Z)
						return err
					}},
					{Name: "stay", Update: func(r *rand.Rand, s *tagger) error {
						for k := range 2 {
							stay, leave := 4.0, 2.0
							for t := 1; t < len(s.Z); t++ {
								if s.Z[t-1] == k {
									if s.Z[t] == k {
										stay++
									} else {
										leave++
									}
								}
							}
							s.Stay[k] = variate.Beta(r, stay, leave)
						}
						s.fill(nil)
						return nil
					}},
					{Name: "mu", Update: func(r *rand.Rand, s *tagger) error {
						for k := range 2 {
							q, b := 1.0, float64(2*k-1)
							for t, z := range s.Z {
								if z == k {
									q, b = q+1, b+y[t]
								}
							}
							s.Mu[k] = variate.Normal(r, b/q, 1/math.Sqrt(q))
						}
						return nil
					}},
				},
				Params: []sampler.Param[tagger]{
					{Name: "mu", Shape: []int{2}, Read: func(s *tagger, dst []float64) {
						copy(dst,
							s.Mu)
					}},
					{Name: "stay", Shape: []int{2}, Read: func(s *tagger, dst []float64) {
						copy(dst,
							s.Stay)
					}},
					{Name: "z", Shape: []int{12}, Read: func(s *tagger, dst []float64) {
						for t, z := range s.Z {
							dst[t] = float64(z)
						}
					}},
					sampler.Scalar("switches", func(s *tagger) float64 {
						n := 0.0
						for t := 1; t < len(s.Z); t++ {
							n += math.Abs(float64(s.Z[t] - s.Z[t-1]))
						}
						return n
					}),
				},
				LogJoint: func(s *tagger) float64 { return s.logJoint(y) },
			}, nil
		},
	}
}

func TestHMM(t *testing.T) {
	planted := func(name string, draw func(r *rand.Rand, s *tagger, y []float64) error) bug[tagger,
		[]float64] {
		return bug[tagger, []float64]{name, "z", func(y []float64) func(*rand.Rand, *tagger) error {
			return func(r *rand.Rand, s *tagger) error { s.fill(y); return draw(r, s, y) }
		}}
	}
	kills(t, taggerJoint(),
		planted("filtered, not smoothed", func(r *rand.Rand, s *tagger, y []float64) error {
			path := make([]int, 12)
			for n := 1; n <= 12; n++ {
				if _, err := s.hmm.Draw(r, half, s.p, s.log[:n], path[:n]); err != nil {
					return err
				}
				s.Z[n-1] = path[n-1]
			}
			return nil
		}),
		planted("transitions of the other state", func(r *rand.Rand, s *tagger, y []float64) error {
			_, err := s.hmm.Draw(r, half, [][]float64{{s.p[1][1], s.p[1][0]}, {s.p[0][1],
				s.p[0][0]}}, s.log, s.Z)
			return err
		}),
		planted("the start forgotten", func(r *rand.Rand, s *tagger, y []float64) error {
			_, err := s.hmm.Draw(r, []float64{0.9, 0.1}, s.p, s.log, s.Z)
			return err
		}),
		planted("the last observation forgotten", func(r *rand.Rand, s *tagger, y []float64) error {
			clear(s.log[11])
			_, err := s.hmm.Draw(r, half, s.p, s.log, s.Z)
			return err
		}),
		planted("likelihoods twice", func(r *rand.Rand, s *tagger, y []float64) error {
			for _, row := range s.log {
				row[0], row[1] = 2*row[0], 2*row[1]
			}
			_, err := s.hmm.Draw(r, half, s.p, s.log, s.Z)
			return err
		}),
		bug[tagger, []float64]{"the first transition not counted", "stay",
			func(y []float64) func(*rand.Rand, *tagger) error {
				return func(r *rand.Rand, s *tagger) error {
					c := *s
					c.Z = s.Z[1:]
					m, _ := taggerJoint().Model(y)
					return m.Blocks[1].Update(r, &c)
				}
			}},
	)
	m, _ := taggerJoint().Model(make([]float64, 12))
	s, _ := taggerJoint().Prior(sampler.Stream("tagger", 1, 0))
	noAllocations(t, m, s)
}

// For 12 steps there are 2¹² paths. Each must be as frequent as it is probable, and the sum of
// their probabilities must equal LogMarginal.
func TestHMMPaths(t *testing.T) {
	y := []float64{-1.2, -0.4, 0.3, 1.5, 0.1, -0.2, 2, 0.6, -0.9, -1.4, 0.2, 0.5}
	s := newTagger(12)
	copy(s.Stay, []float64{0.7, 0.6})
	copy(s.Mu, []float64{-0.5, 0.7})
	s.fill(y)
	probabilities, sum := make([]float64, 1<<12), 0.0
	for code := range probabilities {
		lp := math.Log(0.5)
		for t := range y {
			z := code >> t & 1
			lp += s.log[t][z]
			if t > 0 {
				lp += math.Log(s.p[code>>(t-1)&1][z])
			}
		}
		probabilities[code] = math.Exp(lp)
		sum += probabilities[code]
	}
	marginal, err := s.hmm.LogMarginal(half, s.p, s.log)
	if err != nil || math.Abs(marginal-math.Log(sum)) > 1e-12 {
		t.Errorf("log marginal %g (%v), want %g", marginal, err, math.Log(sum))
	}
	model := sampler.Model[tagger]{
		Init: func(*rand.Rand) (*tagger, error) {
			c := newTagger(12)
			copy(c.Stay, s.Stay)
			copy(c.Mu, s.Mu)
			c.fill(y)
			return c, nil
		},
		Blocks: []sampler.Block[tagger]{{Name: "z", Update: func(r *rand.Rand, s *tagger) error {
			_, err := s.hmm.Draw(r, half, s.p, s.log, s.Z)
			return err
		}}},
	}
	report, err := verify.Enumerate(model, probabilities, func(s *tagger) int {
		code := 0
		for t, z := range s.Z {
			code |= z << t
		}
		return code
	}, verify.Settings{Seed: 1, Replications: 4, Draws: 25_000, Warmup: 1})
	if err != nil || report.Wrong {
		t.Errorf("%v %v", err, report)
	}
}

// Likelihoods that differ by thousands in log, states that cannot be reached, and no possible
// state.
func TestHMMEdges(t *testing.T) {
	r, h, path := sampler.Stream("edges", 1, 0), update.HMM{}, make([]int, 3)
	stuck := [][]float64{{1, 0}, {0, 1}}
	lp, err := h.Draw(r, []float64{1, 0}, stuck, [][]float64{{0, 5000}, {-9000, 0}, {-9000, 0}},
		path)
	if err != nil || lp != -18000 || path[2] != 0 {
		t.Errorf("log marginal %g, path %v, error %v", lp, path, err)
	}
	given := func(start []float64, a, b, c, d float64) error {
		_, err := h.LogMarginal(start, [][]float64{{a, b}, {c, d}}, [][]float64{{0, 0}, {0, 0}})
		return err
	}
	if err := given([]float64{1. / 3, 2. / 3}, 0.1, 0.9, 1e-7, 1); err != nil { // rounded
		t.Error(err)
	}
	for want, f := range map[string]func() error{
		"row 0 of the transition probabilities is [90 10], expected numbers of at least 0 that sum to 1": func() error {
			return given(half, 90, 10, 20, 80)
		},
		"that sum to 1. Each column does: did you transpose": func() error {
			return given(half, 0.9, 0.2, 0.1, 0.8)
		},
		"row 1 of the transition probabilities is [0 0]": func() error {
			return given(half, 0.9, 0.1, 0, 0)
		},
		"row 1 of the transition probabilities is [-0.1": func() error {
			return given(half, 0.9, 0.1, -0.1, 1.1)
		},
		"row 0 of the transition probabilities is [0.9 NaN]": func() error { return given(half, 0.9, nan, 0, 1) },
		"the start is [3 4], expected numbers of at least 0 that sum to 1": func() error {
			return given([]float64{3, 4}, 0.9, 0.1, 0.2, 0.8)
		},
		"the start is [2 -1]": func() error {
			return given([]float64{2, -1}, 0.9, 0.1, 0.2, 0.8)
		},
		"no state is possible at t = 1": func() error {
			_, err := h.Draw(r, []float64{1, 0}, stuck, [][]float64{{0, 0}, {-inf, 0}, {0, 0}},
				path)
			return err
		},
		"no state is possible at t = 0": func() error {
			_, err := h.Draw(r, half, stuck, [][]float64{{nan, 0}}, path[:1])
			return err
		},
		"room for a path of 3": func() error {
			_, err := h.Draw(r, half, stuck, [][]float64{{0,
				0}}, path)
			return err
		},
		"1 log likelihoods": func() error {
			_, err := h.LogMarginal(half, stuck,
				[][]float64{{0}})
			return err
		},
		"1 rows of transition": func() error {
			_, err := h.LogMarginal(half, stuck[:1],
				[][]float64{{0, 0}})
			return err
		},
		"row 1 of the transition": func() error {
			_, err := h.LogMarginal(half, [][]float64{{1, 0},
				{1}}, [][]float64{{0, 0}})
			return err
		},
	} {
		if err := f(); err == nil || !contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Given a path, each row is Dirichlet: the log density of what is drawn has the mean of that law.
func TestTransitions(t *testing.T) {
	path := []int{0, 0, 1, 2, 1, 1, 0, 0, 0, 2}
	prior := [][]float64{{2, 1, 1}, {1, 3, 0.5}, {1, 1, 1}}
	alpha := [][]float64{{2 + 3, 1 + 1, 1 + 1}, {1 + 1, 3 + 1, 0.5 + 1}, {1, 1 + 1, 1}}
	p := [][]float64{make([]float64, 3), make([]float64, 3), make([]float64, 3)}
	r := sampler.Stream("transitions", 1, 0)
	const n = 20_000
	var sum, squares [3][3]float64
	for range n {
		update.Transitions(r, path, prior, p)
		for j, row := range p {
			for k, v := range row {
				sum[j][k] += v / n
				squares[j][k] += v * v / n
			}
		}
	}
	for j, row := range alpha {
		all := row[0] + row[1] + row[2]
		for k, a := range row {
			mean := a / all
			variance := mean * (1 - mean) / (all + 1)
			if z := (sum[j][k] - mean) / math.Sqrt(variance/n); math.Abs(z) > 4.5 {
				t.Errorf("p[%d][%d]: mean %.4f, expected %.4f, z = %.1f", j, k, sum[j][k], mean, z)
			}
			if got := squares[j][k] - sum[j][k]*sum[j][k]; math.Abs(got/variance-1) > 0.1 {
				t.Errorf("p[%d][%d]: variance %.5f, expected %.5f", j, k, got, variance)
			}
		}
	}
	if a := testing.AllocsPerRun(10, func() { update.Transitions(r, path, nil, p) }); a > 0 {
		t.Errorf("%v allocations", a)
	}
	for _, c := range []struct {
		says string
		path []int
		p    [][]float64
	}{{"state 3 at 1", []int{0, 3}, p}, {"row 0 of 3", path, prior[:1]}} {
		func() {
			defer func() {
				if got, _ := recover().(string); !contains(got, c.says) {
					t.Errorf("panic %q, expected %q", got, c.says)
				}
			}()
			update.Transitions(r, c.path, c.p, p)
		}()
	}
}
