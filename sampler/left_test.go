package sampler

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// hang cancels the run and waits for the end of the test.
func hang(t *testing.T, cancel func()) func() {
	end := make(chan struct{})
	// Whatever was left behind wakes up.
	t.Cleanup(func() { close(end); time.Sleep(10 * time.Millisecond) })
	return func() { cancel(); <-end }
}

// A function that does not return after the run was stopped is left behind: the draws come back,
// and the error names it.
func TestWhatDoesNotReturn(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup // all at once: each waits for grace
	defer all.Wait()
	for name, c := range map[string]struct {
		spoil func(m *Model[toy], set *Settings, hang func())
		want  string
		kept  int
	}{
		"Init": {func(m *Model[toy], _ *Settings, hang func()) {
			m.Init = func(*rand.Rand) (*toy, error) { hang(); return nil, nil }
		}, "stopped: Init was still running", 0},
		"block": {func(m *Model[toy], set *Settings, hang func()) {
			n := 0
			set.NoReplay = true
			m.Blocks = append(m.Blocks, Block[toy]{"loop", stopAfter(&n, 31, hang)})
		}, `stopped: block "loop" was still running in sweep 31 of chain 0`, 30},
		"block, replayed": {func(m *Model[toy], _ *Settings, hang func()) {
			m.Blocks = append(m.Blocks, Update("loop", func(*rand.Rand, *toy) { hang() }))
		}, `stopped: block "loop" was still running in sweep 1 of chain 0`, 0},
		"Read, replayed": {func(m *Model[toy], _ *Settings, hang func()) {
			m.Params = append(m.Params, Scalar("z", func(*toy) float64 { hang(); return 1 }))
		}, "reading a parameter was still running", 0},
		"Read": {func(m *Model[toy], set *Settings, hang func()) {
			n := 0
			set.NoReplay = true
			m.Params = append(m.Params, Scalar("z", func(s *toy) float64 {
				stopAfter(&n, 31, hang)(nil, s)
				return 1
			}))
		}, "reading a parameter was still running", 30},
		"Until": {func(_ *Model[toy], set *Settings, hang func()) {
			set.Until = func(*Trace) (string, error) { hang(); return "", nil }
		}, "Settings.Until, asked after 100 draws in each chain: it was still running", 100},
		"Progress": {func(_ *Model[toy], set *Settings, hang func()) {
			set.Progress = func(r Report) {
				if r.Done {
					hang()
				}
			}
		}, "Settings.Progress was still running", 200},
	} {
		all.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			m, set := toyModel(), Settings{Chains: 1, Warmup: NoWarmup, Draws: 200, Seed: 3}
			c.spoil(&m, &set, hang(t, cancel))
			tr, err := Run(ctx, m, set)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v", name, err)
			}
			if x, _ := tr.Chains("x"); len(x) != 1 || len(x[0]) != c.kept {
				t.Errorf("%s: draws %v", name, x)
			}
		})
	}
}

// The other chains keep all their draws. The chain that is left behind adds nothing when it wakes
// up.
func TestOtherChainsOfOneThatHangs(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	wake := make(chan struct{})
	var states, updates atomic.Int64
	type state struct{ id, n int }
	m := walker(
		func() *state { return &state{id: int(states.Add(1))} },
		func(_ *rand.Rand, s *state) {
			if updates.Add(1) == 5+2*20 { // all there are: chain 2 hangs in its fifth
				cancel()
			}
			if s.n++; s.id == 2 && s.n == 5 {
				<-wake
			}
		},
		func(s *state) float64 { return float64(s.n) })
	tr, err := Run(ctx, m, Settings{Chains: 3, Warmup: NoWarmup, Draws: 20,
		NoReplay: true})
	close(wake)
	time.Sleep(10 * time.Millisecond)
	if err == nil || !strings.Contains(err.Error(), `block "step" was still running in sweep 5`) ||
		strings.Count(err.Error(), "left behind") != 1 {
		t.Errorf("error %v", err)
	}
	total := 0
	x, _ := tr.Chains("x")
	for _, draws := range x {
		total += len(draws)
	}
	if total != 20+20+4 {
		t.Errorf("%d draws kept: %v", total, x)
	}
}

// A chain that hangs does not block checkpoints for ever, and the last file can be resumed.
func TestCheckpointOfAChainThatHangs(t *testing.T) {
	defer func(old time.Duration) { checkpointEvery = old }(checkpointEvery)
	checkpointEvery = 0
	set := Settings{Chains: 1, Warmup: 3, Draws: 1500, Seed: 2}
	whole := mustRun(t, toyModel(), set)
	set.Checkpoint = filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(context.Background())
	n, m := 0, toyModel()
	m.Blocks[3].Update = func(r *rand.Rand, s *toy) error {
		if n++; n == 1000 {
			time.Sleep(300 * time.Millisecond) // a save falls due and waits for the sweep
			hang(t, cancel)()
		}
		return toyModel().Blocks[3].Update(r, s)
	}
	if _, err := Run(ctx, m, set); err == nil ||
		!strings.Contains(err.Error(), `block "label" was still running`) {
		t.Errorf("error %v", err)
	}
	equalTraces(t, "resumed", mustRun(t, toyModel(), set), whole)
}

