package variate_test

import (
	"math"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

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
