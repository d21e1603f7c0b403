package variate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// logWeights returns the logs plus a constant.
func logWeights(w []float64, shift float64) []float64 {
	lw := make([]float64, len(w))
	for k, v := range w {
		lw[k] = math.Log(v) + shift
	}
	return lw
}

// At least three categories, because some wrong updates are right for two; zeros at both ends and
// inside.
var weightTable = [][]float64{
	{1, 2, 3},
	{0, 5, 0, 1, 3, 0},
	{0.2, 0.3, 0.5},
	{0.02, 1, 10, 0.1},
	{7},
	{1e-307, 3e-307, 2e-307}, // below, math.Log of Go 1.26 is wrong on amd64
	{5e307, 2e307, 3e307, 4e307},
}

func TestCategoricalLaws(t *testing.T) {
	r := sampler.Stream("categorical", 1, 0)
	for _, w := range weightTable {
		for _, c := range []struct {
			name string
			draw func() int
		}{
			{"Categorical", func() int { return variate.Categorical(r, w) }},
			{"LogCategorical", func() int { return variate.LogCategorical(r, logWeights(w, 0)) }},
			{"LogCategorical at −3000", func() int {
				return variate.LogCategorical(r, logWeights(w,
					-3000))
			}},
			{"LogCategorical at +3000", func() int {
				return variate.LogCategorical(r, logWeights(w,
					3000))
			}},
		} {
			if err := checkCounts(countDraws(c.draw, len(w)), w); err != nil {
				t.Errorf("%s(%v): %v", c.name, w, err)
			}
		}
	}
}

func countDraws(draw func() int, n int) []float64 {
	counts := make([]float64, n)
	for range lawDraws {
		counts[draw()]++
	}
	return counts
}

// The counts must distinguish these wrong variates from the right one.
func TestCategoricalLawsHaveTeeth(t *testing.T) {
	r := sampler.Stream("broken categorical", 1, 0)
	scan := func(w []float64, u float64) int {
		for k, v := range w {
			if u -= v; u <= 0 {
				return k
			}
		}
		return len(w) - 1
	}
	for _, c := range []struct {
		name string
		w    []float64
		draw func(w []float64) int
	}{
		{"off by one", []float64{1, 2, 3}, func(w []float64) int {
			return (variate.Categorical(r,
				w) + 1) % len(w)
		}},
		{"weights taken as normalised", []float64{0.4, 0.5, 0.6},
			func(w []float64) int { return scan(w, r.Float64()) }},
		{"the end where sums should", []float64{0.1, 0.2, 0.1, 0},
			func(w []float64) int { return scan(w, r.Float64()) }},
		{"weight 0 drawn at u = 0", []float64{0, 1, 2}, func(w []float64) int {
			return scan(w, 3*float64(r.IntN(1000))/1000)
		}},
		{"logs taken as weights", []float64{2, 4, 8}, func(w []float64) int {
			return variate.Categorical(r, logWeights(w, 0))
		}},
		{"uniform", []float64{1, 1.1, 1.2}, func(w []float64) int { return r.IntN(len(w)) }},
	} {
		if checkCounts(countDraws(func() int { return c.draw(c.w) }, len(c.w)), c.w) == nil {
			t.Errorf("the check misses the broken twin %q", c.name)
		}
	}
}

// A source of constant bits: u = 0, or the largest below 1.
type constant uint64

func (c constant) Uint64() uint64 { return uint64(c) }

// At the ends of the unit interval the first and the last category of positive
// weight are drawn, whatever the rounding of the sums.
func TestCategoricalEnds(t *testing.T) {
	lowest, highest := rand.New(constant(0)), rand.New(constant(math.MaxUint64))
	fill := sampler.Stream("ends", 1, 0)
	for range 2000 {
		w := make([]float64, 3+fill.IntN(20))
		first, last := len(w), 0
		for k := range w[:len(w)-1] {
			if k > 0 && fill.IntN(3) > 0 {
				w[k] = math.Exp(4 * fill.NormFloat64())
				first, last = min(first, k), k
			}
		}
		if first > last {
			continue
		}
		if k := variate.Categorical(lowest, w); k != first {
			t.Fatalf("Categorical(%v) at u = 0: %d, want %d", w, k, first)
		}
		if k := variate.LogCategorical(lowest, logWeights(w, 0)); k != first {
			t.Fatalf("LogCategorical of %v at u = 0: %d, want %d", w, k, first)
		}
		// A weight below the rounding error of the sum may be passed over.
		if k := variate.Categorical(highest, w); w[k] == 0 || k < last && w[last] > 1e-12*w[k] {
			t.Fatalf("Categorical(%v) at u = 1: %d, want %d", w, k, last)
		}
		if k := variate.LogCategorical(highest, logWeights(w, 0)); w[k] == 0 {
			t.Fatalf("LogCategorical of %v at u = 1: %d, of weight 0", w, k)
		}
	}
}

