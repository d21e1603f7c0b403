package sampler

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestArray(t *testing.T) {
	tr := smallTrace()
	if got := tr.Names(); !slices.Equal(got, []string{"mu", "phi", "z", "lp__"}) {
		t.Errorf("names %v", got)
	}
	for name, want := range map[string][]int{"mu": nil, "phi": {2, 3}, "z": {2}} {
		if got, err := tr.Shape(name); err != nil || !slices.Equal(got, want) {
			t.Errorf("shape of %s is %v, %v", name, got, err)
		}
	}
	phi, err := tr.Array("phi")
	if err != nil {
		t.Fatal(err)
	}
	want := [][][]float64{
		{{0, 1, 2, 10, 11, 12}, {0.5, 1.5, 2.5, 10.5, 11.5, 12.5}},
		{{100, 101, 102, 110, 111, 112}, {1, 1, 1, 1, 1, 1}},
	}
	if !reflect.DeepEqual(phi.Draws, want) || !slices.Equal(phi.Shape, []int{2, 3}) ||
		phi.Coords != nil {
		t.Errorf("%+v, want draws %v", phi, want)
	}
	phi.Draws[0][0][0], phi.Shape[0] = -1, 7
	if d, _ := tr.Draws("phi[0,0]"); d[0] != 0 {
		t.Error("the array is the trace's own")
	}
	mu, err := tr.Array("mu")
	if err != nil || !reflect.DeepEqual(mu.Draws, [][][]float64{{{1}, {2}}, {{3}, {4}}}) ||
		mu.Shape != nil {
		t.Errorf("scalar: %+v, %v", mu, err)
	}
	for name, says := range map[string]string{"z": "only the running mean", "nu": "no parameter",
		"phi[0,0]": "no parameter"} {
		if _, err := tr.Array(name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Array(%q): %v", name, err)
		}
	}
	if _, err := tr.Shape("phi[0,0]"); err == nil {
		t.Error("an element has a shape")
	}
	if got := new(Trace).Names(); len(got) != 0 {
		t.Errorf("names of an empty trace: %v", got)
	}
}

func TestAddArray(t *testing.T) {
	tr := smallTrace()
	phi, err := tr.Array("phi")
	if err != nil {
		t.Fatal(err)
	}
	phi.Coords = [][]string{{"a", "b"}, nil}
	if err := tr.AddArray("psi", *phi); err != nil {
		t.Fatal(err)
	}
	phi.Draws[0][0][5], phi.Coords[0][1] = -1, "c"
	labels, err := tr.Labels("psi")
	six := []string{"psi[a,0]", "psi[a,1]", "psi[a,2]", "psi[b,0]", "psi[b,1]", "psi[b,2]"}
	if err != nil || !slices.Equal(labels, six) {
		t.Errorf("labels %v, %v", labels, err)
	}
	a, _ := tr.Chains("phi[1,2]")
	b, err := tr.Chains("psi[b,2]")
	if !reflect.DeepEqual(a, b) || err != nil {
		t.Errorf("%v, %v, want %v", b, err, a)
	}
	if err := tr.AddArray("x", Array{Draws: [][][]float64{{{1}, {2}}, {{3}}}}); err != nil {
		t.Error(err)
	}
	if d, err := tr.Draws("x"); err != nil || !slices.Equal(d, []float64{1, 2, 3}) {
		t.Errorf("a scalar as an array: %v, %v", d, err)
	}
	two := [][][]float64{{{1, 2}}, {{3, 4}}}
	for says, c := range map[string]struct {
		name string
		a    Array
	}{
		"there is a parameter": {"phi", Array{Shape: []int{2}, Draws: two}},
		"asks for 3":           {"y", Array{Shape: []int{3}, Draws: two}},
		"asks for 1":           {"y", Array{Draws: two}},
		"has 1 chains":         {"y", Array{Shape: []int{2}, Draws: two[:1]}},
		"at least 1":           {"y", Array{Shape: []int{0}, Draws: two}},
		"has 0 chains":         {"y", Array{Shape: []int{2}}},
		"the name":             {"a b", Array{Shape: []int{2}, Draws: two}},
	} {
		if err := tr.AddArray(c.name, c.a); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}
