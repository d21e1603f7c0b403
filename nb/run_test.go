package nb

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gibbslab/sampler"
)

func TestRun(t *testing.T) {
	set := sampler.Settings{Warmup: 2, Draws: 5, Chains: 2, Seed: 3}
	var tr *sampler.Trace
	text, panicked := shown(func() { tr = Run(slowModel(), set) })
	if panicked != nil || text != "" {
		t.Errorf("outside a notebook a short run shows %q; %v", text, panicked)
	}
	if n := len(drawsOf(tr, "mu")); n != 10 {
		t.Errorf("%d draws", n)
	}
	panics(t, "Settings.Draws is -1", func() { Run(slowModel(), sampler.Settings{Draws: -1}) })
}

// A failing chain, or a checkpoint that cannot be written, loses no draws.
func TestRunThatGoesWrong(t *testing.T) {
	failAt := func(sweep int) sampler.Model[float64] {
		m := slowModel()
		var sweeps int // one chain
		m.Blocks = append(m.Blocks, sampler.Block[float64]{Name: "bad",
			Update: func(r *rand.Rand, s *float64) error {
				if sweeps++; sweeps == sweep {
					return errors.New("no luck")
				}
				return nil
			}})
		return m
	}
	set := sampler.Settings{Chains: 1, Warmup: sampler.NoWarmup, Draws: 9, NoReplay: true}
	var tr *sampler.Trace
	text, panicked := shown(func() { tr = Run(failAt(6), set) })
	if panicked != nil || !strings.Contains(text, "no luck") ||
		!strings.Contains(text, "5 in each chain") {
		t.Errorf("%q, panic %v", text, panicked)
	}
	if n := len(drawsOf(tr, "mu")); n != 5 {
		t.Errorf("%d draws kept, want 5", n)
	}
	panics(t, "no luck", func() { Run(failAt(1), set) })

	dir := t.TempDir()
	set.Checkpoint = filepath.Join(dir, "gone", "run")
	panics(t, "there is no folder", func() { Run(failAt(100), set) })
	os.Mkdir(filepath.Join(dir, "gone"), 0o700)
	m := slowModel()
	var sweeps int
	m.Blocks = append(m.Blocks, sampler.Block[float64]{Name: "disk",
		Update: func(*rand.Rand, *float64) error {
			if sweeps++; sweeps == 5 {
				return os.RemoveAll(filepath.Join(dir, "gone"))
			}
			return nil
		}})
	text, panicked = shown(func() { tr = Run(m, set) })
	if panicked != nil || !strings.Contains(text, "was not written") ||
		len(drawsOf(tr, "mu")) != 9 {
		t.Errorf("%q, panic %v", text, panicked)
	}
}

// What Until missed, and that time was up, is said; the draws are there.
func TestRunThatEndsEarly(t *testing.T) {
	missing := func(tr *sampler.Trace) (string, error) { return "patience", nil }
	broken := func(tr *sampler.Trace) (string, error) { return "", errors.New("no luck") }
	set := sampler.Settings{Chains: 2, Warmup: sampler.NoWarmup, Draws: 150}
	for _, tt := range []struct {
		until func(*sampler.Trace) (string, error)
		limit time.Duration
		want  string
	}{
		{missing, 0, "○ Not reached with 150 draws in each chain: patience."},
		{broken, 0, "✗ sampler: Settings.Until, asked after 100 draws in each chain, ended the run: " +
			"no luck. What follows uses the draws that were kept: 100 in each chain."},
		{nil, 20 * time.Millisecond, "draws kept in each chain. What follows uses these draws " +
			"alone."},
		{nil, time.Nanosecond, "■ Time is up during warm-up: there are no draws yet."},
	} {
		set.Until, set.MaxTime = tt.until, tt.limit
		if tt.limit > 0 {
			set.Draws = 1_000_000
		}
		var tr *sampler.Trace
		text, panicked := shown(func() { tr = Run(slowModel(), set) })
		for set.MaxTime > time.Nanosecond && len(drawsOf(tr, "mu")) == 0 { // the machine is busy
			set.MaxTime *= 2
			text, panicked = shown(func() { tr = Run(slowModel(), set) })
		}
		if panicked != nil || !strings.Contains(text, tt.want) {
			t.Errorf("%q, panic %v; want %q", text, panicked, tt.want)
		}
		if n := len(drawsOf(tr, "mu")); n == 0 && tt.limit != time.Nanosecond {
			t.Error("no draws were kept")
		}
	}
}
