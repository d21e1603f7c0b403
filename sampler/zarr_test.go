package sampler

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// zarrTrace has a scalar, an array with names, a large array, and lp__.
func zarrTrace(t *testing.T, big int) *Trace {
	t.Helper()
	r := Stream("zarr", 1, 0)
	tr := &Trace{}
	draws := func(n int) (x [][][]float64) {
		for range 3 {
			var chain [][]float64
			for range 50 {
				v := make([]float64, n)
				for i := range v {
					v[i] = r.NormFloat64()
				}
				chain = append(chain, v)
			}
			x = append(x, chain)
		}
		return x
	}
	for _, c := range []struct {
		name   string
		shape  []int
		coords [][]string
	}{
		{"zeta", nil, nil},
		{"theta", []int{2, 3}, [][]string{nil, {"Ålesund", "B", "Łódź"}}},
		{"big", []int{3, big}, nil},
		{"lp__", nil, nil},
	} {
		if err := tr.AddArray(c.name, Array{Shape: c.shape, Coords: c.coords, Draws: draws(size(c.shape))}); err != nil {
			t.Fatal(err)
		}
	}
	tr.columns[0].Draws[1][0][7] = math.Copysign(0, -1)
	tr.columns[0].Draws[2][0][9] = 5e-324
	return tr
}

func TestZarrComesBack(t *testing.T) {
	tr, folder := zarrTrace(t, 5500), filepath.Join(t.TempDir(), "draws")
	like := ZarrArray{Group: "log_likelihood", Name: "y", Shape: []int{9000}, Chains: 3, Draws: 50,
		Fill: func(lo, hi int, dst [][]float64) error {
			if hi-lo > 6000 {
				return fmt.Errorf("%d elements at once", hi-lo)
			}
			for i := range dst {
				dst[i] = make([]float64, 150)
				for s := range dst[i] {
					dst[i][s] = float64(lo+i) + float64(s)/1000
				}
			}
			return nil
		}}
	for range 2 { // the second time it replaces the first
		if err := tr.WriteZarr(folder, like, Observed("y", []float64{1, 2, 3})); err != nil {
			t.Fatal(err)
		}
	}
	back, err := ReadZarr(folder, "")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(back.Names(), tr.Names()) {
		t.Errorf("%q", back.Names())
	}
	for _, name := range tr.Names() {
		want, _ := tr.Array(name)
		got, err := back.Array(name)
		if err != nil || !slices.Equal(got.Shape, want.Shape) || fmt.Sprint(got.Coords) != fmt.Sprint(want.Coords) {
			t.Fatal(name, err, got.Shape, got.Coords)
		}
		for c := range want.Draws {
			for d, x := range want.Draws[c] {
				for i, v := range x {
					if math.Float64bits(got.Draws[c][d][i]) != math.Float64bits(v) {
						t.Fatalf("%s: chain %d, draw %d, element %d: %v, want %v", name, c, d, i, got.Draws[c][d][i], v)
					}
				}
			}
		}
	}
	loglik, err := ReadZarr(folder, "log_likelihood")
	if err != nil {
		t.Fatal(err)
	}
	if x, err := loglik.Chains("y[8999]"); err != nil || x[2][49] != 8999.149 {
		t.Error(x, err)
	}
	data, err := ReadZarr(folder, "observed_data")
	if err != nil {
		t.Fatal(err)
	}
	if x, err := data.Draws("y[2]"); err != nil || !slices.Equal(x, []float64{3}) {
		t.Error(x, err)
	}
	left, _ := filepath.Glob(folder + "?*")
	if len(left) > 0 {
		t.Error("left behind:", left)
	}
}

