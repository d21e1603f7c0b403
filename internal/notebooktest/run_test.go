//go:build unix

package notebooktest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gibbslab/internal/turns"
)

const (
	python = "../.venv/bin/python"
	runner = "../internal/tools/run_notebook.py"
)

// TestNotebooks runs every notebook as one program, from top to bottom, a process for each cell.
// What a cell shows must be equal to what is stored. -update stores it.
//
// Two things may differ from one machine to the next, and are told apart: an image whose bytes
// differ but whose pixels do not (another release of Go may compress otherwise), and, on other
// processors than amd64, the last digits of numbers (Go may fuse a multiplication and an addition
// there), so that there only running through is asked for.
func TestNotebooks(t *testing.T) {
	if _, err := os.Stat(python); err != nil {
		t.Fatal("the notebooks need JupyterLab and the GoNB kernel in .venv: run `make setup` first")
	}
	watchSources(t)
	t.Parallel()
	folder, err := filepath.Abs("../.venv/programs")
	if err != nil {
		t.Fatal(err)
	}
	notebooks, programs := map[string]*notebook{}, map[string]*program{}
	for _, name := range names(t) {
		n := load(t, name)
		p, err := newProgram(n)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		notebooks[stem(name)], programs[stem(name)] = n, p
	}
	if err := build(folder, programs); err != nil {
		t.Fatal(err)
	}
	// Later ones compute longer, and begin first.
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(notebooks))) {
		n := notebooks[name]
		if n.solution {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			memo := t.TempDir() // the solution begins with what the lesson has computed
			rerun(t, n, programs[name], filepath.Join(folder, name), memo)
			if solution := stem("solutions/" + n.name); notebooks[solution] != nil {
				rerun(t, notebooks[solution], programs[solution], filepath.Join(folder, solution), memo)
			}
		})
	}
}

// stem is the name of a notebook's program.
func stem(name string) string {
	return strings.ReplaceAll(strings.TrimSuffix(name, ".ipynb"), "/", "_")
}

// rerun runs all cells of a notebook, unless the same program has passed with the same stored
// outputs. Cells may leave files for later ones, so there is no running of some.
func rerun(t *testing.T, n *notebook, p *program, source, memo string) {
	built, err := contents(executable(source))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := json.Marshal(n.code())
	if err != nil {
		t.Fatal(err)
	}
	key := fmt.Sprintf("%x", sha256.Sum256(append(built, stored...)))
	record := filepath.Join(source, "passed")
	if before, _ := os.ReadFile(record); string(before) == key {
		return
	}
	scratch, fresh := t.TempDir(), map[int][]output{}
	for i, c := range n.code() {
		if c.Count == nil || *c.Count != i+1 {
			if !*update {
				t.Errorf("%s, cell %s has not the number %d: store the notebook with `make outputs`",
					n.name, c.ID, i+1)
			}
			fresh[i+1] = c.Outputs
		}
	}
	for _, k := range p.cells {
		c := n.code()[k-1]
		out, err := runCell(p, source, filepath.Dir(n.name), memo, scratch, k)
		if err != nil {
			t.Fatalf("%s, code cell %d (id %s): %v", n.name, k, c.ID, err)
		}
		d := differs(t, c.Outputs, out)
		if d != "" && *update {
			fresh[k] = out
		} else if d != "" {
			t.Errorf("%s, code cell %d (id %s)%s\nIf the new result is right, store it with "+
				"`make outputs`.", n.name, k, c.ID, d)
		}
	}
	if len(fresh) == 0 && !t.Failed() {
		if err := os.WriteFile(record, []byte(key), 0o644); err != nil {
			t.Error(err)
		}
	}
	if len(fresh) > 0 {
		if err := store(n.name, fresh); err != nil {
			t.Fatal(err)
		}
	}
}

// differs describes the first difference between what is stored and what a cell gives now.
func differs(t *testing.T, stored, fresh []output) string {
	difference, redrawn := compareAll(stored, fresh)
	switch {
	case difference == "" && redrawn:
		t.Log("the bytes of an image differ from the stored ones, its pixels do not")
	case difference != "" && runtime.GOARCH != "amd64":
		t.Logf("differs, as it may on %s: %s", runtime.GOARCH, difference)
		return ""
	}
	return difference
}

