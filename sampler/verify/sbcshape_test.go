package verify_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/verify"
)

// TestSBCSaysTheShape: the verdict on a wrong sampler of N(y/2, 1/2) says in which way it is wrong.
// The verdict on a right sampler with chains that are too short leaves the cause open.
func TestSBCSaysTheShape(t *testing.T) {
	type state struct{ mu float64 }
	joint := func(shift, sd, keep float64) verify.Joint[state, float64] {
		return verify.Joint[state, float64]{
			Prior: func(r *rand.Rand) (*state, error) { return &state{r.NormFloat64()}, nil },
			Data:  func(r *rand.Rand, s *state) (float64, error) { return s.mu + r.NormFloat64(), nil },
			Model: func(y float64) (sampler.Model[state], error) {
				return sampler.Model[state]{
					Init: func(r *rand.Rand) (*state, error) { return &state{y/2 + r.NormFloat64()}, nil },
					Blocks: []sampler.Block[state]{{Name: "mu", Update: func(r *rand.Rand, s *state) error {
						if r.Float64() >= keep {
							s.mu = y/2 + shift + sd*r.NormFloat64()
						}
						return nil
					}}},
					Params: []sampler.Param[state]{
						sampler.Scalar("mu", func(s *state) float64 { return s.mu }),
					},
				}, nil
			},
		}
	}
	for _, c := range []struct {
		shift, sd, keep float64
		want            string
	}{
		{0.3, 0.7071, 0, "slopes down"},
		{-0.3, 0.7071, 0, "slopes up"},
		{0, 0.5, 0, "∪"},
		{0, 1, 0, "∩"},
		{0, 0.7071, 0.98, "∪"}, // right, but 99 sweeps are worth only two draws
	} {
		report, err := verify.SBC(joint(c.shift, c.sd, c.keep), verify.Settings{Warmup: 7, Thin: 1})
		if err != nil {
			t.Fatal(err)
		}
		text := report.String()
		for _, want := range []string{"or its chains are too short", c.want,
			"warm-up 7, then 99 draws with thin 1"} {
			if !strings.Contains(text, want) {
				t.Errorf("%+v: no %q in\n%s", c, want, text)
			}
		}
	}
}
