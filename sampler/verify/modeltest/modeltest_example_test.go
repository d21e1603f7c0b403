package modeltest_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/verify"
	"gibbslab/sampler/verify/modeltest"
)

// All tests of a model of one mean: y_i ~ N(μ, 1), μ ~ N(0, 1). In a package of yours, body is the
// body of func TestModel(t *testing.T).
func ExampleRun() {
	type state struct{ Mu float64 }
	draw := func(r *rand.Rand, s *state, y []float64, n int) { // n is len(y)
		sum := 0.0
		for _, x := range y {
			sum += x
		}
		s.Mu = sum/float64(n+1) + r.NormFloat64()/math.Sqrt(float64(n+1))
	}
	model := func(y []float64) (sampler.Model[state], error) {
		if len(y) == 0 {
			return sampler.Model[state]{}, errors.New("mean: no data")
		}
		return sampler.Model[state]{
			Init: func(r *rand.Rand) (*state, error) { return &state{3 * r.NormFloat64()}, nil },
			Blocks: []sampler.Block[state]{
				sampler.Update("mu", func(r *rand.Rand, s *state) { draw(r, s, y, len(y)) }),
			},
			Params: []sampler.Param[state]{sampler.Scalar("mu", func(s *state) float64 { return s.Mu })},
			LogJoint: func(s *state) float64 {
				sq := s.Mu * s.Mu
				for _, x := range y {
					sq += (x - s.Mu) * (x - s.Mu)
				}
				return -sq / 2
			},
			Data: y,
		}, nil
	}
	body := func(t *testing.T) {
		j := verify.Joint[state, []float64]{
			Prior: func(r *rand.Rand) (*state, error) { return &state{r.NormFloat64()}, nil },
			Data: func(r *rand.Rand, s *state) ([]float64, error) {
				return []float64{s.Mu + r.NormFloat64(), s.Mu + r.NormFloat64()}, nil
			},
			Model: model,
		}
		modeltest.Run(t, modeltest.Case[state, []float64]{
			Joint: j,
			Mutants: []verify.Mutant[state, []float64]{
				j.Mutant("n off by one", "mu", func(y []float64, r *rand.Rand, s *state) {
					draw(r, s, y, len(y)+1)
				}),
			},
			Bad: map[string]func() error{"no data": func() error { _, err := model(nil); return err }},
		})
	}
	examples = append(examples, body)
}

// The tests also run the examples.
var examples []func(t *testing.T)

func TestExample(t *testing.T) {
	ExampleRun()
	for _, body := range examples {
		body(t)
	}
}
