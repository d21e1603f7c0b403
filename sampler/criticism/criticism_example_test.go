package criticism_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/normal"
	"gibbslab/sampler/variate"
	"gibbslab/sampler/verify"
)

var (
	scores = datasets.ExamScores()
	prior  = normal.Prior{Nu: 80, Tau2: 16, Alpha: 3, Beta: 50}
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// fit draws from the posterior of the exam scores.
func fit(y []float64) *sampler.Trace {
	return must(sampler.Run(context.Background(), must(prior.Model(y)), sampler.Settings{Seed: 1}))
}

// logLik is the log likelihood of the scores y, under a normal distribution.
func logLik(tr *sampler.Trace, y []float64) *criticism.LogLik {
	return must(criticism.Pointwise(tr, len(y), func(d *sampler.Draw, i int) float64 {
		return variate.NormalLogProb(y[i], d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
	}))
}

func ExampleLOO() {
	loo := must(criticism.LOO(logLik(fit(scores), scores)))
	fmt.Println(loo.Verdict())
	fmt.Printf("exact: %.1f\n", -105.845817)
	lowest := slices.IndexFunc(scores, func(y float64) bool { return y == slices.Min(scores) })
	w := must(loo.Weights(lowest))
	fmt.Printf("without the lowest score, %.0f: k̂ %.1f, worth %.0f draws\n", scores[lowest], w.K,
		math.Floor(w.ESS/100)*100)
	// Output:
	// LOO: elpd -105.9, standard error 3.8, 1.8 effective parameters. All k̂ are good (at most 0.70).
	// exact: -105.8
	// without the lowest score, 67: k̂ 0.3, worth 1500 draws
}

func ExampleCompare() {
	// A normal distribution whose spread is estimated, against one whose spread is fixed at 25.
	tr := fit(scores)
	wide := must(criticism.Pointwise(tr, len(scores), func(d *sampler.Draw, i int) float64 {
		return variate.NormalLogProb(scores[i], d.Scalar("mu"), 25)
	}))
	a, b := must(criticism.LOO(logLik(tr, scores))), must(criticism.LOO(wide))
	c := must(criticism.Compare([]string{"normal", "too wide"}, a, b))
	fmt.Print(c)
	fmt.Printf("stacking weights: %.2f\n", must(criticism.Stack(a, b)))
	// Output:
	// "normal" predicts best, better than "too wide" by 15.9 ± 3.4.
	// model     difference   SE  P(worse)  weight  doubts
	// normal           0.0  0.0         –    1.00
	// too wide       -15.9  3.4      1.00    0.00  fewer than 100 observations
	// stacking weights: [1.00 0.00]
}

func ExampleKFold() {
	folds := must(criticism.Folds(len(scores), 5, sampler.Stream("folds", 1, 0)))
	elpd := must(criticism.KFold(folds, func(fold []int) (*criticism.LogLik, error) {
		var rest, left []float64
		for i, y := range scores {
			if slices.Contains(fold, i) {
				continue
			}
			rest = append(rest, y)
		}
		for _, i := range fold {
			left = append(left, scores[i])
		}
		return logLik(fit(rest), left), nil
	}))
	fmt.Println(elpd.Verdict())
	// Output:
	// 5-fold: elpd -105.9, standard error 3.8.
}

func ExampleElpd_PIT() {
	tr := fit(scores)
	rep := must(tr.Replicate(sampler.Stream("pit", 1, 0), 0, len(scores), replicate))
	pit := must(must(criticism.LOO(logLik(tr, scores))).PIT(scores, rep))
	fmt.Printf("%d of %d scores are below their predictive median\n", len(scores)-above(pit), len(pit))
	// Output:
	// 14 of 29 scores are below their predictive median
}

func replicate(r *rand.Rand, d *sampler.Draw, y []float64) {
	for i := range y {
		y[i] = variate.Normal(r, d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
	}
}

func above(pit []float64) (n int) {
	for _, p := range pit {
		if p > 0.5 {
			n++
		}
	}
	return n
}

func ExamplePredictiveP() {
	rep := must(fit(scores).Replicate(sampler.Stream("p", 1, 0), 1000, len(scores), replicate))
	p := must(criticism.PredictiveP(scores, rep, func(y []float64) float64 { return stat.Skew(y, nil) }))
	fmt.Printf("the replicates are more skewed than the scores with probability %.2f\n", p)
	// Output:
	// the replicates are more skewed than the scores with probability 0.85
}

func ExamplePriorPredictive() {
	joint := verify.Joint[normal.State, []float64]{
		Prior: func(r *rand.Rand) (*normal.State, error) {
			return &normal.State{Mu: variate.Normal(r, 80, 4), Sigma2: variate.InvGamma(r, 3, 50)}, nil
		},
		Data: func(r *rand.Rand, s *normal.State) ([]float64, error) {
			y := make([]float64, 29)
			for i := range y {
				y[i] = variate.Normal(r, s.Mu, math.Sqrt(s.Sigma2))
			}
			return y, nil
		},
	}
	sets := must(criticism.PriorPredictive(joint, 1000, sampler.Stream("prior", 1, 0)))
	beyond := 0
	for _, y := range sets {
		if slices.Max(y) > 100 {
			beyond++
		}
	}
	fmt.Printf("%d of %d classes from the prior have a score above 100\n", beyond, len(sets))
	// Output:
	// 54 of 1000 classes from the prior have a score above 100
}

func ExamplePowerScale() {
	tr := fit(scores)
	fmt.Print(must(criticism.PowerScale(tr, logLik(tr, scores), []criticism.LogPrior{
		{"of mu", func(d *sampler.Draw) float64 { return variate.NormalLogProb(d.Scalar("mu"), 80, 4) }},
		{"of sigma2", func(d *sampler.Draw) float64 { return variate.InvGammaLogProb(d.Scalar("sigma2"), 3, 50) }},
	})))
	// Output:
	// Prior and data may be in conflict about mu and sigma2: the posterior is sensitive to both.
	// parameter  prior  likelihood  of mu  of sigma2
	// mu         0.076       0.141  0.084      0.032  conflict?
	// sigma2     0.162       0.090  0.019      0.180  conflict?
	// The change of each posterior if a component's power doubles; from 0.05 on it counts.
}

// Draws from a posterior become draws with half the weight on the prior.
func ExamplePowerWeights() {
	tr := fit(scores)
	logPrior := must(criticism.PerDraw(tr, func(d *sampler.Draw) float64 {
		return variate.NormalLogProb(d.Scalar("mu"), 80, 4)
	}))
	w := criticism.PowerWeights(logPrior, 0.5)
	mu, mean := must(tr.Draws("mu")), 0.0
	for s, v := range w.Log {
		mean += math.Exp(v) * mu[s]
	}
	fmt.Printf("E μ %.1f instead of %.1f\n", mean, stat.Mean(mu, nil))
	// Output:
	// E μ 86.7 instead of 86.3
}

func ExampleSmooth() {
	r := sampler.Stream("smooth", 1, 0)
	ratios := make([]float64, 4000) // from an exponential distribution to one with half the rate
	for s := range ratios {
		ratios[s] = r.ExpFloat64() / 2
	}
	w := criticism.Smooth(ratios, 1)
	fmt.Printf("k̂ %.1f, where 0.5 is exact; limit %.1f\n", w.K, w.Limit)
	// Output:
	// k̂ 0.5, where 0.5 is exact; limit 0.7
}

func ExampleChib() {
	m, star := must(prior.Model(scores)), &normal.State{Mu: 86, Sigma2: 70}
	n, sum := float64(len(scores)), stat.Mean(scores, nil)*float64(len(scores))
	squares := func(mu float64) (total float64) {
		for _, y := range scores {
			total += (y - mu) * (y - mu)
		}
		return total
	}
	logJoint := variate.NormalLogProb(star.Mu, 80, 4) + variate.InvGammaLogProb(star.Sigma2, 3, 50) -
		n/2*math.Log(2*math.Pi*star.Sigma2) - squares(star.Mu)/(2*star.Sigma2)
	sigma2 := criticism.Conditional[normal.State]{Blocks: []string{"sigma2"},
		LogDensity: func(s, star *normal.State) float64 {
			return variate.InvGammaLogProb(star.Sigma2, 3+n/2, 50+squares(s.Mu)/2)
		},
		Fix: func(s, star *normal.State) { s.Sigma2 = star.Sigma2 }}
	mu := criticism.Conditional[normal.State]{Blocks: []string{"mu"},
		LogDensity: func(s, star *normal.State) float64 {
			p := 1./16 + n/s.Sigma2
			return variate.NormalLogProb(star.Mu, (80./16+sum/s.Sigma2)/p, math.Sqrt(1/p))
		},
		Fix: func(s, star *normal.State) { s.Mu = star.Mu }}
	chib := must(criticism.Chib(context.Background(), m, star, logJoint,
		[]criticism.Conditional[normal.State]{sigma2, mu}, sampler.Settings{Seed: 1}))
	fmt.Printf("log p(y) = %.2f, exact %.2f\n", chib.Log, must(prior.Exact(scores)).LogMarginal)
	// Output:
	// log p(y) = -109.09, exact -109.09
}

func ExampleBridge() {
	tr := fit(scores)
	bridge := must(criticism.Bridge(tr, 2, func(d *sampler.Draw, x []float64) {
		x[0], x[1] = d.Scalar("mu"), math.Log(d.Scalar("sigma2"))
	}, func(x []float64) float64 {
		sigma2 := math.Exp(x[1])
		log := variate.NormalLogProb(x[0], 80, 4) + variate.InvGammaLogProb(sigma2, 3, 50) + x[1]
		for _, y := range scores {
			log += variate.NormalLogProb(y, x[0], math.Sqrt(sigma2))
		}
		return log
	}, sampler.Stream("bridge", 1, 0)))
	fmt.Printf("log p(y) = %.2f, exact %.2f\n", bridge.Log, must(prior.Exact(scores)).LogMarginal)
	// Output:
	// log p(y) = -109.10, exact -109.09
}

// Is μ = 80, the mean of its prior?
func ExampleSavageDickey() {
	n, sum := float64(len(scores)), stat.Mean(scores, nil)*float64(len(scores))
	bf := must(criticism.SavageDickey(fit(scores), variate.NormalLogProb(80, 80, 4),
		func(d *sampler.Draw) float64 {
			p := 1./16 + n/d.Scalar("sigma2")
			return variate.NormalLogProb(80, (80./16+sum/d.Scalar("sigma2"))/p, math.Sqrt(1/p))
		}))
	fmt.Printf("log Bayes factor for μ = 80: %.1f, exact %.1f\n", bf.Log, -115.666352+109.094371)
	// Output:
	// log Bayes factor for μ = 80: -6.6, exact -6.6
}

func ExampleLogLik_Grouped() {
	first, last := slices.Repeat([]string{"first"}, 15), slices.Repeat([]string{"last"}, 14)
	l := must(logLik(fit(scores), scores).Grouped(append(first, last...)))
	loo := must(criticism.LOO(l))
	fmt.Printf("%d groups of %d draws, %d above the limit of k̂\n", l.Len(), l.Draws(), len(loo.Bad()))
	named := must(logLik(fit(scores[:3]), scores[:3]).Named("Ann", "Bob", "Cy"))
	fmt.Println(must(criticism.LOO(named)).Points[2].Name, named.RelativeESS() > 0.8)
	fmt.Println(len(must(named.Total())))
	// Output:
	// 2 groups of 4000 draws, 1 above the limit of k̂
	// Cy false
	// 4000
}

// A model that records its log likelihood needs no function.
func ExampleRecorded() {
	tr := fit(scores)
	rows := must(tr.Replicate(sampler.Stream("log", 1, 0), 0, len(scores), func(_ *rand.Rand, d *sampler.Draw, l []float64) {
		for i, y := range scores {
			l[i] = variate.NormalLogProb(y, d.Scalar("mu"), math.Sqrt(d.Scalar("sigma2")))
		}
	}))
	a := sampler.Array{Shape: []int{len(scores)},
		Draws: [][][]float64{rows[:1000], rows[1000:2000], rows[2000:3000], rows[3000:]}}
	if err := tr.AddArray("log_lik", a); err != nil {
		panic(err)
	}
	l := must(criticism.Recorded(tr, "log_lik"))
	fmt.Println(must(criticism.LOO(l)).Verdict())
	store := must(l.ZarrArray("y")) // for Trace.WriteZarr
	fmt.Println(store.Group, store.Shape, store.Chains, store.Draws)
	// Output:
	// LOO: elpd -105.9, standard error 3.8, 1.8 effective parameters. All k̂ are good (at most 0.70).
	// log_likelihood [29] 4 1000
}
