package bugs_test

import (
	"fmt"
	"math"
	"testing"

	"gibbslab/sampler/bugs"
	"gibbslab/sampler/variate"
)

// TestNamesOfVariate holds that a capitalised name means in a model what it means in package
// variate.
func TestNamesOfVariate(t *testing.T) {
	for text, c := range map[string]struct{ y, want float64 }{
		"Normal(2, 3)":          {4, variate.NormalLogProb(4, 2, 3)},
		"LogNormal(2, 3)":       {4, variate.LogNormalLogProb(4, 2, 3)},
		"StudentT(5, 2, 3)":     {4, variate.StudentTLogProb(4, 5, 2, 3)},
		"StudentsT(2, 3, 5)":    {4, variate.StudentTLogProb(4, 5, 2, 3)},
		"Laplace(2, 3)":         {4, variate.LaplaceLogProb(4, 2, 3)},
		"Logistic(2, 3)":        {4, variate.LogisticLogProb(4, 2, 3)},
		"HalfNormal(3)":         {4, variate.HalfNormalLogProb(4, 3)},
		"HalfCauchy(3)":         {4, variate.HalfCauchyLogProb(4, 3)},
		"Gamma(2, 3)":           {4, variate.GammaLogProb(4, 2, 3)},
		"InvGamma(2, 3)":        {4, variate.InvGammaLogProb(4, 2, 3)},
		"InverseGamma(2, 3)":    {4, variate.InvGammaLogProb(4, 2, 3)},
		"Exponential(3)":        {4, variate.ExponentialLogProb(4, 3)},
		"Weibull(2, 3)":         {4, variate.WeibullLogProb(4, 2, 3)},
		"Pareto(2, 3)":          {4, variate.ParetoLogProb(4, 2, 3)},
		"Beta(2, 3)":            {.4, variate.BetaLogProb(.4, 2, 3)},
		"Uniform(2, 9)":         {4, variate.UniformLogProb(4, 2, 9)},
		"Bernoulli(0.3)":        {1, variate.BinomialLogProb(1, 1, .3)},
		"Binomial(9, 0.3)":      {4, variate.BinomialLogProb(4, 9, .3)},
		"BetaBinomial(9, 2, 3)": {4, variate.BetaBinomialLogProb(4, 9, 2, 3)},
		"Poisson(3)":            {4, variate.PoissonLogProb(4, 3)},
		"NegBinomial(2, 3)":     {4, variate.NegBinomialLogProb(4, 2, 3)},
	} {
		m := compiled(t, fmt.Sprintf("model { y ~ %s\n mu ~ Normal(0, 1) }", text), bugs.Data{"y": c.y})
		l, err := m.LogLikelihood(run(t, m, 10))
		if err != nil {
			t.Fatal(err)
		}
		if x, err := l.Total(); err != nil || !(math.Abs(x[0]-c.want) < 1e-12) {
			t.Errorf("%s: log density %v of %g, want %g (%v)", text, x[0], c.y, c.want, err)
		}
	}
}
