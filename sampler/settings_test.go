package sampler

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// "As many draws as possible in this time" is a run that ends when the time is up.
func TestDrawsWithoutEnd(t *testing.T) {
	for _, set := range []Settings{
		{Draws: math.MaxInt},
		{Draws: math.MaxInt, Thin: 7},
		{Draws: math.MaxInt / 2, Thin: 3, Warmup: 20},
		{Draws: math.MaxInt, Until: func(*Trace) (string, error) { return "all", nil }},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		m := toyModel()
		n := 0
		m.Blocks = append(m.Blocks, Block[toy]{"stop", stopAfter(&n, 3000, cancel)})
		set.Chains, set.MaxTime = 1, time.Hour
		tr, err := Run(ctx, m, set)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: error %v", set, err)
			continue
		}
		if x, _ := tr.Chains("x"); len(x[0]) < 200 {
			t.Errorf("Draws %d, Thin %d: %d draws kept", set.Draws, set.Thin, len(x[0]))
		}
		if counts, _ := tr.Chains("counts[0]"); len(counts[0]) == 0 {
			t.Errorf("Draws %d: nothing recorded of a parameter with Every", set.Draws)
		}
	}
	for _, set := range []Settings{
		{Draws: math.MaxInt},
		{Draws: 1000, Warmup: math.MaxInt},
		{Draws: 1000, Thin: math.MaxInt},
	} {
		if _, err := Run(context.Background(), toyModel(), set); err == nil ||
			!strings.Contains(err.Error(), "more sweeps than can be counted") {
			t.Errorf("%+v: error %v", set, err)
		}
	}
}

// A cadence beyond the last draw records the first draw.
func TestEveryBeyondTheEnd(t *testing.T) {
	m := toyModel()
	m.Params[3].Every = math.MaxInt
	counts, err := mustRun(t, m, Settings{Chains: 2, Draws: 50}).Chains("counts[0]")
	if err != nil || len(counts[1]) != 1 {
		t.Errorf("%v, %v", counts, err)
	}
}

// Runs that no memory can hold are refused with the estimate, before anything is allocated.
func TestTooLargeForMemory(t *testing.T) {
	defer func(old func() float64) { memoryLimit = old }(memoryLimit)
	memoryLimit = func() float64 { return 16e9 }
	shaped := func(shape ...int) Model[toy] {
		m := toyModel()
		m.Params[2] = Param[toy]{Name: "theta", Shape: shape, Read: func(*toy, []float64) {}}
		return m
	}
	stateful := func(bytes float64) Model[toy] {
		m := toyModel()
		m.StateBytes = bytes
		return m
	}
	for _, c := range []struct {
		name  string
		model Model[toy]
		set   Settings
		want  string
	}{
		{"chains", toyModel(), Settings{Chains: 10_000_000, Draws: 1}, "10000000 chains"},
		{"draws", toyModel(), Settings{Draws: 2_000_000_000}, "2000000000 draws"},
		{"shape", shaped(1 << 40), Settings{Draws: 1},
			"the largest parameter is theta, shape [1099511627776]"},
		{"states", stateful(5e9), Settings{Draws: 1}, "the state of a chain takes 5 GB"},
		{"overflow", shaped(1<<31, 1<<31), Settings{Draws: 1}, "theta"},
		{"overflow to 0", shaped(1<<32, 1<<32), Settings{MaxTime: time.Second}, "theta"},
	} {
		tr, err := Run(context.Background(), c.model, c.set)
		if tr != nil || err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), "would need about") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	memoryLimit = func() float64 { return 1e6 }
	if _, err := Run(context.Background(), toyModel(), Settings{}); err != nil {
		t.Errorf("a small run: %v", err)
	}
}

func TestParameterNames(t *testing.T) {
	for _, name := range []string{"mu", "σ²", "x_1", "R0", "lp_", "β"} {
		if err := checkName(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "a\r", "\x00", "<script>", "a b", "1a", "_a", ".a", "a-b",
		"a\u202eb", "\xff"} {
		if err := checkName(name); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}
