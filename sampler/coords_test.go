package sampler

import (
	"bytes"
	"context"
	"encoding/gob"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// hospitals is a model of ten effects with names, and of a matrix with names for one dimension
// only.
func hospitals() Model[[]float64] {
	return Model[[]float64]{
		Data: "hospitals",
		Init: func(r *rand.Rand) (*[]float64, error) { x := make([]float64, 3); return &x, nil },
		Blocks: []Block[[]float64]{{"x", func(r *rand.Rand, s *[]float64) error {
			for i := range *s {
				(*s)[i] = float64(10*i) + r.NormFloat64()
			}
			return nil
		}}},
		Params: []Param[[]float64]{
			{Name: "theta", Shape: []int{3}, Coords: [][]string{{"Aalen", "St Mary's", "1851"}},
				Read: func(s *[]float64, dst []float64) { copy(dst, *s) }},
			{Name: "phi", Shape: []int{2, 3}, Coords: [][]string{nil, {"gene", "dna", "data"}},
				Read: func(s *[]float64, dst []float64) { copy(dst, *s); copy(dst[3:], *s) }},
		},
	}
}

func TestLabelsWithNames(t *testing.T) {
	tr, err := Run(context.Background(), hospitals(), Settings{Chains: 2, Draws: 5, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"theta[Aalen]", "theta[St Mary's]", "theta[1851]",
		"phi[0,gene]", "phi[0,dna]", "phi[0,data]", "phi[1,gene]", "phi[1,dna]", "phi[1,data]"}
	labels, err := tr.Labels()
	if err != nil || !slices.Equal(labels, want) {
		t.Errorf("labels %v, %v", labels, err)
	}
	for label, other := range map[string]string{
		"theta[2]": "theta[1851]", "theta[ Aalen ]": "theta[Aalen]", "phi[1,2]": "phi[1,data]",
		"phi[1, dna]": "phi[1,dna]",
	} {
		a, errA := tr.Draws(label)
		b, errB := tr.Draws(other)
		if errA != nil || errB != nil || !slices.Equal(a, b) {
			t.Errorf("%s is %v, %v; %s is %v, %v", label, a, errA, other, b, errB)
		}
		if got, err := tr.Labels(label); err != nil || !slices.Equal(got, []string{other}) {
			t.Errorf("Labels(%q) is %v, %v, want %s", label, got, err, other)
		}
	}
	name, element, err := tr.Locate("phi[1,dna]")
	if name != "phi" || element != 4 || err != nil {
		t.Errorf("phi[1,dna] is element %d of %s, %v", element, name, err)
	}
	for label, says := range map[string]string{
		"theta[Aalem]": "have theta[0..2], called Aalen, St Mary's, 1851",
		"phi[0,rna]":   "have phi[0..1,0..2], called gene, dna, data in dimension 1",
		"phi[gene,0]":  "no element", "theta[3]": "no element", "theta[]": "no element",
	} {
		if _, err := tr.Chains(label); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", label, err, says)
		}
		if _, _, err := tr.Locate(label); err == nil {
			t.Errorf("Locate(%q) finds something", label)
		}
	}
	coords, err := tr.Coords("theta")
	if err != nil || coords[0][1] != "St Mary's" {
		t.Errorf("coordinates %v, %v", coords, err)
	}
	if _, err := tr.Coords("mu"); err == nil {
		t.Error("coordinates of what is not there")
	}
}

func TestWrongNames(t *testing.T) {
	for _, c := range []struct {
		shape  []int
		coords [][]string
		says   string
	}{
		{[]int{2}, [][]string{{"a"}}, "dimension 0 has length 2, and Coords[0] holds 1 names"},
		{[]int{2}, [][]string{{"a", "b"}, {"c"}},
			"Coords for 2 dimensions, and the shape [2] has 1"},
		{nil, [][]string{{"a"}}, "the shape [] has 0"},
		{[]int{2, 2}, [][]string{{"a", "b"}}, "give one list for each"},
		{[]int{3}, [][]string{{"a", "b", "a"}}, `"a" appears twice, for elements 0 and 2`},
		{[]int{2}, [][]string{{"a", ""}}, "the name of element 1 is empty"},
		{[]int{2}, [][]string{{"a", "b]"}}, `holds ']'`},
		{[]int{2}, [][]string{{"a", "b[c"}}, `holds '['`},
		{[]int{2}, [][]string{{"Queen's, Birmingham", "b"}}, `holds ','`},
		{[]int{2}, [][]string{{"a", "b "}}, "begins or ends with a space"},
		{[]int{2}, [][]string{{"a", "b\nc"}}, "cannot be shown"},
		{[]int{2}, [][]string{{"a", "\xff"}}, "cannot be shown"},
		{[]int{2}, [][]string{{"1", "0"}},
			`"1" of element 0 could be taken for the position of element 1`},
		{[]int{2}, [][]string{{"a", "+0"}}, "could be taken for the position"},
	} {
		m := hospitals()
		m.Params[0].Shape, m.Params[0].Coords = c.shape, c.coords
		_, err := Run(context.Background(), m, Settings{Draws: 1})
		says := func(err error) bool { return err != nil && strings.Contains(err.Error(), c.says) }
		if !says(err) || !strings.Contains(err.Error(), `parameter "theta"`) {
			t.Errorf("%v: %v, want %q", c.coords, err, c.says)
		}
		err = new(Trace).AddArray("theta", Array{Shape: c.shape, Coords: c.coords})
		if !says(err) {
			t.Errorf("AddArray, %v: %v, want %q", c.coords, err, c.says)
		}
	}
	for _, good := range [][]string{
		{"0", "1"}, {"1851", "1852"}, {"Ærø", "日本"}, {"2", "3"}, {"1.5", "-1"},
	} {
		if err := checkCoords([]int{2}, [][]string{good}); err != nil {
			t.Errorf("%v: %v", good, err)
		}
	}
}

// Names are kept by gob, by a checkpoint, by Map and in relabelled traces; a Stan CSV file has
// none.
func TestNamesAreKept(t *testing.T) {
	m := hospitals()
	set := Settings{Chains: 2, Draws: 5, Seed: 1, Checkpoint: filepath.Join(t.TempDir(), "run")}
	if _, err := Run(context.Background(), m, set); err != nil {
		t.Fatal(err)
	}
	set.Draws = 8
	tr, err := Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(tr); err != nil {
		t.Fatal(err)
	}
	var back Trace
	if err := gob.NewDecoder(&b).Decode(&back); err != nil {
		t.Fatal(err)
	}
	mapped, err := tr.Map(func(_, _ int, x []float64) {}, "theta")
	if err != nil {
		t.Fatal(err)
	}
	for what, tr := range map[string]*Trace{"checkpoint": tr, "gob": &back, "Map": mapped} {
		if d, err := tr.Chains("theta[St Mary's]"); err != nil || len(d[0]) != 8 {
			t.Errorf("%s: %v, %v", what, d, err)
		}
	}
	var csv bytes.Buffer
	const head = "theta.3,phi.1.1,phi.2.1,phi.1.2"
	if err := tr.WriteStanCSV(&csv, 0); err != nil || !strings.Contains(csv.String(), head) {
		t.Errorf("%v\n%s", err, csv.String())
	}
	// A run that was saved before its elements had names can be resumed: names change no draw.
	bare := hospitals()
	bare.Params[0].Coords, bare.Params[1].Coords = nil, nil
	set.Checkpoint, set.Draws = filepath.Join(t.TempDir(), "bare"), 5
	if _, err := Run(context.Background(), bare, set); err != nil {
		t.Fatal(err)
	}
	set.Draws = 8
	again, err := Run(context.Background(), m, set)
	if err != nil {
		t.Fatal(err)
	}
	equalTraces(t, "named after it was saved", again, tr)
}

// A trace without names that an earlier version stored can be read.
func TestTraceOfAnEarlierVersion(t *testing.T) {
	type oldColumn struct {
		Name    string
		Shape   []int
		Every   int
		Moments bool
		Draws   [][][]float64
		Running []Moments
	}
	var b bytes.Buffer
	old := []oldColumn{{Name: "theta", Shape: []int{2}, Draws: [][][]float64{{{1}, {2}}}}}
	if err := gob.NewEncoder(&b).Encode(old); err != nil {
		t.Fatal(err)
	}
	var tr Trace
	if err := tr.GobDecode(b.Bytes()); err != nil {
		t.Fatal(err)
	}
	if d, err := tr.Draws("theta[1]"); err != nil || !slices.Equal(d, []float64{2}) {
		t.Errorf("%v, %v", d, err)
	}
	b.Reset()
	short := []column{{Name: "theta", Shape: []int{2}, Coords: [][]string{{"a"}}}}
	if err := gob.NewEncoder(&b).Encode(short); err != nil {
		t.Fatal(err)
	}
	err := tr.GobDecode(b.Bytes())
	if err == nil || !strings.Contains(err.Error(), "holds 1 names") {
		t.Errorf("a damaged trace: %v", err)
	}
}

func TestBadValueIsNamed(t *testing.T) {
	m := hospitals()
	m.Params[0].Read = func(s *[]float64, dst []float64) { dst[1] = math.NaN() }
	_, err := Run(context.Background(), m, Settings{Draws: 1})
	if err == nil || !strings.Contains(err.Error(), "theta[St Mary's] is NaN") {
		t.Error(err)
	}
}