// A last weight of 1 − the sum of the others may be −2e-16: it counts as 0. −1e-9 is a mistake.
func TestCategoricalRounding(t *testing.T) {
	r := sampler.Stream("rounding", 1, 0)
	w := []float64{-2e-16, 0.1, 0.9, -2e-16}
	counts := make([]int, 4)
	for range 1000 {
		variate.Multinomial(r, 3, w, counts)
		if k := variate.Categorical(r, w); k%3 == 0 || counts[0] != 0 || counts[3] != 0 {
			t.Fatalf("index %d and counts %v, and only 1 and 2 have positive weights", k, counts)
		}
	}
	if v := variate.CategoricalLogProb(3, w); !math.IsInf(v, -1) {
		t.Errorf("log probability %g, want −Inf", v)
	}
	defer func() {
		if recover() == nil {
			t.Error("a weight of −1e-9 was taken")
		}
	}()
	variate.Categorical(r, []float64{1, -1e-9})
}

// The smallest possible weights: the product of u and the sum rounds up.
func TestCategoricalSubnormal(t *testing.T) {
	const tiny = math.SmallestNonzeroFloat64
	r := sampler.Stream("subnormal", 1, 0)
	for range 1000 {
		if k := variate.Categorical(r, []float64{0, tiny, 0}); k != 1 {
			t.Fatalf("index %d, want 1, the only one of positive weight", k)
		}
	}
}

// Scaling all weights by a power of two changes no draw.
func TestCategoricalScale(t *testing.T) {
	a, b := sampler.Stream("scale", 1, 0), sampler.Stream("scale", 1, 0)
	w, scaled := []float64{0.3, 1.1, 0, 2.7}, make([]float64, 4)
	for k, v := range w {
		scaled[k] = math.Ldexp(v, -600)
	}
	for i := range 1000 {
		if j, k := variate.Categorical(a, w), variate.Categorical(b, scaled); j != k {
			t.Fatalf("draw %d: %d, but %d for scaled weights", i, j, k)
		}
	}
}

func TestCategoricalAllocatesNothing(t *testing.T) {
	r := sampler.Stream("allocations", 1, 0)
	w := []float64{1, 2, 3}
	if n := testing.AllocsPerRun(100, func() {
		variate.Categorical(r, w)
		variate.LogCategorical(r,
			w)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestCategoricalRefuses(t *testing.T) {
	r := sampler.Stream("refuses", 1, 0)
	for _, c := range []struct {
		weights []float64
		want    string
	}{
		{nil, "0 weights of sum 0"},
		{[]float64{0, 0, 0}, "3 weights of sum 0, expected a positive finite sum"},
		{[]float64{1, -1e-9}, "weights[1] is -1e-09"},
		{[]float64{nan, 1}, "weights[0] is NaN"},
		{[]float64{1, inf}, "sum +Inf"},
		{[]float64{1e308, 1e308}, "sum +Inf"},
	} {
		wantPanic(t, func() { variate.Categorical(r, c.weights) }, "variate: Categorical", c.want)
	}
	for _, c := range []struct {
		logs []float64
		want string
	}{
		{nil, "0 log weights of maximum -Inf"},
		{[]float64{-inf, -inf}, "2 log weights of maximum -Inf"},
		{[]float64{0, nan}, "maximum NaN"},
		{[]float64{0, inf}, "maximum +Inf"},
	} {
		wantPanic(t, func() { variate.LogCategorical(r, c.logs) }, "variate: LogCategorical",
			c.want)
	}
}
