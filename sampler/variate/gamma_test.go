package variate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"

	"gonum.org/v1/gonum/mathext"
)

var nan, inf = math.NaN(), math.Inf(1)

// trigamma is ψ′(x) = ζ(2, x), with Hurwitz's zeta function.
func trigamma(x float64) float64 { return mathext.Zeta(2, x) }

// gammaCDF is the distribution function of Gamma(shape, 1). Near zero it is
// x^shape / Γ(shape+1), which logGammaCDF can also use below the smallest float64.
func gammaCDF(shape, x float64) float64 { return mathext.GammaIncReg(shape, x) }

func logGammaCDF(shape, logX float64) float64 {
	if logX < -40 { // relative error below x = e⁻⁴⁰
		lg, _ := math.Lgamma(shape + 1)
		return math.Exp(shape*logX - lg)
	}
	return gammaCDF(shape, math.Exp(logX))
}

func gammaLaw(shape, rate float64) law {
	return law{
		name: fmt.Sprintf("Gamma(%g, %g)", shape, rate),
		draw: func(r *rand.Rand) float64 { return variate.Gamma(r, shape, rate) },
		lo:   math.SmallestNonzeroFloat64, hi: math.MaxFloat64,
		cdf:  func(x float64) float64 { return gammaCDF(shape, rate*x) },
		mean: shape / rate, variance: shape / (rate * rate),
		logMean: mathext.Digamma(shape) - math.Log(rate), logVar: trigamma(shape),
	}
}

func logGammaLaw(shape float64) law {
	return law{
		name: fmt.Sprintf("LogGamma(%g)", shape),
		draw: func(r *rand.Rand) float64 { return variate.LogGamma(r, shape) },
		lo:   -math.MaxFloat64, hi: math.MaxFloat64,
		cdf:  func(x float64) float64 { return logGammaCDF(shape, x) },
		mean: mathext.Digamma(shape), variance: trigamma(shape),
		logMean: nan, logVar: nan,
	}
}

func invGammaLaw(shape, scale float64) law {
	l := law{
		name: fmt.Sprintf("InvGamma(%g, %g)", shape, scale),
		draw: func(r *rand.Rand) float64 { return variate.InvGamma(r, shape, scale) },
		lo:   math.SmallestNonzeroFloat64, hi: math.MaxFloat64,
		cdf:  func(x float64) float64 { return 1 - gammaCDF(shape, scale/x) },
		mean: nan, variance: nan,
		logMean: math.Log(scale) - mathext.Digamma(shape), logVar: trigamma(shape),
	}
	if shape > 8 { // a fourth moment of X² with room to spare, for the z test
		l.mean = scale / (shape - 1)
		l.variance = l.mean * l.mean / (shape - 2)
	}
	return l
}

// Every statistical check must flag a wrong variate of the kind that it is meant for. TestTwins has
// those for points.
func TestGammaLawsHaveTeeth(t *testing.T) {
	replace := func(l law, name string, draw func(r *rand.Rand) float64) law {
		l.name, l.draw = name, draw
		return l
	}
	previous := 1.0
	twins := []brokenTwin{
		{replace(gammaLaw(3, 2.5), "scale for rate", func(r *rand.Rand) float64 {
			return variate.Gamma(r, 3, 1/2.5)
		}), []string{"mean", "variance", "log mean", "distribution function", "histogram",
			"tails"}},
		{replace(gammaLaw(3, 1), "shape 3.3 for 3", func(r *rand.Rand) float64 {
			return variate.Gamma(r, 3.3, 1)
		}), []string{"mean", "log mean", "distribution function"}},
		{replace(gammaLaw(3, 1), "right mean, twice the variance", func(r *rand.Rand) float64 {
			return variate.Gamma(r, 1.5, 0.5)
		}), []string{"variance", "log variance", "tails"}},
		{replace(logGammaLaw(0.1), "boost forgotten", func(r *rand.Rand) float64 {
			return variate.LogGamma(r, 1.1)
		}), []string{"mean", "variance", "distribution function", "histogram"}},
		{replace(logGammaLaw(1e-5), "boost outside log space", func(r *rand.Rand) float64 {
			return math.Log(variate.Gamma(r, 1+1e-5, 1) * math.Pow(1-r.Float64(), 1e5))
		}), []string{"finite", "support"}},
		{replace(invGammaLaw(17.5, 50), "inverse of the scale", func(r *rand.Rand) float64 {
			return variate.InvGamma(r, 17.5, 1.0/50)
		}), []string{"mean", "log mean", "distribution function"}},
		{replace(invGammaLaw(17.5, 50), "gamma for its inverse", func(r *rand.Rand) float64 {
			return variate.Gamma(r, 17.5, 50)
		}), []string{"mean", "log mean", "distribution function"}},
		{replace(invGammaLaw(0.001, 0.001), "inverse without a clamp", func(r *rand.Rand) float64 {
			return 0.001 / (variate.Gamma(r, 1.001, 1) * math.Pow(1-r.Float64(), 1000))
		}), []string{"finite", "support"}},
		{replace(gammaLaw(1.5, 1), "one draw in ten repeated", func(r *rand.Rand) float64 {
			if r.Float64() > 0.1 {
				previous = variate.Gamma(r, 1.5, 1)
			}
			return previous
		}), []string{"independence"}},
		{replace(gammaLaw(30, 1), "no lower tail", func(r *rand.Rand) float64 {
			return max(variate.Gamma(r, 30, 1), 18) // cuts 0.9 %
		}), []string{"tails"}},
		{replace(gammaLaw(30, 1), "on a grid", func(r *rand.Rand) float64 {
			return math.Round(4*variate.Gamma(r, 30, 1)) / 4
		}), []string{"histogram"}},
	}
	checkTwins(t, twins)
	for _, c := range checks {
		flags := func(tw brokenTwin) bool { return slices.Contains(tw.flags, c.name) }
		if c.statistical && c.name != "points" && !slices.ContainsFunc(twins, flags) {
			t.Errorf("the check %q has no negative control", c.name)
		}
	}
}

