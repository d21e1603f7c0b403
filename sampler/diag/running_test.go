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
	}
}

func TestRunningOfOddInput(t *testing.T) {
	if len(RunningMean(nil)) != 0 {
		t.Error("no draws give running numbers")
	}
	x := []float64{1, 3, math.Inf(1), 2, math.NaN(), 5}
	for i, v := range RunningMean(x) {
		if math.IsNaN(v) != (i >= 2) {
			t.Errorf("mean %d is %v", i, v)
		}
	}
	huge := []float64{math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64}
	for i, v := range RunningMean(huge) {
		if !series.Finite(v) {
			t.Errorf("of draws up to ±max, mean %d is %v", i, v)
		}
	}
}
