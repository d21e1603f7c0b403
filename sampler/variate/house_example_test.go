package variate_test

import (
	"fmt"
	"math"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// Three laws of counts with mean 4: of events in an hour; of events whose rate varies from hour to
// hour; of successes in ten trials whose probability varies. Their draws spread differently.
func ExamplePoisson() {
	r := sampler.Stream("example", 1, 0)
	var spread [3]float64
	for range 10_000 {
		for i, k := range [3]int{variate.Poisson(r, 4), variate.NegBinomial(r, 4, 2),
			variate.BetaBinomial(r, 10, 2, 3)} {
			spread[i] += float64((k-4)*(k-4)) / 10_000
		}
	}
	fmt.Printf("variances %.0f\n", spread)
	fmt.Printf("P(0): %.4f %.4f %.4f\n", math.Exp(variate.PoissonLogProb(0, 4)),
		math.Exp(variate.NegBinomialLogProb(0, 4, 2)),
		math.Exp(variate.BetaBinomialLogProb(0, 10, 2, 3)))
	// Output:
	// variances [4 12 6]
	// P(0): 0.0183 0.1111 0.0659
}

// Times until a failure. A log likelihood adds the log density of each time; a time that is only
// known to exceed c adds the log of P(X > c), here −(c/scale)^shape.
func ExampleWeibull() {
	r := sampler.Stream("example", 1, 0)
	fmt.Println(variate.Weibull(r, 1.5, 10) > 0, variate.Exponential(r, 0.1) > 0,
		variate.LogNormal(r, 2, 1) > 0, variate.Pareto(r, 3, 5) > 5)
	logLik := -math.Pow(20./10, 1.5) // one is still alive at 20
	for _, time := range []float64{3, 12} {
		logLik += variate.WeibullLogProb(time, 1.5, 10)
	}
	fmt.Printf("%.4f\n", logLik)
	fmt.Printf("%.4f %.4f %.4f\n", variate.ExponentialLogProb(12, 0.1),
		variate.LogNormalLogProb(12, 2, 1), variate.ParetoLogProb(12, 3, 5))
	// Output:
	// true true true true
	// -8.6123
	// -3.5026 -3.5214 -4.0127
}

// Priors of a standard deviation: half of all draws from the half-Cauchy law exceed its scale, and
// 32 % of those from the half-normal law.
func ExampleHalfCauchy() {
	r := sampler.Stream("example", 1, 0)
	var above [3]float64
	for range 100_000 {
		for i, x := range [3]float64{variate.HalfCauchy(r, 2), variate.HalfNormal(r, 2),
			variate.Uniform(r, 0, 4)} {
			if x > 2 {
				above[i] += 0.00001
			}
		}
	}
	fmt.Printf("%.1f\n", above)
	fmt.Printf("%.4f %.4f %.4f\n", variate.HalfCauchyLogProb(2, 2), variate.HalfNormalLogProb(2, 2),
		variate.UniformLogProb(2, 0, 4))
	// Output:
	// [0.5 0.3 0.5]
	// -1.8379 -1.4189 -1.3863
}

// Errors with heavier tails than the normal: 3 scales from the location.
func ExampleLaplace() {
	r := sampler.Stream("example", 1, 0)
	fmt.Println(math.Abs(variate.Laplace(r, 0, 1)) < 20, math.Abs(variate.Logistic(r, 0, 1)) < 20)
	fmt.Printf("%.4f %.4f %.4f\n", variate.LaplaceLogProb(3, 0, 1), variate.LogisticLogProb(3, 0, 1),
		variate.NormalLogProb(3, 0, 1))
	// Output:
	// true true
	// -3.6931 -3.0972 -5.4189
}

// Directions of the wind around north-east, 45°.
func ExampleVonMises() {
	r := sampler.Stream("example", 1, 0)
	east, north := 0.0, 0.0
	for range 10_000 {
		angle := variate.VonMises(r, math.Pi/4, 2)
		east, north = east+math.Cos(angle), north+math.Sin(angle)
	}
	fmt.Printf("mean direction %.0f°\n", math.Atan2(north, east)*180/math.Pi)
	fmt.Printf("%.4f\n", variate.VonMisesLogProb(0, math.Pi/4, 2))
	// Output:
	// mean direction 45°
	// -1.2477
}
