package variate

import (
	"math"
	"math/rand/v2"

	"gibbslab/sampler/internal/draws"
)

// StudentT draws from Student's t distribution with df > 0 degrees of freedom, a location and a
// scale: density
//
//	p(x) = Γ((df+1)/2) / (Γ(df/2) √(df π) scale) · (1 + z²/df)^(−(df+1)/2),
//	z = (x−location)/scale,
//
// mean location for df > 1, variance scale² df/(df−2) for df > 2. It is a normal variate whose
// variance is InvGamma(df/2, df/2). A true value above 1.8e308 in size becomes that number.
func StudentT(r *rand.Rand, df, location, scale float64) float64 {
	checkPositive("StudentT", "df", df)
	checkFinite("StudentT", "location", location)
	checkPositive("StudentT", "scale", scale)
	if d := draws.Of(r); d != nil {
		return d.Other("StudentT", func() float64 { return StudentT(r, df, location, scale) },
			func(x float64) float64 { return StudentTLogProb(x, df, location, scale) })
	}
	z := r.NormFloat64()
	size := math.Exp(math.Log(math.Abs(z)) + logInflation(r, df) + math.Log(scale))
	return clamp(location + math.Copysign(min(size, math.MaxFloat64), z))
}

// StudentTLogProb is the log density at x of the distribution that [StudentT] draws from.
func StudentTLogProb(x, df, location, scale float64) float64 {
	checkPositive("StudentTLogProb", "df", df)
	checkFinite("StudentTLogProb", "location", location)
	checkPositive("StudentTLogProb", "scale", scale)
	z := math.Abs(x-location) / scale
	power := math.Log1p(z / df * z)
	if z > 1e150 { // the square may overflow
		power = 2*math.Log(z) - math.Log(df)
	}
	return tNorm(df, 1) - math.Log(scale) - (df+1)/2*power
}

// HalfCauchy draws from the half-Cauchy distribution with the given scale, positive and finite:
// density
//
//	p(x) = 2 / (π scale (1 + (x/scale)²)),   x ≥ 0.
//
// It has no mean; its median is the scale. A true value above 1.8e308 becomes that number. It
// panics with a sentence on another scale.
func HalfCauchy(r *rand.Rand, scale float64) float64 {
	checkPositive("HalfCauchy", "scale", scale)
	return clamp(scale * math.Tan(math.Pi/2*r.Float64()))
}

// HalfCauchyLogProb is the log density at x of the distribution that [HalfCauchy] draws from. It is
// −Inf for x < 0.
func HalfCauchyLogProb(x, scale float64) float64 {
	checkPositive("HalfCauchyLogProb", "scale", scale)
	return halfLogProb(x, StudentTLogProb(x, 1, 0, scale))
}
