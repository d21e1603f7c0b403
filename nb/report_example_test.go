package nb_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

// examCase is the model of the exam scores, with all that a report looks at.
func examCase() criticism.Case[normal.State, []float64] {
	prior := normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}
	class := func(r *rand.Rand, mu, sigma float64, y []float64) {
		for i := range y {
			y[i] = variate.Normal(r, mu, sigma)
		}
	}
	tr := examTrace()
	return criticism.Case[normal.State, []float64]{
		Trace: tr,
		Joint: verify.Joint[normal.State, []float64]{
			Prior: func(r *rand.Rand) (*normal.State, error) {
				return &normal.State{Mu: variate.Normal(r, 80, 4), Sigma2: variate.InvGamma(r, 3, 50)}, nil
			},
			Data: func(r *rand.Rand, s *normal.State) ([]float64, error) {
				y := make([]float64, 29)
				class(r, s.Mu, math.Sqrt(s.Sigma2), y)
				return y, nil
			},
			Model: prior.Model,
		},
		Data:   datasets.ExamScores(),
		LogLik: examLikelihood(tr, 1),
		Replicate: func(r *rand.Rand, d *sampler.Draw, y []float64) {
			class(r, d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")), y)
		},
	}
}

// Five questions about the model of the exam scores, in one call. In a notebook nb.Show(page) shows
// a picture with each answer, and nb.Save("report.html", page) writes a page that needs no network.
func ExampleReport() {
	page := nb.Report(examCase())
	fmt.Println(page)
	// Output:
	// Nothing wrong was found.
	// ✓ sampler: No fault found: as far as this test can see, each block leaves the joint distribution of parameters and data unchanged. Not tested: whether chains reach everything (verify.SBC), and LogJoint where no block uses it (verify.Conditional).
	// ✓ chains: The chains agree: largest R-hat 1.001, smallest ESS 1801 (lp__); means are good to 2.4 % of a posterior sd. For 1 % run 5.9 times as long (about 3000 draws a chain).
	// ✓ fit: The model makes data like these. Farthest out is the correlation of neighbours: 0.2801, where 95 % of the data sets that the model makes are between -0.3634 and 0.2967. No covariate was given to look along.
	// ✓ influence: No observation stands out. The largest k̂ is 0.33 (observation 10; limit 0.70). Farthest out is observation 10; given the others, values this far out have a probability of 0.015, and there are 29 observations.
	// ✓ sensitivity: The prior makes data like these: the standard deviation of the data is 8.803, and in 95 % of the data sets from the prior it is between 2.39 and 9.205. The prior matters for mu and sigma2.
}
