package diag

import (
	"math"
	"slices"
	"testing"

	"gibbslab/sampler/diag/internal/diagtest"
)

func TestMADAndROPE(t *testing.T) {
	x := []float64{1, 1, 2, 2, 4, 6, 9} // the textbook example: median 2, distances 0 0 1 1 2 4 7
	if v := MAD(x); v != 1 {
		t.Errorf("MAD = %v, want 1", v)
	}
	// the distances 0 0 1 1 2 4 7 and two huge ones
	if v := MAD(slices.Concat(x, []float64{1e300, -1e300})); v != 2 {
		t.Errorf("MAD with two outliers is %v", v)
	}
	for _, scale := range []float64{0x1p-1000, 0x1p1000, -0x1p1010} {
		y := diagtest.Mapped([][]float64{x}, func(v float64) float64 { return scale * v })[0]
		if got := MAD(y); got != math.Abs(scale) {
			t.Errorf("MAD of %v·x is %v", scale, got)
		}
	}
	for _, c := range []struct{ lo, hi, want float64 }{
		{1, 2, 4. / 7}, {2, 2, 2. / 7}, {math.Inf(-1), math.Inf(1), 1}, {2.1, 3.9, 0},
		{math.Inf(-1), 6, 6. / 7},
	} {
		if got := ROPE(x, c.lo, c.hi); got != c.want {
			t.Errorf("share from %v to %v is %v, want %v", c.lo, c.hi, got, c.want)
		}
	}
	nan := math.NaN()
	for name, v := range map[string]float64{
		"MAD of nothing": MAD(nil), "MAD with NaN": MAD([]float64{1, nan}),
		"MAD with Inf":    MAD([]float64{1, math.Inf(1)}),
		"ROPE of nothing": ROPE(nil, 0, 1), "ROPE with NaN": ROPE([]float64{1, nan}, 0, 1),
		"ROPE reversed": ROPE(x, 2, 1), "ROPE to NaN": ROPE(x, 1, nan),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s is %v", name, v)
		}
	}
}
