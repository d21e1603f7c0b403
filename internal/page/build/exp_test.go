package main

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// The program for the browser has this exponential function in place of math's.
func TestExp(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the exponential function is that of amd64")
	}
	r := rand.New(rand.NewPCG(1, 2))
	check := func(x float64) {
		if got, want := archExp(x), math.Exp(x); got != want && (got == got || want == want) {
			t.Errorf("exp(%v) is %v, expected %v", x, got, want)
		}
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, 1e-300, -1e-20, 709.78, 709.7827, 709.79, 800,
		-708, -708.5, -745, -745.14, -746, -1e9, -1e10, -1e300, 1e300, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324} {
		check(x)
	}
	for range 300_000 {
		check(r.NormFloat64())
		check(20 * r.NormFloat64())
		check(1500*r.Float64() - 760)
	}
}
