package exercises

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/variate"
)

// shortcut is the Savage–Dickey log Bayes factor for a fixed mean.
func shortcut(seed uint64, mean, logPrior float64) float64 {
	y := datasets.ExamScores()
	conditional := func(d *sampler.Draw) float64 {
		p := 1./16 + float64(len(y))/d.Scalar("sigma2")
		m := (80./16 + floats.Sum(y)/d.Scalar("sigma2")) / p
		return variate.NormalLogProb(mean, m, math.Sqrt(1/p))
	}
	return nb.Must(criticism.SavageDickey(examPost(16, 1000, seed), logPrior, conditional)).Log
}

// fixedMean is the log evidence of the scores if their mean is known.
func fixedMean(mean float64) float64 {
	y, squares := datasets.ExamScores(), 0.0
	for _, v := range y {
		squares += (v - mean) * (v - mean)
	}
	n := float64(len(y)) / 2
	before, _ := math.Lgamma(3)
	after, _ := math.Lgamma(3 + n)
	return 3*math.Log(50) - before + after - n*math.Log(2*math.Pi) - (3+n)*math.Log(50+squares/2)
}

// sensitivities of μ to the prior and to the likelihood, with one variance of the mean in the model
// and one in the function that evaluates the prior.
func sensitivities(seed uint64, model, evaluated float64) []float64 {
	tr, y := examPost(model, 10_000, seed), datasets.ExamScores()
	l := nb.Must(criticism.Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
		return variate.NormalLogProb(y[i], d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
	}))
	prior := criticism.LogPrior{Name: "prior", At: func(d *sampler.Draw) float64 {
		return variate.NormalLogProb(d.Scalar("mu"), 80, math.Sqrt(evaluated)) +
			variate.InvGammaLogProb(d.Scalar("sigma2"), 3, 50)
	}}
	return nb.Must(criticism.PowerScale(tr, l, []criticism.LogPrior{prior})).Rows[0].Values
}

func TestEvidence(t *testing.T) {
	n := open(t, "17_evidence")
	ben := func(a, b, heads, tails float64) float64 { // against 1 in 1024
		return 1024 * math.Exp(mathext.Lbeta(a+heads, b+tails)-mathext.Lbeta(a, b))
	}
	n.exercise("1", func(e *exercise) {
		e.exact(1 / ben(1, 1, 6, 4))
		e.wrong("turned around", ben(1, 1, 6, 4))
		e.wrong("the best p", 1./1024/(math.Pow(0.6, 6)*math.Pow(0.4, 4)))
		e.wrong("eight heads", 1/ben(1, 1, 8, 2))
		e.wrong("any order of the tosses", 252*1/ben(1, 1, 6, 4))
	})
	n.exercise("2", func(e *exercise) {
		e.exact(ben(5, 5, 8, 2))
		e.right(func(seed uint64) float64 {
			r, p := sampler.Stream("wiser", seed, 0), make([]float64, 100_000)
			for i := range p {
				q := variate.Beta(r, 5, 5)
				p[i] = 1024 * math.Pow(q, 8) * math.Pow(1-q, 2)
			}
			return diag.Mean(p)
		})
		e.wrong("not divided by B(5, 5)", ben(5, 5, 8, 2)*math.Exp(mathext.Lbeta(5, 5)))
		e.wrong("the flat prior", ben(1, 1, 8, 2))
		e.wrong("Anna against Ben", 1/ben(5, 5, 8, 2))
		e.wrong("Beta(4, 4)", ben(4, 4, 8, 2))
	})
	n.exercise("3", func(e *exercise) {
		prior := variate.NormalLogProb(80, 80, 4)
		e.exact(fixedMean(80) - evidence(datasets.ExamScores()))
		e.right(func(seed uint64) float64 { return shortcut(seed, 80, prior) })
		e.wrong("turned around", -shortcut(1, 80, prior))
		e.wrong("no prior", shortcut(1, 80, 0))
		e.wrong("the prior at 90", shortcut(1, 80, variate.NormalLogProb(90, 80, 4)))
		e.wrong("a mean of 90", shortcut(1, 90, variate.NormalLogProb(90, 80, 4)))
		e.wrong("a factor, not its logarithm", math.Exp(shortcut(1, 80, prior)))
	})
	n.exercise("4", func(e *exercise) {
		e.slow()
		e.right(func(seed uint64) float64 { return sensitivities(seed, 100, 100)[0] })
		e.wrong("the old prior", sensitivities(1, 16, 16)[0])
		e.wrong("the new one in the model only", sensitivities(1, 100, 16)[0])
		e.wrong("the new one in the function only", sensitivities(1, 16, 100)[0])
		e.wrong("the likelihood", sensitivities(1, 100, 100)[1])
		e.wrong("10 for the variance", sensitivities(1, 10, 10)[0])
	})
}
