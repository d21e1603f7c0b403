package criticism_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
)

// Five questions about a model. Here only the draws are given and how to make data from them, and
// the other sections say what they need.
func ExampleCheck() {
	var r *criticism.Review = must(criticism.Check(criticism.Case[normal.State, []float64]{
		Trace: fit(scores), Data: scores,
		Replicate: func(r *rand.Rand, d *sampler.Draw, y []float64) {
			for i := range y {
				y[i] = variate.Normal(r, d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
			}
		},
	}))
	fmt.Println(r.Open())
	var open criticism.Section = r.Sections[0]
	fmt.Println(open.Sign(), open.Question, open.Finding)
	var largest criticism.PredictiveCheck = r.Fit[3]
	fmt.Printf("%s: %v, p = %.1f\n", largest.Statistic, largest.Observed, largest.P)
	// Output:
	// [sampler influence sensitivity]
	// ? Does the sampler draw from the posterior? Not tested. Give Joint: how to draw parameters from the prior and data given parameters, and the model for given data.
	// largest: 100, p = 0.5
}