// TestKernel runs notebooks on a fresh kernel each, two at a time: two of them, and in the long form
// one in twelve of all, others with the next commit. Each must give, byte for byte, the file
// that is stored. A kernel builds a program for each cell: all notebooks take 1300 CPU seconds.
// TestNotebooks runs all of them, so what may stay unseen for some commits is only what the kernel
// alone does to one notebook and not to the others.
func TestKernel(t *testing.T) {
	watchSources(t)
	t.Parallel()
	run := []string{"00_start.ipynb", "solutions/00_start.ipynb"}
	if !testing.Short() {
		all := names(t) // those with many cells go to different parts
		run = nil
		cells := map[string]int{}
		for _, name := range all {
			cells[name] = len(load(t, name).code())
		}
		slices.SortStableFunc(all, func(a, b string) int { return cells[b] - cells[a] })
		for i, name := range all {
			if turns.Part("kernel", i, 12) {
				run = append(run, name)
			}
		}
		t.Logf("the turn of %d notebooks; TURNS=all runs all", len(run))
	}
	out, said := execute(t, run...)
	for _, name := range run {
		t.Run(name, func(t *testing.T) {
			stored, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := os.ReadFile(filepath.Join(out, name))
			if err != nil {
				t.Fatalf("it did not run through:\n%s", said)
			}
			if bytes.Equal(stored, fresh) {
				return
			}
			difference, err := compare(name, stored, fresh)
			switch {
			case err != nil:
				t.Error(err)
			case difference == "":
				t.Log("the bytes of an image differ from the stored ones, its pixels do not")
			case runtime.GOARCH != "amd64":
				t.Logf("differs, as it may on %s: %s", runtime.GOARCH, difference)
			default:
				t.Errorf("a fresh run differs from what is stored: %s\nIf the new result is right, store it with `make notebooks`.", difference)
			}
		})
	}
}

// watchSources looks at all that decides what a notebook gives, so that `go test` knows when a
// cached result is stale.
func watchSources(t *testing.T) {
	t.Helper()
	for _, folder := range []string{"../nb", "../sampler", "../datasets", "../internal", "../.venv/setup.json"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error { return err })
		if err != nil {
			t.Fatal(err)
		}
	}
}

// execute runs notebooks and returns the folder where it has stored those that ran through, and
// what it said.
func execute(t *testing.T, names ...string) (out, said string) {
	t.Helper()
	out = t.TempDir()
	text, err := exec.Command(python, append([]string{runner, "--output", out}, names...)...).CombinedOutput()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return out, string(text)
}

// TestRunner is the control of TestNotebooks, with two notebooks. One fails: this must fail the run
// and say where, and leave the file as it is. The other holds what must not be stored, and outputs
// whose order counts.
func TestRunner(t *testing.T) {
	const bad = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
		{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Does it fail?"},
		{"cell_type": "code", "id": "b", "metadata": {}, "execution_count": null, "outputs": [],
		 "source": "func third(x []int) int { return x[2] }\n%%\nfmt.Println(third([]int{1, 2}))"}]}`
	const pairs = 100
	good := fmt.Sprintf(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
		{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": null, "outputs": [], "source":
		 "import \"github.com/janpfeifer/gonb/gonbui/protocol\"\n%%%%\ngonbui.SendData(&protocol.DisplayData{\n Data: map[protocol.MIMEType]any{protocol.MIMETextPlain: \"gone\"},\n Metadata: map[string]any{\"gibbslab\": \"passing\"}})\nnb.Show(\"stays\")"},
		{"cell_type": "code", "id": "b", "metadata": {}, "execution_count": null, "outputs": [], "source":
		 "%%%%\nfor i := range %d {\n fmt.Println(\"printed\", i)\n nb.Show(fmt.Sprint(\"shown \", i))\n}"}]}`, pairs)
	folder := t.TempDir()
	failing, passing := filepath.Join(folder, "bad.ipynb"), filepath.Join(folder, "good.ipynb")
	for name, source := range map[string]string{failing: bad, passing: good} {
		if err := os.WriteFile(name, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	said, err := exec.Command(python, runner, failing, passing).CombinedOutput()
	if err == nil {
		t.Error("a notebook whose cell panics ran through")
	}
	for _, part := range []string{failing, "cell 2 (id b)", "third([]int{1, 2})", "index out of range [2] with length 2", "Line 1"} {
		if !strings.Contains(string(said), part) {
			t.Errorf("the report does not say %q:\n%s", part, said)
		}
	}
	if now := read(t, failing); now != bad {
		t.Errorf("the failing notebook was changed: %s", now)
	}

	n := load(t, passing)
	if out := n.Cells[0].Outputs; len(out) != 1 || out[0].Data["text/plain"] != "stays" {
		t.Errorf("what is marked as passing, because only a slow machine shows it, is stored: %v\n%s", out, said)
	}
	var got, want []string
	for _, o := range n.Cells[1].Outputs {
		got = append(got, strings.TrimSpace(string(o.Text+o.Data["text/plain"])))
	}
	for i := range pairs {
		want = append(want, fmt.Sprint("printed ", i), fmt.Sprint("shown ", i))
	}
	if !slices.Equal(got, want) {
		t.Errorf("what a cell prints and shows is not stored in the order of its statements:\n%q", got)
	}
}
