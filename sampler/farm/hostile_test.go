//go:build unix

package farm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gibbslab/sampler"
)

// results computes ten pieces in a folder and returns the folder of the job.
func results(t *testing.T, dir string) string {
	t.Helper()
	got, err := Map(context.Background(), Farm{Dir: dir}, "study", nil, 10, square)
	if err != nil || got[9] != 81 {
		t.Fatal(got, err)
	}
	folders, _ := filepath.Glob(filepath.Join(dir, "study-*", "pieces"))
	if len(folders) != 1 {
		t.Fatal(folders)
	}
	return folders[0]
}

// What lies in place of a piece is replaced, and neither waited for nor followed out of the folder.
func TestSpecialFiles(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	sparse := func(first string) func(file string) error {
		return func(file string) error {
			return errors.Join(os.WriteFile(file, []byte(first), 0o666), os.Truncate(file, 64<<30))
		}
	}
	for name, c := range map[string]struct {
		put  func(file string) error
		want string
	}{
		"pipe":     {func(file string) error { return syscall.Mkfifo(file, 0o666) }, ""},
		"zeros":    {func(file string) error { return os.Symlink("/dev/zero", file) }, ""},
		"dangling": {func(file string) error { return os.Symlink(outside, file) }, ""},
		"sparse":   {sparse("some other file"), ""},
		"huge":     {sparse(pieceMagic), "more than fits into memory: collect the results on a"},
		"folder": {func(file string) error { return os.Mkdir(file, 0o777) },
			"is a folder, and the result of piece 3 belongs there: remove it"},
	} {
		dir := t.TempDir()
		folder := results(t, dir)
		piece := filepath.Join(folder, "0000003.piece")
		if err := errors.Join(os.Remove(piece), c.put(piece)); err != nil {
			t.Fatal(err)
		}
		syscall.Mkfifo(filepath.Join(folder, "0000003.try"), 0o666)
		got, err := Map(context.Background(), Farm{Dir: dir}, "study", nil, 10, square)
		switch {
		case c.want == "" && (err != nil || got[3] != 9):
			t.Errorf("%s: %v %v", name, got, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || got[9] != 81):
			t.Errorf("%s: %v %v", name, got, err)
		}
		if _, err := os.Stat(outside); err == nil {
			t.Errorf("%s: a result was written outside of the folder", name)
		}
	}
}

