package diag_test

import (
	"math"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// autoregression makes chains of N(mean, sd²) with coefficient 0.7.
func autoregression(seed uint64, draws int, mean, sd float64) [][]float64 {
	chains := make([][]float64, 4)
	for c := range chains {
		r := sampler.Stream("compare", seed, c)
		x := r.NormFloat64()
		for range draws {
			x = 0.7*x + math.Sqrt(1-0.49)*r.NormFloat64()
			chains[c] = append(chains[c], mean+sd*x)
		}
	}
	return chains
}

// TestCompare: equal distributions give standard normal z, differences are counted, and the report
// says what cannot be compared.
func TestCompare(t *testing.T) {
	const runs = 200
	squares, beyond := [2]float64{}, 0
	for i := range uint64(runs) {
		var a, b sampler.Trace
		if err := a.Add("x", autoregression(2*i, 400, 5, 2)); err != nil {
			t.Fatal(err)
		}
		if err := b.Add("x", autoregression(2*i+1, 800, 5, 2)); err != nil {
			t.Fatal(err)
		}
		c, err := diag.Compare(&a, &b, nil)
		if err != nil {
			t.Fatal(err)
		}
		squares[0] += c.Rows[0].ZMean * c.Rows[0].ZMean / runs
		squares[1] += c.Rows[0].ZSquare * c.Rows[0].ZSquare / runs
		different, _ := c.Beyond()
		beyond += different
	}
	for k, v := range squares { // χ² with 200 degrees of freedom has the spread 0.1
		if v < 0.6 || v > 1.5 {
			t.Errorf("moment %d: the mean square of z is %g", k+1, v)
		}
	}
	if beyond > 1 {
		t.Errorf("%d false alarms", beyond)
	}

	var a, b sampler.Trace
	chains := autoregression(1, 500, 0, 1)
	for name, x := range map[string][][]float64{"lp__": chains, "x": chains} {
		if err := a.Add(name, x); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Add("x", autoregression(2, 500, 1, 1)); err != nil {
		t.Fatal(err)
	}
	c, err := diag.Compare(&a, &b, nil)
	if err != nil || len(c.Rows) != 1 || !strings.Contains(c.String(), "moments differ") {
		t.Errorf("%v\n%v", err, c)
	}
	var flat sampler.Trace
	if err := flat.Add("x", [][]float64{make([]float64, 50)}); err != nil {
		t.Fatal(err)
	}
	var few sampler.Trace
	if err := few.Add("x", [][]float64{{1, 2}}); err != nil {
		t.Fatal(err)
	}
	c, err = diag.Compare(&flat, &few, nil)
	if err != nil || !strings.Contains(c.String(), "cannot be compared") {
		t.Errorf("%v\n%v", err, c)
	}
	for want, labels := range map[string]map[string]string{
		"in our trace":     {"y": "x"},
		"in the reference": {"x": "z"},
	} {
		if _, err := diag.Compare(&a, &b, labels); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("labels %v: %v", labels, err)
		}
	}
	if _, err := diag.Compare(nil, &b, nil); err == nil {
		t.Error("a nil trace is compared")
	}
}
