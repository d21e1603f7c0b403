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

// MultiT draws from the multivariate Student t distribution with df > 0 degrees of freedom, a
// location and a scale matrix S = chol cholᵀ, given by its lower Cholesky factor, d × d, row by
// row: density
//
//	Γ((df+d)/2) / (Γ(df/2) (df π)^(d/2) |S|^½)
//	  · (1 + (x−location)ᵀ S⁻¹ (x−location)/df)^(−(df+d)/2),
//
// mean location for df > 1, covariance S df/(df−2) for df > 2. It fills dst, of length d. An
// observation has this distribution if its mean and covariance are integrated out under
// [NormalInvWishart](mean, kappa, df', Ψ): then df = df'−d+1, and S = Ψ (kappa+1)/(kappa df).
//
// It panics with a sentence on lengths that do not fit and on a df that is not positive and finite.
func MultiT(r *rand.Rand, df float64, location, chol, dst []float64) {
	d := dimension("MultiT", len(chol), len(chol))
	checkVectors("MultiT", d, len(location), len(dst))
	checkPositive("MultiT", "df", df)
	scale := min(math.Exp(logInflation(r, df)), math.MaxFloat64)
	for i := range d {
		dst[i] = r.NormFloat64()
	}
	for i := d - 1; i >= 0; i-- {
		sum := 0.0
		for j := range i + 1 {
			sum += chol[i*d+j] * dst[j]
		}
		dst[i] = clamp(location[i] + scale*sum)
	}
}

// MultiTLogProb is the log density at x of the distribution that [MultiT] draws from. work has room
// for d numbers; nil allocates. A NaN in x gives NaN, an infinite number −Inf.
func MultiTLogProb(x []float64, df float64, location, chol, work []float64) float64 {
	checkPositive("MultiTLogProb", "df", df)
	quad, logDet := factored("MultiTLogProb", x, location, chol, work)
	return tNorm(df, float64(len(x))) - logDet - (df+float64(len(x)))/2*math.Log1p(quad/df)
}

// tNorm is the log of Γ((df+d)/2) / (Γ(df/2) (df π)^(d/2)).
func tNorm(df, d float64) float64 {
	lg, _ := math.Lgamma(d / 2)
	return lg - logBeta(half(df), d/2) - d/2*math.Log(df) - d/2*math.Log(math.Pi)
}

// logInflation is the log of the factor that turns a normal variate into a t variate,
// 1/√Gamma(df/2, df/2).
func logInflation(r *rand.Rand, df float64) float64 {
	return (math.Log(half(df)) - LogGamma(r, half(df))) / 2
}

// half is df/2, kept above 0.
func half(df float64) float64 { return max(df/2, math.SmallestNonzeroFloat64) }
