package criticism_test

import (
	"fmt"
	"math"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/criticism"
	"gibbslab/sampler/variate"
)

// One score of 35 makes LOO unreliable. Match moves the draws to where they would be without it;
// Refit runs the sampler without it.
func ExampleElpd_Match() {
	y := append(slices.Clone(scores), 35)
	tr := fit(y)
	loo := must(criticism.LOO(logLik(tr, y)))
	density := func(x []float64, i int) float64 {
		return variate.NormalLogProb(y[i], x[0], math.Exp(x[1]/2))
	}
	matched := must(loo.Match(tr, 2, func(d *sampler.Draw, x []float64) {
		x[0], x[1] = d.Scalar("mu"), math.Log(d.Scalar("sigma2"))
	}, func(x []float64) float64 { // prior, Jacobian of the logarithm, and likelihood
		log := variate.NormalLogProb(x[0], 80, 4) + variate.InvGammaLogProb(math.Exp(x[1]), 3, 50) + x[1]
		for i := range y {
			log += density(x, i)
		}
		return log
	}, density))
	refitted := must(loo.Refit(func(fold []int) (*criticism.LogLik, error) {
		i := fold[0]
		return logLik(fit(slices.Delete(slices.Clone(y), i, i+1)), y[i:i+1]), nil
	}))
	exact := must(prior.Exact(y)).LogMarginal - must(prior.Exact(scores)).LogMarginal
	for _, e := range []*criticism.Elpd{loo, matched, refitted} {
		fmt.Printf("%s: %d bad; of the score 35 %.1f\n", e.Method, len(e.Bad()), e.Points[29].Elpd)
	}
	fmt.Printf("exact %.1f\n", exact)
	// Output:
	// LOO: 1 bad; of the score 35 -15.3
	// LOO, 1 by moment matching: 0 bad; of the score 35 -16.0
	// LOO, 1 refitted: 0 bad; of the score 35 -16.0
	// exact -15.9
}

// Each of the last 15 scores is predicted from those before it.
func ExampleFuture() {
	runs := 0
	elpd := must(criticism.Future(len(scores), 14, func(seen int) (*criticism.LogLik, error) {
		runs++
		return logLik(fit(scores[:seen]), scores), nil
	}))
	fmt.Println(elpd.Verdict())
	fmt.Printf("%d predictions from %d run; exact %.1f\n", len(elpd.Points), runs,
		must(prior.Exact(scores)).LogMarginal-must(prior.Exact(scores[:14])).LogMarginal)
	// Output:
	// leave-future-out, 1 fit: elpd -53.9, standard error 2.0.
	// 15 predictions from 1 run; exact -53.9
}
