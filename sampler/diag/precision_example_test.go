package diag_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/diag"
)

// A chain that overshoots its mean at each step knows the mean well and the spread badly.
func ExampleESSSD() {
	chains := wander(-0.8, 1000, 0, 0, 0, 0)
	fmt.Printf("for the mean %.0f, for the standard deviation %.0f\n", diag.ESSMean(chains),
		diag.ESSSD(chains))
	fmt.Printf("standard deviation within ±%.3f\n", 2*diag.MCSESD(chains))
	// Output:
	// for the mean 14408, for the standard deviation 816
	// standard deviation within ±0.047
}

// The median is known better than a quantile far out in the tail, where draws are few.
func ExampleMCSEQuantile() {
	chains := wander(0.5, 1000, 0, 0, 0, 0)
	for _, p := range []float64{0.5, 0.975} {
		q := diag.Quantile(slices.Concat(chains...), p)
		fmt.Printf("%v-quantile %.2f ± %.2f, from %.0f effective draws\n", p, q,
			diag.MCSEQuantile(chains, p), diag.ESSQuantile(chains, p))
	}
	// Output:
	// 0.5-quantile 0.01 ± 0.03, from 1658 effective draws
	// 0.975-quantile 2.04 ± 0.05, from 2944 effective draws
}

// Where in the distribution is the chain slow? Each quarter has its own effective sample size.
func ExampleESSLocal() {
	chains := wander(0.9, 1000, 0, 0, 0, 0)
	for q := range 4 {
		a := float64(q) / 4
		fmt.Printf("from %.2f to %.2f: %.0f\n", a, a+0.25, diag.ESSLocal(chains, a, a+0.25))
	}
	// Output:
	// from 0.00 to 0.25: 272
	// from 0.25 to 0.50: 882
	// from 0.50 to 0.75: 885
	// from 0.75 to 1.00: 315
}

// The error of any function of the draws: here, of the probability of being above 1, and of the
// interquartile range.
func ExampleMCSE() {
	chains := wander(0.5, 1000, 0, 0, 0, 0)
	above := func(draws []float64) float64 { return diag.ROPE(draws, 1, math.Inf(1)) }
	iqr := func(draws []float64) float64 {
		return diag.Quantile(draws, 0.75) - diag.Quantile(draws, 0.25)
	}
	all := slices.Concat(chains...)
	fmt.Printf("P(x > 1) = %.3f ± %.3f (exact: 0.159)\n", above(all), diag.MCSE(chains, above))
	fmt.Printf("interquartile range %.2f ± %.2f (exact: 1.35)\n", iqr(all), diag.MCSE(chains, iqr))
	// Output:
	// P(x > 1) = 0.162 ± 0.008 (exact: 0.159)
	// interquartile range 1.37 ± 0.04 (exact: 1.35)
}

// Is a treatment effect practically nothing, within ±0.1?
func ExampleROPE() {
	r := rand.New(rand.NewPCG(1, 2))
	effect := make([]float64, 10_000)
	for i := range effect {
		effect[i] = 0.3 + 0.1*r.NormFloat64()
	}
	fmt.Printf("P(|effect| < 0.1) = %.2f (exact: 0.02)\n", diag.ROPE(effect, -0.1, 0.1))
	// Output:
	// P(|effect| < 0.1) = 0.02 (exact: 0.02)
}

// A Cauchy variable has no mean, so k = 1 in both tails, and k̂ comes near that.
func ExampleParetoK() {
	r := rand.New(rand.NewPCG(1, 2))
	chain := make([]float64, 10_000)
	for i := range chain {
		chain[i] = r.NormFloat64() / r.NormFloat64()
	}
	k := diag.ParetoK([][]float64{chain})
	fmt.Printf("k̂ of the lower tail %.1f, of the upper one %.1f\n", k.Lower, k.Upper)
	for _, w := range k.Warnings {
		fmt.Println(w)
	}
	// Output:
	// k̂ of the lower tail 0.9, of the upper one 0.8
	// k̂ of the lower tail is 0.87, above 0.75: the mean needs more draws, about 6e+07 in all; or report the median and quantiles
	// k̂ of the upper tail is 0.82, above 0.75: the mean needs more draws, about 3e+05 in all; or report the median and quantiles
}

// Gibbs sampling of two standard normals with correlation 0.5: x given y is normal with mean y/2
// and variance ¾.
func ExampleRaoBlackwell() {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := 0.0, 0.0
	var xs, ys []float64
	for range 1000 {
		x = y/2 + math.Sqrt(0.75)*r.NormFloat64()
		y = x/2 + math.Sqrt(0.75)*r.NormFloat64()
		xs, ys = append(xs, x), append(ys, y)
	}
	conditional := func(draw int, x float64) float64 {
		d := x - ys[draw]/2
		return math.Exp(-d*d/1.5) / math.Sqrt(1.5*math.Pi)
	}
	density := diag.RaoBlackwell([]float64{0, 1, 3}, len(ys), conditional)
	fmt.Printf("density at 0, 1 and 3: %.4f (exact: 0.3989 0.2420 0.0044)\n", density)

	means := make([]float64, len(ys)) // of x, given y
	for i, y := range ys {
		means[i] = y / 2
	}
	fmt.Printf("mean of the draws %.3f ± %.3f\n", diag.Mean(xs), diag.MCSEMean([][]float64{xs}))
	fmt.Printf("mean of the conditional means %.3f ± %.3f\n", diag.Mean(means),
		diag.MCSEMean([][]float64{means}))
	// Output:
	// density at 0, 1 and 3: [0.4025 0.2494 0.0046] (exact: 0.3989 0.2420 0.0044)
	// mean of the draws 0.061 ± 0.039
	// mean of the conditional means 0.033 ± 0.019
}
