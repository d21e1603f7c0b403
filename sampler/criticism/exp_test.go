package criticism

import (
	"math"
	"math/rand/v2"
	"testing"
)

// exps agrees with math.Exp to 1e-15, and where the result is subnormal, 0 or NaN.
func TestExps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	x := []float64{0, math.Copysign(0, -1), -1e-300, -1e-9, -math.Ln2, -math.Ln2 / 256, -699.99, -700,
		-701, -745, -746, math.Inf(-1), math.NaN()}
	for range 100_000 {
		x = append(x, -700*r.Float64(), -r.ExpFloat64(), -r.ExpFloat64()/1000)
	}
	got := make([]float64, len(x))
	exps(got, x)
	for i, v := range x {
		want := math.Exp(v)
		if d := math.Abs(got[i]/want - 1); d > 1e-15 && v > -700 ||
			v <= -700 && got[i] != want || math.IsNaN(want) != math.IsNaN(got[i]) {
			t.Fatalf("exp(%v) is %v, want %v, %.1e apart", v, got[i], want, d)
		}
	}
}
