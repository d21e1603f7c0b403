package sampler

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gibbslab/sampler/update"
	"gibbslab/sampler/variate"
)

func TestRunSamplesTheTarget(t *testing.T) {
	tr := mustRun(t, toyModel(), Settings{Draws: 20_000, Seed: 1})
	x, _ := tr.Draws("x")
	y, _ := tr.Draws("y")
	var mean, variance, cov float64
	for i := range x {
		mean += x[i]
		variance += x[i] * x[i]
		cov += x[i] * y[i]
	}
	n := float64(len(x))
	// The chain of x is AR(1) with coefficient rho². For the mean, 80 000 draws are worth
	// n(1−rho²)/(1+rho²) = 37 600. The tolerance is five standard errors.
	tol := 5 * math.Sqrt((1+rho*rho)/(1-rho*rho)/n)
	for what, d := range map[string]float64{"mean": mean / n,
		"variance": (variance/n - 1) / math.Sqrt2, "covariance": (cov/n - rho) / math.Sqrt(1+rho*rho)} {
		if math.Abs(d) > tol {
			t.Errorf("%s is off by %v, more than %v", what, d, tol)
		}
	}
}

// TestChainsAreTheSame checks that chain c depends only on the seed and on c.
func TestChainsAreTheSame(t *testing.T) {
	set := Settings{Chains: 8, Warmup: 50, Draws: 200, Seed: 7}
	want := mustRun(t, toyModel(), set)
	for _, procs := range []int{1, 2} {
		old := runtime.GOMAXPROCS(procs)
		for chains := 1; chains <= 8; chains++ {
			set.Chains = chains
			equalTraces(t, fmt.Sprintf("%d chains on %d processors", chains, procs),
				mustRun(t, toyModel(), set), want)
		}
		runtime.GOMAXPROCS(old)
	}
	set.Seed = 8
	other, _ := mustRun(t, toyModel(), set).Draws("x")
	if x, _ := want.Draws("x"); x[0] == other[0] {
		t.Error("another seed gives the same draws")
	}
	a, _ := want.Chains("x")
	if a[0][0] == a[1][0] {
		t.Error("two chains draw the same numbers")
	}
}

// TestRunIsSweeps: a run is Sweeps on the chain's stream, warm-up dropped and thinned.
func TestRunIsSweeps(t *testing.T) {
	set := Settings{Chains: 2, Warmup: 10, Draws: 20, Thin: 3, Seed: 5}
	chains, _ := mustRun(t, toyModel(), set).Chains("x")
	for c, got := range chains {
		var want []float64
		n := 0
		for s, err := range toyModel().Sweeps(context.Background(), Stream("chain", 5, c)) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n > 10 && (n-10)%3 == 0 {
				want = append(want, s.X)
			}
			if len(want) == 20 {
				break
			}
		}
		equalBits(t, fmt.Sprintf("chain %d", c), got, want)
	}
}

func TestCadenceAndMoments(t *testing.T) {
	tr := mustRun(t, toyModel(), Settings{Chains: 2, Warmup: NoWarmup, Draws: 50, Seed: 3})
	counts, err := tr.Chains("counts[0]")
	if err != nil || len(counts[1]) != 8 { // draws 1, 8, …, 50
		t.Errorf("counts has %d draws (%v), want 8", len(counts[1]), err)
	}
	if _, err := tr.Chains("label[0]"); err == nil || !strings.Contains(err.Error(), "Trace.Moments") {
		t.Errorf("draws of moments: %v", err)
	}
	ms, err := tr.Moments("label")
	if err != nil {
		t.Fatal(err)
	}
	all := PoolMoments(ms)
	if sum := all.Mean[0] + all.Mean[1] + all.Mean[2]; all.N != 100 || math.Abs(sum-1) > 1e-12 {
		t.Errorf("pooled: %d draws, label probabilities add to %v", all.N, sum)
	}
}

