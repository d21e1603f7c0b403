package sampler

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func smallTrace() *Trace {
	return &Trace{columns: []column{
		{Name: "mu", Draws: [][][]float64{{{1, 2}}, {{3, 4}}}},
		{Name: "phi", Shape: []int{2, 3}, Draws: [][][]float64{
			{{0, 0.5}, {1, 1.5}, {2, 2.5}, {10, 10.5}, {11, 11.5}, {12, 12.5}},
			{{100, 1}, {101, 1}, {102, 1}, {110, 1}, {111, 1}, {112, 1}},
		}},
		{Name: "z", Shape: []int{2}, Moments: true,
			Running: []Moments{{2, []float64{1, 2}, []float64{3, 4}},
				{2, []float64{1, 2}, []float64{3, 4}}}},
		{Name: "lp__", Draws: [][][]float64{{{-1, -2}}, {{-3, math.Pi}}}},
	}}
}

func TestLabels(t *testing.T) {
	tr := smallTrace()
	all, err := tr.Labels()
	want := []string{"mu", "phi[0,0]", "phi[0,1]", "phi[0,2]", "phi[1,0]", "phi[1,1]", "phi[1,2]",
		"lp__"}
	if err != nil || !slices.Equal(all, want) {
		t.Errorf("labels %v, %v", all, err)
	}
	some, err := tr.Labels("phi[1,2]", "mu")
	if err != nil || !slices.Equal(some, []string{"phi[1,2]", "mu"}) {
		t.Errorf("labels %v, %v", some, err)
	}
	for i, label := range want[1:7] {
		chains, err := tr.Chains(label)
		if err != nil || chains[1][0] != []float64{100, 101, 102, 110, 111, 112}[i] {
			t.Errorf("%s: %v, %v", label, chains, err)
		}
	}
	if d, err := tr.Draws("mu"); err != nil || !slices.Equal(d, []float64{1, 2, 3, 4}) {
		t.Errorf("draws %v, %v", d, err)
	}
}

func TestTraceAsText(t *testing.T) {
	tr := &Trace{}
	if err := tr.Add("mu", [][]float64{{1, 2, 3}, {4, 5}}); err != nil {
		t.Fatal(err)
	}
	if err := tr.AddArray("theta", Array{Shape: []int{2, 3}, Draws: make([][][]float64, 2)}); err != nil {
		t.Fatal(err)
	}
	for tr, want := range map[*Trace]string{
		tr: "2 chains of 2 to 3 draws: mu, theta[2,3]. For a table: nb.Summary(tr) or " +
			"diag.Summarize(tr).",
		{}:  "an empty trace",
		nil: errNoTrace.Error(),
	} {
		if got := fmt.Sprint(tr); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}

func TestUnknownLabels(t *testing.T) {
	tr := smallTrace()
	for label, want := range map[string]string{
		"mu2":       `no parameter "mu2"; have mu, phi[0..1,0..2], z[0..1], lp__; did you mean mu?`,
		"hpi[0,0]":  `did you mean phi?`,
		"sigma":     `phi[0..1,0..2], z[0..1], lp__`,
		"phi":       `"phi" is an array of shape [2 3]: name one element, such as "phi[0,0]"`,
		"phi[2,0]":  "no element",
		"phi[0]":    "no element",
		"phi[0,0":   "no element",
		"phi[a,0]":  "no element",
		"phi[-1,0]": "no element",
		"mu[0]":     "no element",
		"z[0]":      "only the running mean and variance",
		"":          `no parameter ""`,
	} {
		if _, err := tr.Chains(label); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", label, err)
		}
		if _, err := tr.Labels(label); label != "phi" && err == nil {
			t.Errorf("Labels(%q) is accepted", label)
		}
	}
	if _, err := new(Trace).Chains("mu"); err == nil ||
		!strings.Contains(err.Error(), "the trace is empty") {
		t.Errorf("empty trace: %v", err)
	}
	if _, err := tr.Moments("nu"); err == nil {
		t.Error("moments of nothing")
	}
}

func TestAdd(t *testing.T) {
	tr := smallTrace()
	own := [][]float64{{5, 6}, {7}}
	if err := tr.Add("sigma", own); err != nil {
		t.Fatal(err)
	}
	own[0][0] = -1
	if c, _ := tr.Chains("sigma"); c[0][0] != 5 || len(c[1]) != 1 {
		t.Errorf("added %v", c)
	}
	for name, chains := range map[string][][]float64{"mu": own, "a b": own, "": own, "one": own[:1],
		"none": nil} {
		if tr.Add(name, chains) == nil {
			t.Errorf("Add(%q, %d chains) is accepted", name, len(chains))
		}
	}
	var fresh Trace
	if fresh.Add("x", own) != nil || fresh.NumChains() != 2 {
		t.Error("an empty trace takes no draws")
	}
}

func TestMoments(t *testing.T) {
	tr := smallTrace()
	ms, err := tr.Moments("phi")
	if err != nil || ms[0].Mean[4] != 11.25 || ms[0].Variance()[4] != 0.125 {
		t.Errorf("%+v, %v", ms, err)
	}
	// Pooled moments are the moments of all draws; the second chain of phi[0,0] is 100, 1.
	all := PoolMoments(ms)
	x := []float64{0, 0.5, 100, 1}
	mean, ss := 0.0, 0.0
	for _, v := range x {
		mean += v / 4
	}
	for _, v := range x {
		ss += (v - mean) * (v - mean)
	}
	if math.Abs(all.Mean[0]-mean) > 1e-12 || math.Abs(all.Variance()[0]-ss/3) > 1e-9 || all.N != 4 {
		t.Errorf("pooled %+v, want mean %v, variance %v", all, mean, ss/3)
	}
	var run Moments
	for _, v := range x {
		run.add([]float64{v})
	}
	if math.Abs(run.Mean[0]-mean) > 1e-12 || math.Abs(run.SumSq[0]-ss) > 1e-9 {
		t.Errorf("running %+v", run)
	}
	if got := PoolMoments(nil); got.N != 0 || got.Mean != nil {
		t.Errorf("nothing pooled: %+v", got)
	}
}

func TestGob(t *testing.T) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(smallTrace()); err != nil {
		t.Fatal(err)
	}
	var back Trace
	if err := gob.NewDecoder(&b).Decode(&back); err != nil {
		t.Fatal(err)
	}
	equalTraces(t, "through gob", &back, smallTrace())
}

// Names are found in traces however they were made, and in copies of a trace that then changed
// independently.
func TestFindInCopies(t *testing.T) {
	tr := smallTrace()
	data, err := tr.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	var a Trace
	if err := a.GobDecode(data); err != nil {
		t.Fatal(err)
	}
	b := a
	for _, add := range []struct {
		tr   *Trace
		name string
	}{{&a, "x"}, {&b, "y"}, {&b, "x"}, {tr, "x"}, {new(Trace), "x"}} {
		if err := add.tr.Add(add.name, [][]float64{{1}, {2}}); err != nil {
			t.Error(err)
		}
		if err := add.tr.Add(add.name, [][]float64{{1}, {2}}); err == nil {
			t.Errorf("%q was added twice", add.name)
		}
		for i, c := range add.tr.columns {
			if add.tr.find(c.Name) != &add.tr.columns[i] {
				t.Errorf("%q is not found", c.Name)
			}
		}
	}
	if a.find("y") != nil || b.find("z2") != nil || a.find("") != nil {
		t.Error("found what is not there")
	}
}
