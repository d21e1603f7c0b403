package variate_test

import (
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// The full conditional of two regression coefficients: the quadratic terms of the log joint density
// add up to a precision matrix Q, the linear ones to b.
func ExampleMultiNormalPrecision() {
	x, y := [][]float64{{1, 0}, {1, 1}, {1, 2}, {1, 3}}, []float64{1, 3, 5, 7}
	q, b := []float64{1e-8, 0, 0, 1e-8}, make([]float64, 2) // a flat prior
	const sigma2 = 1e-6
	for i, row := range x {
		for j, u := range row {
			b[j] += u * y[i] / sigma2
			for k, v := range row {
				q[2*j+k] += u * v / sigma2
			}
		}
	}
	beta, chol := make([]float64, 2), make([]float64, 4)
	if err := variate.MultiNormalPrecision(sampler.Stream("example", 1, 0), q, b, chol,
		beta); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", beta)
	fmt.Println(variate.MultiNormalPrecisionLogProb(beta, chol, b, nil) > 0)
	// Output:
	// [1.00 2.00]
	// true
}

// A random walk of 1000 steps, seen with noise, is drawn at once: its precision matrix has width 1.
func ExampleMultiNormalBanded() {
	const n = 1000
	q, b, path := make([]float64, 2*n), make([]float64, n), make([]float64, n)
	for i := range n {
		b[i] = 10            // a measurement of 10, of variance 1
		q[2*i+1] = 1 + 2*100 // and steps of variance 1/100 on both sides
		q[2*i] = -100        // Q[i,i−1]
		if i == 0 || i == n-1 {
			q[2*i+1] = 1 + 100
		}
	}
	if err := variate.MultiNormalBanded(sampler.Stream("example", 1, 0), 1, q, b, q,
		path); err != nil {
		fmt.Println(err)
		return
	}
	mean := 0.0
	for _, v := range path {
		mean += v / n
	}
	fmt.Printf("%.1f\n", mean)
	fmt.Println(variate.MultiNormalBandedLogProb(path, 1, q, b, nil) > 0)
	// Output:
	// 10.0
	// true
}

// Two heights with covariance 20.
func ExampleMultiNormal() {
	mean, x := []float64{172, 174}, make([]float64, 2)
	chol := []float64{36, 20, 20, 49}
	if err := variate.Cholesky(chol, chol); err != nil {
		fmt.Println(err)
		return
	}
	variate.MultiNormal(sampler.Stream("example", 1, 0), mean, chol, x)
	fmt.Println(x[0] > 140, variate.MultiNormalLogProb(x, mean, chol,
		nil) < variate.MultiNormalLogProb(mean, mean, chol, nil))
	// Output: true true
}

// A latent variable of a probit model: normal, and positive because the answer was yes. Its mean
// may be far below 0.
func ExampleTruncatedNormal() {
	r := sampler.Stream("example", 1, 0)
	sum := 0.0
	for range 100_000 {
		sum += variate.TruncatedNormal(r, -40, 1, 0, math.Inf(1))
	}
	fmt.Printf("mean %.3f\n", sum/100_000)
	fmt.Printf("log density at 0: %.3f\n", variate.TruncatedNormalLogProb(0, -40, 1, 0,
		math.Inf(1)))
	// Output:
	// mean 0.025
	// log density at 0: 3.690
}

// A precision with prior Gamma(1, 1) that is known to lie above 10.
func ExampleTruncatedGamma() {
	x := variate.TruncatedGamma(sampler.Stream("example", 1, 0), 1, 1, 10, math.Inf(1))
	fmt.Println(x > 10, x < 40)
	fmt.Printf("%.1f\n", variate.TruncatedGammaLogProb(12, 1, 1, 10, math.Inf(1)))
	// Output:
	// true true
	// -2.0
}

// An error of a robust regression.
func ExampleStudentT() {
	x := variate.StudentT(sampler.Stream("example", 1, 0), 4, 0, 1)
	fmt.Println(math.Abs(x) < 100)
	fmt.Printf("%.4f\n", math.Exp(variate.StudentTLogProb(0, 4, 0, 1)))
	// Output:
	// true
	// 0.3750
}

// The local scale of the Bayesian lasso is inverse Gaussian, the case p = −½ of the generalised
// one.
func ExampleGIG() {
	r := sampler.Stream("example", 1, 0)
	fmt.Println(variate.GIG(r, 0.5, 1, 2) > 0, variate.InvGaussian(r, 2, 8) > 0)
	fmt.Printf("%.6f\n", variate.GIGLogProb(1.5, -0.5, 2, 8))
	fmt.Printf("%.6f\n", variate.InvGaussianLogProb(1.5, 2, 8))
	// Output:
	// true true
	// -0.654082
	// -0.654082
}

// The latent variable of a logistic regression: its mean at a linear predictor of 2, 40 trials.
func ExamplePolyaGamma() {
	r := sampler.Stream("example", 1, 0)
	mean := 0.0
	for range 10_000 {
		mean += variate.PolyaGamma(r, 40, 2) / 10_000
	}
	fmt.Printf("mean %.2f, exact %.2f\n", mean, 40*math.Tanh(1)/4)
	fmt.Println(variate.PolyaGammaLogProb(mean, 40, 2) > variate.PolyaGammaLogProb(2*mean, 40, 2))
	// Output:
	// mean 7.62, exact 7.62
	// true
}

// The votes of 1000 people for three parties.
func ExampleMultinomial() {
	r := sampler.Stream("example", 1, 0)
	shares, votes := []float64{0.5, 0.3, 0.2}, make([]int, 3)
	variate.Multinomial(r, 1000, shares, votes)
	fmt.Println(votes[0]+votes[1]+votes[2], variate.Binomial(r, 10, 0.5) <= 10)
	fmt.Printf("%.4f\n", math.Exp(variate.MultinomialLogProb([]int{1, 1, 0}, shares)))
	fmt.Printf("%.4f\n", math.Exp(variate.BinomialLogProb(5, 10, 0.5)))
	// Output:
	// 1000 true
	// 0.3000
	// 0.2461
}

// Fisher's tea: four of eight cups had the milk first. A guess finds all four in one case of 70.
func ExampleHypergeometric() {
	r, all := sampler.Stream("example", 1, 0), 0
	for range 70_000 {
		if variate.Hypergeometric(r, 4, 4, 4) == 4 {
			all++
		}
	}
	fmt.Printf("%.1f of 70 guesses; exactly %.1f\n", float64(all)/1000,
		70*math.Exp(variate.HypergeometricLogProb(4, 4, 4, 4)))
	// Output: 1.0 of 70 guesses; exactly 1.0
}
