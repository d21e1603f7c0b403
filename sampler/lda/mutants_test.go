package lda

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// Each of the mutants is a sampler with one error. They recount for each token, slowly and simply.
var mutants = map[string]func(r *rand.Rand, s *State, weight func(i, k int, c counted) float64){
	"none (a right sampler)": func(r *rand.Rand, s *State,
		w func(int, int, counted) float64) {
		naive(r, s, false, w)
	},
	"a forgotten decrement": func(r *rand.Rand, s *State,
		w func(int, int, counted) float64) {
		naive(r, s, true, w)
	},
	"β for Vβ": func(r *rand.Rand, s *State, _ func(int, int, counted) float64) {
		naive(r, s, false, func(_, k int, c counted) float64 {
			return (c.dk[k] + s.Alpha[k]) * (c.wk[k] + s.Beta) / (c.k[k] + s.Beta)
		})
	},
	"α of the wrong topic": func(r *rand.Rand, s *State, _ func(int, int, counted) float64) {
		naive(r, s, false, func(_, k int, c counted) float64 {
			return (c.dk[k] + s.Alpha[len(s.Alpha)-1-k] + 0.2) * (c.wk[k] + s.Beta) / (c.k[k] + 3*s.Beta)
		})
	},
	"stale counts of topics": func(r *rand.Rand, s *State, _ func(int, int, counted) float64) {
		before := count(s, -1)
		naive(r, s, false, func(i, k int, c counted) float64 {
			n := before.k[k]
			if k == before.z {
				n--
			}
			return (c.dk[k] + s.Alpha[k]) * (c.wk[k] + s.Beta) / (max(n, 0) + 3*s.Beta)
		})
	},
}

// counted holds the counts that the conditional of a token needs, without that token.
type counted struct {
	dk, wk, k []float64
	z         int
}

// count counts for token i, −1 for none.
func count(s *State, i int) counted {
	c := counted{make([]float64, len(s.Alpha)), make([]float64, len(s.Alpha)),
		make([]float64, len(s.Alpha)), -1}
	at := [2]int{-1, -1}
	s.tokens.each(func(token, doc, word int) {
		if token == i {
			at = [2]int{doc, word}
		}
	})
	s.tokens.each(func(token, doc, word int) {
		z := s.z[token]
		if token == i {
			return
		}
		c.k[z]++
		if doc == at[0] {
			c.dk[z]++
		}
		if word == at[1] {
			c.wk[z]++
		}
	})
	return c
}

func naive(r *rand.Rand, s *State, keep bool, weight func(i, k int, c counted) float64) {
	p := make([]float64, len(s.Alpha))
	for i := range s.z {
		c := count(s, i)
		if z := s.z[i]; keep {
			c.dk[z]++
			c.wk[z]++
			c.k[z]++
		}
		for k := range p {
			p[k] = weight(i, k, c)
		}
		s.z[i] = uint16(variate.Categorical(r, p))
	}
	s.kernel.recount(s, nil)
}

// TestMutants: the enumeration test distinguishes each mutant from the right sampler, on one toy at
// least.
func TestMutants(t *testing.T) {
	for name, update := range mutants {
		worst := 0.0
		for _, i := range []int{0, 4} {
			y := &toys[i]
			p, v := y.prior(), len(y.counts[0])
			m := must(p.Model(y.docs(), v, Settings{Sampler: Dense}))
			m.Blocks = []sampler.Block[State]{{Name: "z", Update: func(r *rand.Rand, s *State) error {
				update(r, s, func(_, k int, c counted) float64 {
					return (c.dk[k] + s.Alpha[k]) * (c.wk[k] + s.Beta) / (c.k[k] + float64(v)*s.Beta)
				})
				return nil
			}}}
			z, _ := compare(t, y, 1500, m)
			worst = max(worst, math.Abs(z[0]), math.Abs(z[1]))
		}
		t.Logf("%s: |z| %.1f", name, worst)
		if right := name == "none (a right sampler)"; right != (worst < 4) {
			t.Errorf("%s: |z| %.1f", name, worst)
		}
	}
}

// TestFloat32Gammas: if φ is drawn with gammas that underflow, the posterior is wrong for small β.
// That is why PartiallyCollapsed works in log space.
func TestFloat32Gammas(t *testing.T) {
	y := &toy{counts: [][]int32{{1, 1}, {1, 1}}, alpha: []float64{0.05, 0.05}, beta: 0.01, first: 0,
		last: 2}
	y.want = enumerate(y.docs(), 2, y.alpha, y.beta, y.first, y.last)
	if z, mean := compare(t, y, 8000,
		must(y.prior().Model(y.docs(), 2,
			Settings{Sampler: PartiallyCollapsed, Threads: 1}))); math.Abs(z[0]) > 4 || math.Abs(z[1]) > 4 {
		t.Errorf("in log space: E log p(w, z) %.3f, exact %.3f, z %.1f", mean, y.want.mean, z)
	}
	m := must(y.prior().Model(y.docs(), 2, Settings{Sampler: PartiallyCollapsed, Threads: 1}))
	right := m.Blocks[0].Update
	m.Blocks[0].Update = func(r *rand.Rand, s *State) error {
		if err := right(r, s); err != nil {
			return err
		}
		g := s.kernel.(*partial)
		for k := range s.Alpha {
			a := float32(math.Exp(variate.LogGamma(r, float64(g.nwk[k])+s.Beta)))
			b := float32(math.Exp(variate.LogGamma(r, float64(g.nwk[g.topics+k])+s.Beta)))
			if a+b == 0 {
				a, b = 0.5, 0.5 // a guard against 0/0
			} else {
				a, b = a/(a+b), b/(a+b)
			}
			g.phi[k], g.phi[g.stride+k] = a, b
		}
		return nil
	}
	if z, mean := compare(t, y, 8000, m); math.Abs(z[0]) < 5 {
		t.Errorf("not noticed: E log p(w, z) %.3f, z %.1f", mean, z)
	}
}
