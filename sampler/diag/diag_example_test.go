package diag_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// wander makes chains of the autoregression x' = φx + noise, each started at its own place.
func wander(phi float64, draws int, starts ...float64) [][]float64 {
	chains := make([][]float64, len(starts))
	for c, x := range starts {
		r := sampler.Stream("example", 1, c)
		for range draws {
			x = phi*x + math.Sqrt(1-phi*phi)*r.NormFloat64()
			chains[c] = append(chains[c], x)
		}
	}
	return chains
}

// Four chains from far apart: after 50 slow steps they have not met, after 1000 quick ones they
// have.
func ExampleRHat() {
	fmt.Printf("slow:  %.2f\n", diag.RHat(wander(0.99, 50, -6, -2, 2, 6)))
	fmt.Printf("quick: %.2f\n", diag.RHat(wander(0.5, 1000, -6, -2, 2, 6)))
	// Output:
	// slow:  3.93
	// quick: 1.00
}

// Draws of an autoregression with coefficient φ are worth (1−φ)/(1+φ) independent ones each: a
// third for φ = ½.
func ExampleESSBulk() {
	ess := diag.ESSBulk(wander(0.5, 1000, 0, 0, 0, 0))
	fmt.Printf("4000 draws are worth about %.0f independent ones\n", math.Round(ess/100)*100)
	// Output:
	// 4000 draws are worth about 1300 independent ones
}

// The shortest interval of a skewed distribution starts where the density is highest, at 0; the
// equal-tailed one leaves out the most likely values.
func ExampleHDI() {
	r := rand.New(rand.NewPCG(1, 2))
	draws := make([]float64, 10_000)
	for i := range draws {
		draws[i] = r.ExpFloat64()
	}
	lo, hi := diag.HDI(draws, 0.9)
	fmt.Printf("HDI: %.2f to %.2f (exact: 0 to 2.30)\n", lo, hi)
	lo, hi = diag.ETI(draws, 0.9)
	fmt.Printf("ETI: %.2f to %.2f (exact: 0.05 to 3.00)\n", lo, hi)
	// Output:
	// HDI: 0.00 to 2.32 (exact: 0 to 2.30)
	// ETI: 0.05 to 2.97 (exact: 0.05 to 3.00)
}

// One parameter that mixes well and one that does not; the digits shown are those that the run
// supports.
func ExampleSummarize() {
	var tr sampler.Trace
	for _, p := range []struct {
		name string
		phi  float64
	}{{"quick", 0.2}, {"slow", 0.98}} {
		if err := tr.Add(p.name, wander(p.phi, 1000, -2, -1, 1, 2)); err != nil {
			fmt.Println(err)
			return
		}
	}
	summary, err := diag.Summarize(&tr)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(summary)
	// Output:
	// Not yet: the chains do not agree on slow (R-hat 1.023), 1 of 2 parameters. Look at the trace plot: if the chains wander over the same values, run 6.6 times as long (about 6600 draws a chain) for an ESS of 400; if each keeps to its own, a longer run will not help: update correlated parameters together, or make labels comparable.
	//         mean    sd  2.5 %  median  97.5 %   MCSE  ESS bulk  ESS tail  R-hat
	// slow !  0.0   1.0   -2.0     0.0     1.9   0.14         61       138  1.023
	// quick   0.00  1.01  -1.97    0.00    2.04  0.020      2514      3462  1.000
	// ! slow: R-hat is 1.023, above 1.01: the chains do not agree yet, so trust no number of this row; look at the trace plot, then warm up and run longer, or update correlated parameters together
	// ! slow: bulk ESS is 61, below 400 (100 a chain): mean and median may be off
	// ! slow: tail ESS is 138, below 400 (100 a chain): the ends of the interval may be off
}

// The density of an exponential variable is 1 at 0. Only who knows of the bound sees that.
func ExampleKDE() {
	r := rand.New(rand.NewPCG(1, 2))
	draws := make([]float64, 10_000)
	for i := range draws {
		draws[i] = r.ExpFloat64()
	}
	for _, lower := range []float64{0, math.Inf(-1)} {
		density, err := diag.KDE(draws, lower, math.Inf(1))
		if err != nil {
			fmt.Println(err)
			return
		}
		i, _ := slices.BinarySearch(density.X, 0)
		fmt.Printf("lower bound %4v: density %.2f at %.2f\n", lower, density.Y[i], density.X[i])
	}
	// Output:
	// lower bound    0: density 0.94 at 0.00
	// lower bound -Inf: density 0.48 at 0.01
}

// How many independent draws are these worth: for the mean, and for the ends of the interval?
func ExampleESSTail() {
	chains := wander(0.5, 1000, 0, 0, 0, 0)
	fmt.Printf("for the mean %.0f, for the tails %.0f\n", diag.ESSMean(chains), diag.ESSTail(chains))
	// Output:
	// for the mean 1300, for the tails 2619
}

// The autocorrelation of an autoregression with coefficient ½ halves at each lag.
func ExampleAutocorr() {
	chains := wander(0.5, 100_000, 0)
	fmt.Printf("%.2f\n", diag.Autocorr(chains[0], 3))
	// Output:
	// [1.00 0.50 0.25 0.13]
}

// With an ESS of 100 a chain, an R-hat of 1.04 is alarming for one parameter; of ten thousand that
// mix as well, the worst is expected to have it.
func ExampleMaxRHat() {
	for _, parameters := range []int{1, 100, 10_000} {
		half, most := diag.MaxRHat(parameters, 4, 1000, 100, 0.5),
			diag.MaxRHat(parameters, 4, 1000, 100, 0.95)
		fmt.Printf("the largest of %5d: median %.3f, once in twenty above %.3f\n", parameters, half, most)
	}
	// Output:
	// the largest of     1: median 1.009, once in twenty above 1.019
	// the largest of   100: median 1.027, once in twenty above 1.037
	// the largest of 10000: median 1.044, once in twenty above 1.052
}

// 200 chains of a single draw each, 40 from each of five starts: after 5 slow steps they remember
// where they began, after 100 they have forgotten.
func ExampleNestedRHat() {
	var starts []float64
	var superchains []int
	for c := range 200 {
		starts = append(starts, float64(c/40-2))
		superchains = append(superchains, c/40)
	}
	for _, steps := range []int{5, 100} {
		var last [][]float64
		for _, x := range wander(0.9, steps, starts...) {
			last = append(last, x[steps-1:])
		}
		fmt.Printf("after %3d: %.1f\n", steps, diag.NestedRHat(last, superchains))
	}
	// Output:
	// after   5: 1.5
	// after 100: 1.0
}

// Labels have no order. The last chain sees label 1 twice as often as the others, with the same mean.
func ExampleLabelTest() {
	r := sampler.Stream("labels", 1, 0)
	chains := make([][]float64, 4)
	for c := range chains {
		for range 500 {
			chains[c] = append(chains[c], float64(r.IntN(3)))
		}
	}
	fmt.Println(diag.LabelTest(chains) < 0.005)
	for i, k := range chains[3] {
		if k != 1 && i%2 == 0 {
			chains[3][i] = 1
		}
	}
	fmt.Println(diag.LabelTest(chains) < 0.005)
	// Output:
	// false
	// true
}
