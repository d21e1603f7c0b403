package variate_test

import (
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// The log joint density of a model is a sum of log densities, here of the exam scores' prior and
// data.
func ExampleNormalLogProb() {
	y, mu, sigma2 := []float64{79, 84, 91}, 85.0, 40.0
	logJoint := variate.NormalLogProb(mu, 80, 4) + variate.InvGammaLogProb(sigma2, 3, 50)
	for _, v := range y {
		logJoint += variate.NormalLogProb(v, mu, math.Sqrt(sigma2))
	}
	fmt.Printf("%.3f\n", logJoint)
	// Output: -17.252
}

// Each variate has its log density, with the same parameters.
func ExampleGammaLogProb() {
	p, alpha := []float64{0.2, 0.8}, []float64{2, 3}
	logP := []float64{math.Log(0.2), math.Log(0.8)}
	for _, lp := range []float64{
		variate.GammaLogProb(1.5, 2, 1),
		variate.LogGammaLogProb(math.Log(1.5), 2) - math.Log(1.5), // for the log: a factor x less
		variate.BetaLogProb(0.2, 2, 3),
		variate.DirichletLogProb(p, alpha),
		variate.LogDirichletLogProb(logP, alpha),
		variate.CategoricalLogProb(1, alpha),
		variate.LogCategoricalLogProb(1, logP),
	} {
		fmt.Printf("%.4f\n", lp)
	}
	// Output:
	// -1.0945
	// -1.0945
	// 0.4292
	// 0.4292
	// 0.4292
	// -0.5108
	// -0.2231
}

// The prior density of a mean vector and a covariance matrix, and of both in one dimension.
func ExampleInvWishartLogProb() {
	covariance := []float64{4, 1, 1, 2}
	factor := make([]float64, 4)
	if err := variate.Cholesky(covariance, factor); err != nil {
		fmt.Println(err)
		return
	}
	unit, centre := []float64{1, 0, 0, 1}, []float64{0, 0}
	fmt.Printf("%.4f\n", variate.InvWishartLogProb(factor, 5, unit, nil))
	fmt.Printf("%.4f\n", variate.NormalInvWishartLogProb(centre, factor, centre, 1, 5, unit, nil))
	fmt.Printf("%.4f\n", variate.NormalInvGammaLogProb(0, 2, 0, 1, 3, 4))
	// Output:
	// -12.5350
	// -15.3458
	// -2.5724
}

// A vector with heavier tails than the normal: half of all draws lie within an ellipse.
func ExampleMultiT() {
	r := sampler.Stream("example", 1, 0)
	centre, unit, x := []float64{0, 0}, []float64{1, 0, 0, 1}, make([]float64, 2)
	inside := 0
	for range 10_000 {
		variate.MultiT(r, 4, centre, unit, x)
		if x[0]*x[0]+x[1]*x[1] < 4*(math.Sqrt2-1) {
			inside++
		}
	}
	fmt.Println(inside > 4800 && inside < 5200)
	// Output: true
}

// Heights of adults: a draw and its density.
func ExampleNormal() {
	x := variate.Normal(sampler.Stream("example", 1, 0), 172, 9)
	fmt.Println(x > 120, variate.NormalLogProb(x, 172, 9) < variate.NormalLogProb(172, 172, 9))
	// Output: true true
}
