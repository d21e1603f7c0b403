package diag

import (
	"math"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
	"gibbslab/sampler/diag/internal/series"
)

func TestRunning(t *testing.T) {
	for _, kind := range []string{"normal", "counts", "heavy", "constant", "alternating"} {
		x := diagtest.ChainSpec{Kind: kind, Phi: 0.7, Chains: 1, Draws: 301, Seed: 5}.Make()[0]
		means := RunningMean(x)
		for i := range x {
			if want := Mean(x[:i+1]); math.Abs(means[i]-want) > 1e-13*(SD(x)+math.Abs(want)) {
				t.Fatalf("%s: mean of the first %d is %v, want %v", kind, i+1, means[i], want)
			}
		}
		for _, p := range []float64{0, 0.05, 1. / 3, 0.5, 0.95, 1} {
			for i, q := range RunningQuantile(x, p) {
				if want := Quantile(x[:i+1], p); q != want { // to the last bit
					t.Fatalf("%s: %v-quantile of the first %d is %v, want %v", kind, p, i+1, q, want)
				}
			}
		}
	}
}

func TestRunningOfOddInput(t *testing.T) {
	if len(RunningMean(nil)) != 0 || len(RunningQuantile(nil, 0.5)) != 0 {
		t.Error("no draws give running numbers")
	}
	x := []float64{1, 3, math.Inf(1), 2, math.NaN(), 5}
	for i, v := range RunningMean(x) {
		if math.IsNaN(v) != (i >= 2) {
			t.Errorf("mean %d is %v", i, v)
		}
		if q := RunningQuantile(x, 0.5)[i]; math.IsNaN(q) != (i >= 2) {
			t.Errorf("median %d is %v", i, q)
		}
	}
	for _, p := range []float64{-0.1, 1.1, math.NaN()} {
		if q := RunningQuantile(x, p)[0]; !math.IsNaN(q) {
			t.Errorf("the %v-quantile is %v", p, q)
		}
	}
	huge := []float64{math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64}
	for i, v := range RunningMean(huge) {
		if !series.Finite(v) || !series.Finite(RunningQuantile(huge, 0.3)[i]) {
			t.Errorf("of draws up to ±max, mean %d is %v", i, v)
		}
	}
}