// The log of a part may be larger than the memory.
func TestLongLog(t *testing.T) {
	f := &folder{Job: sampler.Job{N: 1, Step: "s"}, path: t.TempDir()}
	if err := f.create(); err != nil {
		t.Fatal(err)
	}
	log := f.logOf(0)
	if err := errors.Join(os.WriteFile(log, nil, 0o666), os.Truncate(log, 200<<30)); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(log, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(file, "\nthe last line")
	file.Close()
	d := driver{job: f, size: 1}
	if said := d.lastLines(0); !strings.HasPrefix(said, "; the log of part 0 ends:\n") ||
		!strings.HasSuffix(said, "\tthe last line\n") || len(said) > 1<<17 {
		t.Errorf("%.200q", said)
	}
}

// Whoever may read the folder may read the pieces. One that cannot be read is not computed again.
func TestPermissions(t *testing.T) {
	for folder, want := range map[os.FileMode]os.FileMode{0o755: 0o644, 0o770: 0o660, 0o700: 0o600} {
		dir := t.TempDir()
		piece := filepath.Join(dir, "p")
		if err := errors.Join(os.Chmod(dir, folder), put(piece, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(piece); err != nil || info.Mode().Perm() != want {
			t.Errorf("in a folder %v a piece has %v, %v", folder, info.Mode(), err)
		}
	}
	f := &folder{Job: sampler.Job{N: 1, Step: "s"}, path: t.TempDir(), results: make([][]byte, 1)}
	if err := errors.Join(f.create(), f.write(0, nil), os.Chmod(f.file(0, "piece"), 0)); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		defer asNobody(t, f.step())()
	}
	if _, _, err := f.missing(); err == nil || !strings.Contains(err.Error(), "the result of piece 0 "+
		"is there and cannot be read") || !strings.Contains(err.Error(), "ask its owner for chmod a+r") {
		t.Error(err)
	}
}

// What kills have left half written goes, once it is old. Other files stay.
func TestHalfWritten(t *testing.T) {
	dir := t.TempDir()
	folder := results(t, dir)
	old := time.Now().Add(-time.Hour)
	for name, goes := range map[string]bool{"0000003.piece.new-123": true, "../program-1f.new-4": true,
		"../scratch/0000001.new-77": true, "mine.new-x": false, "mine": false} {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(file, nil, 0o666), os.Chtimes(file, old, old)); err != nil {
			t.Fatal(err)
		}
		fresh := filepath.Join(folder, "0000003.piece.new-9")
		os.WriteFile(fresh, nil, 0o666)
		results(t, dir)
		if _, err := os.Stat(file); (err != nil) != goes {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(fresh); err != nil {
			t.Error("a file that somebody writes was removed")
		}
	}
}

// A user's function that panics, ends its goroutine or never returns is an error, and the program
// goes on.
func TestFunctionsThatGoWrong(t *testing.T) {
	defer func(before time.Duration) { patience = before }(patience)
	patience = 50 * time.Millisecond
	ctx := context.Background()
	soon, stop := context.WithCancel(ctx)
	at10.Store(&stop)
	work := func(i int) (int, error) {
		if what := mode.Load(); i == 3 && what == "goexit" {
			runtime.Goexit()
		} else if i == 3 && what == "endless" {
			for computed.Load() < 3 {
				runtime.Gosched()
			}
			(*at10.Load())()
			select {}
		}
		computed.Add(1)
		return i * i, nil
	}
	panics := func(int, int, string) { panic("no screen") }
	for _, c := range []struct {
		name, mode, want string
		ctx              context.Context
		on               Farm
		all              bool
	}{
		{"progress", "", "Farm.Progress panicked: no screen", ctx, Farm{Progress: panics}, true},
		{"exits", "", "Farm.Progress ended its goroutine by runtime.Goexit", ctx,
			Farm{Progress: func(int, int, string) { runtime.Goexit() }}, true},
		{"engine", "", "Farm.On panicked: no cluster", ctx, Farm{On: broken{}, Pieces: 1}, false},
		{"goexit", "goexit", "piece 3: the function ended its goroutine by runtime.Goexit, as t.FailNow",
			ctx, Farm{}, false},
		{"endless", "endless", "piece 3 was still running when the run was stopped, and was left behind",
			soon, Farm{}, false},
	} {
		mode.Store(c.mode)
		computed.Store(0)
		c.on.Dir = t.TempDir()
		got, err := Map(c.ctx, c.on, c.name, nil, 4, work)
		if err == nil || !strings.Contains(err.Error(), c.want) || c.all && got[3] != 9 {
			t.Errorf("%s: %v %v", c.name, got, err)
		}
		if c.mode != "" && (got[1]+got[2] != 5 || got[3] != 0) {
			t.Errorf("%s: the other pieces are %v", c.name, got)
		}
		if c.mode == "endless" && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Settings.Progress of a run on a farm may panic, as in a run here.
func TestProgressOfARunPanics(t *testing.T) {
	set := plan{Chains: 2, Draws: 20}.settings()
	set.On = Farm{Dir: t.TempDir()}
	set.Progress = func(sampler.Report) { panic("no screen") }
	tr, err := sampler.Run(context.Background(), normal(0.6, 0, plan{}.trouble), set)
	if err == nil || !strings.Contains(err.Error(), "Settings.Progress panicked: no screen") ||
		tr.NumChains() != 2 {
		t.Error(tr, err)
	}
}

var mode atomic.Value

type broken struct{}

func (broken) Run(context.Context, Program, func(string)) error { panic("no cluster") }

func TestTooManyPieces(t *testing.T) {
	for _, n := range []int{math.MaxInt, 1 << 33 & math.MaxInt} {
		got, err := Map(context.Background(), Farm{Dir: t.TempDir()}, "many", nil, n, square)
		if err == nil || got != nil || !strings.Contains(err.Error(), "make fewer and larger pieces") {
			t.Errorf("%d pieces: %v", n, err)
		}
	}
}

// On a slow file server the files of a part appear late. The driver waits for them, longer after each
// round, and computes nothing twice.
func TestLateFiles(t *testing.T) {
	defer func(before func(context.Context, time.Duration)) { sleep = before }(sleep)
	e := &slowServer{}
	sleep = func(_ context.Context, d time.Duration) { e.wait(d) }
	computed.Store(0)
	got, err := Map(context.Background(), Farm{Dir: t.TempDir(), On: e, Pieces: 2}, "late", nil, 6,
		func(i int) (int, error) { computed.Add(1); return i * i, nil })
	if err != nil || got[5] != 25 || computed.Load() != 6 || e.waited < 2*time.Second {
		t.Errorf("%v %v; %d pieces computed after %v", got, err, computed.Load(), e.waited)
	}
	// never: an error after a minute, and what was computed is said to be missing
	e = &slowServer{never: true}
	_, err = Map(context.Background(), Farm{Dir: t.TempDir(), On: e, Pieces: 2}, "never", nil, 6, square)
	if err == nil || !strings.Contains(err.Error(), "was tried 5 times and not computed") ||
		e.waited != time.Minute {
		t.Errorf("%v after %v", err, e.waited)
	}
	if first, last := e.pauses[0], e.pauses[len(e.pauses)-1]; last <= first {
		t.Errorf("the pauses do not grow: %v", e.pauses)
	}
}

// slowServer shows the files of a round two seconds later.
type slowServer struct {
	never  bool
	hidden map[string]string
	waited time.Duration
	pauses []time.Duration
}

func (e *slowServer) Run(ctx context.Context, p Program, _ func(string)) error {
	goroutines{}.Run(ctx, p, nil)
	e.hidden = map[string]string{}
	files, _ := filepath.Glob(filepath.Join(p.Folder, p.step, "*.piece"))
	for _, file := range files {
		e.hidden[file] = file + ".hidden"
		os.Rename(file, e.hidden[file])
	}
	return nil
}

func (e *slowServer) wait(d time.Duration) {
	e.waited += d
	e.pauses = append(e.pauses, d)
	if e.never || e.waited < 2*time.Second {
		return
	}
	for file, hidden := range e.hidden {
		os.Rename(hidden, file)
	}
}
