package update_test

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// everything is a state that holds each type of this package that belongs in a state.
type everything struct {
	X       []float64
	Starts  []bool
	Path    []int
	Walk    update.Metropolis
	Single  update.Componentwise
	Nuts    update.NUTS
	Factor  update.FactorSlice
	Reject  update.AdaptiveRejection
	Ellipse update.Elliptical
	Weave   update.Interweaver
	Points  update.ChangePoints
	Hidden  update.HMM
	Filter  update.Kalman
	Level   [][]float64
	Shoe    *update.Horseshoe
	Scratch update.Scratch
	Tau     float64
}

// A run resumes bit for bit, whatever the state holds.
func TestResume(t *testing.T) {
	design, err := update.NewDesign(lineX)
	if err != nil {
		t.Fatal(err)
	}
	y := []float64{1, 2, 2, 5}
	space := &update.StateSpace{Mean: []float64{0}, Covariance: []float64{1}, A: []float64{1},
		Noise: []float64{1}, C: []float64{1}, ObservationNoise: []float64{1}}
	target := func(x []float64) float64 {
		return -x[0]*x[0]/2 - (x[1]-x[0])*(x[1]-x[0])*2
	}
	block := func(name string, f func(r *rand.Rand,
		s *everything) error) sampler.Block[everything] {
		return sampler.Block[everything]{Name: name, Update: f}
	}
	model := sampler.Model[everything]{
		Data: y,
		Init: func(r *rand.Rand) (*everything, error) {
			return &everything{X: []float64{r.NormFloat64(), 0}, Tau: 1, Starts: make([]bool, 4),
					Path: make([]int, 2), Shoe: update.NewHorseshoe(2), Level: [][]float64{{0}, {0}}},
				nil
		},
		Blocks: []sampler.Block[everything]{
			block("moves", func(r *rand.Rand, s *everything) error {
				s.Walk.Draw(r, s.X, target)
				s.Single.Draw(r, s.X, target)
				s.Nuts.Draw(r, s.X, withGradient(target))
				s.Factor.Draw(r, s.X, target)
				other := []float64{r.NormFloat64(), r.NormFloat64()}
				s.Ellipse.Draw(r, s.X, other, func(x []float64) float64 { return -x[0] * x[0] })
				s.Weave.Draw(r, &s.X[0], &s.Tau, s.X[1:], 1, 1,
					func() float64 { return target(s.X) - s.Tau*s.Tau })
				return nil
			}),
			block("draws", func(r *rand.Rand, s *everything) (err error) {
				s.X[0], err = s.Reject.Draw(r, -9, 9, math.Inf(-1), math.Inf(1),
					func(x float64) (float64, float64) { return -x * x / 2, -x })
				if err == nil {
					_, err = s.Points.Draw(r, 0.2, func(from, to int) float64 { return 0 },
						s.Starts)
				}
				if err == nil {
					_, err = s.Hidden.Draw(r, half, [][]float64{half, half}, [][]float64{{0, 0}, {0,
						0}}, s.Path)
				}
				if err == nil {
					_, err = s.Filter.Draw(r, space, [][]float64{{1}, {2}}, s.Level)
				}
				if err == nil {
					s.Shoe.Draw(r, s.X, 1, 1)
					err = design.Draw(r, &s.Scratch, y, one, nil, s.Shoe.Precision, s.X)
				}
				return err
			}),
		},
		Params: []sampler.Param[everything]{
			{Name: "x", Shape: []int{2}, Read: func(s *everything, dst []float64) {
				copy(dst,
					s.X)
			}},
			sampler.Scalar("tau", func(s *everything) float64 { return s.Tau }),
		},
	}
	set := sampler.Settings{Chains: 2, Warmup: 150, Draws: 150, Seed: 1}
	whole, err := sampler.Run(context.Background(), model, set)
	if err != nil {
		t.Fatal(err)
	}
	set.Checkpoint = filepath.Join(t.TempDir(), "checkpoint")
	set.Draws = 40
	if _, err := sampler.Run(context.Background(), model, set); err != nil {
		t.Fatal(err)
	}
	set.Draws = 150
	resumed, err := sampler.Run(context.Background(), model, set)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x[0]", "x[1]", "tau"} {
		a, _ := whole.Chains(name)
		b, _ := resumed.Chains(name)
		for c := range a {
			if len(a[c]) != 150 || !slices.Equal(a[c], b[c]) {
				t.Errorf("%s of chain %d: a run that resumes draws something else", name, c)
			}
		}
	}
}
