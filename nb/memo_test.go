//go:build unix

package nb_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gibbslab/nb"
	"gibbslab/sampler"
)

// These tests stand outside of package nb, as notebooks do: within it, the memoised code would
// include nb's own variables.

// printed runs f and returns what it wrote to standard output, and what it panicked with.
func printed(t *testing.T, f func()) (text string, panicked any) {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = file
	func() {
		defer func() { panicked = recover() }()
		f()
	}()
	os.Stdout = stdout
	b, err := os.ReadFile(file.Name())
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	return string(b), panicked
}

// refuses runs f and checks that it panics with a sentence that contains want.
func refuses(t *testing.T, want string, f func()) {
	t.Helper()
	if _, panicked := printed(t, f); !strings.Contains(fmt.Sprint(panicked), want) {
		t.Errorf("panic %v, want %q", panicked, want)
	}
}

// note is how a memoised function leaves a trace of having run.
func note(file string) {
	b, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		panic(err)
	}
	if err := os.WriteFile(file, append(b, '.'), 0o666); err != nil {
		panic(err)
	}
}

func times(t *testing.T, file string) int {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return len(b)
}

func TestMemo(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GIBBSLAB_MEMO_DIR", filepath.Join(dir, "memo"))
	file := filepath.Join(dir, "log")
	sample := func(n int, set sampler.Settings) *sampler.Trace {
		return nb.Memo(func() *sampler.Trace {
			note(file)
			nb.Show("sampling")
			tr, chains := &sampler.Trace{}, [][]float64(nil)
			for c := range set.Chains {
				chains = append(chains, []float64{float64(c), float64(n)})
			}
			if err := tr.Add("x", chains); err != nil {
				panic(err)
			}
			return tr
		}, file, n, set)
	}
	set := sampler.Settings{Chains: 2}
	var first, second []float64
	miss, _ := printed(t, func() { first, _ = sample(10, set).Draws("x") })
	hit, _ := printed(t, func() { second, _ = sample(10, set).Draws("x") })
	if times(t, file) != 1 {
		t.Fatalf("computed %d times, want once", times(t, file))
	}
	if !slices.Equal(first, second) || len(first) != 4 {
		t.Errorf("miss %v, hit %v", first, second)
	}
	if miss != "sampling\n" || hit != miss {
		t.Errorf("shown %q, then %q", miss, hit)
	}
	printed(t, func() {
		sample(11, set)
		sample(10, sampler.Settings{Chains: 2, Seed: 1})
	})
	if times(t, file) != 3 {
		t.Errorf("with other inputs computed %d times in all, want 3", times(t, file))
	}
	// damaged entries are computed again
	entries, err := filepath.Glob(filepath.Join(dir, "memo", "*"))
	if err != nil || len(entries) != 3 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	for _, e := range entries {
		if err := os.Truncate(e, 100); err != nil {
			t.Fatal(err)
		}
	}
	printed(t, func() { sample(10, set); sample(10, set) })
	if times(t, file) != 4 {
		t.Errorf("after damage computed %d times in all, want 4", times(t, file))
	}
}

// What comes back is the stored form, in the run that computed it too: gob makes an empty slice
// nil.
func TestMemoReturnsWhatItStores(t *testing.T) {
	t.Setenv("GIBBSLAB_MEMO_DIR", t.TempDir())
	for range 2 {
		if got := nb.Memo(func() []float64 { return []float64{} }); got != nil {
			t.Errorf("got %#v", got)
		}
	}
}

func TestMemoNamedFunction(t *testing.T) {
	t.Setenv("GIBBSLAB_MEMO_DIR", t.TempDir())
	for range 2 {
		if got := nb.Memo(answer); got != 42 {
			t.Errorf("got %d", got)
		}
	}
}

func answer() int { return 6 * seven }

const seven = 7

func TestMemoRefuses(t *testing.T) {
	t.Setenv("GIBBSLAB_MEMO_DIR", t.TempDir())
	local := len(t.Name())
	refuses(t, `variable "local", which is not among the inputs`,
		func() { nb.Memo(func() int { return local }) })
	refuses(t, "p.x is not exported", func() {
		type p struct{ x int }
		nb.Memo(func() p { return p{1} })
	})
	refuses(t, "sampler.Settings.Progress is a func", func() {
		set := sampler.Settings{Progress: func(sampler.Report) {}}
		nb.Memo(func() int { return set.Chains }, set)
	})
	refuses(t, "is a method bound to a value", func() { nb.Memo(strings.NewReader("a").Len) })
}

// Half a result is not remembered, and neither is one that ended in a panic.
func TestMemoOfAnInterruptedRun(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GIBBSLAB_MEMO_DIR", dir)
	printed(t, func() {
		tr := nb.Memo(func() *sampler.Trace {
			return nb.Run(stopped(), sampler.Settings{Warmup: sampler.NoWarmup, Draws: 1_000_000,
				Chains: 2, NoReplay: true})
		})
		if draws, err := tr.Draws("mu"); len(draws) == 0 || err != nil {
			t.Error("no draws were kept")
		}
		refuses(t, "no result", func() { nb.Memo(func() int { panic("no result") }) })
	})
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("%d results are remembered", len(entries))
	}
}

// Where nothing can be written, the result is right all the same, and the reader is told.
func TestMemoWithoutAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	note(file)
	t.Setenv("GIBBSLAB_MEMO_DIR", file)
	got := 0
	text, _ := printed(t, func() { got = nb.Memo(answer) })
	if got != 42 || !strings.Contains(text, "could not be remembered") {
		t.Errorf("got %d, and %q", got, text)
	}
}

// stopped is a model that presses the stop button while it runs.
func stopped() sampler.Model[float64] {
	var sweeps atomic.Int64
	return sampler.Model[float64]{
		Init: func(r *rand.Rand) (*float64, error) { return new(float64), nil },
		Blocks: []sampler.Block[float64]{{Name: "mu", Update: func(r *rand.Rand, s *float64) error {
			if sweeps.Add(1) == 50 {
				syscall.Kill(os.Getpid(), syscall.SIGINT)
			}
			time.Sleep(time.Millisecond)
			*s = r.NormFloat64()
			return nil
		}}},
		Params: []sampler.Param[float64]{sampler.Scalar("mu",
			func(s *float64) float64 { return *s })},
	}
}
