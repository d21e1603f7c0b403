package mutants

import (
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gibbslab/internal/turns"
)

// A mutant is an error planted in a file, and the tests that must find it.
type mutant struct {
	name     string
	file     string // below the root
	old, new string // old occurs once in the file
	run      string // names of tests
	pkg      string // of the tests; "" is the package of the file
}

var mutants = slices.Concat(engine, draws, updates, models, statements, tools)

// in is the package whose tests look for the mutant.
func (m mutant) in() string {
	if m.pkg != "" {
		return m.pkg
	}
	return path.Dir(m.file)
}

const root = "../.."

// mutated is the file with the error.
func (m mutant) mutated(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(absolute(t, m.file))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), m.old); n != 1 || m.new == m.old {
		t.Fatalf("%s: %d times in %s, expected once: %q\nwrite the mutant for the present source",
			m.name, n, m.file, m.old)
	}
	return strings.Replace(string(source), m.old, m.new, 1)
}

// The mutants fit the source, and there are as many as were promised.
func TestMutantsFitTheSource(t *testing.T) {
	names := map[string]bool{}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) { m.mutated(t) })
		names[m.name] = true
	}
	if len(names) != len(mutants) || len(mutants) < 100 {
		t.Errorf("%d mutants with %d names, expected 100 or more: a mutant that goes needs a successor",
			len(mutants), len(names))
	}
}

var only = flag.String("mutant", "", "plant only mutants whose names contain this")

// Each mutant is found by a test that passes without it; an eighth of them in
// `make long`. Nothing in the checkout is written.
func TestMutantsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	mutants := slices.DeleteFunc(slices.Clone(mutants), func(m mutant) bool {
		return !strings.Contains(m.name, *only) || *only == "" && !turns.Of(m.name, 8)
	})
	patterns := map[string][]string{}
	for _, m := range mutants {
		patterns[m.in()] = append(patterns[m.in()], m.run)
	}
	var jobs []func()
	for _, pkg := range slices.Sorted(maps.Keys(patterns)) {
		jobs = append(jobs, func() {
			if out, err := goTest(pkg, strings.Join(patterns[pkg], "|")); err != nil {
				t.Errorf("%s, without a mutant: %v\n%s", pkg, err, out)
			}
		})
	}
	for _, m := range mutants {
		overlay := m.overlay(t)
		jobs = append(jobs, func() {
			switch out, err := goTest(m.in(), m.run, "-overlay="+overlay); {
			case err == nil:
				t.Errorf("%s: the tests %s of %s pass", m.name, m.run, m.in())
			case strings.Contains(out, "[build failed]") || !strings.Contains(out, "--- FAIL"):
				t.Errorf("%s: no test says what is wrong: %v\n%s", m.name, err, out)
			}
		})
	}
	next := make(chan func())
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for job := range next {
				job()
			}
		})
	}
	for _, job := range jobs {
		next <- job
	}
	close(next)
	workers.Wait()
	t.Logf("all took %.0f s of processor time", time.Duration(used.Load()).Seconds())
}

// overlay writes a file that tells the go command to take the mutated source. It also leaves out
// the files of the package x_test if the tests are in x: those import packages that would have to be
// compiled again with the mutant.
func (m mutant) overlay(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "mutated.go"), filepath.Join(dir, "overlay.json")
	replace := map[string]string{absolute(t, m.file): changed}
	files, err := filepath.Glob(absolute(t, m.in()+"/*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	tests := regexp.MustCompile(`\nfunc (` + m.run + `)\(`)
	outside := regexp.MustCompile(`(?m)^package \w+_test$`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if outside.Match(source) {
			if replace[file] = ""; tests.Match(source) {
				replace = map[string]string{absolute(t, m.file): changed}
				break
			}
		}
	}
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{changed: m.mutated(t), overlay: string(b)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return overlay
}

// absolute is the path of a file below the root.
func absolute(t *testing.T, file string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// used is the processor time of all child processes so far.
var used atomic.Int64

// goTest runs the tests with these names, each a whole name or several with | between them.
func goTest(pkg, names string, flags ...string) (out string, err error) {
	args := append([]string{"test", "-short", "-vet=off", "-count=1", "-timeout=2m",
		"-run=^(" + names + ")$"}, flags...)
	cmd := exec.Command("go", append(args, "./"+pkg)...)
	cmd.Dir = root
	b, err := cmd.CombinedOutput()
	if state := cmd.ProcessState; state != nil {
		used.Add(int64(state.UserTime() + state.SystemTime()))
	}
	out = string(b)
	if err == nil && strings.Contains(out, "[no tests to run]") {
		err = errors.New("there is no such test")
	}
	return out, err
}
