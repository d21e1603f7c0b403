package notebooktest

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const (
	python = "../.venv/bin/python"
	runner = "../internal/tools/run_notebook.py"
)

// TestNotebooks runs every notebook from top to bottom on a fresh kernel. Each must give, byte for
// byte, the file that is stored. Two run at a time.
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
	places := make(chan struct{}, 2)
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			places <- struct{}{}
			defer func() { <-places }()
			stored, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fresh := execute(t, name)
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

// execute runs one notebook in a process of its own and returns what it would store.
func execute(t *testing.T, name string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "fresh.ipynb")
	said, err := exec.Command(python, runner, "--output", out, name).CombinedOutput()
	if err != nil {
		t.Fatalf("%s\n%v", said, err)
	}
	fresh, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return fresh
}

// TestFailingCell is the control of TestNotebooks: a notebook that fails must fail the run, and say
// where.
func TestFailingCell(t *testing.T) {
	const bad = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
		{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Does it fail?"},
		{"cell_type": "code", "id": "b", "metadata": {}, "execution_count": null, "outputs": [],
		 "source": "func third(x []int) int { return x[2] }\n%%\nfmt.Println(third([]int{1, 2}))"}]}`
	name := filepath.Join(t.TempDir(), "bad.ipynb")
	if err := os.WriteFile(name, []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(python, runner, name).CombinedOutput()
	if err == nil {
		t.Error("a notebook whose cell panics ran through")
	}
	for _, part := range []string{name, "cell 2 (id b)", "third([]int{1, 2})", "index out of range [2] with length 2", "Line 1"} {
		if !strings.Contains(string(said), part) {
			t.Errorf("the report does not say %q:\n%s", part, said)
		}
	}
	if now, err := os.ReadFile(name); err != nil || string(now) != bad {
		t.Errorf("the failing notebook was changed (%v)", err)
	}
}

// TestPassingOutputs: what nb marks as passing, because only a slow machine shows it, is not
// stored.
func TestPassingOutputs(t *testing.T) {
	const source = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
		{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": null, "outputs": [], "source":
		 "import \"github.com/janpfeifer/gonb/gonbui/protocol\"\n%%\ngonbui.SendData(&protocol.DisplayData{\n Data: map[protocol.MIMEType]any{protocol.MIMETextPlain: \"gone\"},\n Metadata: map[string]any{\"gibbslab\": \"passing\"}})\nnb.Show(\"stays\")"}]}`
	name := filepath.Join(t.TempDir(), "passing.ipynb")
	if err := os.WriteFile(name, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	n, err := parse("passing.ipynb", execute(t, name))
	if err != nil {
		t.Fatal(err)
	}
	if out := n.Cells[0].Outputs; len(out) != 1 || out[0].Data["text/plain"] != "stays" {
		t.Errorf("stored: %v", out)
	}
}

// TestPrintOrder: what a cell prints and what it shows are stored in the order of its statements.
func TestPrintOrder(t *testing.T) {
	const pairs = 100
	source := fmt.Sprintf(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
		{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": null, "outputs": [], "source":
		 "%%%%\nfor i := range %d {\n fmt.Println(\"printed\", i)\n nb.Show(fmt.Sprint(\"shown \", i))\n}"}]}`, pairs)
	name := filepath.Join(t.TempDir(), "order.ipynb")
	if err := os.WriteFile(name, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	n, err := parse("order.ipynb", execute(t, name))
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, o := range n.Cells[0].Outputs {
		got = append(got, strings.TrimSpace(string(o.Text+o.Data["text/plain"])))
	}
	for i := range pairs {
		want = append(want, fmt.Sprint("printed ", i), fmt.Sprint("shown ", i))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the outputs are\n%q", got)
	}
}
