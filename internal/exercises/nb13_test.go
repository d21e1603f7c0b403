package exercises

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
)

// chainsOf runs a model, without the progress that nb.Run shows.
func chainsOf[S any](m sampler.Model[S], set sampler.Settings) *sampler.Trace {
	return nb.Must(sampler.Run(context.Background(), m, set))
}

// examPrior is the prior of the exam scores, with a variance of the mean.
func examPrior(tau2 float64) normal.Prior {
	return normal.Prior{Nu: 80, Tau2: tau2, Alpha: 3, Beta: 50}
}

func examPost(tau2 float64, draws int, seed uint64) *sampler.Trace {
	m := nb.Must(examPrior(tau2).Model(datasets.ExamScores()))
	return chainsOf(m, sampler.Settings{Draws: draws, Seed: seed})
}

// evidence is the log marginal likelihood of scores.
func evidence(y []float64) float64 { return nb.Must(examPrior(16).Exact(y)).LogMarginal }

// quietest is the longest row of years without a disaster.
func quietest(y []float64) (most float64) {
	row := 0.0
	for _, v := range y {
		row++
		if v > 0 {
			row = 0
		}
		most = max(most, row)
	}
	return most
}

// oneRate makes histories of 112 years, with the rate drawn from its posterior, and returns the
// shares of those whose longest quiet time is larger than 5, and equal to it.
func oneRate(seed uint64, histories int) (larger, equal float64) {
	r, y := sampler.Stream("histories", seed, 0), make([]float64, 112)
	for range histories {
		lambda := variate.Gamma(r, 2+floats.Sum(datasets.CoalDisasters()), 1+112)
		for i := range y {
			y[i] = distuv.Poisson{Lambda: lambda, Src: r}.Rand()
		}
		if q := quietest(y); q > 5 {
			larger += 1 / float64(histories)
		} else if q == 5 {
			equal += 1 / float64(histories)
		}
	}
	return larger, equal
}

func TestCriticism(t *testing.T) {
	n := open(t, "13_is_it_any_good")
	scores := datasets.ExamScores()
	n.exercise("1", func(e *exercise) {
		smallest := func(seed uint64, of func([]float64) float64) float64 {
			class := func(r *rand.Rand, d *sampler.Draw, y []float64) {
				for i := range y {
					y[i] = variate.Normal(r, d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
				}
			}
			r := sampler.Stream("class", seed, 0)
			made := nb.Must(examPost(16, 1000, seed).Replicate(r, 0, 29, class))
			return nb.Must(criticism.PredictiveP(scores, made, of))
		}
		e.right(func(seed uint64) float64 { return smallest(seed, slices.Min[[]float64]) })
		e.wrong("the other tail", 1-smallest(1, slices.Min[[]float64]))
		e.wrong("the largest score", smallest(1, slices.Max[[]float64]))
		e.wrong("one score", 1-nb.Must(examPrior(16).Exact(scores)).PredictiveCDF(67))
	})
	n.exercise("2", func(e *exercise) {
		e.exact(29 * math.Log(100))
		e.wrong("the other sign", -29*math.Log(100))
		e.wrong("one score", math.Log(100))
		e.wrong("no logarithm", 29*100)
		e.wrong("another logarithm", 29*math.Log10(100))
	})
	n.exercise("3", func(e *exercise) {
		density := func(seed uint64, power float64) float64 { // log mean of p(three scores)^power
			return math.Log(diag.Mean(nb.Must(criticism.PerDraw(examPost(16, 1000, seed),
				func(d *sampler.Draw) float64 {
					p := variate.NormalLogProb(100, d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
					return math.Exp(3 * power * p)
				}))))
		}
		e.right(func(seed uint64) float64 { return -density(seed, -1) })
		two := append(slices.DeleteFunc(slices.Clone(scores),
			func(y float64) bool { return y == 100 }), 100, 100)
		e.wrong("the sum of three terms", 3*(evidence(scores)-evidence(two)))
		e.wrong("no weights", density(1, 1))
		e.wrong("without the minus", density(1, -1))
	})
	n.exercise("4", func(e *exercise) {
		e.slow()
		larger, equal := oneRate(1, 20_000)
		e.right(func(seed uint64) float64 {
			larger, equal := oneRate(seed, 20_000)
			return larger + equal/2
		})
		e.wrong("equal ones do not count", larger)
		e.wrong("equal ones count in full", larger+equal)
		e.wrong("the other tail", 1-larger-equal/2)
	})
}
