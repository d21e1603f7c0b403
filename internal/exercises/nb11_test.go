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
	"gibbslab/sampler/variate"
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

// eruption is a row of the regression on both kinds of eruptions; long is 1 or 0.
func eruption(minutes, before, long float64) []float64 {
	return []float64{1, minutes - 3, long, (minutes - 3) * long, before - 70}
}

// kindsOfEruptions is the regression on all eruptions but the first.
func kindsOfEruptions() regress.Regression {
	x, y := datasets.Faithful()
	g := regress.Regression{Y: y[1:],
		Names: []string{"intercept", "minutes", "long", "minutes:long", "before"}}
	for i := 1; i < len(x); i++ {
		long := 0.0
		if x[i] > 3 {
			long = 1
		}
		g.X = append(g.X, eruption(x[i], y[i-1], long))
	}
	return g
}

func TestRegression(t *testing.T) {
	n := open(t, "11_regression")
	minutes, waits := datasets.Faithful()
	_, beta := stat.LinearRegression(minutes, waits, nil, false)
	var before, long []float64 // the eruption before, and whether the next one is long
	for i, x := range minutes[1:] {
		before, long = append(before, minutes[i]), append(long, 0)
		if x > 3 {
			long[i] = 1
		}
	}
	n.exercise("1", func(e *exercise) {
		g := kindsOfEruptions()
		times := eruption(4, 70, 1)
		floats.Sub(times, eruption(2, 70, 0))
		sum := func(post *sampler.Trace, times []float64) []float64 {
			all := make([]float64, 4000)
			for j, name := range g.Names {
				floats.AddScaled(all, times[j], nb.Must(post.Draws("beta["+name+"]")))
			}
			return all
		}
		answer := func(draws []float64, prob float64) []float64 {
			_, upper := diag.ETI(draws, prob)
			return []float64{diag.Mean(draws), upper}
		}
		e.rights(func(seed uint64) []float64 {
			return answer(sum(chainsOf(nb.Must(g.Model()), sampler.Settings{Seed: seed}), times), 0.95)
		})
		post := chainsOf(nb.Must(g.Model()), sampler.Settings{Seed: 1})
		right, ends := answer(sum(post, times), 0.95), 0.0
		for j, name := range g.Names {
			ends += times[j] * answer(nb.Must(post.Draws("beta["+name+"]")), 0.95)[1]
		}
		e.wrong("no interaction", answer(sum(post, []float64{0, 2, 1, 0, 0}), 0.95)...)
		e.wrong("the step alone", answer(sum(post, []float64{0, 0, 1, 0, 0}), 0.95)...)
		e.wrong("minutes from 0 and not from 3", answer(sum(post, []float64{0, 2, 1, 4, 0}), 0.95)...)
		e.wrong("one line", 2*beta, right[1])
		e.wrong("the ends are added", right[0], ends)
		e.wrong("an interval of 90 %", answer(sum(post, times), 0.9)...)
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
	n.exercise("6", func(e *exercise) {
		beside := func(seed uint64, columns string) float64 { // nobody measured rain, heat or snow
			r, data := sampler.Stream("third", seed, 0), map[string]any{}
			x := make([][]float64, 5)
			n := func(mean float64) float64 { return variate.Normal(r, mean, 1) }
			for range 2000 {
				rain, heat, snow := n(0), n(0), n(0)
				steam, pool, minutes := n(2*rain), n(2*heat+2*snow), n(2*rain+2*heat)
				lost := n(2 * minutes)
				for j, v := range []float64{steam, pool, minutes, lost, n(lost + 2*steam + 2*snow)} {
					x[j] = append(x[j], v)
				}
			}
			for j, name := range []string{"steam", "pool", "minutes", "lost", "wait"} {
				data[name] = x[j]
			}
			g := nb.Must(regress.Formula("wait ~ minutes + "+columns, data))
			return diag.Mean(nb.Must(chainsOf(nb.Must(g.Model()), sampler.Settings{Seed: seed}).Draws("beta[minutes]")))
		}
		e.right(func(seed uint64) float64 { return beside(seed, "steam") })
		for _, wrong := range []string{"pool", "lost", "steam + pool", "steam + lost", "pool + lost",
			"steam + pool + lost"} {
			e.wrong(wrong, beside(1, wrong))
		}
	})
}
