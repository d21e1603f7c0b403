package modeltest

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// The toy: an unknown urn of three, and the colours of four balls drawn from it with replacement.
// The probability of colour c in urn k is odds[k][c].
type urn struct{ K int }

var odds = [3][3]float64{{0.6, 0.3, 0.1}, {0.2, 0.2, 0.6}, {0.1, 0.8, 0.1}}

func posterior(balls []int, w *[3]float64) {
	for k := range w {
		w[k] = 1
		for _, c := range balls {
			w[k] *= odds[k][c]
		}
	}
}

func toy(balls []int, update func(r *rand.Rand, s *urn) error) sampler.Model[urn] {
	return sampler.Model[urn]{
		Init:   func(r *rand.Rand) (*urn, error) { return &urn{r.IntN(3)}, nil },
		Blocks: []sampler.Block[urn]{{Name: "urn", Update: update}},
		Params: []sampler.Param[urn]{
			sampler.Scalar("k", func(s *urn) float64 { return float64(s.K) }),
			{Name: "is", Shape: []int{3}, Moments: true, Read: func(s *urn, dst []float64) {
				clear(dst)
				dst[s.K] = 1
			}},
		},
		Data: balls,
	}
}

func right(balls []int) sampler.Model[urn] {
	return toy(balls, func(r *rand.Rand, s *urn) error {
		var w [3]float64
		posterior(balls, &w)
		s.K = variate.Categorical(r, w[:])
		return nil
	})
}

// wrong omits one ball.
func wrong(balls []int) sampler.Model[urn] {
	return toy(balls, func(r *rand.Rand, s *urn) error {
		var w [3]float64
		posterior(balls[1:], &w)
		s.K = variate.Categorical(r, w[:])
		return nil
	})
}

func give(m func([]int) sampler.Model[urn]) func([]int) (sampler.Model[urn], error) {
	return func(balls []int) (sampler.Model[urn], error) { return m(balls), nil }
}

func urns() Case[urn, []int] {
	balls := []int{0, 0, 2, 1}
	var w [3]float64
	posterior(balls, &w)
	return Case[urn, []int]{
		Joint: verify.Joint[urn, []int]{
			Prior: func(r *rand.Rand) (*urn, error) { return &urn{r.IntN(3)}, nil },
			Data: func(r *rand.Rand, s *urn) ([]int, error) {
				balls := make([]int, 4)
				for i := range balls {
					balls[i] = variate.Categorical(r, odds[s.K][:])
				}
				return balls, nil
			},
			Model: give(right),
			LogLikelihood: func(balls []int, s *urn) float64 {
				var w [3]float64
				posterior(balls, &w)
				return w[s.K]
			},
		},
		Mutants: []verify.Mutant[urn, []int]{{Name: "a ball left out", Block: "urn", Model: give(wrong)}},
		Bad: map[string]func() error{"no " +
			"balls": func() error { return errors.New("urns: no balls") }},
		Exact: &Exact[urn]{Model: right(balls), Probabilities: w[:],
			State: func(s *urn) int { return s.K }, Mutant: wrong(balls)},
	}
}

func TestRun(t *testing.T) { Run(t, urns()) }

// TestChecksFindFaults is the negative control of each check.
func TestChecksFindFaults(t *testing.T) {
	for _, fault := range []struct {
		check, says string
		plant       func(c *Case[urn, []int])
	}{
		{"allocations", "allocations", func(c *Case[urn, []int]) {
			c.Joint.Model = give(func(balls []int) sampler.Model[urn] {
				return toy(balls, func(r *rand.Rand, s *urn) error {
					sink = make([]float64, 3)
					s.K = r.IntN(3)
					return nil
				})
			})
		}},
		{"same draws", "chain 0 alone and among three", func(c *Case[urn, []int]) {
			c.Joint.Model = give(counting)
		}},
		{"resume", "resumed after 20 draws", func(c *Case[urn, []int]) {
			c.Joint.Model = give(counting)
		}},
		{"bad input", "no error", func(c *Case[urn, []int]) {
			c.Bad["few balls"] = func() error { return nil }
		}},
		{"bad input", "does not say so", func(c *Case[urn, []int]) {
			c.Bad["few balls"] = func() error { return errors.New("urns: bad") }
		}},
		{"bad input", "is empty", func(c *Case[urn, []int]) { c.Bad = nil }},
		{"blocks", "called wrong", func(c *Case[urn, []int]) { c.Joint.Model = give(wrong) }},
		{"blocks", "survive", func(c *Case[urn, []int]) { c.Mutants[0].Model = give(right) }},
		{"blocks", "no mutant", func(c *Case[urn, []int]) { c.Mutants = nil }},
		{"blocks", "no LogJoint", func(c *Case[urn, []int]) { c.Joint.LogLikelihood = nil }},
		{"exact", "differs", func(c *Case[urn, []int]) { c.Exact.Model = c.Exact.Mutant }},
		{"exact", "does not catch", func(c *Case[urn, []int]) { c.Exact.Mutant = c.Exact.Model }},
		{"exact", "missing", func(c *Case[urn, []int]) { c.Exact.Mutant = sampler.Model[urn]{} }},
	} {
		c := urns()
		fault.plant(&c)
		for _, check := range c.checks() {
			if check.name != fault.check {
				continue
			}
			err := check.run(t)
			if err == nil || !strings.Contains(err.Error(), fault.says) {
				t.Errorf("%s: planted %q, found %v", fault.check, fault.says, err)
			}
		}
	}
}

var sink []float64 // keeps what it holds on the heap

// counting is a model whose updates depend on a count outside the state: they change after the
// first 50. So the first run differs from all later ones, in whatever order the chains run.
func counting(balls []int) sampler.Model[urn] {
	var n atomic.Int64
	return toy(balls, func(_ *rand.Rand, s *urn) error {
		s.K = 2
		if n.Add(1) <= 50 {
			s.K = 0
		}
		return nil
	})
}
