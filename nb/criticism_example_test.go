package nb_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/variate"
)

// examLikelihood is the log likelihood of the exam scores, with their spread multiplied.
func examLikelihood(tr *sampler.Trace, spread float64) *criticism.LogLik {
	y := datasets.ExamScores()
	return nb.Must(criticism.Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
		return variate.NormalLogProb(y[i], d.Scalar("mu"), spread*math.Sqrt(d.Scalar("sigma2")))
	}))
}

// Which scores matter most, and do all lie where the others predict them?
func ExampleKHat() {
	tr, y := examTrace(), datasets.ExamScores()
	loo := nb.Must(criticism.LOO(examLikelihood(tr, 1)))
	rep := nb.Must(tr.Replicate(sampler.Stream("pit", 1, 0), 0, len(y),
		func(r *rand.Rand, d *sampler.Draw, y []float64) {
			for i := range y {
				y[i] = variate.Normal(r, d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
			}
		}))
	nb.Show(nb.KHat(loo), nb.PIT(nb.Must(loo.PIT(y, rep))))
	// Output:
	// How much does each observation matter?
	//   x: number of the observation, -0.5 to 28.5
	//   y: k̂, -0.09269 to 0.6971
	//   drawn: observations; limit 0.70
	// Do the data lie among the predictions as they should?
	//   x: share of smaller predictions (PIT), 0 to 1
	//   y: share of the data so far, less expected, -0.2774 to 0.2774
	//   drawn: 29 values; 95 % of right models
}

// Models with another spread predict worse.
func ExampleModelDifferences() {
	tr := examTrace()
	right := nb.Must(criticism.LOO(examLikelihood(tr, 1)))
	wide := nb.Must(criticism.LOO(examLikelihood(tr, 2)))
	narrow := nb.Must(criticism.LOO(examLikelihood(tr, 0.5)))
	nb.Show(nb.ModelDifferences(nb.Must(criticism.Compare([]string{"right", "wide", "narrow"},
		right, wide, narrow))))
	// Output:
	// Which model predicts best?
	//   x: difference of elpd to the best model, -89.99 to 0
	//   y: , -0.6 to 2.6
	//   drawn: difference, 1 and 2 standard errors
}

// How much do the prior and the data decide about the variance?
func ExamplePowerScale() {
	tr := examTrace()
	priors := []criticism.LogPrior{
		{Name: "mu", At: func(d *sampler.Draw) float64 {
			return variate.NormalLogProb(d.Scalar("mu"), 80, 4)
		}},
		{Name: "sigma2", At: func(d *sampler.Draw) float64 {
			return variate.InvGammaLogProb(d.Scalar("sigma2"), 3, 50)
		}},
	}
	nb.Show(nb.PowerScale(tr, examLikelihood(tr, 1), priors, "sigma2"))
	// Output:
	// Power of the prior: sensitivity 0.16
	//   x: sigma2, 26.11 to 186.3
	//   y: density, 0 to 0.02791
	//   drawn: prior^0.8; as it is; prior^1.25
	// Power of the likelihood: sensitivity 0.092
	//   x: sigma2, 26.11 to 186.3
	//   y: density, 0 to 0.02791
	//   drawn: likelihood^0.8; as it is; likelihood^1.25
}

// One rate for all years does not give the disasters in coal mines.
func ExampleRootogram() {
	y := datasets.CoalDisasters()
	r := sampler.Stream("rootogram", 1, 0)
	var rep [][]float64
	for range 200 {
		rate := variate.Gamma(r, 2+floats.Sum(y), 1+float64(len(y)))
		years := make([]float64, len(y))
		for i := range years {
			years[i] = float64(variate.Binomial(r, 1000, rate/1000))
		}
		rep = append(rep, years)
	}
	nb.Show(nb.Rootogram(y, rep))
	// Output:
	// Observed frequencies hang from the predicted ones
	//   x: count, -0.6 to 6.6
	//   y: √frequency, -1.249 to 5.897
	//   drawn: observed, hanging from the predicted; where 95 % should end
}

// A line through points, and where else it may lie.
func ExampleAddFit() {
	r := sampler.Stream("fit", 1, 0)
	x := []float64{0, 1, 2, 3, 4}
	var lines [][]float64
	for range 100 {
		a, b := 1+0.3*r.NormFloat64(), 2+0.1*r.NormFloat64()
		lines = append(lines, []float64{a, a + b, a + 2*b, a + 3*b, a + 4*b})
	}
	p := nb.Scatter("data", x, []float64{1.2, 2.7, 5.1, 7.2, 8.8})
	nb.AddFit(p, "regression, 95 %", x, lines)
	nb.Show(p)
	// Output:
	// data
	//   x: x, 0 to 4.08
	//   y: y, 0.3772 to 10.08
	//   drawn: data; regression, 95 %
}
