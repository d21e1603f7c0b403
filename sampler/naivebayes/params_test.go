package naivebayes

import (
	"math"
	"testing"

	"gibbslab/sampler"
)

// The moments given the labels agree with Dirichlet draws.
func TestMomentsGivenLabels(t *testing.T) {
	pr, err := eightPrior.problem(eight)
	if err != nil {
		t.Fatal(err)
	}
	r := sampler.Stream("moments", 1, 0)
	s := pr.newState(r, true, true)
	n := 20_000
	type of struct{ mean, variance reader }
	for name, f := range map[string]struct {
		draw reader
		of
		size int
	}{
		"pi":       {readPi, of{meanPi, nil}, 3},
		"theta":    {readTheta, of{meanTheta, nil}, 15},
		"log odds": {readLogOdds, of{meanLogOdds, varLogOdds}, 15},
	} {
		sums, squares, x := make([]float64, f.size), make([]float64, f.size), make([]float64, f.size)
		for range n {
			drawPi(r, s)
			drawTheta(r, s)
			f.draw(pr, s, x)
			for i, v := range x {
				sums[i] += v / float64(n)
				squares[i] += v * v / float64(n)
			}
		}
		mean, variance := make([]float64, f.size), make([]float64, f.size)
		f.mean(pr, s, mean)
		for i := range mean {
			got := squares[i] - sums[i]*sums[i]
			if z := (sums[i] - mean[i]) / math.Sqrt(got/float64(n)); !(math.Abs(z) < 5) {
				t.Errorf("%s[%d]: mean of draws %v, formula %v, %.1f standard errors off", name, i,
					sums[i], mean[i], z)
			}
		}
		if f.variance == nil {
			continue
		}
		f.variance(pr, s, variance)
		for i := range variance { // log odds have a kurtosis below 9: the standard error is below √(8/n)
			if got := squares[i] - sums[i]*sums[i]; math.Abs(got/variance[i]-1) > 5*math.Sqrt(8/float64(n)) {
				t.Errorf("%s[%d]: variance of draws %v, formula %v", name, i, got, variance[i])
			}
		}
	}
}
