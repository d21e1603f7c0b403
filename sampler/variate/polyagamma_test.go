package variate_test

import (
	"math"
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

// The mean tanh(z/2)/2z of PG(1, z), and its variance, within five standard errors of 400 000
// draws, for z of the table and between them.
func TestPolyaGammaMoments(t *testing.T) {
	const n = 400_000
	for _, z := range []float64{0, 0.2, 0.5, 4, 4.2, 7.9, 9} {
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
