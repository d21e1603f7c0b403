package law

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gibbslab/internal/numeric"
)

// LogMass is log P(lo ≤ X ≤ hi), to full precision in both tails. The bounds may be infinite.
func (l Law) LogMass(lo, hi float64, p []float64) float64 {
	from, to := l.Support(p)
	lo, hi = max(lo, from), min(hi, to)
	if l.Discrete {
		lo, hi = math.Ceil(lo), math.Floor(hi)
	}
	if !(lo <= hi) {
		return math.Inf(-1)
	}
	if lo == from && hi == to {
		return 0
	}
	if l.Discrete {
		if hi-lo < 16 {
			sum := math.Inf(-1)
			for k := lo; k <= hi; k++ {
				sum = numeric.LogAdd(sum, l.LogDensity(k, p))
			}
			return sum
		}
		lo--
	}
	below, above := l.tails(lo, p)
	upToHi, beyond := l.tails(hi, p)
	var mass, of float64
	switch {
	case upToHi < logHalf:
		mass, of = upToHi+log1mExp(min(below-upToHi, 0)), upToHi
	case above < logHalf:
		mass, of = above+log1mExp(min(beyond-above, 0)), above
	default:
		mass = math.Log1p(-math.Exp(below) - math.Exp(beyond))
	}
	switch {
	case mass-of >= math.Log(1e-4):
		return mass
	case !l.Discrete: // the difference has lost digits, but the interval is short
		return l.integral(lo, hi, p)
	case math.IsNaN(mass):
		return math.Inf(-1)
	}
	return mass
}

// integral is the log of the integral of the density over a short interval, by Gauss's rule with
// four points on 16 parts.
func (l Law) integral(lo, hi float64, p []float64) float64 {
	nodes := [...]float64{0.3399810435848563, 0.8611363115940526}
	weights := [...]float64{0.6521451548625461, 0.3478548451374538}
	const parts = 16
	half, sum := (hi-lo)/(2*parts), math.Inf(-1)
	for k := range parts {
		centre := lo + (hi-lo)*(float64(k)+.5)/parts
		for i, z := range nodes {
			two := numeric.LogAdd(l.LogDensity(centre-z*half, p), l.LogDensity(centre+z*half, p))
			sum = numeric.LogAdd(sum, two+math.Log(weights[i]))
		}
	}
	return sum + math.Log(half)
}

// DrawTruncated draws X, given that lo ≤ X ≤ hi. It panics with a sentence if that has probability
// 0.
func (l Law) DrawTruncated(r *rand.Rand, p []float64, lo, hi float64) float64 {
	from, to := l.Support(p)
	lo, hi = max(lo, from), min(hi, to)
	if l.Discrete {
		lo, hi = math.Ceil(lo), math.Floor(hi)
	}
	switch {
	case lo == hi:
		return lo
	case lo < hi && l.truncated != nil:
		return l.truncated(r, p, lo, hi)
	}
	for range 8 { // cheap, and nearly always enough if the interval is likely
		if x := l.Draw(r, p); x >= lo && x <= hi {
			return x
		}
	}
	mass := l.LogMass(lo, hi, p)
	if !(mass > math.Inf(-1)) {
		panic(fmt.Sprintf("law: %s has no values from %g to %g with parameters %g: widen the bounds",
			l.Name, lo, hi, p))
	}
	u, before := open(r), lo
	if l.Discrete {
		if hi-lo < 64 {
			for ; lo < hi; lo++ {
				if u -= math.Exp(l.LogDensity(lo, p) - mass); u <= 0 {
					break
				}
			}
			return lo
		}
		before--
	}
	below, _ := l.tails(before, p)
	_, beyond := l.tails(hi, p)
	lower := numeric.LogAdd(below, mass+math.Log(u))
	upper := numeric.LogAdd(beyond, mass+math.Log1p(-u))
	x := 0.0
	if lower < upper {
		x = l.invert(lower, false, p)
	} else {
		x = l.invert(upper, true, p)
	}
	return min(max(x, lo), hi)
}

// open draws from the uniform distribution, never 0.
func open(r *rand.Rand) float64 {
	for {
		if u := r.Float64(); u > 0 {
			return u
		}
	}
}

// Quantile is the smallest x with CDF(x) ≥ u.
func (l Law) Quantile(u float64, p []float64) float64 {
	lo, hi := l.Support(p)
	switch {
	case !(u >= 0 && u <= 1):
		return math.NaN()
	case u == 0:
		return lo
	case u == 1:
		return hi
	case u <= 0.5:
		return l.invert(math.Log(u), false, p)
	}
	return l.invert(math.Log1p(-u), true, p)
}
