package sampler

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
)

func TestSweepAllocatesNothing(t *testing.T) {
	m := Opaque(toyModel())
	set, _ := Settings{Draws: 5000}.withDefaults()
	c := newChain(&m, set, 0)
	c.begin()
	var stop atomic.Bool
	sweep := func(n int) {
		if err := c.loop(c.sweeps+n, &stop); err != nil {
			t.Fatal(err)
		}
	}
	sweep(set.Warmup)
	if a := testing.AllocsPerRun(1000, func() { sweep(1) }); a != 0 {
		t.Errorf("%v allocations a sweep", a)
	}
}

// BenchmarkOverhead is the cost of a sweep above its blocks, with two empty blocks and one scalar
// recorded: the loop, the panic guard, the clean place to stop, the check for NaN and the
// recording.
func BenchmarkOverhead(b *testing.B) {
	type empty struct{ X float64 }
	none := func(*rand.Rand, *empty) error { return nil }
	m := Model[empty]{
		Init:   func(*rand.Rand) (*empty, error) { return &empty{}, nil },
		Blocks: []Block[empty]{{"a", none}, {"b", none}},
		Params: []Param[empty]{Scalar("x", func(s *empty) float64 { return s.X })},
	}
	b.ReportAllocs()
	for left := b.N; left > 0; left -= 1_000_000 {
		mustRun(b, m, Settings{Chains: 1, Warmup: NoWarmup, Draws: min(left, 1_000_000)})
	}
}

// WarmedUp is called once in each chain, before the first sweep after the warm-up, and its panics
// are errors that name it.
func TestWarmedUp(t *testing.T) {
	type told struct{ Calls, Sweeps, At float64 }
	m := Model[told]{
		Init:     func(*rand.Rand) (*told, error) { return &told{}, nil },
		WarmedUp: func(s *told) { s.Calls, s.At = s.Calls+1, s.Sweeps },
		Blocks:   []Block[told]{{"count", func(_ *rand.Rand, s *told) error { s.Sweeps++; return nil }}},
		Params: []Param[told]{
			{Name: "told", Shape: []int{3},
				Read: func(s *told, dst []float64) { dst[0], dst[1], dst[2] = s.Calls, s.Sweeps, s.At }},
		},
	}
	for _, set := range []Settings{{Warmup: 10, Draws: 20}, {Warmup: NoWarmup, Draws: 20},
		{Warmup: 10, Draws: 5, Thin: 3}} {
		tr := mustRun(t, m, set)
		warmup := float64(max(set.Warmup, 0))
		for i, want := range []float64{1, warmup + float64(max(set.Thin, 1)), warmup} {
			chains, err := tr.Chains(fmt.Sprintf("told[%d]", i))
			if err != nil || len(chains) != 4 {
				t.Fatal(err)
			}
			for _, c := range chains {
				if c[0] != want {
					t.Errorf("%+v: told[%d] of the first draw is %g, want %g", set, i, c[0], want)
				}
			}
		}
	}
	m.WarmedUp = func(s *told) { panic("too early") }
	_, err := Run(context.Background(), m, Settings{Warmup: 10, Draws: 20})
	if err == nil || !strings.Contains(err.Error(), "sweep 11: WarmedUp panicked: too early") {
		t.Errorf("error %v", err)
	}
}

// A Vector of another length than was announced ends the run with a sentence.
func TestVectorOfAnotherLength(t *testing.T) {
	m := toyModel()
	m.Params = append(m.Params, Vector("short", 5, func(s *toy) []float64 { return s.Theta }))
	_, err := Run(context.Background(), m, Settings{Chains: 1, Draws: 5})
	if err == nil || !strings.Contains(err.Error(), `reading parameter "short": `+
		`the function returned 4 values, but Vector("short", 5, …) says 5: change one`) {
		t.Errorf("error %v", err)
	}
}
