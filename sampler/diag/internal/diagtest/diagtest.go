// Package diagtest has the chains that the tests of the diagnostics share.
package diagtest

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/diag/internal/series"
)

// Near tells whether got equals want within a relative error; NaN is near NaN.
func Near(got, want, tolerance float64) bool {
	if math.IsNaN(got) || math.IsNaN(want) || math.IsInf(want, 0) || math.IsInf(got, 0) {
		return got == want || math.IsNaN(got) && math.IsNaN(want)
	}
	return math.Abs(got-want) <= tolerance*max(math.Abs(got), math.Abs(want))
}

// AR1 are stationary AR(1) chains of variance 1.
func AR1(r *rand.Rand, phi float64, chains, draws int) [][]float64 {
	x := make([][]float64, chains)
	for c := range x {
		v := r.NormFloat64()
		for range draws {
			x[c] = append(x[c], v)
			v = phi*v + math.Sqrt(1-phi*phi)*r.NormFloat64()
		}
	}
	return x
}

func Mapped(x [][]float64, f func(float64) float64) [][]float64 {
	y := series.Like(x)
	for i, c := range x {
		for k, v := range c {
			y[i][k] = f(v)
		}
	}
	return y
}

// AwkwardChains are shapes and values that diagnostics must survive.
func AwkwardChains() map[string][][]float64 {
	nan, inf := math.NaN(), math.Inf(1)
	ramp := func(n int, scale float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = scale * float64((i*7)%n-n/2)
		}
		return x
	}
	with := func(x []float64, at int, v float64) []float64 {
		x[at] = v
		return x
	}
	cases := map[string][][]float64{
		"nil": nil, "no chains": {}, "nil chains": {nil, nil}, "one draw": {{1}}, "one draw " +
			"each": {{1}, {2}},
		"two draws": {{1, 2}, {2, 1}}, "three": {{1, 2, 3}}, "ragged": {ramp(100, 1), ramp(7, 1)},
		"one empty": {ramp(50, 1), nil, ramp(40, 2)}, "all but one empty": {nil, ramp(50, 1), {}},
		"constant": {{3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}},
		"zero":     {make([]float64, 20), make([]float64, 20)},
		"constant, " +
			"elsewhere": {make([]float64, 20), {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		"NaN": {with(ramp(30, 1), 4, nan), ramp(30, 1)},
		"Inf": {ramp(30, 1), with(ramp(30, 1), 29, inf)}, "-Inf": {with(ramp(30, 1), 0, -inf)},
		"huge": {ramp(40, 1e200), ramp(40, -2e200)}, "tiny": {ramp(40, 1e-200)},
		"subnormal":    {ramp(40, 5e-324), ramp(40, 5e-323)},
		"whole range":  {with(with(ramp(40, 1), 3, math.MaxFloat64), 4, -math.MaxFloat64), ramp(40, 1)},
		"extremes":     {{math.MaxFloat64, -math.MaxFloat64}, {-math.MaxFloat64, math.MaxFloat64}},
		"middle only":  {{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}},
		"signed zeros": {{0, math.Copysign(0, -1), 0, 0, 1, 0, 0, 0, 0, 0}},
		"last digits":  {{1, 1 + 2e-16, 1, 1 + 4e-16, 1, 1, 1 + 2e-16, 1, 1, 1, 1, 1 + 2e-16}},
		"rare":         {with(make([]float64, 100), 50, 1), make([]float64, 100)},
		"identical":    {ramp(60, 1), ramp(60, 1)},
	}
	for n := 1; n <= 12; n++ {
		cases["short "+string(rune('a'+n))] = [][]float64{ramp(n, 1), ramp(n, -3)}
	}
	return cases
}
