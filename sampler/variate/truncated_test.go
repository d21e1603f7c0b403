package variate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

func TestTruncatedRefuse(t *testing.T) {
	r := sampler.Stream("refuse", 1, 0)
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { variate.TruncatedNormal(r, 0, 1, 2, 2) },
			"the interval from 2 to 2 has no length"},
		{func() { variate.TruncatedNormal(r, 0, 1, nan, 2) }, "the interval from NaN to 2"},
		{func() { variate.TruncatedNormal(r, nan, 1, 1, 2) }, "TruncatedNormal: mean is NaN"},
		{func() { variate.TruncatedNormal(r, 0, 0, 1, 2) }, "TruncatedNormal: sd is 0"},
		{func() { variate.TruncatedNormalLogProb(0, 0, 1, 2, 1) }, "the interval from 2 to 1"},
		{func() { variate.TruncatedGamma(r, 1, 1, -1, 2) }, "the interval from -1 to 2"},
		{func() { variate.TruncatedGamma(r, 0, 1, 0, 2) }, "TruncatedGamma: shape is 0"},
		{func() { variate.TruncatedGamma(r, 0, 0, 1, inf) }, "TruncatedGamma: rate is 0"},
		{func() { variate.TruncatedGamma(r, -1, -1, 1, 2) }, "TruncatedGamma: rate is -1"},
		{func() { variate.TruncatedGammaLogProb(1, 1, inf, 1, 2) },
			"TruncatedGammaLogProb: rate is +Inf"},
	} {
		wantPanic(t, c.f, c.want)
	}
}

// Between bounds a shape that is not positive, and no rate, leave a distribution. The exact ones are a
// power of a uniform, log uniform, Pareto, and E₁ (Abramowitz and Stegun, table 5.1).
func TestTruncatedGammaWithoutGamma(t *testing.T) {
	for _, c := range []struct {
		shape, rate, lo, hi float64
		logProb, cdf        func(x float64) float64
	}{
		{2.5, math.Copysign(0, -1), 0, 3, func(x float64) float64 { return math.Log(2.5/3) + 1.5*math.Log(x/3) },
			func(x float64) float64 { return math.Pow(x/3, 2.5) }},
		{0, 0, 1, 3, func(x float64) float64 { return -math.Log(x * math.Log(3)) },
			func(x float64) float64 { return math.Log(x) / math.Log(3) }},
		{-1, math.Copysign(0, -1), 2, inf, func(x float64) float64 { return math.Log(2) - 2*math.Log(x) },
			func(x float64) float64 { return 1 - 2/x }},
		{0, 1, 1, inf, func(x float64) float64 { return -x - math.Log(x) - math.Log(0.219383934395520) },
			func(x float64) float64 {
				return quad.Fixed(func(v float64) float64 { return math.Exp(-v) / v }, 1, x, 60, nil, 0) /
					0.219383934395520
			}},
	} {
		draw := func(shape, lo float64) law {
			return law{name: fmt.Sprint("TruncatedGamma", c.shape, c.rate, c.lo, c.hi), cdf: c.cdf,
				draw: func(r *rand.Rand) float64 { return variate.TruncatedGamma(r, shape, c.rate, lo, c.hi) }}
		}
		right := newSample(draw(c.shape, c.lo))
		if err := checkKS(right); err != nil {
			t.Errorf("%s: %v", right.name, err)
		}
		if checkKS(newSample(draw(c.shape-0.4, c.lo))) == nil {
			t.Errorf("%s: another shape is not seen", right.name)
		}
		for _, x := range right.x[:20] {
			got := variate.TruncatedGammaLogProb(x, c.shape, c.rate, c.lo, c.hi)
			if math.Abs(got-c.logProb(x)) > 1e-11 {
				t.Errorf("%s: log density %v at %v, expected %v", right.name, got, x, c.logProb(x))
			}
		}
	}
}
