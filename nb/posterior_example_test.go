package nb_test

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/normal"
)

// examTrace is the posterior of the mean and the variance of 29 exam scores.
func examTrace() *sampler.Trace {
	model := nb.Must(examPrior.Model(datasets.ExamScores()))
	return nb.Run(model, sampler.Settings{Draws: 500, Seed: 1})
}

var examPrior = normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}

// The posterior of one number, and how probable two statements about it are.
func ExampleAddRegion() {
	tr := examTrace()
	p := nb.Density(tr, "mu")
	nb.AddRegion(p, tr, "mu", 85, math.Inf(1)) // above a reference value
	nb.AddRegion(p, tr, "mu", 84, 86)          // a region of practical equivalence
	nb.Show(p)
	// Output:
	// Posterior of mu
	//   x: mu, 79.08 to 92.71
	//   y: density, 0 to 0.3011
	//   drawn: posterior; 95 % interval 83.09 to 89.10; median 86.30; 81.3 % from 85 on; 35.1 % between 84 and 86
}

// The density of the mean from its full conditional, given each draw of the variance.
func ExampleRaoBlackwell() {
	scores := datasets.ExamScores()
	sum := 0.0
	for _, y := range scores {
		sum += y
	}
	sigma2 := nb.Must(examTrace().Draws("sigma2"))
	conditional := func(s int, mu float64) float64 {
		precision := 1/examPrior.Tau2 + float64(len(scores))/sigma2[s]
		mean := (examPrior.Nu/examPrior.Tau2 + sum/sigma2[s]) / precision
		return distuv.Normal{Mu: mean, Sigma: 1 / math.Sqrt(precision)}.Prob(mu)
	}
	nb.Show(nb.RaoBlackwell("mu", 78, 94, len(sigma2), conditional))
	// Output:
	// Posterior of mu, from its full conditionals
	//   x: mu, 78 to 94
	//   y: density, 0 to 0.3345
	//   drawn: mean of 2000 conditionals; 20 of them; 95 % interval 83.35 to 89.14; median 86.34
}
