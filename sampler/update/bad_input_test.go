package update_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

// clock counts the sweeps of a chain.
type clock struct{ N int }

// What goes wrong in the third sweep ends the run with a sentence that names the block, the sweep
// and the value.
func TestBadInputNamesBlockSweepAndValue(t *testing.T) {
	flat := func(float64) float64 { return 0 }
	for name, c := range map[string]struct {
		update func(r *rand.Rand, s *clock) error
		value  string
	}{
		"precision": {func(r *rand.Rand, _ *clock) error {
			q, x := []float64{1, 0, 2, 1}, make([]float64, 2)
			return variate.MultiNormalPrecision(r, q, x, q, x)
		}, "row 1 has 1 on the diagonal, of which -3 is left"},
		"banded precision": {func(r *rand.Rand, _ *clock) error {
			q, x := []float64{0, 1, 2, 1}, make([]float64, 2)
			return variate.MultiNormalBanded(r, 1, q, x, q, x)
		}, "-3 is left"},
		"one precision": {func(r *rand.Rand, _ *clock) error {
			variate.NormalPrecision(r, -2, 1)
			return nil
		}, "the precision q is -2"},
		"columns": {func(r *rand.Rand, _ *clock) error {
			d, _ := update.NewDesign([][]float64{{1, 2}, {2, 4}})
			return d.Draw(r, &update.Scratch{}, []float64{1, 2}, []float64{1}, nil, nil,
				make([]float64, 2))
		}, "row 1"},
		"NaN": {func(r *rand.Rand, _ *clock) error {
			update.Slice(r, 4, 1, 0, math.Inf(1), func(x float64) float64 { return math.Log(-x) })
			return nil
		}, "the log density at 4 is NaN"},
		"NaN of a walk": {func(r *rand.Rand, _ *clock) error {
			var walk update.Metropolis
			walk.Draw(r, []float64{4}, func(x []float64) float64 { return math.Log(-x[0]) })
			return nil
		}, "NaN"},
		"interval": {func(r *rand.Rand, _ *clock) error {
			update.Slice(r, 4, 1, 4, 4, flat)
			return nil
		}, "the interval from 4 to 4"},
		"cut normal": {func(r *rand.Rand, _ *clock) error {
			variate.TruncatedNormal(r, 0, 1, 5, 5)
			return nil
		}, "the interval from 5 to 5"},
		"endless": {func(r *rand.Rand, _ *clock) error {
			update.Slice(r, 0, 1, math.Inf(-1), math.Inf(1), flat)
			return nil
		}, "1000000 steps of width 1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := sampler.Run(context.Background(), sampler.Model[clock]{
				Init: func(*rand.Rand) (*clock, error) { return &clock{}, nil },
				Blocks: []sampler.Block[clock]{
					sampler.Update("counts", func(_ *rand.Rand, s *clock) { s.N++ }),
					{Name: "suspect", Update: func(r *rand.Rand, s *clock) error {
						if s.N < 3 {
							return nil
						}
						return c.update(r, s)
					}},
				},
				Params: []sampler.Param[clock]{
					sampler.Scalar("n", func(s *clock) float64 { return float64(s.N) })},
			}, sampler.Settings{Chains: 1, Draws: 10, Seed: 1})
			if err == nil {
				t.Fatal("no error")
			}
			for _, says := range []string{`block "suspect"`, "sweep 3", c.value} {
				if !contains(err.Error(), says) {
					t.Errorf("the error does not say %q: %v", says, err)
				}
			}
		})
	}
}
