package variate

import (
	"math"
	"math/rand/v2"
)

// VonMises draws an angle in radians, from −π to π, from the von Mises distribution around a finite
// mean: density
//
//	p(x) = exp(concentration cos(x−mean)) / (2π I₀(concentration)),
//
// with the modified Bessel function I₀. The concentration is at least 0, where all angles are
// equally likely, and finite; if it is large, x is nearly normal with variance 1/concentration. It
// panics with a sentence on other parameters.
//
// It draws by rejection: from all angles if they are nearly equally likely; otherwise from a normal
// distribution, because sin(t/2) is at least t/π for t from 0 to π.
func VonMises(r *rand.Rand, mean, concentration float64) float64 {
	checkFinite("VonMises", "mean", mean)
	checkNotNegative("VonMises", "concentration", concentration)
	for {
		t, log := math.Pi*(2*r.Float64()-1), 0.0
		if concentration > 0.5 {
			t = math.Pi / 2 / math.Sqrt(concentration) * r.NormFloat64()
			log = -2 * concentration * (t / math.Pi) * (t / math.Pi)
		}
		half := math.Sin(t / 2)
		if math.Abs(t) <= math.Pi && log-r.ExpFloat64() <= -2*concentration*half*half {
			return math.Remainder(mean+t, 2*math.Pi)
		}
	}
}

// VonMisesLogProb is the log density at x of the distribution that [VonMises] draws from. It is
// −Inf outside −π to π.
func VonMisesLogProb(x, mean, concentration float64) float64 {
	checkFinite("VonMisesLogProb", "mean", mean)
	checkNotNegative("VonMisesLogProb", "concentration", concentration)
	if math.Abs(x) > math.Pi {
		return math.Inf(-1)
	}
	half := math.Sin((x - mean) / 2)
	return -2*concentration*half*half - logTwoPi - logBessel(concentration)
}

// logBessel is log I₀(x) − x for x ≥ 0: the power series or, for large x, the asymptotic one
// (Abramowitz & Stegun 9.6.10 and 9.7.1).
func logBessel(x float64) float64 {
	sum, term := 1.0, 1.0
	if x > 25 {
		for k := 1.0; term > 1e-17; k++ {
			term *= (2*k - 1) / k * (2*k - 1) / (8 * x)
			sum += term
		}
		return math.Log(sum) - (logTwoPi+math.Log(x))/2
	}
	for k := 1.0; term > 1e-17*sum; k++ {
		term *= x / 2 / k * (x / 2 / k)
		sum += term
	}
	return math.Log(sum) - x
}
