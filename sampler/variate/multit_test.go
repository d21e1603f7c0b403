package variate_test

import (
	"math"
	"testing"

	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/stat/distuv"
)

// chained is the density coordinate by coordinate: given the earlier coordinates of z = C⁻¹(x −
// location), each has Student's t with one more degree of freedom (Kotz & Nadarajah, Multivariate t
// Distributions, 2004, section 1.11).
func chained(x []float64, df float64) float64 {
	shifted, z := make([]float64, 3), make([]float64, 3)
	for i := range x {
		shifted[i] = x[i] - along[i]
	}
	solved(scale3, shifted, z)
	sum, squares := 0.0, df
	for i, v := range z {
		n := df + float64(i)
		sum += distuv.StudentsT{Sigma: math.Sqrt(squares / n), Nu: n}.LogProb(v) -
			math.Log(scale3[4*i])
		squares += v * v
	}
	return sum
}

// Compare with gonum's densities, in one and in three dimensions.
func TestMultiTLogProb(t *testing.T) {
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-11*max(1, math.Abs(want))) {
			t.Errorf("%s: %.14g, want %.14g", what, got, want)
		}
	}
	for _, df := range []float64{0.7, 3, 50} {
		for _, x := range [][]float64{along, against, {100, -7, 1e5}} {
			near("three dimensions", variate.MultiTLogProb(x, df, along, scale3, nil), chained(x,
				df))
			one := distuv.StudentsT{Mu: 2, Sigma: 1.7, Nu: df}
			near("one dimension", variate.MultiTLogProb(x[:1], df, []float64{2}, []float64{1.7},
				nil), one.LogProb(x[0]))
		}
	}
	if v := variate.MultiTLogProb([]float64{inf, 0, 0}, 3, along, scale3, nil); v != -inf {
		t.Errorf("at infinity %g, want −Inf", v)
	}
	if v := variate.MultiTLogProb([]float64{0, nan, 0}, 3, along, scale3, nil); !math.IsNaN(v) {
		t.Errorf("at NaN %g, want NaN", v)
	}
	work := make([]float64, 3)
	if n := testing.AllocsPerRun(100, func() {
		variate.MultiTLogProb(along, 3, against, scale3,
			work)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
