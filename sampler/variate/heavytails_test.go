package variate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/stat/distuv"
)

func studentTLaw(df, location, scale float64) law {
	d := distuv.StudentsT{Mu: location, Sigma: scale, Nu: df}
	l := law{
		name: named("StudentT", df, location, scale),
		draw: func(r *rand.Rand) float64 { return variate.StudentT(r, df, location, scale) },
		lo:   -math.MaxFloat64, hi: math.MaxFloat64, cdf: d.CDF,
		mean: nan, variance: nan, logMean: nan, logVar: nan,
	}
	if df > 1e6 { // gonum's incomplete beta function loses digits
		l.cdf = distuv.Normal{Mu: location, Sigma: scale}.CDF
	}
	if df > 8 {
		l.mean, l.variance = location, scale*scale*df/(df-2)
	}
	return l
}

// invGaussianLaw tabulates the density, and compares its moments with the closed forms.
func invGaussianLaw(t *testing.T, mean, shape float64) law {
	var l law
	if ratio := shape / mean; ratio > 1e6 { // nearly normal
		sd := math.Sqrt(mean/shape) * mean
		l = tabulated(t, "", nil, func(x float64) float64 {
			return variate.InvGaussianLogProb(x,
				mean, shape)
		}, linearGrid(mean-9*sd, mean+9*sd))
	} else {
		// The right tail is exponential of rate shape/(2 mean²), the left one that of
		// exp(−shape/(2x)).
		l = tabulated(t, "", nil, func(x float64) float64 {
			return variate.InvGaussianLogProb(x,
				mean, shape)
		},
			logGrid(min(shape/60, mean/10), mean+60*mean*mean/shape))
	}
	l.name = named("InvGaussian", mean, shape)
	l.draw = func(r *rand.Rand) float64 { return variate.InvGaussian(r, mean, shape) }
	if math.Abs(l.mean/mean-1) > 1e-5 || math.Abs(l.variance*shape/(mean*mean*mean)-1) > 1e-3 {
		t.Errorf("%s: mean %g and variance %g of the density, want %g and %g", l.name, l.mean,
			l.variance, mean, mean*mean*mean/shape)
	}
	if shape < 3*mean { // tails too heavy for a z test
		l.mean, l.variance = nan, nan
	}
	return l
}

// gigLaw tabulates between points where the density of the log has fallen to nothing.
func gigLaw(t *testing.T, p, a, b float64) law {
	logProb := func(x float64) float64 { return variate.GIGLogProb(x, p, a, b) }
	root := math.Hypot(p, math.Sqrt(a)*math.Sqrt(b))
	mode := b / (root - p)
	if p >= 0 {
		mode = (p + root) / a
	}
	step := min(0.03, 0.2/math.Sqrt(root))
	end := func(step float64) float64 {
		x := mode
		for logProb(x)+math.Log(x) > logProb(mode)+math.Log(mode)-30 {
			x *= step
		}
		return x
	}
	l := tabulated(t, named("GIG", p, a, b), func(r *rand.Rand) float64 {
		return variate.GIG(r, p,
			a, b)
	}, logProb, logGrid(end(math.Exp(-step)), end(math.Exp(step))))
	if l.variance > 0.3*l.mean*l.mean {
		l.mean, l.variance = nan, nan
	}
	return l
}

func TestHeavyTailLaws(t *testing.T) {
	var rows []law
	for _, df := range []float64{0.05, 0.7, 1, 3, 30, 1e8} {
		rows = append(rows, studentTLaw(df, 2, 1.7))
	}
	for _, c := range [][2]float64{{1, 1}, {3, 0.2}, {1e-8, 1}, {1e8, 1e8}, {1, 1e8}, {1e8, 1e5},
		{2, 20}} {
		rows = append(rows, invGaussianLaw(t, c[0], c[1]))
	}
	for _, c := range [][3]float64{{0.5, 1, 1}, {-0.5, 1, 1}, {0, 1, 1}, {0, 1e-8, 1e-8}, {3, 1e-8,
		2}, {-3, 2, 1e-8}, {200, 3, 4}, {-30.5, 1e4, 1e4},
		{1e-8, 1e8, 1e-8}, {0.5, 1e8, 1e8}, {1e-8, 1e-4, 1e-4}, {7, 1e8, 1e-8}} {
		rows = append(rows, gigLaw(t, c[0], c[1], c[2]))
	}
	checkLaws(t, rows)
}

func TestHeavyTailsHaveTeeth(t *testing.T) {
	st, ig, gig := studentTLaw(10, 0, 1), invGaussianLaw(t, 2, 20), gigLaw(t, 200, 3, 4)
	half := gigLaw(t, 0.5, 1, 1)
	ks := "distribution function"
	checkTwins(t, []brokenTwin{
		{withDraw(st, "gamma of df/2 and 1/2, squared", func(r *rand.Rand) float64 {
			return r.NormFloat64() * variate.Gamma(r, 5, 5)
		}), []string{ks, "histogram"}},
		{withDraw(st, "normal", func(r *rand.Rand) float64 { return r.NormFloat64() }),
			[]string{"variance", "tails"}},
		{withDraw(ig, "always the smaller root", func(r *rand.Rand) float64 {
			x := variate.InvGaussian(r, 2, 20)
			return min(x, 4/x)
		}), []string{"mean", "variance", ks, "histogram", "tails"}},
		{withDraw(ig, "mean and shape swapped",
			func(r *rand.Rand) float64 { return variate.InvGaussian(r, 20, 2) }), []string{ks,
			"histogram"}},
		{withDraw(gig, "index less one", func(r *rand.Rand) float64 {
			return variate.GIG(r, 199, 3,
				4)
		}), []string{"mean", "log mean"}},
		{withDraw(half, "a and b without the half",
			func(r *rand.Rand) float64 { return variate.GIG(r, 0.5, 2, 2) }),
			[]string{"log variance", ks, "histogram"}},
	})
}

