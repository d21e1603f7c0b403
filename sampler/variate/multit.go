package variate

import (
	"fmt"
	"math"
)

// LogMultiT is the log density at x of the multivariate Student t distribution with df > 0 degrees of freedom, a
// location and a scale matrix S = chol cholᵀ, given by its lower Cholesky factor, d × d, row by row:
//
//	Γ((df+d)/2) / (Γ(df/2) (df π)^(d/2) |S|^½) · (1 + (x−location)ᵀ S⁻¹ (x−location)/df)^(−(df+d)/2).
//
// Its covariance is S df/(df−2) for df > 2. It is what an observation follows when mean and covariance are integrated
// out under [NormalInvWishart](mean, kappa, df', Ψ): then df = df'−d+1, and S = Ψ (kappa+1)/(kappa df).
//
// It panics with a sentence on lengths that do not fit and on a df that is not positive and finite. A NaN in x gives
// NaN, an infinite one −Inf. It does not allocate for d up to 8.
func LogMultiT(x []float64, df float64, location, chol []float64) float64 {
	d := dimension("LogMultiT", len(chol), len(chol))
	if len(x) != d || len(location) != d {
		panic(fmt.Sprintf("variate: LogMultiT: x of %d numbers and a location of %d, expected %d, as the matrix has %d rows", len(x), len(location), d, d))
	}
	checkPositive("LogMultiT", "df", df)
	var small [8]float64
	z := small[:]
	if d > len(z) {
		z = make([]float64, d)
	}
	quad, logDet := 0.0, 0.0
	for i := range d {
		v := x[i] - location[i]
		if math.IsInf(v, 0) {
			return math.Inf(-1)
		}
		for j := range i {
			v -= chol[i*d+j] * z[j]
		}
		z[i] = v / chol[i*d+i]
		quad += z[i] * z[i]
		logDet += math.Log(chol[i*d+i])
	}
	half := float64(d) / 2
	a, _ := math.Lgamma(df/2 + half)
	b, _ := math.Lgamma(df / 2)
	return a - b - half*math.Log(df*math.Pi) - logDet - (df/2+half)*math.Log1p(quad/df)
}
