package sampler

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// recordedModel records a number, a vector every second draw, and the moments of another.
func recordedModel(data any) Model[toy] {
	m := toyModel()
	m.Data = data
	read := func(s *toy, dst []float64) { dst[0], dst[1] = s.X, s.Y }
	m.Params = []Param[toy]{Scalar("x", func(s *toy) float64 { return s.X }),
		{Name: "some", Shape: []int{2}, Every: 2, Read: read},
		{Name: "phi", Shape: []int{2}, Moments: true, Read: read}}
	return m
}

func TestTraceFile(t *testing.T) {
	dir := t.TempDir()
	set := Settings{Chains: 2, Draws: 9, Warmup: 5, Seed: 3}
	tr, err := Run(t.Context(), recordedModel([]float64{1}), set)
	path := filepath.Join(dir, "draws")
	if err := tr.Save(path); err != nil {
		t.Fatal(err)
	}
	back, loadErr := LoadTrace(path)
	if err != nil || loadErr != nil || !reflect.DeepEqual(back.columns, tr.columns) ||
		!reflect.DeepEqual(back.made, tr.made) || back.made.Seed != 3 || len(back.made.Data) != 64 {
		t.Errorf("%v, %v, provenance %+v", err, loadErr, back.made)
	}
	data, _ := os.ReadFile(path)
	data[len(data)-1] ^= 1
	if err := os.WriteFile(path+"2", data, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"3", []byte("something else entirely"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"2": "damaged", "3": "holds no trace", "4": "no such file"} {
		if _, err := LoadTrace(path + name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if (*Trace)(nil).Save(path) == nil || tr.Save(filepath.Join(path, "below")) == nil {
		t.Error("a trace is saved that is nil, or where no folder is")
	}
}

// TestProvenance: what another run changes is seen, chains of one run join, and others do not.
func TestProvenance(t *testing.T) {
	run := func(data any, set Settings) *Trace {
		set.Draws, set.Warmup = 2, 2
		tr, err := Run(t.Context(), recordedModel(data), set)
		if err != nil {
			t.Fatal(err)
		}
		return tr
	}
	whole := run("a", Settings{Chains: 3})
	joined, err := Join(run("a", Settings{Chains: 1}), run("a", Settings{First: 1, Chains: 2}))
	if err != nil || !reflect.DeepEqual(joined.made, whole.made) {
		t.Errorf("joined %+v, whole %+v, %v", joined.made, whole.made, err)
	}
	for _, other := range []*Trace{run("b", Settings{First: 1}), run("a", Settings{First: 2}),
		run("a", Settings{First: 1, Seed: 1}), {columns: joined.columns}} {
		joined, err := Join(run("a", Settings{Chains: 1}), other)
		if _, ok := joined.Provenance(); err != nil || ok {
			t.Errorf("joined with %+v: %v", other.made, err)
		}
	}
	mapped, err := whole.Map(func(int, int, []float64) {})
	if p, ok := mapped.Provenance(); err != nil || !ok || p.Version != version || p.Chains != 3 {
		t.Errorf("mapped: %+v, %v", p, err)
	}
}

// TestZarrOfMoments: moments and thinned draws are groups of their own.
func TestZarrOfMoments(t *testing.T) {
	tr, err := Run(t.Context(), recordedModel("a"), Settings{Chains: 2, Draws: 9, Warmup: 5})
	folder := filepath.Join(t.TempDir(), "draws")
	if err != nil || tr.WriteZarr(folder) != nil {
		t.Fatal(err)
	}
	moments, err := ReadZarr(folder, "moments")
	if err != nil {
		t.Fatal(err)
	}
	of, _ := tr.Moments("phi")
	for i, label := range []string{"phi[0]", "phi[1]"} {
		mean, _ := moments.Chains(label)
		sd, err := moments.Chains("phi_sd" + label[3:])
		for c, m := range of {
			if err != nil || mean[c][0] != m.Mean[i] ||
				math.Abs(sd[c][0]-math.Sqrt(m.Variance()[i])) > 1e-12 {
				t.Errorf("%s of chain %d: %v, %v, %v", label, c, mean[c], sd[c], err)
			}
		}
	}
	thin, err := ReadZarr(folder, "every_2")
	if err != nil {
		t.Fatal(err)
	}
	got, _ := thin.Chains("some[1]")
	want, _ := tr.Chains("some[1]")
	if len(want[0]) != 5 || !reflect.DeepEqual(got, want) {
		t.Errorf("every second draw: %v, want %v", got, want)
	}
	if python := os.Getenv("GIBBSLAB_PYTHON"); python != "" {
		program := `import xarray
d = xarray.open_datatree("` + folder + `", engine="zarr")
assert d["moments"]["phi"].shape == (2, 1, 2) and d["every_2"]["some"].shape == (2, 5, 2), d`
		if out, err := exec.Command(python, "-c", program).CombinedOutput(); err != nil {
			t.Errorf("xarray: %v\n%s", err, out)
		}
	}
}
