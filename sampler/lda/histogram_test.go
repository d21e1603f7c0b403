package lda

import (
	"math"
	"testing"
)

// The slope of large counts is a difference of digammas; with counts below 64 it is a sum.
// mathext's digamma was off by 5e-11 at 1.
func TestSlopeOfLargeCounts(t *testing.T) {
	for _, a := range []float64{0.01, 1, 50} {
		for _, n := range []int32{64, 100, 1000} {
			var h histogram
			h.add(n)
			want := 0.0
			for i := range n {
				want += 1 / (a + float64(i))
			}
			if got := h.slope(a); math.Abs(got-want) > 1e-12*want {
				t.Errorf("ψ(%v + %d) − ψ(%v) is %v, expected %v", a, n, a, got, want)
			}
		}
	}
}
