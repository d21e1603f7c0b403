package law

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"

	"gibbslab/sampler/variate"
)

var inf = math.Inf(1)

func line([]float64) (lo, hi float64)     { return -inf, inf }
func positive([]float64) (lo, hi float64) { return 0, inf }

// hazard is −log P(X > x), given either log tail at x.
func hazard(logq float64, upper bool) float64 {
	if upper {
		return -logq
	}
	return -log1mExp(logq)
}

func sd(precision float64) float64 { return 1 / math.Sqrt(precision) }

// student gives the tails of dt. Beyond 1e150, where squares overflow, a tail is a power.
func student(x float64, p vec) (lower, upper float64) {
	z, k := (x-p[0])*math.Sqrt(p[1]), p[2]
	size := min(math.Abs(z), 1e150)
	tail, _ := betaTails(k/2, 0.5, k/(k+size*size), 1/(1+k/size/size))
	tail += logHalf - k*math.Log(max(math.Abs(z)/1e150, 1))
	if z < 0 {
		return tail, log1mExp(tail)
	}
	return log1mExp(tail), tail
}

// fisher gives X = nF/(nF+m), which is Beta(n/2, m/2), and 1−X. Beyond exp(±600) density and tail
// are powers; power is the log of what is left of them.
func fisher(f float64, p vec) (a, b, x, y, power float64) {
	a, b = p[0]/2, p[1]/2
	odds := math.Log(a/b) + math.Log(f)
	power = min(odds+600, 0)*a - max(odds-600, 0)*b
	u := math.Exp(min(max(odds, -600), 600))
	if power == 0 {
		u = a / b * f
	}
	return a, b, 1 / (1 + 1/u), 1 / (1 + u), power
}

// of takes draws and log densities of a law from package variate. to gives the parameters there.
func (l Law) of(
	draw func(r *rand.Rand, a, b float64) float64, logProb func(x, a, b float64) float64,
	to func(p vec) (a, b float64),
) Law {
	l.Draw = func(r *rand.Rand, p vec) float64 {
		a, b := to(p)
		return draw(r, a, b)
	}
	l.LogDensity = func(x float64, p vec) float64 {
		a, b := to(p)
		return logProb(x, a, b)
	}
	return l
}

func same(p vec) (a, b float64)         { return p[0], p[1] }
func deviation(p vec) (mean, s float64) { return p[0], sd(p[1]) }
func inverted(p vec) (mean, s float64)  { return p[0], 1 / p[1] }

