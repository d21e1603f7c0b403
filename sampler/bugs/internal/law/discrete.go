package law

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"

	"gibbslab/sampler/variate"
)

func counts([]float64) (lo, hi float64) { return 0, inf }

// summed gives tails by adding up probabilities.
func summed(support func(vec) (lo, hi float64), log func(x float64, p vec) float64,
) func(x float64, p vec) (lower, upper float64) {
	return func(x float64, p vec) (lower, upper float64) {
		lo, hi := support(p)
		lower, upper = -inf, -inf
		for k := lo; k <= hi; k++ {
			if v := log(k, p); k <= x {
				lower = numeric.LogAdd(lower, v)
			} else {
				upper = numeric.LogAdd(upper, v)
			}
		}
		return lower, upper
	}
}

func categories(p vec) (lo, hi float64) { return 1, float64(len(p)) }

func categoryLog(x float64, p vec) float64 { return variate.CategoricalLogProb(int(x)-1, p) }

func betaBinomialSupport(p vec) (lo, hi float64) { return 0, p[2] }

func betaBinomialLog(x float64, p vec) float64 {
	return variate.BetaBinomialLogProb(int(x), int(p[2]), p[0], p[1])
}

// failures are the mean and the size of dnegbin. Where the mean is 0 the size does not matter.
func failures(p vec) (mean, size float64) {
	if mean = p[1] * (1 - p[0]) / p[0]; mean == 0 {
		return 0, 1
	}
	return mean, p[1]
}

func hyperSupport(p vec) (lo, hi float64) { return max(0, p[2]-p[1]), min(p[0], p[2]) }

// hyperWeight is the log probability of k up to a constant: the central law, tilted.
func hyperWeight(p vec) func(k float64) float64 {
	tilt := math.Log(p[3])
	return func(k float64) float64 {
		return variate.HypergeometricLogProb(int(k), int(p[0]), int(p[1]), int(p[2])) + k*tilt
	}
}

func hyperTotal(p vec) float64 {
	if p[3] == 1 {
		return 0
	}
	lo, hi := hyperSupport(p)
	return logSum(lo, hi, hyperWeight(p))
}

var discrete = []Law{{
	Name: "dbern", Params: []string{"probability"}, kinds: "u", Discrete: true,
	Support: func(vec) (lo, hi float64) { return 0, 1 },
	LogDensity: func(x float64, p vec) float64 {
		if x == 1 {
			return math.Log(p[0])
		}
		return math.Log1p(-p[0])
	},
	Draw: func(r *rand.Rand, p vec) float64 {
		if r.Float64() < p[0] {
			return 1
		}
		return 0
	},
	tails: func(x float64, p vec) (float64, float64) { return math.Log1p(-p[0]), math.Log(p[0]) },
}, {
	Name: "dbin", Params: []string{"probability", "size"}, kinds: "ui", Discrete: true,
	Support: func(p vec) (lo, hi float64) { return 0, p[1] },
	LogDensity: func(x float64, p vec) float64 {
		return variate.BinomialLogProb(int(x), int(p[1]), p[0])
	},
	Draw: func(r *rand.Rand, p vec) float64 { return float64(variate.Binomial(r, int(p[1]), p[0])) },
	tails: func(x float64, p vec) (float64, float64) {
		upper, lower := betaTails(x+1, p[1]-x, p[0], 1-p[0])
		return lower, upper
	},
}, {
	Name: "dpois", Params: []string{"mean"}, kinds: "n", Discrete: true, Support: counts,
	LogDensity: func(x float64, p vec) float64 { return variate.PoissonLogProb(int(x), p[0]) },
	Draw:       func(r *rand.Rand, p vec) float64 { return float64(variate.Poisson(r, p[0])) },
	tails: func(x float64, p vec) (float64, float64) {
		upper, lower := gammaTails(x+1, p[0])
		return lower, upper
	},
}, {
	Name: "dnegbin", Params: []string{"probability", "size"}, kinds: "un", Discrete: true,
	Support: counts,
	more: func(p vec) string {
		if p[0] > 0 {
			return ""
		}
		return "the probability is 0, and must be positive"
	},
	LogDensity: func(x float64, p vec) float64 {
		mean, size := failures(p)
		return variate.NegBinomialLogProb(int(x), mean, size)
	},
	Draw: func(r *rand.Rand, p vec) float64 {
		mean, size := failures(p)
		return float64(variate.NegBinomial(r, mean, size))
	},
	tails: func(x float64, p vec) (float64, float64) {
		if p[1] == 0 {
			return 0, -inf
		}
		return betaTails(p[1], x+1, p[0], 1-p[0])
	},
}, {
	Name: "dcat", Params: []string{"probabilities"}, Discrete: true, Support: categories,
	more:       func(p vec) string { return checkWeights("probability %d", "probabilities", p) },
	LogDensity: categoryLog,
	Draw:       func(r *rand.Rand, p vec) float64 { return float64(variate.Categorical(r, p) + 1) },
	tails:      summed(categories, categoryLog),
}, {
	Name: "dbetabin", Params: []string{"first parameter", "second parameter", "size"}, kinds: "ppi",
	Discrete: true, Support: betaBinomialSupport,
	LogDensity: betaBinomialLog,
	Draw: func(r *rand.Rand, p vec) float64 {
		return float64(variate.BetaBinomial(r, int(p[2]), p[0], p[1]))
	},
	tails: summed(betaBinomialSupport, betaBinomialLog),
}, {
	Name: "dhyper", Discrete: true, kinds: "iiip", Support: hyperSupport,
	Params: []string{"number of the first kind", "number of the second kind", "sample size",
		"odds ratio"},
	more: func(p vec) string {
		if p[2] <= p[0]+p[1] {
			return ""
		}
		return fmt.Sprintf("the sample size is %g, and must be at most %g, the number of both kinds",
			p[2], p[0]+p[1])
	},
	LogDensity: func(x float64, p vec) float64 { return hyperWeight(p)(x) - hyperTotal(p) },
	Draw: func(r *rand.Rand, p vec) float64 {
		if p[3] == 1 {
			return float64(variate.Hypergeometric(r, int(p[0]), int(p[1]), int(p[2])))
		}
		k, hi := hyperSupport(p)
		weight, total := hyperWeight(p), hyperTotal(p)
		for u := r.Float64(); k < hi; k++ {
			if u -= math.Exp(weight(k) - total); u < 0 {
				break
			}
		}
		return k
	},
	tails: func(x float64, p vec) (lower, upper float64) {
		lo, hi := hyperSupport(p)
		weight, total := hyperWeight(p), hyperTotal(p)
		return min(0, logSum(lo, x, weight)-total), min(0, logSum(x+1, hi, weight)-total)
	},
}}
