package diag

import (
	"math"
	"testing"
)

func TestROPE(t *testing.T) {
	x := []float64{1, 1, 2, 2, 4, 6, 9}
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
		"ROPE of nothing": ROPE(nil, 0, 1), "ROPE with NaN": ROPE([]float64{1, nan}, 0, 1),
		"ROPE reversed": ROPE(x, 2, 1), "ROPE to NaN": ROPE(x, 1, nan),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s is %v", name, v)
		}
	}
}
