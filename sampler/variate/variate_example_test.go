package variate_test

import (
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// The full conditional of a variance σ² under the prior InvGamma(α, β) and n
// normal observations with a known mean is InvGamma(α + n/2, β + ½ Σ(y − μ)²).
func ExampleInvGamma() {
	r := sampler.Stream("example", 1, 0)
	y, mu := []float64{3, 5, 10}, 6.0
	alpha, beta := 3.0, 50.0
	for _, v := range y {
		alpha += 0.5
		beta += (v - mu) * (v - mu) / 2
	}
	mean, draws := 0.0, 100_000
	for range draws {
		mean += variate.InvGamma(r, alpha, beta) / float64(draws)
	}
	fmt.Printf("InvGamma(%g, %g): mean of the draws %.1f, exact %.1f\n", alpha, beta, mean,
		beta/(alpha-1))
	// Output: InvGamma(4.5, 63): mean of the draws 18.0, exact 18.0
}

// A gamma variate of shape 0.0001 is mostly too small for a float64; its log is not.
func ExampleLogGamma() {
	r := sampler.Stream("example", 1, 0)
	lost, draws := 0, 10_000
	for range draws {
		if math.Exp(variate.LogGamma(r, 0.0001)) == 0 {
			lost++
		}
	}
	fmt.Printf("%d %% of the variates underflow\n", (100*lost+draws/2)/draws)
	// Output: 93 % of the variates underflow
}

// A sparse Dirichlet puts nearly all mass on few components.
func ExampleDirichlet() {
	r := sampler.Stream("example", 1, 0)
	p := make([]float64, 4)
	for _, alpha := range []float64{100, 1, 0.01} {
		variate.Dirichlet(r, []float64{alpha, alpha, alpha, alpha}, p)
		fmt.Printf("alpha %-4g %.2f\n", alpha, p)
	}
	// Output:
	// alpha 100  [0.26 0.23 0.26 0.25]
	// alpha 1    [0.43 0.13 0.42 0.02]
	// alpha 0.01 [0.00 0.00 0.00 1.00]
}

// The label update of a mixture: log prior plus log likelihood, without normalising.
func ExampleLogCategorical() {
	r := sampler.Stream("example", 1, 0)
	logPost := []float64{-3001, math.Inf(-1), -3000} // odds 1 : 0 : e
	share, draws := make([]float64, len(logPost)), 10_000
	for range draws {
		share[variate.LogCategorical(r, logPost)] += 1 / float64(draws)
	}
	fmt.Printf("drawn %.2f, exact [%.2f 0.00 %.2f]\n", share, 1/(1+math.E), math.E/(1+math.E))
	// Output: drawn [0.27 0.00 0.73], exact [0.27 0.00 0.73]
}

// The posterior of a Poisson rate after 3 events in 2 hours, under the prior Gamma(1, 1), is
// Gamma(1+3, 1+2).
func ExampleGamma() {
	r := sampler.Stream("example", 1, 0)
	mean, draws := 0.0, 100_000
	for range draws {
		mean += variate.Gamma(r, 1+3, 1+2) / float64(draws)
	}
	fmt.Printf("mean rate %.2f an hour, exact %.2f\n", mean, 4./3)
	// Output: mean rate 1.33 an hour, exact 1.33
}

// The posterior of a probability after 7 successes in 10 trials, under a uniform prior, is
// Beta(1+7, 1+3).
func ExampleBeta() {
	r := sampler.Stream("example", 1, 0)
	above, draws := 0.0, 100_000
	for range draws {
		if variate.Beta(r, 1+7, 1+3) > 0.5 {
			above += 1 / float64(draws)
		}
	}
	fmt.Printf("more likely than not with probability %.2f\n", above)
	// Output: more likely than not with probability 0.89
}

// The label of a point, given how likely each of three components made it. Weights need not sum to
// one.
func ExampleCategorical() {
	r := sampler.Stream("example", 1, 0)
	counts := make([]int, 3)
	for range 10_000 {
		counts[variate.Categorical(r, []float64{2, 0, 6})]++
	}
	fmt.Printf("%.2f\n", float64(counts[2])/10_000)
	// Output: 0.75
}

// A sparse distribution over five words: some probabilities are 0 as float64, but their logarithms
// are finite.
func ExampleLogDirichlet() {
	r := sampler.Stream("example", 1, 0)
	alpha := []float64{1e-4, 1e-4, 1e-4, 1e-4, 1e-4}
	logP := make([]float64, len(alpha))
	variate.LogDirichlet(r, alpha, logP)
	lost, finite := 0, true
	for _, lp := range logP {
		if math.Exp(lp) == 0 {
			lost++
		}
		finite = finite && !math.IsInf(lp, 0)
	}
	fmt.Printf("%d of 5 probabilities underflow; all logarithms are finite: %t\n", lost, finite)
	// Output: 3 of 5 probabilities underflow; all logarithms are finite: true
}

// The mean of a normal sample of variance 4 with the prior N(0, 100): the precisions add up, and so
// do the precisions times the means.
func ExampleNormalPrecision() {
	r := sampler.Stream("example", 1, 0)
	q, b := 1./100, 0./100
	for _, y := range []float64{9, 12, 11, 8} {
		q, b = q+1./4, b+y/4
	}
	mean := 0.0
	for range 10_000 {
		mean += variate.NormalPrecision(r, q, b) / 10_000
	}
	fmt.Printf("%.1f\n", mean)
	// Output: 9.9
}
