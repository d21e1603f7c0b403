package update_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// counting is a state that counts, for each block, how often its density is evaluated.
type counting struct {
	X       []float64
	Tau     float64
	Calls   [7]float64
	Moves   [2]float64 // coordinates that Metropolis and Componentwise changed
	Walk    update.Metropolis
	Single  update.Componentwise
	Nuts    update.NUTS
	Factor  update.FactorSlice
	Reject  update.AdaptiveRejection
	Ellipse update.Elliptical
	Weave   update.Interweaver
}

// What Trace.Blocks says of each update is what its density saw.
func TestBlocksCount(t *testing.T) {
	normal := func(s *counting, block int) func(x []float64) float64 {
		return func(x []float64) float64 {
			s.Calls[block]++
			return -x[0]*x[0]/2 - (x[1]-x[0])*(x[1]-x[0])
		}
	}
	draws := []func(r *rand.Rand, s *counting){
		func(r *rand.Rand, s *counting) {
			before := s.X[0]
			if s.Walk.Draw(r, s.X, normal(s, 0)); s.X[0] != before {
				s.Moves[0]++
			}
		},
		func(r *rand.Rand, s *counting) {
			before := slices.Clone(s.X)
			s.Single.Draw(r, s.X, normal(s, 1))
			for j, v := range s.X {
				if v != before[j] {
					s.Moves[1]++
				}
			}
		},
		func(r *rand.Rand, s *counting) { s.Nuts.Draw(r, s.X, withGradient(normal(s, 2))) },
		func(r *rand.Rand, s *counting) { s.Factor.Draw(r, s.X, normal(s, 3)) },
		func(r *rand.Rand, s *counting) {
			s.Reject.Draw(r, -9, 9, math.Inf(-1), math.Inf(1), func(x float64) (float64, float64) {
				s.Calls[4]++
				return -x * x / 2, -x
			})
		},
		func(r *rand.Rand, s *counting) {
			s.Ellipse.Draw(r, s.X, []float64{r.NormFloat64(), r.NormFloat64()}, normal(s, 5))
		},
		func(r *rand.Rand, s *counting) {
			density := normal(s, 6)
			s.Weave.Draw(r, &s.X[0], &s.Tau, s.X[1:], 1, 1, func() float64 {
				return density(s.X) - s.Tau*s.Tau
			})
		},
	}
	m := sampler.Model[counting]{
		Init: func(r *rand.Rand) (*counting, error) {
			return &counting{X: []float64{r.NormFloat64(), 0}, Tau: 1}, nil
		},
		Params: []sampler.Param[counting]{
			sampler.Vector("calls", 7, func(s *counting) []float64 { return s.Calls[:] }),
			sampler.Vector("moves", 2, func(s *counting) []float64 { return s.Moves[:] }),
		},
	}
	names := []string{"walk", "single", "nuts", "factor", "reject", "ellipse", "weave"}
	for i, name := range names {
		m.Blocks = append(m.Blocks, sampler.Update(name, draws[i]))
	}
	const sweeps = 100
	set := sampler.Settings{Chains: 1, Warmup: sampler.NoWarmup, Draws: sweeps, Seed: 1}
	tr, err := sampler.Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	last := func(label string) float64 {
		draws, err := tr.Draws(label)
		if err != nil {
			t.Fatal(err)
		}
		return draws[sweeps-1]
	}
	labels, err := tr.Labels("calls")
	if err != nil {
		t.Fatal(err)
	}
	perCall := []float64{1, 1, 5, 1, 1, 1, 1} // withGradient takes four differences
	rows := tr.Blocks()
	for i, name := range names {
		got, want := rows[i].Evaluations*perCall[i], last(labels[i])/sweeps
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %g evaluations a sweep, the density saw %g", name, got, want)
		}
	}
	if got, want := rows[0].Acceptance, last("moves[0]")/sweeps; got != want {
		t.Errorf("Metropolis: acceptance %g, want %g", got, want)
	}
	if got, want := rows[1].Acceptance, last("moves[1]")/(2*sweeps); got != want {
		t.Errorf("Componentwise: acceptance %g, want %g", got, want)
	}
	if got := rows[2].Acceptance; !(got > 0.2 && got <= 1) || !(rows[2].StepSize > 0) {
		t.Errorf("NUTS: acceptance %g, step %g", got, rows[2].StepSize)
	}
}
