package sampler

import (
	"bytes"
	"encoding/gob"
	"strings"
	"testing"
)

func encoded(t testing.TB, columns ...column) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(columns); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Altered bytes may claim anything: shapes that no memory can hold, chains that do not exist.
func TestDecodeAlteredTrace(t *testing.T) {
	one := [][][]float64{{{1, 2}}}
	for want, columns := range map[string][]column{
		"its shape is [1099511627776]":         {{Name: "x", Shape: []int{1 << 40}, Draws: one}},
		"its shape is [4294967296 4294967296]": {{Name: "x", Shape: []int{1 << 32, 1 << 32}, Draws: one}},
		"its shape is [-1]":                    {{Name: "x", Shape: []int{-1}, Draws: one}},
		"x[0..2] has 1 elements, expected 3":   {{Name: "x", Shape: []int{3}, Draws: one}},
		"x[0..1] has 1 draws, expected 2": {{Name: "x", Shape: []int{2},
			Draws: [][][]float64{{{1, 2}, {1}}}}},
		"it has 2 chains": {{Name: "x", Draws: one},
			{Name: "y", Draws: append(one, one...)}},
		"appears twice":          {{Name: "x", Draws: one}, {Name: "x", Draws: one}},
		`holds '<'`:              {{Name: "<script>", Draws: one}},
		"both draws and moments": {{Name: "x", Moments: true, Draws: one}},
		"has 1 elements, expected 2": {{Name: "x", Shape: []int{2}, Moments: true,
			Running: []Moments{{N: 3, Mean: []float64{1}, SumSq: []float64{1}}}}},
		"has -1 draws": {{Name: "x", Moments: true, Running: []Moments{{N: -1}}}},
	} {
		var tr Trace
		if err := tr.GobDecode(encoded(t, columns...)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	var empty Trace
	if err := empty.GobDecode(encoded(t,
		column{Name: "x", Shape: []int{2}, Draws: [][][]float64{{{}, {}}, {{1}, {2}}}})); err != nil {
		t.Errorf("a chain without draws: %v", err)
	}
}

// FuzzTraceGob asks a decoded trace for everything that it has.
func FuzzTraceGob(f *testing.F) {
	good, err := smallTrace().GobEncode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	r := Stream("gob", 1, 0)
	for range 500 {
		b := bytes.Clone(good)
		for range 1 + r.IntN(3) {
			b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var tr Trace
		if tr.GobDecode(data) != nil {
			return
		}
		labels, err := tr.Labels()
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range labels {
			if _, err := tr.Draws(l); err != nil {
				t.Error(err)
			}
		}
		for i := range tr.columns {
			if _, err := tr.Moments(tr.columns[i].Name); err != nil {
				t.Error(err)
			}
		}
		if again, err := tr.GobEncode(); err != nil || new(Trace).GobDecode(again) != nil {
			t.Errorf("it cannot be stored again: %v", err)
		}
	})
}