// For p = −½ the law is inverse Gaussian; at b = 0 and a = 0 it is gamma and inverse gamma.
func TestGIGSpecialCases(t *testing.T) {
	for _, x := range []float64{0.1, 1, 30} {
		for _, c := range [][2]float64{
			{variate.GIGLogProb(x, -0.5, 3, 5), variate.InvGaussianLogProb(x, math.Sqrt(5./3), 5)},
			{variate.GIGLogProb(x, 2, 3, 0), variate.GammaLogProb(x, 2, 1.5)},
			{variate.GIGLogProb(x, -2, 0, 3), variate.InvGammaLogProb(x, 2, 1.5)},
		} {
			if math.Abs(c[0]-c[1]) > 1e-11*math.Abs(c[1]) {
				t.Errorf("at %g: %g, want %g", x, c[0], c[1])
			}
		}
	}
	// Far narrower than where it lies: the integral was noise, or had no end. The powers of two
	// make the mode a float64.
	for _, a := range []float64{0x1p100, 0x1p200, 0x1p322} {
		mean := math.Sqrt(4 / a)
		got, want := variate.GIGLogProb(mean, -0.5, a, 4), variate.InvGaussianLogProb(mean, mean, 4)
		if math.Abs(got-want) > 1e-11*want {
			t.Errorf("a is %g: %g, want %g", a, got, want)
		}
	}
	a, b := sampler.Stream("gig", 1, 0), sampler.Stream("gig", 1, 0)
	if variate.GIG(a, 2, 3, 0) != variate.Gamma(b, 2, 1.5) || variate.GIG(a, -2, 0,
		3) != variate.InvGamma(b, 2, 1.5) {
		t.Error("the limits are not drawn as gamma and inverse gamma")
	}
}

func TestHeavyTailsRefuse(t *testing.T) {
	r := sampler.Stream("refuse", 1, 0)
	wantPanic(t, func() { variate.StudentT(r, 0, 0, 1) }, "StudentT: df is 0")
	wantPanic(t, func() { variate.StudentTLogProb(1, 1, nan, 1) },
		"StudentTLogProb: location is NaN")
	wantPanic(t, func() { variate.InvGaussian(r, inf, 1) }, "InvGaussian: mean is +Inf")
	wantPanic(t, func() { variate.InvGaussianLogProb(1, 1, -1) }, "InvGaussianLogProb: shape is -1")
	wantPanic(t, func() { variate.GIG(r, 0, 1, 0) }, "GIG: p is 0, a 1 and b 0")
	wantPanic(t, func() { variate.GIGLogProb(1, nan, 1, 1) }, "GIGLogProb: p is NaN")
}

// Draws and log densities are numbers at parameters from 1e-100 to 1e100.
func FuzzHeavyTails(f *testing.F) {
	f.Add(uint64(1), 0.5, 1.0, 1.0)
	f.Add(uint64(2), -1e-8, 1e100, 1e-100)
	f.Add(uint64(3), 1e100, 1e-100, 1e-100)
	f.Add(uint64(4), -1e8, 1e8, 1e8)
	f.Add(uint64(5), 1e-8, 1e-100, 1e-100)
	f.Fuzz(func(t *testing.T, seed uint64, p, a, b float64) {
		finite := func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
		a, b = math.Abs(a), math.Abs(b)
		if !(math.Abs(p) <= 1e100 && a >= 1e-100 && a <= 1e100 && b >= 1e-100 && b <= 1e100) {
			t.Skip()
		}
		r := sampler.Stream("fuzz", seed, 0)
		for range 20 {
			x := variate.GIG(r, p, a, b)
			if lp := variate.GIGLogProb(x, p, a, b); !(x > 0) || !finite(x) || math.IsNaN(lp) {
				t.Fatalf("GIG(%g, %g, %g) gave %g of log density %g", p, a, b, x, lp)
			}
			x = variate.InvGaussian(r, a, b)
			if lp := variate.InvGaussianLogProb(x, a, b); !(x > 0) || !finite(x) || math.IsNaN(lp) {
				t.Fatalf("InvGaussian(%g, %g) gave %g of log density %g", a, b, x, lp)
			}
			x = variate.StudentT(r, a, p, b)
			if lp := variate.StudentTLogProb(x, a, p, b); !finite(x) || math.IsNaN(lp) {
				t.Fatalf("StudentT(%g, %g, %g) gave %g of log density %g", a, p, b, x, lp)
			}
		}
	})
}
