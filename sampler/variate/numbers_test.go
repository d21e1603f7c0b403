package variate_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler"
	"gibbslab/sampler/variate"
)

// A numberLaw is a variate that is one number, and its log density; whole numbers are float64.
type numberLaw struct {
	draw    func(r *rand.Rand, p []float64) float64
	logProb func(x float64, p []float64) float64
}

func one(draw func(r *rand.Rand, a float64) float64, log func(x, a float64) float64) numberLaw {
	return numberLaw{func(r *rand.Rand, p []float64) float64 { return draw(r, p[0]) },
		func(x float64, p []float64) float64 { return log(x, p[0]) }}
}

func two(draw func(r *rand.Rand, a, b float64) float64, log func(x, a, b float64) float64) numberLaw {
	return numberLaw{func(r *rand.Rand, p []float64) float64 { return draw(r, p[0], p[1]) },
		func(x float64, p []float64) float64 { return log(x, p[0], p[1]) }}
}

func three(
	draw func(r *rand.Rand, a, b, c float64) float64, log func(x, a, b, c float64) float64,
) numberLaw {
	return numberLaw{func(r *rand.Rand, p []float64) float64 { return draw(r, p[0], p[1], p[2]) },
		func(x float64, p []float64) float64 { return log(x, p[0], p[1], p[2]) }}
}

func four(
	draw func(r *rand.Rand, a, b, c, d float64) float64, log func(x, a, b, c, d float64) float64,
) numberLaw {
	return numberLaw{
		func(r *rand.Rand, p []float64) float64 { return draw(r, p[0], p[1], p[2], p[3]) },
		func(x float64, p []float64) float64 { return log(x, p[0], p[1], p[2], p[3]) }}
}

func count(draw func(r *rand.Rand, p []float64) int, log func(k int, p []float64) float64) numberLaw {
	return numberLaw{func(r *rand.Rand, p []float64) float64 { return float64(draw(r, p)) },
		func(x float64, p []float64) float64 { return log(int(x), p) }}
}

// numberLaws are all variates that are one number, by their names. The names and the parameters
// are those of testdata/laws.py.
var numberLaws = map[string]numberLaw{
	"Beta": two(variate.Beta, variate.BetaLogProb),
	"BetaBinomial": count(func(r *rand.Rand, p []float64) int {
		return variate.BetaBinomial(r, int(p[0]), p[1], p[2])
	}, func(k int, p []float64) float64 {
		return variate.BetaBinomialLogProb(k, int(p[0]), p[1], p[2])
	}),
	"Binomial": count(func(r *rand.Rand, p []float64) int {
		return variate.Binomial(r, int(p[0]), p[1])
	}, func(k int, p []float64) float64 { return variate.BinomialLogProb(k, int(p[0]), p[1]) }),
	"Exponential": one(variate.Exponential, variate.ExponentialLogProb),
	"GIG":         three(variate.GIG, variate.GIGLogProb),
	"Gamma":       two(variate.Gamma, variate.GammaLogProb),
	"HalfCauchy":  one(variate.HalfCauchy, variate.HalfCauchyLogProb),
	"HalfNormal":  one(variate.HalfNormal, variate.HalfNormalLogProb),
	"Hypergeometric": count(func(r *rand.Rand, p []float64) int {
		return variate.Hypergeometric(r, int(p[0]), int(p[1]), int(p[2]))
	}, func(k int, p []float64) float64 {
		return variate.HypergeometricLogProb(k, int(p[0]), int(p[1]), int(p[2]))
	}),
	"InvGamma":    two(variate.InvGamma, variate.InvGammaLogProb),
	"InvGaussian": two(variate.InvGaussian, variate.InvGaussianLogProb),
	"Laplace":     two(variate.Laplace, variate.LaplaceLogProb),
	"LogGamma":    one(variate.LogGamma, variate.LogGammaLogProb),
	"LogNormal":   two(variate.LogNormal, variate.LogNormalLogProb),
	"Logistic":    two(variate.Logistic, variate.LogisticLogProb),
	"NegBinomial": count(func(r *rand.Rand, p []float64) int {
		return variate.NegBinomial(r, p[0], p[1])
	}, func(k int, p []float64) float64 { return variate.NegBinomialLogProb(k, p[0], p[1]) }),
	"Normal": two(variate.Normal, variate.NormalLogProb),
	"Pareto": two(variate.Pareto, variate.ParetoLogProb),
	"Poisson": count(func(r *rand.Rand, p []float64) int { return variate.Poisson(r, p[0]) },
		func(k int, p []float64) float64 { return variate.PoissonLogProb(k, p[0]) }),
	"PolyaGamma":      two(variate.PolyaGamma, variate.PolyaGammaLogProb),
	"StudentT":        three(variate.StudentT, variate.StudentTLogProb),
	"TruncatedGamma":  four(variate.TruncatedGamma, variate.TruncatedGammaLogProb),
	"TruncatedNormal": four(variate.TruncatedNormal, variate.TruncatedNormalLogProb),
	"Uniform":         two(variate.Uniform, variate.UniformLogProb),
	"VonMises":        two(variate.VonMises, variate.VonMisesLogProb),
	"Weibull":         two(variate.Weibull, variate.WeibullLogProb),
}

