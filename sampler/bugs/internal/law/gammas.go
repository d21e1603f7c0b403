package law

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// generalGamma is the log of (λx)^b, which is Gamma(r, 1).
func generalGamma(x float64, p vec) float64 { return p[2] * (math.Log(p[1]) + math.Log(x)) }

// logGammaTails are those of a Gamma(a, 1) variate at exp(y).
func logGammaTails(a, y float64) (lower, upper float64) {
	if y > -690 {
		return gammaTails(a, math.Exp(y))
	}
	lg, _ := math.Lgamma(a + 1)
	lower = a*y - lg
	return lower, log1mExp(lower)
}

// noncentral is the log of the sum over j of Poisson(j; δ/2) exp(term(k/2+j)). Where it is below
// −100 000, because x is very large, it is −Inf.
func noncentral(x float64, p vec, term func(shape float64) float64) float64 {
	if x > 1e6*(1+p[0]+p[1]) {
		return -inf
	}
	return logSum(0, inf, func(j float64) float64 {
		return variate.PoissonLogProb(int(j), p[1]/2) + term(p[0]/2+j)
	})
}

var gammas = []Law{
	gammaLaw("dgamma", []string{"shape", "rate"}, "pp", same),
	gammaLaw("dchisqr", []string{"degrees of freedom"}, "p",
		func(p vec) (shape, rate float64) { return p[0] / 2, 0.5 }), Law{
		Name: "dinvgamma", Params: []string{"shape", "scale"}, kinds: "pp", Support: positive,
		tails: func(x float64, p vec) (float64, float64) {
			lower, upper := gammaTails(p[0], p[1]/x)
			return upper, lower
		},
		truncated: func(r *rand.Rand, p vec, lo, hi float64) float64 {
			return min(max(1/variate.TruncatedGamma(r, p[0], p[1], 1/hi, 1/lo), lo), hi)
		},
	}.of(variate.InvGamma, variate.InvGammaLogProb, same), {
		Name: "dgen.gamma", Params: []string{"shape", "rate", "power"}, kinds: "ppp", Support: positive,
		LogDensity: func(x float64, p vec) float64 {
			if x == 0 {
				lg, _ := math.Lgamma(p[0])
				return variate.GammaLogProb(0, p[0]*p[2], 1) + math.Log(p[2]*p[1]) - lg
			}
			return variate.LogGammaLogProb(generalGamma(x, p), p[0]) + math.Log(p[2]) - math.Log(x)
		},
		Draw: func(r *rand.Rand, p vec) float64 {
			return math.Exp(variate.LogGamma(r, p[0])/p[2]) / p[1]
		},
		tails: func(x float64, p vec) (lower, upper float64) {
			return logGammaTails(p[0], generalGamma(x, p))
		},
	}, {
		Name: "dnchisqr", Params: []string{"degrees of freedom", "non-centrality"}, kinds: "pn",
		Support: positive,
		LogDensity: func(x float64, p vec) float64 {
			if x == 0 {
				return -p[1]/2 + variate.GammaLogProb(0, p[0]/2, 0.5)
			}
			return noncentral(x, p, func(a float64) float64 { return variate.GammaLogProb(x, a, 0.5) })
		},
		Draw: func(r *rand.Rand, p vec) float64 {
			return variate.Gamma(r, p[0]/2+float64(variate.Poisson(r, p[1]/2)), 0.5)
		},
		tails: func(x float64, p vec) (lower, upper float64) {
			lower = noncentral(x, p, func(a float64) float64 { l, _ := gammaTails(a, x/2); return l })
			upper = noncentral(x, p, func(a float64) float64 { _, u := gammaTails(a, x/2); return u })
			if upper == -inf {
				return 0, upper
			}
			return min(lower, 0), min(upper, 0)
		}}}

// gammaLaw is a gamma distribution whose shape and rate are functions of the parameters.
func gammaLaw(
	name string, params []string, kinds string, to func(p vec) (shape, rate float64)) Law {
	return Law{
		Name: name, Params: params, kinds: kinds, Support: positive,
		tails: func(x float64, p vec) (float64, float64) {
			shape, rate := to(p)
			if y := x * rate; y > 1e-300 || x == 0 {
				return gammaTails(shape, y)
			}
			return logGammaTails(shape, math.Log(x)+math.Log(rate))
		},
		truncated: func(r *rand.Rand, p vec, lo, hi float64) float64 {
			shape, rate := to(p)
			return variate.TruncatedGamma(r, shape, rate, lo, hi)
		},
	}.of(variate.Gamma, variate.GammaLogProb, to)
}