// From the smallest to the largest shape and scale, all draws are positive and
// finite, and their logs are finite.
func TestGammaExtremes(t *testing.T) {
	r := sampler.Stream("extremes", 1, 0)
	for _, shape := range []float64{math.SmallestNonzeroFloat64, 1e-300, 1e-8, 1e-3, 1, 1e8, 1e300,
		math.MaxFloat64} {
		for _, scale := range []float64{math.SmallestNonzeroFloat64, 1e-300, 1, 1e300,
			math.MaxFloat64} {
			for range 200 {
				for name, x := range map[string]float64{
					"Gamma": variate.Gamma(r, shape, scale), "InvGamma": variate.InvGamma(r, shape,
						scale),
				} {
					if !(x > 0 && x <= math.MaxFloat64) {
						t.Fatalf("%s(%g, %g) gave %g", name, shape, scale, x)
					}
				}
				if x := variate.LogGamma(r, shape); math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("LogGamma(%g) gave %g", shape, x)
				}
			}
		}
	}
}

// The three variates agree: from the same stream, Gamma is the exponential of LogGamma over the
// rate, InvGamma the scale over Gamma(shape, 1).
func TestGammaVariatesAgree(t *testing.T) {
	const tol = 1e-13 // some roundings
	for i, shape := range []float64{0.3, 1, 2.5, 400} {
		stream := func() *rand.Rand { return sampler.Stream("agree", 1, i) }
		g, lg, ig := stream(), stream(), stream()
		for range 1000 {
			a := variate.Gamma(g, shape, 2)
			b := math.Exp(variate.LogGamma(lg, shape)) / 2
			c := 3 / (2 * variate.InvGamma(ig, shape, 3))
			if math.Abs(a/b-1) > tol || math.Abs(a/c-1) > tol {
				t.Fatalf("shape %g: %g, %g, %g", shape, a, b, c)
			}
		}
	}
}

// wantPanic fails unless f panics with a sentence that contains all of want.
func wantPanic(t *testing.T, f func(), want ...string) {
	t.Helper()
	defer func() {
		t.Helper()
		got := fmt.Sprint(recover())
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("panic %q, want one with %q", got, w)
			}
		}
	}()
	f()
}

func TestGammaRefuses(t *testing.T) {
	r := sampler.Stream("refuses", 1, 0)
	for _, bad := range []float64{0, -1, nan, inf} {
		is := fmt.Sprintf("is %g, expected a positive finite number", bad)
		wantPanic(t, func() { variate.Gamma(r, bad, 1) }, "Gamma: shape", is)
		wantPanic(t, func() { variate.Gamma(r, 1, bad) }, "Gamma: rate", is)
		wantPanic(t, func() { variate.LogGamma(r, bad) }, "LogGamma: shape", is)
		wantPanic(t, func() { variate.InvGamma(r, bad, 1) }, "InvGamma: shape", is)
		wantPanic(t, func() { variate.InvGamma(r, 1, bad) }, "InvGamma: scale", is)
	}
}
