package published

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// A posterior is a model's data and the published mean of each parameter with its Monte Carlo
// standard error.
type posterior struct {
	published map[string][2]float64
	data      map[string]json.RawMessage
}

// read reads a posterior from a file of testdata.
func read(t testing.TB, file, model string) posterior {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var models map[string]json.RawMessage
	if err := json.Unmarshal(text, &models); err != nil {
		t.Fatal(err)
	}
	p := posterior{data: map[string]json.RawMessage{}}
	if err := json.Unmarshal(models[model], &p.data); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(p.data["published"], &p.published); err != nil {
		t.Fatal(err)
	}
	return p
}

// numbers are the data of this name.
func (p posterior) numbers(t testing.TB, name string) (x []float64) {
	t.Helper()
	if err := json.Unmarshal(p.data[name], &x); err != nil {
		t.Fatal(err)
	}
	return x
}

// check compares the mean of each parameter with the published one: they differ by at most 4.5
// standard errors, with the Monte Carlo errors of both.
func (p posterior) check(t testing.TB, tr *sampler.Trace) {
	t.Helper()
	for label, want := range p.published {
		chains, err := tr.Chains(label)
		if err != nil {
			t.Fatal(err)
		}
		sum, n := 0.0, 0
		for _, draws := range chains {
			for _, x := range draws {
				sum, n = sum+x, n+1
			}
		}
		mean, own := sum/float64(n), diag.MCSEMean(chains)
		z := (mean - want[0]) / math.Hypot(own, want[1])
		t.Logf("%s: %.5g ± %.2g, published %.5g ± %.2g, z = %.1f", label, mean, own, want[0],
			want[1], z)
		if !(math.Abs(z) <= 4.5) || !(own <= 5*want[1]) {
			t.Errorf("%s: %.5g ± %.2g, published %.5g ± %.2g: z = %.1f, expected at most 4.5, and an "+
				"error of ours of at most five times theirs", label, mean, own, want[0], want[1], z)
		}
	}
	if len(p.published) < 2 {
		t.Errorf("only %d parameters were compared", len(p.published))
	}
}
