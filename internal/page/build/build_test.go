package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gibbslab/internal/browsertest"
	"gibbslab/internal/page"
	"gibbslab/internal/page/figures"
	"gibbslab/internal/turns"
)

// budget is how many bytes a visitor loads who runs a model and reads a derivation, as gzip packs
// them. bugs and what draws are most of it, and 34 kB are the font of formulas. The aim is 2.5 MB,
// which gzip -9 reaches and Go's packing misses by 0.2 %.
const budget = 2_510_000

// figuresBudget is how many bytes the figures of the site load, when a reader opens the first.
const figuresBudget = 1_320_000

// The page is small, needs no other host, and works: every example draws what it draws natively.
func TestPage(t *testing.T) {
	turns.Rare(t)
	folder, native := t.TempDir(), t.TempDir()
	if err := build(folder); err != nil {
		t.Fatal(err)
	}
	size, err := packed(folder)
	if t.Logf("the page has %d bytes", size); err != nil || size > budget {
		t.Errorf("%v: the page has %d bytes as gzip packs them, and may have %d", err, size, budget)
	}
	run := map[string]int{"chains": 4, "warmup": 200, "draws": 300, "seed": 3}
	settings, err := json.Marshal(run)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(native, "settings.json"), string(settings))
	examples, err := page.Examples()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		m, err := page.Compile(e.Text, e.Data)
		if err != nil {
			t.Fatal(err)
		}
		d := m.NewDraws(run["chains"])
		for c := range run["chains"] {
			err := m.Run(page.Settings{Chain: c, Warmup: run["warmup"], Draws: run["draws"], Seed: uint64(run["seed"])},
				runtime.Gosched, func(_ int, draws []float64) {
					if _, err := d.Add(c, draws); err != nil {
						t.Error(err)
					}
				})
			if err != nil {
				t.Fatal(err)
			}
		}
		text, err := d.CSV()
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(native, e.Name+".csv"), text)
	}
	browsertest.Run(t, "testdata/page.py", folder, native)
	figuresMove(t, folder)
}

// figuresMove opens a page with all figures, and compares each with the native one.
func figuresMove(t *testing.T, folder string) {
	program, err := os.Stat(filepath.Join(folder, figuresFile))
	if err != nil || program.Size() > figuresBudget {
		t.Errorf("%v: the figures have %d bytes, and may have %d", err, program.Size(), figuresBudget)
	}
	type drawn struct {
		Name  string
		X     []float64
		Again uint64
		Shown figures.Shown
	}
	var all []drawn
	for _, f := range figures.All() {
		for again := range uint64(2) {
			d := drawn{Name: f.Name, Again: again}
			for _, s := range f.Sliders {
				d.X = append(d.X, s.Start-float64(again)*(s.Start-s.Max)/4)
			}
			for d.Shown.More = true; d.Shown.More; {
				if d.Shown, err = figures.Draw(d.Name, d.X, d.Again, 500); err != nil {
					t.Fatal(err)
				}
			}
			all = append(all, d)
		}
	}
	native, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "native.json")
	write(t, file, string(native))
	browsertest.Run(t, "testdata/figures.py", folder, file)
}

// packed is the size of all files, each packed.
func packed(folder string) (size int, err error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return 0, err
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if f.Name() == figuresFile {
			continue // which this page does not load
		}
		if err == nil && !strings.HasSuffix(f.Name(), ".bin") { // which is packed
			text, err = pack(text)
		}
		if err != nil {
			return 0, err
		}
		size += len(text)
	}
	return size, nil
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
