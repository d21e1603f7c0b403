package sampler

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTraceMap(t *testing.T) {
	tr := smallTrace()
	before := fmt.Sprint(tr.columns)
	var calls []string
	got, err := tr.Map(func(chain, draw int, x []float64) {
		calls = append(calls, fmt.Sprint(chain, draw, len(x)))
		slices.Reverse(x)
	}, "phi", "mu")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"0 0 6", "0 1 6", "1 0 6", "1 1 6", "0 0 1", "0 1 1", "1 0 1",
		"1 1 1"}; !slices.Equal(calls, want) {
		t.Errorf("calls %v, want %v", calls, want)
	}
	a, _ := got.Chains("phi[0,0]")
	b, _ := tr.Chains("phi[1,2]")
	if fmt.Sprint(a) != fmt.Sprint(b) || fmt.Sprint(tr.columns) != before {
		t.Errorf("phi[0,0] is %v, want %v; the trace was %v and is %v", a, b, before, tr.columns)
	}
	have, _ := got.Labels()
	want, _ := tr.Labels()
	if !slices.Equal(have, want) {
		t.Errorf("labels %v, want %v", have, want)
	}
	if err := got.Add("new", [][]float64{{1}, {2}}); err != nil || tr.find("new") != nil ||
		got.find("new") == nil {
		t.Errorf("the traces share their parameters: %v", err)
	}
	for name, says := range map[string]string{"nu": `no parameter "nu"`, "phi[0,0]": "no parameter",
		"z": "no draws to map"} {
		if _, err := tr.Map(func(int, int, []float64) {}, name); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", name, err, says)
		}
	}
	if _, err := tr.Map(nil, "mu"); err == nil {
		t.Error("nil is accepted")
	}
	if empty, err := new(Trace).Map(func(int, int, []float64) {}); err != nil ||
		empty.NumChains() != 0 {
		t.Errorf("the empty trace: %v", err)
	}
}
