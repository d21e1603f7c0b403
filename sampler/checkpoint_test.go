package sampler

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestKillAndResume stops runs at random sweeps and resumes them, with 1 to 8 chains on 1 and 2
// processors. The result is bit for bit the same as that of one uninterrupted run. Every other stop
// is a kill: the file goes back to its content at some earlier save, as if the process had died
// without a last one.
func TestKillAndResume(t *testing.T) {
	defer func(old time.Duration) { checkpointEvery = old }(checkpointEvery)
	checkpointEvery = 0
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	full := mustRun(t, toyModel(), Settings{Chains: 8, Warmup: 30, Draws: 120, Thin: 2, Seed: 11})
	r := Stream("kill", 1, 0)
	points := 0
	for run := 0; points < 100; run++ {
		runtime.GOMAXPROCS(1 + run%2)
		set := Settings{Chains: 1 + run%8, Warmup: 30, Draws: 120, Thin: 2, Seed: 11,
			NoReplay: true, Checkpoint: filepath.Join(t.TempDir(), "run")} // a replay's sweeps do not count
		for done := false; !done; points++ {
			before, _ := os.ReadFile(set.Checkpoint)
			ctx, cancel := context.WithCancel(context.Background())
			m := toyModel()
			left := atomic.Int64{}
			left.Store(1 + r.Int64N(int64(set.Chains)*150)) // of 270 sweeps a chain
			x := m.Blocks[0].Update
			m.Blocks[0].Update = func(r *rand.Rand, s *toy) error {
				if left.Add(-1) == 0 {
					cancel()
				}
				return x(r, s)
			}
			tr, err := Run(ctx, m, set)
			cancel()
			if done = err == nil; done {
				equalTraces(t, fmt.Sprintf("run %d, %d chains", run, set.Chains), tr, full)
			} else if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if points%2 == 1 && before != nil && !done {
				if err := os.WriteFile(set.Checkpoint, before, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestKillFromOutside copies the file while the run goes on, and resumes from each copy.
func TestKillFromOutside(t *testing.T) {
	defer func(old time.Duration) { checkpointEvery = old }(checkpointEvery)
	checkpointEvery = 0
	set := Settings{Chains: 3, Warmup: 10, Seed: 4, Checkpoint: filepath.Join(t.TempDir(), "run")}
	slow := toyModel()
	slow.Blocks = append(slow.Blocks,
		Block[toy]{"nothing", func(*rand.Rand, *toy) error { time.Sleep(time.Millisecond); return nil }})
	quick := toyModel()
	quick.Blocks = append(quick.Blocks,
		Block[toy]{"nothing", func(*rand.Rand, *toy) error { return nil }})
	var copies [][]byte
	var taken atomic.Int64
	set.Progress = func(Report) {
		data, err := os.ReadFile(set.Checkpoint)
		if err != nil {
			t.Error(err)
		}
		copies = append(copies, data)
		taken.Add(1)
	}
	set.Until = func(*Trace) (string, error) {
		if taken.Load() < 3 {
			return "copies", nil
		}
		return "", nil
	}
	full := mustRun(t, slow, set)
	x, _ := full.Chains("x")
	for i, data := range copies {
		set := Settings{Chains: 3, Warmup: 10, Draws: len(x[0]), Seed: 4,
			Checkpoint: filepath.Join(t.TempDir(), "copy")}
		os.WriteFile(set.Checkpoint, data, 0o600)
		equalTraces(t, fmt.Sprintf("copy %d", i), mustRun(t, quick, set), full)
	}
}

func TestExtend(t *testing.T) {
	set := Settings{Chains: 2, Warmup: 10, Draws: 50, Seed: 9,
		Checkpoint: filepath.Join(t.TempDir(), "run")}
	mustRun(t, toyModel(), set)
	set.Draws, set.Chains = 80, 3
	got := mustRun(t, toyModel(), set)
	set.Checkpoint = ""
	equalTraces(t, "extended", got, mustRun(t, toyModel(), set))
}

func TestAnotherRunIsRefused(t *testing.T) {
	set := Settings{Chains: 2, Warmup: 10, Draws: 50, Seed: 9,
		Checkpoint: filepath.Join(t.TempDir(), "run")}
	mustRun(t, toyModel(), set)
	type other struct{ X float64 }
	refuse := func(name string, err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), set.Checkpoint) {
			t.Errorf("%s: the error does not say %q:\n%v", name, want, err)
		}
	}
	run := func(change func(*Model[toy], *Settings)) error {
		m, s := toyModel(), set
		change(&m, &s)
		tr, err := Run(context.Background(), m, s)
		if err != nil && tr != nil {
			t.Error("a refused run has a trace")
		}
		return err
	}
	refuse("seed", run(func(_ *Model[toy], s *Settings) { s.Seed = 1 }),
		"Settings.Seed was 9 and is 1")
	refuse("thin", run(func(_ *Model[toy], s *Settings) { s.Thin = 2 }),
		"Settings.Thin was 1 and is 2")
	refuse("warm-up", run(func(_ *Model[toy], s *Settings) { s.Warmup = 11 }),
		"Settings.Warmup was 10 and is 11")
	refuse("fewer chains", run(func(_ *Model[toy], s *Settings) { s.Chains = 1 }),
		"has 2 chains and Settings.Chains is 1")
	refuse("chains of larger numbers", run(func(_ *Model[toy], s *Settings) { s.First = 1 }),
		"numbered from 0 and Settings.First is 1")
	refuse("fewer draws", run(func(_ *Model[toy], s *Settings) { s.Draws = 40 }),
		"has 50 draws in chain 0 and Settings.Draws is 40")
	refuse("blocks", run(func(m *Model[toy], _ *Settings) { m.Blocks = m.Blocks[1:] }),
		"the blocks were x, y, theta, label and are y, theta, label")
	refuse("params", run(func(m *Model[toy], _ *Settings) { m.Params = m.Params[:2] }),
		"theta[0..1,0..1]; counts[0..2] every 7; label[0..2] moments; lp__ and are x; y; lp__")
	refuse("another prior", run(func(m *Model[toy], _ *Settings) {
		m.Blocks[2].Update = func(r *rand.Rand, s *toy) error {
			for i := range s.Theta {
				s.Theta[i] = s.X*float64(i) + 2*r.NormFloat64()
			}
			return nil
		}
	}), "after the first sweep of chain 0, theta[0..1,0..1] began with")
	refuse("other data in the density", run(func(m *Model[toy], _ *Settings) {
		m.LogJoint = func(s *toy) float64 { return -s.X }
	}), "the data, a prior or a block has changed")
	_, err := Run(context.Background(), Model[other]{
		Init:   func(*rand.Rand) (*other, error) { return &other{}, nil },
		Blocks: []Block[other]{{"x", func(*rand.Rand, *other) error { return nil }}},
		Data:   "none", Params: []Param[other]{Scalar("x", func(s *other) float64 { return s.X })},
	}, set)
	refuse("state", err, "the state was a sampler.toy and is a sampler.other")
}

func TestDamagedCheckpoint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	set := Settings{Chains: 2, Warmup: 10, Draws: 50, Seed: 9, Checkpoint: path}
	mustRun(t, toyModel(), set)
	good, _ := os.ReadFile(path)
	flipped := append([]byte{}, good...)
	flipped[len(flipped)/2] ^= 1
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"truncated":  {good[:len(good)-10], "the file is damaged"},
		"cut short":  {good[:len(sealMagic)+5], "the file is damaged"},
		"one bit":    {flipped, "the file is damaged"},
		"empty":      {nil, "this is not a checkpoint"},
		"other file": {[]byte("hello"), "this is not a checkpoint"},
	} {
		os.WriteFile(path, c.data, 0o600)
		tr, err := Run(context.Background(), toyModel(), set)
		if tr != nil || err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if after, _ := os.ReadFile(path); string(after) != string(c.data) {
			t.Errorf("%s: the file was written over", name)
		}
	}
}

// TestDiskGone removes the folder in the middle of a run, which has the same effect as a full disk.
// Sampling goes on, Progress is told, and the draws come back with an error that says what
// happened.
func TestDiskGone(t *testing.T) {
	defer func(old time.Duration) { checkpointEvery = old }(checkpointEvery)
	checkpointEvery = 0
	dir := filepath.Join(t.TempDir(), "gone")
	os.Mkdir(dir, 0o700)
	var warned atomic.Bool
	m := toyModel()
	until := func(*Trace) (string, error) {
		if !warned.Load() {
			return "a warning", nil
		}
		return "", nil
	}
	m.Blocks = append(m.Blocks,
		Block[toy]{"slow", func(*rand.Rand, *toy) error { time.Sleep(time.Millisecond); return nil }})
	tr, err := Run(context.Background(), m,
		Settings{Chains: 2, Warmup: 10, Seed: 9, Checkpoint: filepath.Join(dir, "run"), Until: until,
			Progress: func(r Report) {
				os.RemoveAll(dir)
				if !r.Done && r.Warning != nil {
					warned.Store(true)
				}
			}})
	if err == nil || !strings.Contains(err.Error(), "was not written") ||
		!strings.Contains(err.Error(), "the draws are in memory") {
		t.Errorf("error %v", err)
	}
	if x, _ := tr.Chains("x"); len(x[0]) < 100 || !warned.Load() {
		t.Errorf("%d draws kept, warned %t", len(x[0]), warned.Load())
	}
	if tr, err := Run(context.Background(), toyModel(),
		Settings{Checkpoint: filepath.Join(dir, "run")}); tr != nil || err == nil ||
		!strings.Contains(err.Error(), "there is no folder "+dir+": make it") {
		t.Error("a file that cannot be written is noticed only at the end")
	}
}