// A goroutine ended by runtime.Goexit, as t.Fatal does, gives an error that names the place, and no
// deadlock.
func TestGoexit(t *testing.T) {
	at := func(n int, sweep int) func(*rand.Rand,
		*toy) error {
		return stopAfter(&n, sweep, runtime.Goexit)
	}
	for name, c := range map[string]struct {
		spoil func(m *Model[toy], set *Settings)
		want  string
		kept  int
	}{
		"Init": {func(m *Model[toy], _ *Settings) {
			m.Init = func(*rand.Rand) (*toy, error) { runtime.Goexit(); return nil, nil }
		}, "Init ended its goroutine", 0},
		"block": {func(m *Model[toy], _ *Settings) {
			m.Blocks = append(m.Blocks, Block[toy]{"out", at(0, 31)})
		}, `chain 0, sweep 31: block "out" ended its goroutine`, 30},
		"block, with Until": {func(m *Model[toy], set *Settings) {
			m.Blocks = append(m.Blocks, Block[toy]{"out", at(0, 31)})
			set.Until = atLeast(300)
		}, `chain 0, sweep 31: block "out" ended its goroutine`, 30},
		"Read": {func(m *Model[toy], _ *Settings) {
			f := at(0, 31)
			m.Params = append(m.Params, Scalar("z", func(s *toy) float64 { f(nil, s); return 1 }))
		}, `reading parameter "z" ended its goroutine`, 30},
		"Until": {func(_ *Model[toy], set *Settings) {
			set.Until = func(*Trace) (string, error) { runtime.Goexit(); return "", nil }
		}, "asked after 100 draws in each chain, ended the run: it ended its goroutine", 100},
		"Progress": {func(_ *Model[toy], set *Settings) {
			set.Progress = func(Report) { runtime.Goexit() }
		}, "Settings.Progress ended its goroutine", 200},
		"Progress that panics": {func(_ *Model[toy], set *Settings) {
			set.Progress = func(r Report) { _ = r.Chains[7] }
		}, "Settings.Progress panicked: index out of range [7]", 200},
	} {
		t.Run(name, func(t *testing.T) {
			m := toyModel()
			set := Settings{Chains: 1, Warmup: NoWarmup, Draws: 200, Seed: 3, NoReplay: true}
			c.spoil(&m, &set)
			tr, err := Run(context.Background(), m, set)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), "\n") > 0 {
				t.Errorf("error %v", err)
			}
			if x, _ := tr.Chains("x"); len(x) != 1 || len(x[0]) != c.kept {
				t.Errorf("draws %v", x)
			}
		})
	}
}

// Chains that write to shared memory are refused. They may share what they only read.
func TestSharedStates(t *testing.T) {
	type state struct {
		X    float64
		Data []float64
		Sum  map[string]float64
		Far  *float64
	}
	one := &state{Data: []float64{1, 2}, Sum: map[string]float64{}, Far: new(float64)}
	run := func(init func() *state, step func(*rand.Rand, *state)) (*Trace, error) {
		return Run(context.Background(), walker(init, step, func(s *state) float64 { return s.X }),
			Settings{Chains: 3, Draws: 50})
	}
	draw := func(r *rand.Rand, s *state) { s.X = s.Data[0] + s.Data[1]*r.NormFloat64() }
	for want, c := range map[string]struct {
		init func() *state
		step func(*rand.Rand, *state)
	}{
		"the same state for chain 0 and chain 1": {func() *state { return one }, draw},
		"state.Data of chain 0 is also in chain 1": {func() *state { return &state{Data: one.Data} },
			func(r *rand.Rand, s *state) { draw(r, s); s.Data[1] = s.X }},
		"state.Sum of chain 0": {func() *state { return &state{Data: one.Data, Sum: one.Sum} },
			func(r *rand.Rand, s *state) { draw(r, s); s.Sum["x"] += s.X }},
		"state.Far of chain 0": {func() *state { return &state{Data: one.Data, Far: one.Far} },
			func(r *rand.Rand, s *state) { draw(r, s); *s.Far = s.X }},
	} {
		tr, err := run(c.init, c.step)
		if tr != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	one.Data[1] = 2
	shared, err := run(func() *state { return &state{Data: one.Data} }, draw)
	if err != nil {
		t.Fatal(err)
	}
	own, err := run(func() *state { return &state{Data: []float64{1, 2}} }, draw)
	if err != nil {
		t.Fatal(err)
	}
	equalTraces(t, "data that are only read", shared, own)
	nothing := walker(func() *struct{} { return &struct{}{} }, func(*rand.Rand, *struct{}) {},
		func(*struct{}) float64 { return 1 })
	if _, err := Run(context.Background(), nothing, Settings{Draws: 5}); err != nil {
		t.Errorf("states without content: %v", err)
	}
}

// A cancelled context starts no chain.
func TestCancelledRunsNoInit(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := toyModel()
	m.Init = func(*rand.Rand) (*toy, error) { t.Error("Init is called"); return nil, errors.New("no") }
	if _, err := Run(ctx, m, Settings{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
