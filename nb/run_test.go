package nb

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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
	set := sampler.Settings{Chains: 1, Warmup: sampler.NoWarmup, Draws: 9}
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
	panics(t, "was not written", func() { Run(failAt(100), set) })
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

func progressReport(done bool, elapsed time.Duration,
	chains ...sampler.ChainReport) sampler.Report {
	return sampler.Report{Chains: chains, Elapsed: elapsed, Done: done}
}

func TestProgressLines(t *testing.T) {
	half := sampler.ChainReport{Sweeps: 1000, Total: 2000, Draws: 0}
	whole := sampler.ChainReport{Sweeps: 2000, Total: 2000, Draws: 1000}
	failed := sampler.ChainReport{Sweeps: 1500, Total: 2000, Draws: 500, Err: errors.New("no luck")}
	bar := strings.Repeat("█", 12) + strings.Repeat("░", 12)
	for _, tt := range []struct{ got, want string }{
		{chainLines(progressReport(false, 4*time.Second, half))[0], "chain 0 " + bar +
			" 1000 of 2000 sweeps, 0 draws, 250/s, 4s left"},
		{chainLines(progressReport(false, 0, sampler.ChainReport{}))[0], "chain 0 " +
			strings.Repeat("█", 24) + " 0 of 0 sweeps, 0 draws"},
		{finalLine(progressReport(true, time.Second, whole, whole)),
			"2 chains: 1000 draws each, from 2000 sweeps"},
		{finalLine(progressReport(true, time.Second, whole)),
			"1 chain: 1000 draws each, from 2000 sweeps"},
		{finalLine(progressReport(true, time.Second, whole, failed)), "2 chains: 1000, 500 draws " +
			"each, from 2000, 1500 sweeps; chain 1 stopped: no luck"},
		{chainLines(progressReport(false, 4*time.Second, sampler.ChainReport{Sweeps: 1000,
			Total: 2000, Before: 600}))[0], "chain 0 " + bar +
			" 1000 of 2000 sweeps, 0 draws, 100/s, 10s left"},
		{chainLines(sampler.Report{Chains: []sampler.ChainReport{half}, Elapsed: 4 * time.Second,
			Missing: "patience"})[0], "chain 0 " + bar +
			" 1000 of 2000 sweeps, 0 draws, 250/s, at most 4s left"},
		{strings.Join(chainLines(sampler.Report{Says: "2 running (n1, n2)",
			Chains: append(make([]sampler.ChainReport, 10), slices.Repeat([]sampler.ChainReport{half},
				10)...)}), "; "),
			"elsewhere: 2 running (n1, n2); " + strings.Repeat("█", 18) + strings.Repeat("░", 6) +
				" 10 of 20 chains done"},
		{chainLines(sampler.Report{Chains: []sampler.ChainReport{half}, Missing: "patience"})[1],
			"goes on: patience"},
		{chainLines(sampler.Report{Chains: []sampler.ChainReport{half}, Elapsed: 4 * time.Second,
			Work: sampler.SweepSize{Amount: 20_000, Unit: "tokens"}})[0], "chain 0 " + bar +
			" 1000 of 2000 sweeps, 0 draws, 5.0 million tokens/s, 4s left"},
		{speed(250, sampler.SweepSize{Amount: 10, Unit: "tokens"}), "2500 tokens/s"},
		{oneLine(progressReport(false, 4*time.Second, half, whole)),
			"2 chains: 3000 of 4000 sweeps after 4s"},
	} {
		if tt.got != tt.want {
			t.Errorf("got  %q\nwant %q", tt.got, tt.want)
		}
	}
	r := progressReport(true, time.Second, whole)
	r.Warning = errors.New("disk full")
	if got := finalLine(r); !strings.HasSuffix(got, "; warning: disk full") {
		t.Error(got)
	}
	if finalLine(progressReport(true, time.Second, whole)) != finalLine(progressReport(true,
		time.Hour, whole)) {
		t.Error("the last line depends on the time")
	}
}
