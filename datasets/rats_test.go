package datasets

import (
	"slices"
	"testing"
)

// The sums by day, the sum of squares and the sum weighted by the number of the rat are those of the
// data file of the classic BUGS examples (JAGS' project, vol1/rats).
func TestRats(t *testing.T) {
	days, weights := Rats()
	sums, squares, weighted := make([]float64, 5), 0.0, 0.0
	for i, rat := range weights {
		for j, g := range rat {
			sums[j] += g
			squares += g * g
			weighted += float64(i+1) * g
		}
	}
	if len(days) != 5 || len(weights) != 30 || squares != 9433080 || weighted != 561956 ||
		!slices.Equal(sums, []float64{4565, 6053, 7351, 8685, 9744}) {
		t.Error(len(days), len(weights), squares, weighted, sums)
	}
	weights[0][0] = -1
	if _, w := Rats(); w[0][0] != 151 {
		t.Error("a caller's change shows in the next call")
	}
}
