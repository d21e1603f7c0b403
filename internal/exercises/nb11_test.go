package exercises

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"gibbslab/datasets"
	"gibbslab/nb"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/regress"
)

// interceptAnd is a column of ones beside x.
func interceptAnd(x ...float64) (rows [][]float64) {
	for _, v := range x {
		rows = append(rows, []float64{1, v})
	}
	return rows
}

// slope is the mean and standard deviation of β given α and σ², with a precision of its prior.
func slope(alpha, sigma2, prior float64) (mean, sd float64) {
	x, y := datasets.Faithful()
	precision := floats.Dot(x, x)/sigma2 + prior
	return (floats.Dot(x, y) - alpha*floats.Sum(x)) / sigma2 / precision, math.Sqrt(1 / precision)
}

func TestRegression(t *testing.T) {
	n := open(t, "11_regression")
	minutes, waits := datasets.Faithful()
	alpha, beta := stat.LinearRegression(minutes, waits, nil, false)
	var before, long []float64 // the eruption before, and whether the next one is long
	for i, x := range minutes[1:] {
		before, long = append(before, minutes[i]), append(long, 0)
		if x > 3 {
			long[i] = 1
		}
	}
	n.exercise("1", func(e *exercise) {
		e.slow()
		predicted := func(seed uint64) []float64 {
			g := regress.Regression{X: interceptAnd(minutes...), Y: waits}
			post := chainsOf(nb.Must(g.Model()), sampler.Settings{Seed: seed})
			four, r := regress.Regression{X: interceptAnd(4)}, sampler.Stream("missed", seed, 0)
			var y []float64
			for _, row := range nb.Must(four.Predict(r, post, 4000)) {
				y = append(y, row[0])
			}
			return y
		}
		above := func(y []float64, limit float64) float64 {
			return float64(floats.Count(func(y float64) bool { return y > limit }, y)) /
				float64(len(y))
		}
		e.right(func(seed uint64) float64 { return above(predicted(seed), 80) })
		e.wrong("the line for certain", 0)
		e.wrong("the chance to see it", 1-above(predicted(1), 80))
		e.wrong("a wait above 80, whatever the eruption", above(waits, 80))
		line := distuv.Normal{Mu: alpha + 4*beta, Sigma: diag.SD(waits)}
		e.wrong("the scatter of all waits", line.Survival(80))
		e.wrong("the variance for the standard deviation",
			distuv.Normal{Mu: alpha + 4*beta, Sigma: 35}.Survival(80))
	})
	n.exercise("2", func(e *exercise) {
		mean, sd := slope(40, 35, 25)
		e.exact(mean, sd)
		flat, wide := slope(40, 35, 0)
		e.wrong("no prior", flat, wide)
		e.wrong("variances are added", mean, math.Hypot(0.2, wide))
		once, narrow := slope(40, 35, 1/0.2)
		e.wrong("s for s²", once, narrow)
		e.wrong("the variance", mean, sd*sd)
	})
	n.exercise("3", func(e *exercise) {
		correlation := func(origin float64) float64 {
			x := append([]float64(nil), minutes...)
			floats.AddConst(-origin, x)
			return -floats.Sum(x) / math.Sqrt(float64(len(x))*floats.Dot(x, x))
		}
		e.exact(correlation(3) * correlation(3))
		e.wrong("not squared", correlation(3))
		e.wrong("nor its sign", -correlation(3))
		e.wrong("raw durations", correlation(0)*correlation(0))
		mean := diag.Mean(minutes)
		e.wrong("from the mean", correlation(mean)*correlation(mean))
	})
	n.exercise("4", func(e *exercise) {
		e.slow()
		even := func(seed uint64, height float64) float64 { // where α + βx has this height
			g := regress.Regression{X: interceptAnd(before...), Y: long, Family: regress.Probit{}}
			post := chainsOf(nb.Must(g.Model()), sampler.Settings{Seed: seed})
			a, b := nb.Must(post.Draws("beta[0]")), nb.Must(post.Draws("beta[1]"))
			for t := range a {
				a[t] = (height - a[t]) / b[t]
			}
			return diag.Quantile(a, 0.5)
		}
		e.right(func(seed uint64) float64 { return even(seed, 0) })
		e.wrong("where eruptions begin to be long", 3)
		e.wrong("α + βx for Φ(α + βx)", even(1, 0.5))
		e.wrong("the sign", -even(1, 0))
		e.wrong("β/α for α/β", -1/even(1, 0))
	})
	n.exercise("5", func(e *exercise) {
		gradient := func(p func(eta float64) float64, x func(float64) float64) (sum float64) {
			for i, b := range before {
				sum += x(b) * (long[i] - p(3-0.7*b))
			}
			return sum
		}
		logit := func(eta float64) float64 { return 1 / (1 + math.Exp(-eta)) }
		one := func(float64) float64 { return 1 }
		e.exact(gradient(logit, one))
		e.wrong("by β", gradient(logit, func(x float64) float64 { return x }))
		e.wrong("the sign", -gradient(logit, one))
		e.wrong("Φ for the logit curve", gradient(distuv.UnitNormal.CDF, one))
		e.wrong("1 − P for every eruption", float64(len(long))-floats.Sum(long)+gradient(logit, one))
	})
}
