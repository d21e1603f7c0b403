package sampler_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/update"
)

// costly is a state that counts, by itself, what its blocks cost after the warm-up.
type costly struct {
	X, Tau      float64
	Walk        update.Metropolis
	Sweep       int
	Evaluations float64
	Accepted    float64
}

// costlyModel has a block that slices, one that walks, one that accepts each fourth proposal of its
// own, and one that costs nothing.
func costlyModel() sampler.Model[costly] {
	return sampler.Model[costly]{
		Data: "costly",
		Init: func(r *rand.Rand) (*costly, error) { return &costly{Tau: 1}, nil },
		WarmedUp: func(s *costly) {
			s.Evaluations, s.Accepted = 0, 0
		},
		Blocks: []sampler.Block[costly]{
			sampler.Update("slice", func(r *rand.Rand, s *costly) {
				s.Tau = update.Slice(r, s.Tau, 0.1, 0, math.Inf(1), func(x float64) float64 {
					s.Evaluations++
					return -x
				})
			}),
			sampler.Update("walk", func(r *rand.Rand, s *costly) {
				x := []float64{s.X}
				s.Walk.Draw(r, x, func(x []float64) float64 { return -x[0] * x[0] / 2 })
				if x[0] != s.X {
					s.Accepted++
				}
				s.X = x[0]
			}),
			sampler.Update("own", func(r *rand.Rand, s *costly) {
				s.Sweep++
				accepted := 0
				if s.Sweep%4 == 0 {
					accepted = 1
				}
				sampler.Count(r, 3, 1, accepted)
			}),
			sampler.Update("idle", func(r *rand.Rand, s *costly) {}),
		},
		Params: []sampler.Param[costly]{
			sampler.Scalar("evaluations", func(s *costly) float64 { return s.Evaluations }),
			sampler.Scalar("accepted", func(s *costly) float64 { return s.Accepted }),
			sampler.Scalar("step", func(s *costly) float64 { return s.X }),
		},
	}
}

func TestBlocks(t *testing.T) {
	set := sampler.Settings{Chains: 3, Warmup: 100, Draws: 200, Thin: 2, Seed: 1}
	set.Progress = func(rep sampler.Report) { rep.Trace().Blocks() } // while the chains run
	tr, err := sampler.Run(context.Background(), costlyModel(), set)
	if err != nil {
		t.Fatal(err)
	}
	rows := tr.Blocks()
	if len(rows) != 5 || rows[4].Name != "(recording)" {
		t.Fatalf("the rows are %+v", rows)
	}
	last := func(label string) (sum float64) {
		chains, err := tr.Chains(label)
		if err != nil {
			t.Fatal(err)
		}
		for _, draws := range chains {
			sum += draws[len(draws)-1]
		}
		return sum
	}
	const sweeps = 3 * 400
	share := 0.0
	for i, want := range []sampler.BlockCost{
		{Name: "slice", Evaluations: last("evaluations") / sweeps, Acceptance: math.NaN()},
		{Name: "walk", Evaluations: 2, Acceptance: last("accepted") / sweeps},
		{Name: "own", Evaluations: 3, Acceptance: 0.25},
		{Name: "idle", Acceptance: math.NaN()},
		{Name: "(recording)", Acceptance: math.NaN()},
	} {
		got := rows[i]
		if got.Name != want.Name || got.Evaluations != want.Evaluations ||
			got.Acceptance != want.Acceptance && !math.IsNaN(got.Acceptance+want.Acceptance) {
			t.Errorf("row %d is %+v, want %+v", i, got, want)
		}
		if !(got.Share >= 0 && got.Time >= 0) {
			t.Errorf("row %d has time %v, share %g", i, got.Time, got.Share)
		}
		share += got.Share
	}
	if math.Abs(share-1) > 1e-9 {
		t.Errorf("the shares add up to %g", share)
	}
	if last("evaluations") < 3*sweeps {
		t.Errorf("%g evaluations in %d sweeps", last("evaluations"), sweeps)
	}
	// Acceptance near 0.44 of a normal distribution needs steps of about 2.4 standard deviations.
	if s := rows[1].StepSize; !(s > 1 && s < 5) || !math.IsNaN(rows[0].StepSize) {
		t.Errorf("the step sizes are %g and %g", s, rows[0].StepSize)
	}
	if mapped, err := tr.Map(func(int, int, []float64) {}, "step"); err != nil ||
		len(mapped.Blocks()) != 5 {
		t.Errorf("a mapped trace has %d rows: %v", len(mapped.Blocks()), err)
	}
}

// Counts are those of an uninterrupted run, and traces are encoded with them, but without times.
func TestBlocksResume(t *testing.T) {
	ctx := context.Background()
	set := sampler.Settings{Chains: 2, Warmup: 50, Draws: 100, Seed: 1}
	whole, err := sampler.Run(ctx, costlyModel(), set)
	if err != nil {
		t.Fatal(err)
	}
	// One run is made longer twice. The other one is stopped somewhere, most likely in its warm-up.
	var longer, stopped *sampler.Trace
	set.Checkpoint = filepath.Join(t.TempDir(), "longer")
	for _, set.Draws = range []int{10, 57, 100} {
		if longer, err = sampler.Run(ctx, costlyModel(), set); err != nil {
			t.Fatal(err)
		}
	}
	set.Checkpoint = filepath.Join(t.TempDir(), "stopped")
	stoppable, stop := context.WithCancel(ctx)
	early := costlyModel()
	early.Blocks[3] = sampler.Update("idle", func(r *rand.Rand, s *costly) {
		if s.Sweep == 30 {
			stop()
		}
	})
	sampler.Run(stoppable, early, set)
	if stopped, err = sampler.Run(ctx, costlyModel(), set); err != nil {
		t.Fatal(err)
	}
	for name, resumed := range map[string]*sampler.Trace{"longer": longer, "stopped": stopped} {
		sameCounts(t, name, resumed.Blocks(), whole.Blocks())
	}
	var a, b bytes.Buffer
	if gob.NewEncoder(&a).Encode(whole) != nil || gob.NewEncoder(&b).Encode(longer) != nil ||
		!bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("equal draws are encoded differently")
	}
	var back sampler.Trace
	if err := gob.NewDecoder(&a).Decode(&back); err != nil || back.Blocks()[0].Time != 0 {
		t.Fatalf("a trace that was encoded has blocks %v: %v", back.Blocks(), err)
	}
	sameCounts(t, "encoded", back.Blocks(), whole.Blocks())
	half, err := sampler.Run(ctx, costlyModel(), sampler.Settings{Chains: 1, Warmup: 50, Draws: 100,
		Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	rest, err := sampler.Run(ctx, costlyModel(), sampler.Settings{Chains: 1, First: 1, Warmup: 50,
		Draws: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	joined, err := sampler.Join(half, rest)
	if err != nil {
		t.Fatal(err)
	}
	sameCounts(t, "joined", joined.Blocks(), whole.Blocks())
}

// sameCounts compares all but times.
func sameCounts(t *testing.T, name string, rows, wanted []sampler.BlockCost) {
	for i, want := range wanted {
		got := rows[i]
		got.Time, got.Share, want.Time, want.Share = 0, 0, 0, 0
		for _, x := range []*float64{&got.Acceptance, &got.StepSize, &want.Acceptance,
			&want.StepSize} {
			if math.IsNaN(*x) {
				*x = -1
			}
		}
		if got != want {
			t.Errorf("%s: row %d is %+v, want %+v", name, i, got, want)
		}
	}
}
