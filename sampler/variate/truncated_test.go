package variate_test

import (
	"math"
	"testing"

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
		{func() { variate.TruncatedGamma(r, 0, 1, 1, 2) }, "TruncatedGamma: shape is 0"},
		{func() { variate.TruncatedGammaLogProb(1, 1, inf, 1, 2) },
			"TruncatedGammaLogProb: rate is +Inf"},
	} {
		wantPanic(t, c.f, c.want)
	}
}

// Whatever the parameters, a draw is within the bounds, and its log density is a number.
func FuzzTruncated(f *testing.F) {
	f.Add(uint64(1), 0.0, 1.0, 1e8, 2e8)
	f.Add(uint64(2), -1.0, 1e-8, 0.0, 1e300)
	f.Add(uint64(3), 1e300, 1e-300, 0.0, 1e-300)
	f.Add(uint64(4), 3.0, 1e8, 1e-8, 1.0)
	f.Add(uint64(5), 1e-8, 1e-8, 5e-324, 1e308)
	f.Add(uint64(6), 1e308, 5e-324, -1e308, 1e308)
	f.Add(uint64(7), 1e8, 1e308, 0.0, 5e-324)
	f.Fuzz(func(t *testing.T, seed uint64, a, b, lo, width float64) {
		finite := func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
		hi := lo + math.Abs(width)
		b = math.Abs(b)
		if !finite(a) || !finite(lo) || math.IsNaN(hi) || !(b > 0) || !finite(b) || !(hi > lo) {
			t.Skip()
		}
		r := sampler.Stream("fuzz", seed, 0)
		for range 20 {
			x := variate.TruncatedNormal(r, a, b, lo, hi)
			if !(lo <= x && x <= hi) || !finite(x) {
				t.Fatalf("TruncatedNormal(%g, %g, %g, %g) gave %g", a, b, lo, hi, x)
			}
			if lp := variate.TruncatedNormalLogProb(x, a, b, lo, hi); math.IsNaN(lp) {
				t.Fatalf("TruncatedNormalLogProb(%g, %g, %g, %g, %g) is %g", x, a, b, lo, hi, lp)
			}
		}
		if a = math.Abs(a); lo < 0 || a == 0 {
			return
		}
		for range 20 {
			x := variate.TruncatedGamma(r, a, b, lo, hi)
			if !(lo <= x && x <= hi) || !finite(x) {
				t.Fatalf("TruncatedGamma(%g, %g, %g, %g) gave %g", a, b, lo, hi, x)
			}
			if lp := variate.TruncatedGammaLogProb(x, a, b, lo, hi); math.IsNaN(lp) {
				t.Fatalf("TruncatedGammaLogProb(%g, %g, %g, %g, %g) is %g", x, a, b, lo, hi, lp)
			}
		}
	})
}
