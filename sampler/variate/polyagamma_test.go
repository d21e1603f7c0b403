package variate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// polyaGammaMoments are the closed forms of the mean and the variance of PG(b, z).
func polyaGammaMoments(b, z float64) (mean, variance float64) {
	if math.Abs(z) < 1e-4 { // to eight digits
		return b / 4, b / 24
	}
	z = math.Abs(z)
	mean = b * math.Tanh(z/2) / (2 * z)
	if z > 300 {
		return mean, b / (2 * z * z * z)
	}
	c := math.Cosh(z / 2)
	return mean, b * (math.Sinh(z) - z) / (4 * z * z * z * c * c)
}

func polyaGammaLaw(t *testing.T, b, z float64) law {
	mean, variance := polyaGammaMoments(b, z)
	ratio := variance / (mean * mean)
	low, high := mean*math.Exp(-12*math.Sqrt(ratio)-6*ratio),
		mean+12*math.Sqrt(variance)+20*variance/mean
	if ratio < 0.01 {
		low = mean - 9*math.Sqrt(variance)
	}
	l := tabulated(t, named("PolyaGamma", b, z),
		func(r *rand.Rand) float64 { return variate.PolyaGamma(r, b, z) },
		func(x float64) float64 { return variate.PolyaGammaLogProb(x, b, z) }, logGrid(low, high))
	if math.Abs(l.mean/mean-1) > 1e-5 || math.Abs(l.variance/variance-1) > 1e-4 {
		t.Errorf("%s: mean %g and variance %g of the density, want %g and %g", l.name, l.mean,
			l.variance, mean, variance)
	}
	l.mean, l.variance = mean, variance
	return l
}

func TestPolyaGammaLaws(t *testing.T) {
	var rows []law
	for _, c := range [][2]float64{{1, 0}, {1, 1e-8}, {1, 1}, {1, -2.5}, {1, 8}, {1, 30}, {1, 36.9},
		{1, 50}, {1, 1e8}, {2, 0}, {2, 3}, {0.3, 1},
		{1.5, 0}, {3, 0}, {3, 20}, {10, 1}, {40, 0}, {40, 39}, {1000, 2}, {1e8, 1}, {5, 1e4}} {
		rows = append(rows, polyaGammaLaw(t, c[0], c[1]))
	}
	checkLaws(t, rows)
}

func TestPolyaGammaHasTeeth(t *testing.T) {
	one, three, many := polyaGammaLaw(t, 1, 1), polyaGammaLaw(t, 3, 0), polyaGammaLaw(t, 40, 0)
	all := []string{"mean", "variance", "distribution function", "histogram", "tails"}
	checkTwins(t, []brokenTwin{
		{withDraw(one, "not divided by 4",
			func(r *rand.Rand) float64 { return 4 * variate.PolyaGamma(r, 1, 1) }), all},
		{withDraw(one, "z for z/2", func(r *rand.Rand) float64 {
			return variate.PolyaGamma(r, 1,
				2)
		}), []string{"mean", "distribution function"}},
		{withDraw(many, "the rest of the sum left out", func(r *rand.Rand) float64 {
			x := 0.0
			for k := range 16 {
				h := float64(k) + 0.5
				x += variate.Gamma(r, 40, 1) / (2 * math.Pi * math.Pi * h * h)
			}
			return x
		}), []string{"mean", "distribution function", "histogram"}},
		{withDraw(three, "normal", func(r *rand.Rand) float64 {
			return variate.Normal(r, 0.75,
				math.Sqrt(3./24))
		}), []string{"distribution function", "histogram"}},
	})
}

// The mean tanh(z/2)/2z of PG(1, z), and its variance, within five standard errors of 400 000
// draws.
func TestPolyaGammaMoments(t *testing.T) {
	const n = 400_000
	for _, z := range []float64{0, 0.5, 4} {
		r := sampler.Stream("pg", 1, 0)
		mean, variance := polyaGammaMoments(1, z)
		var sum, squares, fourth float64
		for range n {
			d := variate.PolyaGamma(r, 1, z) - mean
			sum, squares, fourth = sum+d, squares+d*d, fourth+d*d*d*d
		}
		if se := math.Sqrt(variance / n); math.Abs(sum/n) > 5*se {
			t.Errorf("z = %g: the mean is off by %.1f standard errors", z, sum/n/se)
		}
		v := squares / n
		if se := math.Sqrt((fourth/n - v*v) / n); math.Abs(v-variance) > 5*se {
			t.Errorf("z = %g: the variance is off by %.1f standard errors", z, (v-variance)/se)
		}
	}
}

func FuzzPolyaGamma(f *testing.F) {
	f.Add(uint64(1), 1.0, 0.0)
	f.Add(uint64(2), 1e-8, 1e8)
	f.Add(uint64(3), 1e8, 1e-8)
	f.Add(uint64(4), 3.0, 37.0)
	f.Fuzz(func(t *testing.T, seed uint64, b, z float64) {
		b = math.Abs(b)
		if !(b >= 1e-8 && b <= 1e8 && math.Abs(z) <= 1e8) {
			t.Skip()
		}
		r := sampler.Stream("fuzz", seed, 0)
		x := variate.PolyaGamma(r, b, z)
		if lp := variate.PolyaGammaLogProb(x, b, z); !(x > 0) || math.IsInf(x, 1) ||
			math.IsNaN(lp) {
			t.Fatalf("PolyaGamma(%g, %g) gave %g of log density %g", b, z, x, lp)
		}
	})
}
