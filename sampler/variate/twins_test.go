package variate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gibbslab/sampler/variate"
)

// TestTwins has wrong draws, some of which were ours once. Each must be found.
func TestTwins(t *testing.T) {
	laws, chance := referenceLaws(t), 0.3
	flushed := func(x, mode float64) float64 { // far below the mode
		if x < mode*math.Exp(-36.7) {
			return math.SmallestNonzeroFloat64
		}
		return x
	}
	for _, c := range []struct {
		what, law string
		draw      func(r *rand.Rand) float64
	}{
		{"normal", "StudentT[4 2 2]", func(r *rand.Rand) float64 { return 2 + 2*r.NormFloat64() }},
		{"always the smaller root", "InvGaussian[2 20]", func(r *rand.Rand) float64 {
			x := variate.InvGaussian(r, 2, 20)
			return min(x, 4/x)
		}},
		{"a and b without the half", "GIG[0.5 1 1]", func(r *rand.Rand) float64 {
			return variate.GIG(r, 0.5, 2, 2)
		}},
		{"index too small", "GIG[200 3 4]", func(r *rand.Rand) float64 {
			return variate.GIG(r, 195, 3, 4)
		}},
		{"far below the mode", "GIG[0.01 1 1e-30]", func(r *rand.Rand) float64 {
			return flushed(variate.GIG(r, 0.01, 1, 1e-30), 0.02)
		}},
		{"far below the mode", "GIG[0 1 1e-40]", func(r *rand.Rand) float64 {
			return flushed(variate.GIG(r, 0, 1, 1e-40), 1e-20)
		}},
		{"never refused", "TruncatedNormal[0 1 0.3 +Inf]", func(r *rand.Rand) float64 {
			return 0.3 + r.ExpFloat64()
		}},
		{"a bound too low", "TruncatedNormal[0 1 0.3 +Inf]", func(r *rand.Rand) float64 {
			return variate.TruncatedNormal(r, 0, 1, 0.299, math.Inf(1))
		}},
		{"clipped", "TruncatedNormal[0 1 -1 2]", func(r *rand.Rand) float64 {
			return min(max(r.NormFloat64(), -1), 2)
		}},
		{"standard deviation too small", "TruncatedNormal[0 1 -1.2 1.2]",
			func(r *rand.Rand) float64 { return variate.TruncatedNormal(r, 0, 0.6, -1.2, 1.2) }},
		{"shape less one", "TruncatedGamma[2.5 1 1 4]", func(r *rand.Rand) float64 {
			return variate.TruncatedGamma(r, 1.5, 1, 1, 4)
		}},
		{"exponential", "TruncatedGamma[0.3 2 100 101]", func(r *rand.Rand) float64 {
			return min(100+r.ExpFloat64(), 101)
		}},
		{"far below the mode", "TruncatedGamma[0.05 1 0 1]", func(r *rand.Rand) float64 {
			return flushed(variate.TruncatedGamma(r, 0.05, 1, 0, 1), 0.05)
		}},
		{"z for z/2", "PolyaGamma[1 0.5]", func(r *rand.Rand) float64 {
			return variate.PolyaGamma(r, 1, 2)
		}},
		{"normal", "PolyaGamma[3 0]", func(r *rand.Rand) float64 {
			return variate.Normal(r, 0.75, math.Sqrt(3./24))
		}},
		{"a sum of 16 terms, and the mean of the others", "PolyaGamma[0.01 0]",
			func(r *rand.Rand) float64 {
				x, left := 0.0, 0.01/4
				for k := range 16 {
					w := 1 / (2 * math.Pi * math.Pi * math.Pow(float64(k)+0.5, 2))
					x, left = x+w*variate.Gamma(r, 0.01, 1), left-w*0.01
				}
				return x + left
			}},
		{"the rest of the sum left out", "PolyaGamma[40 0.001]", func(r *rand.Rand) float64 {
			x := 0.0
			for k := range 16 {
				x += variate.Gamma(r, 40, 1) / (2 * math.Pi * math.Pi * math.Pow(float64(k)+0.5, 2))
			}
			return x
		}},
		{"mean for the whole mixture", named("NegBinomial", 2.5*(1-chance)/chance, 2.5), func(r *rand.Rand) float64 {
			return float64(variate.Poisson(r, 2.5*(1-chance)/chance))
		}},
		{"the mean of the probability", "BetaBinomial[12 2 5]", func(r *rand.Rand) float64 {
			return float64(variate.Binomial(r, 12, 2./7))
		}},
		{"normal", "VonMises[0 2]", func(r *rand.Rand) float64 {
			return math.Remainder(r.NormFloat64()/math.Sqrt2, 2*math.Pi)
		}},
		{"normal", "Poisson[0.2]", func(r *rand.Rand) float64 {
			return math.Round(max(0, variate.Normal(r, 0.2, math.Sqrt(0.2))))
		}},
	} {
		l := laws[c.law]
		if l == nil {
			t.Errorf("there is no %s", c.law)
		} else if fits(withDraw(*l, c.draw)) {
			t.Errorf("draws of %s fit: %s", c.law, c.what)
		}
	}
}