// FuzzNumbers draws from a law with any parameters. The draw is a number, within bounds, and its log
// density is a number; or a sentence says what is wrong with the parameters.
func FuzzNumbers(f *testing.F) {
	names := slices.Sorted(maps.Keys(numberLaws))
	for _, c := range []struct {
		law        string
		a, b, c, d float64
	}{
		{"GIG", 0.5, 1, 1, 0}, {"GIG", -1e-8, 1e100, 1e-100, 0}, {"GIG", 1e100, 1e-100, 1e-100, 0},
		{"GIG", -220.00000001111113, 3.125e+97, 252, 0}, {"StudentT", 1e-8, 1e100, 1e-100, 0},
		{"InvGaussian", 1e8, 1e-8, 0, 0}, {"PolyaGamma", 1e-8, 1e8, 0, 0},
		{"PolyaGamma", 3, 37, 0, 0}, {"Hypergeometric", 1, 1e9, 999_999_999, 0},
		{"Hypergeometric", 1e9, 1e9, 1e9, 0}, {"TruncatedNormal", 0, 1, 1e8, 2e8},
		{"TruncatedNormal", -1, 1e-8, 0, 1e300}, {"TruncatedNormal", 1e300, 1e-300, 0, 1e-300},
		{"TruncatedNormal", 1e308, 5e-324, -1e308, 1e308}, {"TruncatedGamma", 3, 1e8, 1e-8, 1},
		{"TruncatedGamma", 1e-8, 1e-8, 5e-324, 1e308}, {"TruncatedGamma", 1e8, 1e308, 0, 5e-324},
		{"Weibull", 1e-3, 1e100, 0, 0}, {"Weibull", 1e3, 1e-100, 0, 0}, {"Pareto", 1e-3, 1, 0, 0},
		{"LogNormal", 700, 100, 0, 0}, {"NegBinomial", 1e100, 1e-100, 0, 0}, {"Poisson", 1e18, 0, 0, 0},
		{"NegBinomial", 1e-100, 1e100, 0, 0}, {"BetaBinomial", 1e9, 1e-8, 1e8, 0},
		{"VonMises", 1e10, 1e-100, 0, 0}, {"VonMises", 3, 1e100, 0, 0}, {"HalfCauchy", 1e100, 0, 0, 0},
		{"Uniform", -1e100, 1e100, 0, 0}, {"Laplace", 1e100, 1e100, 0, 0}, {"Beta", 1e-100, 1e100, 0, 0},
	} {
		f.Add(uint64(1), slices.Index(names, c.law), c.a, c.b, c.c, c.d)
	}
	f.Fuzz(func(t *testing.T, seed uint64, which int, a, b, c, d float64) {
		name, p := names[uint(which)%uint(len(names))], []float64{a, b, c, d}
		least, most := 1e-100, 1e100 // beyond, sums and squares of parameters overflow
		switch {
		case strings.HasPrefix(name, "Truncated"):
			least, most = 0, math.Inf(1)
		case name == "PolyaGamma": // others take long
			least, most = 1e-8, 1e8
		case name == "Hypergeometric", name == "Binomial", name == "BetaBinomial": // whole numbers
			most = 1e12
		}
		for _, v := range p {
			if far := math.Abs(v); far > most || far < least && v != 0 {
				t.Skip()
			}
		}
		if strings.HasPrefix(name, "Truncated") && !(d-c < math.Inf(1)) {
			t.Skip()
		}
		defer func() {
			if said := recover(); said != nil && !strings.Contains(fmt.Sprint(said), "expected") {
				t.Fatalf("%s%v: %v", name, p, said)
			}
		}()
		r, law := sampler.Stream("fuzz", seed, 0), numberLaws[name]
		for range 20 {
			x := law.draw(r, p)
			lp := law.logProb(x, p)
			outside := strings.HasPrefix(name, "Truncated") && !(c <= x && x <= d)
			if math.IsNaN(x) || math.IsInf(x, 0) || math.IsNaN(lp) || outside {
				t.Fatalf("%s%v gave %g of log density %g", name, p, x, lp)
			}
		}
	})
}
