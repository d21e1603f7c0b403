package sampler

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// atLeast is a rule that is satisfied by this number of draws.
func atLeast(n int) func(*Trace) (string, error) {
	return func(tr *Trace) (string, error) {
		x, err := tr.Chains("x")
		if len(x[0]) < n {
			return fmt.Sprintf("%d draws of %d", len(x[0]), n), err
		}
		return "", err
	}
}

// The run ends at the first question that satisfies Until; at each, all chains have the same number
// of draws.
func TestUntil(t *testing.T) {
	var asked []int
	set := Settings{Chains: 3, Warmup: 10, Seed: 2, Until: func(tr *Trace) (string, error) {
		x, _ := tr.Chains("x")
		for _, c := range x[1:] {
			if len(c) != len(x[0]) {
				t.Errorf("chains of %d and %d draws", len(x[0]), len(c))
			}
		}
		asked = append(asked, len(x[0]))
		return atLeast(300)(tr)
	}}
	x, _ := mustRun(t, toyModel(), set).Chains("x")
	if fmt.Sprint(asked) != "[100 200 300]" || len(x[2]) != 300 {
		t.Errorf("asked at %v, %d draws", asked, len(x[2]))
	}
	questions := 0
	for n := nextQuestion(0); n <= 100_000; n = nextQuestion(n) {
		if questions++; n%100 != 0 {
			t.Errorf("asked after %d draws", n)
		}
	}
	if questions > 70 {
		t.Errorf("%d questions in a run of 100 000 draws", questions)
	}
}

// When Draws comes first, the trace is complete, and the error says what is missing.
func TestUntilIsNotReached(t *testing.T) {
	set := Settings{Chains: 2, Warmup: 10, Draws: 250, Until: atLeast(300)}
	tr, err := Run(context.Background(), toyModel(), set)
	if !errors.Is(err, ErrNotReached) || !strings.Contains(err.Error(), "250 draws of 300") {
		t.Errorf("error %v", err)
	}
	set.Until = nil
	equalTraces(t, "all draws", tr, mustRun(t, toyModel(), set))
	set.Until = atLeast(250) // satisfied by the very last draw
	mustRun(t, toyModel(), set)
}

// A rule that fails or panics ends the run at once, and its error comes with the draws.
func TestUntilThatFails(t *testing.T) {
	sentinel := errors.New("no such luck")
	for want, until := range map[string]func(*Trace) (string, error){
		"no such luck": func(*Trace) (string, error) { return "", sentinel },
		"it panicked: integer": func(tr *Trace) (string, error) {
			return fmt.Sprint(1 / len(tr.columns[0].Shape)), nil
		},
	} {
		tr, err := Run(context.Background(), toyModel(), Settings{Chains: 2, Until: until})
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "asked after 100 draws in each chain, ended the run: ") {
			t.Errorf("error %v, want %q", err, want)
		}
		if x, _ := tr.Chains("x"); len(x[1]) != 100 {
			t.Errorf("%d draws kept, want 100", len(x[1]))
		}
	}
}

// However often the run is stopped, and on however many processors it resumes, it ends at the same
// draw.
func TestUntilResumes(t *testing.T) {
	set := Settings{Chains: 3, Warmup: 10, Seed: 9, Until: atLeast(2350), NoReplay: true} // stops count sweeps
	want := mustRun(t, toyModel(), set)
	if x, _ := want.Chains("x"); len(x[0]) != 2400 {
		t.Fatalf("%d draws, want those of the first question after 2350", len(x[0]))
	}
	set.Checkpoint = filepath.Join(t.TempDir(), "run")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	stops := 0
	for processors := 1; ; processors++ {
		runtime.GOMAXPROCS(1 + processors%3)
		ctx, cancel := context.WithCancel(context.Background())
		m := toyModel()
		var sweeps atomic.Int64
		m.Blocks[0] = Block[toy]{"x", func(r *rand.Rand, s *toy) error {
			if sweeps.Add(1) == 2000 {
				cancel()
			}
			return toyModel().Blocks[0].Update(r, s)
		}}
		tr, err := Run(ctx, m, set)
		cancel()
		if err == nil {
			equalTraces(t, "stopped and resumed", tr, want)
			break
		}
		if stops++; !errors.Is(err, context.Canceled) || stops > 20 {
			t.Fatalf("after %d stops: %v", stops, err)
		}
	}
	if stops < 2 {
		t.Errorf("stopped %d times only", stops)
	}
	equalTraces(t, "asked for again", mustRun(t, toyModel(), set), want)
	set.Chains = 4 // a new chain catches up
	set.Checkpoint, want = "", mustRun(t, toyModel(), set)
	equalTraces(t, "with one chain more", mustRun(t, toyModel(), set), want)
}

// When time is up Run returns the draws so far, and they are the first draws of the whole run.
func TestMaxTime(t *testing.T) {
	set := Settings{Chains: 2, Warmup: 3, Draws: math.MaxInt / 2, Seed: 4}
	for _, until := range []func(*Trace) (string, error){nil, atLeast(math.MaxInt / 2)} {
		set.Until = until
		var x [][]float64
		for set.MaxTime = 20 * time.Millisecond; x == nil || len(x[0]) == 0; set.MaxTime *= 2 {
			tr, err := Run(context.Background(), toyModel(), set)
			if !errors.Is(err, context.DeadlineExceeded) ||
				!strings.Contains(err.Error(), "draws kept in each chain") ||
				!strings.Contains(err.Error(), "Settings.MaxTime, ") {
				t.Fatalf("error %v", err)
			}
			x, _ = tr.Chains("x")
		}
		n := max(len(x[0]), len(x[1]))
		all, _ := mustRun(t, toyModel(), Settings{Chains: 2, Warmup: 3, Draws: n, Seed: 4}).Chains("x")
		for c := range x {
			equalBits(t, "before time was up", x[c], all[c][:len(x[c])])
		}
	}
	if _, err := Run(context.Background(), toyModel(), Settings{MaxTime: -1}); err == nil ||
		!strings.Contains(err.Error(), "Settings.MaxTime is -1ns") {
		t.Errorf("a negative time: %v", err)
	}
}

// A report can be asked for the draws so far during a sweep, and says what Until is still missing.
func TestReportWhileRunning(t *testing.T) {
	m := toyModel()
	gate, open := gateAt(3 + 250)
	m.Blocks = append(m.Blocks, gate)
	var last Report
	tr := mustRun(t, m, Settings{Chains: 2, Warmup: 3, NoReplay: true, Until: atLeast(400), Progress: func(r Report) {
		last = r
		x, err := r.Trace().Chains("x")
		if err != nil {
			t.Error(err)
		}
		switch {
		case r.Done:
			if len(x[0]) != 400 || len(x[1]) != 400 {
				t.Errorf("the last report has %d and %d draws", len(x[0]), len(x[1]))
			}
		case len(x[0]) == 249 && len(x[1]) == 249: // both chains wait at the gate, inside a sweep
			if r.Missing != "200 draws of 400" {
				t.Errorf("missing %q", r.Missing)
			}
			open()
		}
	}})
	x, _ := tr.Chains("x")
	if !last.Done || len(x[0]) != 400 {
		t.Errorf("%d draws, last report %+v", len(x[0]), last)
	}
}