func TestCancelKeepsTheDraws(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := toyModel()
	var n atomic.Int64
	m.Blocks = append(m.Blocks, Block[toy]{"stop", func(*rand.Rand, *toy) error {
		if n.Add(1) == 1000 {
			cancel()
		}
		return nil
	}})
	set := Settings{Chains: 2, Warmup: 20, Draws: 1 << 30, Seed: 7, NoReplay: true, MaxTime: time.Hour}
	tr, err := Run(ctx, m, set)
	if !errors.Is(err, context.Canceled) ||
		!strings.Contains(err.Error(), "draws kept in each chain") {
		t.Fatalf("error %v", err)
	}
	kept, _ := tr.Chains("x")
	if len(kept[0])+len(kept[1]) < 900 {
		t.Errorf("%d and %d draws kept", len(kept[0]), len(kept[1]))
	}
	set.Draws = max(len(kept[0]), len(kept[1]))
	full, _ := mustRun(t, toyModel(), set).Chains("x")
	for c := range kept {
		equalBits(t, "before the stop", kept[c], full[c][:len(kept[c])])
	}
}

func TestCancelledBeforeTheFirstDraw(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr, err := Run(ctx, toyModel(), Settings{})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if x, err := tr.Chains("x"); err != nil || len(x) != 4 || len(x[0]) != 0 {
		t.Errorf("chains %v, %v", x, err)
	}
}

func TestFailuresNameTheirPlace(t *testing.T) {
	at := func(n int, do func(s *toy) error) Model[toy] {
		m := toyModel()
		m.Blocks = append(m.Blocks[:3:3], Block[toy]{"bad", func(_ *rand.Rand, s *toy) error {
			if s.Counts[1]++; int(s.Counts[1]) == n {
				return do(s)
			}
			return nil
		}})
		return m
	}
	sentinel := errors.New("no such luck")
	for name, c := range map[string]struct {
		model Model[toy]
		want  []string
		kept  int
	}{
		"error": {at(25, func(*toy) error { return sentinel }),
			[]string{"chain 0, sweep 25", `block "bad"`, "no such luck", "14 draws kept",
				"2 chains failed like this"}, 14},
		"panic": {at(25, func(s *toy) error { s.Theta[9] = 0; return nil }),
			[]string{"chain 0, sweep 25", `block "bad" panicked`, "index out of range",
				"of run_test.go"}, 14},
		"update": {at(25, func(*toy) error {
			update.Slice(rand.New(rand.NewPCG(1, 1)), 0, 1, -1, 1, func(float64) float64 {
				return math.NaN()
			})
			return nil
		}), []string{`block "bad" panicked`, "the log density at 0 is NaN", "of run_test.go"}, 14},
		"variate": {at(25, func(*toy) error {
			variate.Gamma(rand.New(rand.NewPCG(1, 1)), -1, 1)
			return nil
		}), []string{`block "bad" panicked`, "shape is -1", "of run_test.go"}, 14},
		"NaN": {at(25, func(s *toy) error { s.Theta[2] = math.NaN(); return nil }),
			[]string{"chain 0, sweep 25", "theta[1,0] is NaN"}, 14},
		"Inf in lp": {at(25, func(s *toy) error { s.X = 1e200; return nil }),
			[]string{"chain 0, sweep 25", "lp__ is -Inf"}, 14},
		"in warm-up": {at(3, func(s *toy) error { s.Y = math.Inf(1); return nil }),
			[]string{"chain 0, sweep 3", "y is +Inf"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			tr, err := Run(context.Background(), c.model,
				Settings{Chains: 2, Warmup: 10, Draws: 100, Seed: 7})
			if err == nil {
				t.Fatal("no error")
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("the error does not say %q:\n%v", w, err)
				}
			}
			x, err := tr.Chains("x")
			if err != nil || len(x[0]) != c.kept || len(x[1]) != c.kept {
				t.Errorf("kept %d and %d draws (%v), want %d", len(x[0]), len(x[1]), err, c.kept)
			}
		})
	}
	if _, err := Run(context.Background(), at(25, func(*toy) error { return sentinel }),
		Settings{}); !errors.Is(err, sentinel) {
		t.Errorf("the block's own error is lost: %v", err)
	}
}

