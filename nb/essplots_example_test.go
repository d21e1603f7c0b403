package nb_test

import (
	"fmt"
	"math"

	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// fourChains are autoregressive chains of 500 draws with autocorrelation 0.6, of a quantity with
// mean 10 and SD 2.
func fourChains() *sampler.Trace {
	chains := make([][]float64, 4)
	for c := range chains {
		r := sampler.Stream("four chains", 1, c)
		x := r.NormFloat64()
		for range 500 {
			x = 0.6*x + 0.8*r.NormFloat64()
			chains[c] = append(chains[c], 10+2*x)
		}
	}
	tr := &sampler.Trace{}
	if err := tr.Add("mu", chains); err != nil {
		panic(err)
	}
	return tr
}

// How many draws are the draws worth: in all, at each quantile, and in each twentieth of the
// distribution?
func ExamplePrecision() {
	tr := fourChains()
	nb.Show(nb.ESSEvolution(tr, "mu"), nb.Precision(tr, "mu"))

	// The numbers come from package diag.
	chains := nb.Must(tr.Chains("mu"))
	fmt.Printf("ESS of the median %.0f, of the last twentieth %.0f; MCSE of the 95 %% quantile "+
		"%.2f\n",
		diag.ESSQuantile(chains, 0.5), diag.ESSLocal(chains, 0.95, 1), diag.MCSEQuantile(chains,
			0.95))
	// Output:
	// mu: effective sample size 493 in the bulk, 1009 in the tails
	//   x: draws of all chains, 0 to 2000
	//   y: effective sample size, 0 to 1038
	//   drawn: bulk; tails; enough: 400
	// mu: the ESS of quantiles is 644 at least
	//   x: probability of the quantile, 0 to 1
	//   y: effective sample size, 0 to 1221
	//   drawn: enough: 400
	// mu: the ESS of twentieths is 1009 at least
	//   x: probability of smaller draws, 0 to 1
	//   y: effective sample size, 0 to 2044
	//   drawn: enough: 400
	// mu: quantiles are good to ±0.13 or better, the mean to ±0.09
	//   x: probability of the quantile, 0 to 1
	//   y: Monte Carlo standard error, 0 to 0.1295
	//   drawn: of the mean
	// ESS of the median 663, of the last twentieth 1205; MCSE of the 95 % quantile 0.13
}

// The waiting times between eruptions of a geyser have two humps. A normal model gets mean and
// spread right, and the shape wrong.
func ExamplePredictiveOverlay() {
	r := sampler.Stream("predictive", 1, 0)
	var observed []float64
	for i := range 200 {
		observed = append(observed, 55+25*float64(i%3%2)+5*r.NormFloat64())
	}
	replicated := make([][]float64, 300)
	for s := range replicated {
		for range observed {
			replicated[s] = append(replicated[s], 63.3+12.7*r.NormFloat64())
		}
	}
	// the share of values more than one SD from the mean
	farFromMiddle := func(x []float64) float64 {
		n := 0
		for _, v := range x {
			if math.Abs(v-63.3) > 12.7 {
				n++
			}
		}
		return float64(n) / float64(len(x))
	}
	nb.Show(nb.PredictiveOverlay(observed, replicated))
	nb.Show(nb.PredictiveIntervals(observed, replicated))
	nb.Show(nb.PredictiveStatistic("share far out", observed, replicated, farFromMiddle))
	// Output:
	// Does the model make such data?
	//   x: value, -8.302 to 132.1
	//   y: density, 0 to 0.04615
	//   drawn: observed; 50 of 300 predicted
	// The same, as a share so far
	//   x: value, 8.677 to 115.5
	//   y: share of values so far, 0 to 1
	//   drawn: observed; 50 of 300 predicted
	// 3 of 200 values lie outside of their 95 % interval
	//   x: number of the value, -0.5 to 199.5
	//   y: value, 30.03 to 94.08
	//   drawn: 50 and 95 % predicted; observed; outside
	// share far out: as large as observed in 0.667 % of the predicted data sets
	//   x: share far out, 0.23 to 0.42
	//   y: density, 0 to 13.28
	//   drawn: observed
}