func TestZarrSaysWhatIsWrong(t *testing.T) {
	tr, dir := zarrTrace(t, 2), t.TempDir()
	folder := filepath.Join(dir, "draws")
	if err := tr.WriteZarr(folder); err != nil {
		t.Fatal(err)
	}
	damaged := func(change func(folder string) error) func() error {
		return func() error {
			copied := filepath.Join(dir, "copy")
			os.RemoveAll(copied)
			if err := errors.Join(os.CopyFS(copied, os.DirFS(folder)), change(copied)); err != nil {
				return err
			}
			_, err := ReadZarr(copied, "")
			return err
		}
	}
	edit := func(file, old, with string) func() error {
		return damaged(func(folder string) error {
			name := filepath.Join(folder, file)
			text, err := os.ReadFile(name)
			if err == nil && !strings.Contains(string(text), old) {
				err = fmt.Errorf("%s has no %q", file, old)
			}
			return errors.Join(err, os.WriteFile(name, []byte(strings.Replace(string(text), old, with, 1)), 0o600))
		})
	}
	stopped := &Trace{}
	if err := stopped.Add("x", [][]float64{{1, 2, 3}, {1, 2}}); err != nil {
		t.Fatal(err)
	}
	none := func(lo, hi int, dst [][]float64) error { return nil }
	for want, f := range map[string]func() error{
		"is no store that WriteZarr wrote": func() error { return tr.WriteZarr(dir) },
		"the name of the folder is empty":  func() error { return tr.WriteZarr("") },
		"chain 1 has 2":                    func() error { return stopped.WriteZarr(filepath.Join(dir, "s")) },
		"no parameter with a value":        func() error { return new(Trace).WriteZarr(filepath.Join(dir, "s")) },
		"is there twice":                   func() error { return tr.WriteZarr(folder, tr.ZarrArrays("posterior")...) },
		"has no Fill":                      func() error { return tr.WriteZarr(folder, ZarrArray{Group: "prior", Name: "x"}) },
		"give both, or neither": func() error {
			return tr.WriteZarr(folder, ZarrArray{Group: "prior", Name: "x", Draws: 3, Fill: none})
		},
		"element 0: Fill gave 0 values": func() error {
			return tr.WriteZarr(folder, ZarrArray{Group: "prior", Name: "x", Chains: 1, Draws: 3, Fill: none})
		},
		"draws of one run": func() error {
			return tr.WriteZarr(folder, ZarrArray{Group: "posterior", Name: "x", Chains: 1, Draws: 3, Fill: none})
		},
		`the name "a/b"`:              func() error { return tr.WriteZarr(folder, ZarrArray{Group: "a/b", Name: "x"}) },
		"is no Zarr store":            func() error { _, err := ReadZarr(dir, ""); return err },
		`no group "prior"; have post`: func() error { _, err := ReadZarr(folder, "prior"); return err },
		"0.0 has 399 bytes": damaged(func(folder string) error {
			return os.Truncate(filepath.Join(folder, "posterior/zeta/0.0"), 399)
		}),
		"more than there is":        edit("posterior/zeta/.zarray", "  50\n", "  5000000000000\n"),
		"do not fit together":       edit("posterior/zeta/.zarray", `"chunks": [`, `"chunks": [9,`),
		"below 1":                   edit("posterior/zeta/.zarray", `"chunks": [`+"\n  1", `"chunks": [0`),
		"is compressed with blosc":  edit("posterior/zeta/.zarray", `"compressor": null`, `"compressor": {"id": "blosc"}`),
		`has the type "<c16"`:       edit("posterior/zeta/.zarray", "<f8", "<c16"),
		"with filters are not read": edit("posterior/zeta/.zarray", `"order": "C"`, `"order": "F"`),
		"zarr_format=2": damaged(func(folder string) error {
			return os.Rename(filepath.Join(folder, ".zgroup"), filepath.Join(folder, "zarr.json"))
		}),
		"chunk 1.0 is not there": damaged(func(folder string) error {
			return os.Remove(filepath.Join(folder, "posterior/zeta/1.0"))
		}),
		"array posterior/zeta is listed": damaged(func(folder string) error {
			return os.Remove(filepath.Join(folder, "posterior/zeta/.zarray"))
		}),
		"array posterior/theta is listed": damaged(func(folder string) error {
			return os.RemoveAll(filepath.Join(folder, "posterior/theta"))
		}),
		"invalid character": edit("posterior/zeta/.zarray", "{", "}"),
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	if _, err := ReadZarr(folder, ""); err != nil { // the store is as it was
		t.Error(err)
	}
}

// A store of another program may leave out chunks that hold one value, and compress the others.
func TestZarrOfOthers(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "draws")
	if err := zarrTrace(t, 2).WriteZarr(folder); err != nil {
		t.Fatal(err)
	}
	described := filepath.Join(folder, "posterior/zeta/.zarray")
	text, err := os.ReadFile(described)
	text = bytes.Replace(text, []byte(`"NaN"`), []byte("0.5"), 1)
	if err := errors.Join(err, os.WriteFile(described, text, 0o644),
		os.Remove(filepath.Join(folder, "posterior/zeta/1.0"))); err != nil {
		t.Fatal(err)
	}
	tr, err := ReadZarr(folder, "")
	if err != nil {
		t.Fatal(err)
	}
	if x, err := tr.Chains("zeta"); err != nil || x[1][0] != 0.5 || x[0][0] == 0.5 {
		t.Error(x, err)
	}
}
