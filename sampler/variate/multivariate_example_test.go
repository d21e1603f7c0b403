package variate_test

import (
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// A covariance matrix of two variables that vary together: the mean of its draws is Ψ/(df − 3).
func ExampleInvWishart() {
	r := sampler.Stream("example", 1, 0)
	chol := []float64{2, 0, 1, 3} // of Ψ = [4 2; 2 10]
	factor, mean := make([]float64, 4), make([]float64, 3)
	for range 100_000 {
		variate.InvWishart(r, 13, chol, factor)
		a, b, c := factor[0], factor[2], factor[3]
		for i, v := range []float64{a * a, a * b, b*b + c*c} {
			mean[i] += v / 100_000
		}
	}
	fmt.Printf("mean of Σ: %.1f %.1f %.1f, exact 0.4 0.2 1.0\n", mean[0], mean[1], mean[2])
	// Output: mean of Σ: 0.4 0.2 1.0, exact 0.4 0.2 1.0
}

// Mean vector and covariance matrix of a component, from its prior or, updated, from its posterior.
func ExampleNormalInvWishart() {
	r := sampler.Stream("example", 1, 0)
	mu, factor := make([]float64, 2), make([]float64, 4)
	mean := make([]float64, 2)
	for range 100_000 {
		variate.NormalInvWishart(r, []float64{5, -1}, 2, 6, []float64{1, 0, 0, 1}, mu, factor)
		mean[0] += mu[0] / 100_000
		mean[1] += mu[1] / 100_000
	}
	fmt.Printf("mean of μ: %.1f\n", mean)
	// Output: mean of μ: [5.0 -1.0]
}

// Mean and variance of a normal component.
func ExampleNormalInvGamma() {
	r := sampler.Stream("example", 1, 0)
	var mean, variance float64
	for range 100_000 {
		mu, sigma2 := variate.NormalInvGamma(r, 20, 2, 5, 8)
		mean += mu / 100_000
		variance += sigma2 / 100_000
	}
	fmt.Printf("E μ %.1f, E σ² %.1f\n", mean, variance)
	// Output: E μ 20.0, E σ² 2.0
}

// The density of Student's t with 4 degrees of freedom in the plane, at its centre and at two units
// from it.
func ExampleMultiTLogProb() {
	centre, unit := []float64{0, 0}, []float64{1, 0, 0, 1}
	for _, x := range [][]float64{{0, 0}, {0, 2}} {
		fmt.Printf("%.4f\n", math.Exp(variate.MultiTLogProb(x, 4, centre, unit, nil)))
	}
	// Output:
	// 0.1592
	// 0.0199
}
