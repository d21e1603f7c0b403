package farm

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// declared is a cell that declares, and the cell that uses it: a run here and one on Slurm, with a
// picture before. The program of a part must draw and print nothing.
const declared = `func chains(on sampler.Farm) *sampler.Trace {
	model := nb.Must(normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}.Model(datasets.ExamScores()))
	return nb.Run(model, sampler.Settings{Chains: 12, Draws: 200, Seed: 7, On: on})
}

func sum(tr *sampler.Trace) string {
	return fmt.Sprintf("%x", nb.Must(tr.Draws("mu")))
}`

const used = `%%
here := chains(nil)
nb.Show("a word", nb.TracePlot(here, "mu"))
there := chains(farm.Farm{Dir: "FOLDER", On: farm.Slurm{}, Pieces: 3})
fmt.Println(there.NumChains(), "chains, the same:", sum(here) == sum(there))`

// cell runs the two cells on the kernel of this checkout.
func (c *cluster) cell(t *testing.T) {
	python, err := filepath.Abs("../../.venv/bin/python")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(python); err != nil {
		t.Skip("there is no kernel in .venv: run make setup")
	}
	type cell struct {
		Type     string         `json:"cell_type"`
		ID       string         `json:"id"`
		Metadata map[string]any `json:"metadata"`
		Source   string         `json:"source"`
		Outputs  []any          `json:"outputs"`
		Count    *int           `json:"execution_count"`
	}
	dir := t.TempDir()
	notebook, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{}, "cells": []cell{
			{"code", "a", map[string]any{}, declared, []any{}, nil},
			{"code", "b", map[string]any{}, strings.ReplaceAll(used, "FOLDER", dir), []any{}, nil}}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "cells.ipynb")
	if err := os.WriteFile(path, notebook, 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(python, "../../internal/tools/run_notebook.py",
		path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	after, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(after), "12 chains, the same: true") {
		t.Errorf("%v: %s", err, after)
	}
	logs, _ := filepath.Glob(filepath.Join(dir, "chains-*", "*", "part-*.log"))
	for _, log := range logs {
		text, _ := os.ReadFile(log)
		if strings.Count(string(text), "\n") != 2 || !strings.HasPrefix(string(text), partBegins) {
			t.Errorf("a part has printed more than that it has begun: %s", text)
		}
	}
	if len(logs) != 4 {
		t.Errorf("%d parts", len(logs))
	}
}

// notebook runs notebook 18, whose jobs then go to Slurm. It prints and draws what is stored.
func (c *cluster) notebook(t *testing.T) {
	const stored = "../../notebooks/18_more_than_one_machine.ipynb"
	dir := t.TempDir()
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	t.Setenv("XDG_CACHE_HOME", dir)
	read := func(path string) (outputs []any) {
		var nb struct{ Cells []struct{ Outputs any } }
		text, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(text, &nb)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range nb.Cells {
			outputs = append(outputs, cell.Outputs)
		}
		return outputs
	}
	text, err := os.ReadFile(stored)
	path := filepath.Join(dir, "here.ipynb")
	if err = errors.Join(err, os.WriteFile(path, text, 0o666)); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("../../.venv/bin/python", "../../internal/tools/run_notebook.py",
		path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for i, got := range read(path) {
		if want := read(stored)[i]; !reflect.DeepEqual(got, want) {
			t.Errorf("cell %d shows %v, and %v is stored", i+1, got, want)
		}
	}
	jobs, _ := filepath.Glob(filepath.Join(dir, "gibbslab", "farm", "*", "*", "slurm-job"))
	if len(jobs) < 3 { // of the coverage, of the chains, and of SBC
		t.Errorf("only %d jobs on Slurm: %q", len(jobs), jobs)
	}
}
