package meter

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// Chains count side by side, each separately, and a generator that belongs to no chain counts
// nothing.
func TestCount(t *testing.T) {
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			r, m := rand.New(rand.NewPCG(1, 1)), &Meter{Blocks: make([]Counts, 2)}
			Count(r, Counts{Steps: 1})
			Attach(r, m)
			for i := range 300 {
				m.Block = i % 3 // the last one is not a block
				Count(r, Counts{Evaluations: 2, Steps: 1, Accepted: 0.5, StepSize: float64(i)})
			}
			Detach(r)
			Count(r, Counts{Steps: 1})
			want := Counts{Evaluations: 200, Steps: 100, Accepted: 50, StepSize: 298}
			if m.Blocks[1] != want || !m.Changed {
				t.Errorf("the counts are %+v, want %+v", m.Blocks[1], want)
			}
		})
	}
	wait.Wait()
}

func TestCountAllocatesNothing(t *testing.T) {
	r, m := rand.New(rand.NewPCG(1, 1)), &Meter{Blocks: make([]Counts, 1)}
	Attach(r, m)
	defer Detach(r)
	if a := testing.AllocsPerRun(100, func() { Count(r, Counts{Steps: 1}) }); a != 0 {
		t.Errorf("%g allocations", a)
	}
}

func BenchmarkCount(b *testing.B) {
	r, m := rand.New(rand.NewPCG(1, 1)), &Meter{Blocks: make([]Counts, 1)}
	Attach(r, m)
	defer Detach(r)
	for b.Loop() {
		Count(r, Counts{Steps: 1})
	}
}
