package variate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// truncatedNormalLaw tabulates between the effective ends of the law.
func truncatedNormalLaw(t *testing.T, mean, sd, lo, hi float64) law {
	a, b := max(lo, mean-9*sd), min(hi, mean+9*sd)
	switch {
	case lo > mean:
		b = min(hi, lo+sd*40/max((lo-mean)/sd, 4))
	case hi < mean:
		a = max(lo, hi-sd*40/max((mean-hi)/sd, 4))
	}
	l := tabulated(t, named("TruncatedNormal", mean, sd, lo, hi),
		func(r *rand.Rand) float64 { return variate.TruncatedNormal(r, mean, sd, lo, hi) },
		func(x float64) float64 { return variate.TruncatedNormalLogProb(x, mean, sd, lo, hi) },
		linearGrid(a, b))
	l.lo, l.hi = max(lo, -math.MaxFloat64), min(hi, math.MaxFloat64)
	l.logMean, l.logVar = nan, nan
	return l
}

func TestTruncatedNormalLaws(t *testing.T) {
	var rows []law
	for _, c := range [][4]float64{
		{0, 1, -inf, inf}, {0, 1, -1, 2}, {0, 1, 0, inf}, {0, 1, 1e-8, inf}, {0, 1, -inf, -1}, {0,
			1, -inf, 1}, {0, 1, -0.1, inf},
		{0, 1, 0.3, inf}, {0, 1, 5, inf}, {0, 1, -inf, -40}, {0, 1, 5, 5.1}, {0, 1, -1e-8, 1e-8},
		{0, 1, -1.2, 1.2}, {0, 1, 0.1, 6},
		{0, 1, -3, 0.1}, {0, 1, -6, -0.01}, {0, 1e8, 0, 1}, {-1, 1e-8, 0, inf}, {1, 1e-8, -inf, 0},
		{-1e8, 1, 0, inf}, {0, 1e-8, 0, inf},
		{0, 1e8, 1e8, 2e8}, {2, 3, -inf, 4},
	} {
		rows = append(rows, truncatedNormalLaw(t, c[0], c[1], c[2], c[3]))
	}
	checkLaws(t, rows)
}

// The closed forms of mean and variance.
func TestTruncatedNormalMoments(t *testing.T) {
	phi := func(z float64) float64 { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }
	a, b := -0.5, 1.3
	z := (math.Erf(b/math.Sqrt2) - math.Erf(a/math.Sqrt2)) / 2
	m := (phi(a) - phi(b)) / z
	v := 1 + (a*phi(a)-b*phi(b))/z - m*m
	l := truncatedNormalLaw(t, 3, 2, 3+2*a, 3+2*b)
	if math.Abs(l.mean-(3+2*m)) > 1e-9 || math.Abs(l.variance-4*v) > 1e-9 {
		t.Errorf("mean %g, variance %g; want %g, %g", l.mean, l.variance, 3+2*m, 4*v)
	}
}

func truncatedGammaLaw(t *testing.T, shape, rate, lo, hi float64) law {
	mean, sd := shape/rate, math.Sqrt(shape)/rate
	a, b := lo, min(hi, max(lo, mean)+45/rate+9*sd)
	if lo > mean+sd {
		b = min(hi, lo+40/(rate-shape/lo))
	}
	switch low := mean - 9*sd; {
	case hi < low: // falls to the left, as a power or faster
		a = max(a, hi*math.Exp(-40/(shape-rate*hi)))
	case low > 0:
		a = max(a, low)
	case a == 0:
		a = b * math.Pow(1e-14, 1/shape) // almost nothing is below
	}
	grid := linearGrid(a, b)
	if b > 10*a {
		grid = logGrid(a, b)
	}
	l := tabulated(t, named("TruncatedGamma", shape, rate, lo, hi),
		func(r *rand.Rand) float64 { return variate.TruncatedGamma(r, shape, rate, lo, hi) },
		func(x float64) float64 { return variate.TruncatedGammaLogProb(x, shape, rate, lo, hi) },
		grid)
	l.lo, l.hi = lo, min(hi, math.MaxFloat64)
	return l
}

func TestTruncatedGammaLaws(t *testing.T) {
	var rows []law
	for _, c := range [][4]float64{
		{2.5, 1, 1, 4}, {2.5, 1, 1, inf}, {2.5, 1, 0, 1e-3}, {2.5, 1, 50, inf}, {0.3, 2, 0, 1},
		{0.3, 2, 100, 101}, {1, 1, 300, inf}, {30, 1, 0, 2},
		{30, 1, 1e-8, inf}, {100, 5, 19, 21}, {0.1, 1, 1e-8, inf}, {1e-8, 1, 1e-8, inf}, {1e4, 1,
			2e4, inf}, {3, 1e8, 0, 1}, {3, 1e-8, 0, 1},
		{1e8, 1, 1e8, inf}, {1e8, 1, 0, 1e8}, {5, 1e8, 1, inf}, {2.5, 1, 0, inf}, {5, 1, 4, 4 +
			1e-8}, {1, 1, 0, 3},
	} {
		rows = append(rows, truncatedGammaLaw(t, c[0], c[1], c[2], c[3]))
	}
	checkLaws(t, rows)
}

func TestTruncatedLawsHaveTeeth(t *testing.T) {
	tail, middle := truncatedNormalLaw(t, 0, 1, 1, inf), truncatedNormalLaw(t, 0, 1, -1, 2)
	gamma, above := truncatedGammaLaw(t, 2.5, 1, 1, 4), truncatedGammaLaw(t, 2.5, 1, 10, inf)
	all := []string{"mean", "distribution function", "histogram"}
	checkTwins(t, []brokenTwin{
		{withDraw(tail, "exponential of rate a, never refused",
			func(r *rand.Rand) float64 { return 1 + r.ExpFloat64() }), all},
		{withDraw(tail, "one standard error too near",
			func(r *rand.Rand) float64 { return variate.TruncatedNormal(r, 0, 1, 0.9, inf) }),
			[]string{"support"}},
		{withDraw(middle, "clipped", func(r *rand.Rand) float64 {
			return min(max(r.NormFloat64(),
				-1), 2)
		}), append(all, "tails", "variance")},
		{withDraw(middle, "variance for standard deviation", func(r *rand.Rand) float64 {
			return variate.TruncatedNormal(r, 0, 0.8, -1, 2)
		}), []string{"variance", "distribution function", "histogram"}},
		{withDraw(gamma, "shape less one",
			func(r *rand.Rand) float64 { return variate.TruncatedGamma(r, 1.5, 1, 1, 4) }),
			append(all, "log mean")},
		{withDraw(above, "exponential", func(r *rand.Rand) float64 { return 10 + r.ExpFloat64() }),
			all},
	})
}

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