func TestOtherChainsFinish(t *testing.T) {
	m := toyModel()
	init := m.Init
	var chains atomic.Int64
	m.Init = func(r *rand.Rand) (*toy, error) {
		if chains.Add(1) == 2 {
			return nil, errors.New("no start")
		}
		return init(r)
	}
	tr, err := Run(context.Background(), m, Settings{Chains: 4, Draws: 30, Warmup: 5, NoReplay: true})
	if err == nil || !strings.Contains(err.Error(), "Init: no start (0 draws kept)") {
		t.Errorf("error %v", err)
	}
	x, _ := tr.Chains("x")
	total := 0
	for _, c := range x {
		total += len(c)
	}
	if total != 90 {
		t.Errorf("%d draws kept, want 90 of the three good chains", total)
	}
}

func TestAllThatIsWrongIsSaidAtOnce(t *testing.T) {
	m := toyModel()
	m.Init = nil
	m.Blocks = []Block[toy]{Update[toy]("x", nil), {Name: "x", Update: m.Blocks[0].Update}}
	m.Params = append(m.Params, Param[toy]{Name: "a.b", Shape: []int{0}},
		Scalar("x", func(*toy) float64 { return 0 }))
	tr, err := Run(context.Background(), m, Settings{Chains: -1, Draws: -2, Warmup: -3, Thin: -4})
	if tr != nil || err == nil {
		t.Fatal("accepted")
	}
	for _, w := range []string{"Settings.Chains is -1", "Settings.Draws is -2",
		"Settings.Warmup is -3", "Settings.Thin is -4",
		"no Init", `block "x" has no Update`, `two blocks are named "x"`, `"a.b"`, "shape [0]",
		"has no Read", `two parameters are named "x"`} {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error does not say %q:\n%v", w, err)
		}
	}
	if _, err := Run(context.Background(), Model[toy]{}, Settings{}); err == nil {
		t.Error("an empty model is accepted")
	}
	var none context.Context
	if _, err := Run(none, toyModel(), Settings{}); err == nil ||
		!strings.Contains(err.Error(), "the context is nil") {
		t.Errorf("no context: %v", err)
	}
	for _, err := range toyModel().Sweeps(none, Stream("x", 1, 0)) {
		if err == nil {
			t.Error("sweeps without a context")
		}
		break
	}
	for _, err := range toyModel().Sweeps(context.Background(), nil) {
		if err == nil || !strings.Contains(err.Error(), "*rand.Rand is nil") {
			t.Errorf("sweeps without random numbers: %v", err)
		}
		break
	}
}

func TestProgress(t *testing.T) {
	m := toyModel()
	gate, open := gateAt(300)
	m.Blocks = append(m.Blocks, gate)
	var atGate, last Report
	mustRun(t, m, Settings{Chains: 2, Warmup: 200, Draws: 200, Thin: 2, NoReplay: true, Progress: func(r Report) {
		if r.Elapsed < last.Elapsed {
			t.Errorf("%v after %v", r.Elapsed, last.Elapsed)
		}
		last = r
		if r.Chains[0].Sweeps == 299 && r.Chains[1].Sweeps == 299 { // both chains wait at the gate
			atGate = r
			open()
		}
	}})
	if c := atGate.Chains[0]; atGate.Done || c.Total != 600 || c.Draws != 49 || c.Err != nil {
		t.Errorf("in the middle %+v", atGate)
	}
	if c := last.Chains[1]; !last.Done || c.Sweeps != 600 || c.Draws != 200 || c.Total != 600 {
		t.Errorf("last report %+v", last)
	}
}

// TestStream: label, seed and index make a stream, with all their letters and bits.
func TestStream(t *testing.T) {
	type key struct {
		label string
		seed  uint64
		index int
	}
	seen := map[uint64]key{}
	for _, k := range []key{{"a", 1, 0}, {"b", 1, 0}, {"ab", 1, 0}, {"a", 2, 0}, {"a", 1 << 8, 0},
		{"a", 1<<32 + 1, 0}, {"a", 1<<63 + 1, 0}, {"a", 1, 1}, {"a", 1, 1 << 8}, {"a", 1, 1 << 16},
		{"a", 1, 1 << 30}, {"a", 0, 1}} {
		first := Stream(k.label, k.seed, k.index).Uint64()
		if other, ok := seen[first]; ok {
			t.Errorf("%v and %v have the same stream", k, other)
		}
		if seen[first] = k; Stream(k.label, k.seed, k.index).Uint64() != first {
			t.Errorf("%v has another stream at the second call", k)
		}
	}
}