var continuous = []Law{Law{
	Name: "dnorm", Params: []string{"mean", "precision"}, kinds: "rp", Support: line,
	tails: func(x float64, p vec) (float64, float64) {
		return normalTails((x - p[0]) * math.Sqrt(p[1]))
	},
	truncated: func(r *rand.Rand, p vec, lo, hi float64) float64 {
		return variate.TruncatedNormal(r, p[0], sd(p[1]), lo, hi)
	},
}.of(variate.Normal, variate.NormalLogProb, deviation), Law{
	Name: "dlnorm", Params: []string{"mean of the log", "precision of the log"}, kinds: "rp",
	Support: positive,
	tails: func(x float64, p vec) (float64, float64) {
		return normalTails((math.Log(x) - p[0]) * math.Sqrt(p[1]))
	},
	truncated: func(r *rand.Rand, p vec, lo, hi float64) float64 {
		x := math.Exp(variate.TruncatedNormal(r, p[0], sd(p[1]), math.Log(lo), math.Log(hi)))
		return min(max(x, lo), hi)
	},
}.of(variate.LogNormal, variate.LogNormalLogProb, deviation), {
	Name: "dexp", Params: []string{"rate"}, kinds: "p", Support: positive,
	LogDensity: func(x float64, p vec) float64 { return variate.ExponentialLogProb(x, p[0]) },
	Draw:       func(r *rand.Rand, p vec) float64 { return variate.Exponential(r, p[0]) },
	tails:      func(x float64, p vec) (float64, float64) { return log1mExp(-p[0] * x), -p[0] * x },
	inverse: func(logq float64, upper bool, p vec) float64 {
		return hazard(logq, upper) / p[0]
	},
}, { // the scale, rate^(−1/shape), may overflow
	Name: "dweib", Params: []string{"shape", "rate"}, kinds: "pp", Support: positive,
	LogDensity: func(x float64, p vec) float64 {
		if x == 0 {
			return variate.GammaLogProb(0, p[0], p[1])
		}
		return math.Log(p[0]*p[1]) + (p[0]-1)*math.Log(x) - p[1]*math.Pow(x, p[0])
	},
	Draw: func(r *rand.Rand, p vec) float64 { return math.Pow(r.ExpFloat64()/p[1], 1/p[0]) },
	tails: func(x float64, p vec) (float64, float64) {
		h := -p[1] * math.Pow(x, p[0])
		return log1mExp(h), h
	},
	inverse: func(logq float64, upper bool, p vec) float64 {
		return math.Pow(hazard(logq, upper)/p[1], 1/p[0])
	},
}, Law{
	Name: "dpar", Params: []string{"shape", "lower bound"}, kinds: "pp",
	Support: func(p vec) (lo, hi float64) { return p[1], inf },
	tails: func(x float64, p vec) (float64, float64) {
		h := -p[0] * math.Log1p((x-p[1])/p[1])
		return log1mExp(h), h
	},
}.of(variate.Pareto, variate.ParetoLogProb, same), Law{
	Name: "ddexp", Params: []string{"mean", "rate"}, kinds: "rp", Support: line,
	tails: func(x float64, p vec) (float64, float64) {
		tail := logHalf - p[1]*math.Abs(x-p[0])
		if x < p[0] {
			return tail, log1mExp(tail)
		}
		return log1mExp(tail), tail
	},
}.of(variate.Laplace, variate.LaplaceLogProb, inverted), Law{
	Name: "dlogis", Params: []string{"mean", "rate"}, kinds: "rp", Support: line,
	tails: func(x float64, p vec) (float64, float64) {
		z := (x - p[0]) * p[1]
		return -numeric.LogAdd(0, -z), -numeric.LogAdd(0, z)
	},
}.of(variate.Logistic, variate.LogisticLogProb, inverted), Law{
	Name: "dunif", Params: []string{"lower bound", "upper bound"}, kinds: "rr",
	more: func(p vec) string {
		if p[0] < p[1] {
			return ""
		}
		return fmt.Sprintf("the lower bound is %g, and must be below the upper bound, %g", p[0], p[1])
	},
	Support: func(p vec) (lo, hi float64) { return p[0], p[1] },
	tails: func(x float64, p vec) (float64, float64) {
		return math.Log((x - p[0]) / (p[1] - p[0])), math.Log((p[1] - x) / (p[1] - p[0]))
	},
	truncated: func(r *rand.Rand, p vec, lo, hi float64) float64 { return variate.Uniform(r, lo, hi) },
}.of(variate.Uniform, variate.UniformLogProb, same), Law{
	Name: "dbeta", Params: []string{"first parameter", "second parameter"}, kinds: "pp",
	Support: func(p vec) (lo, hi float64) { return 0, 1 },
	tails:   func(x float64, p vec) (float64, float64) { return betaTails(p[0], p[1], x, 1-x) },
}.of(variate.Beta, variate.BetaLogProb, same), {
	Name: "dt", Params: []string{"mean", "precision", "degrees of freedom"}, kinds: "rpp",
	Support: line,
	LogDensity: func(x float64, p vec) float64 {
		return variate.StudentTLogProb(x, p[2], p[0], sd(p[1]))
	},
	Draw:  func(r *rand.Rand, p vec) float64 { return variate.StudentT(r, p[2], p[0], sd(p[1])) },
	tails: student,
}, {
	Name: "df", Params: []string{"first degrees of freedom", "second degrees of freedom"}, kinds: "pp",
	Support: positive,
	LogDensity: func(x float64, p vec) float64 {
		switch x {
		case 0:
			return variate.GammaLogProb(0, p[0]/2, 1) // +Inf, 0 or −Inf; the density is 1 for 2 degrees
		case inf:
			return -inf
		}
		a, b, in, out, power := fisher(x, p)
		return betaKernel(a, b, in, out) + power - math.Log(x)
	},
	Draw: func(r *rand.Rand, p vec) float64 {
		return p[1] / p[0] * math.Exp(variate.LogGamma(r, p[0]/2)-variate.LogGamma(r, p[1]/2))
	},
	tails: func(x float64, p vec) (float64, float64) {
		a, b, in, out, power := fisher(x, p)
		lower, upper := betaTails(a, b, in, out)
		switch {
		case power == 0:
			return lower, upper
		case in < out:
			return lower + power, log1mExp(lower + power)
		}
		return log1mExp(upper + power), upper + power
	},
}}
