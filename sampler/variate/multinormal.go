package variate

import (
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/internal/draws"
)

// MultiNormal draws from the multivariate normal distribution with the given mean and the
// covariance matrix Σ = chol cholᵀ, given by its lower Cholesky factor ([Cholesky] makes it), into
// dst: density
//
//	p(x) = (2π)^(−d/2) |Σ|^(−½) exp(−½ (x−mean)ᵀ Σ⁻¹ (x−mean)).
//
// mean and dst have length d, chol d·d; dst may be mean. It panics with a sentence on other
// lengths.
func MultiNormal(r *rand.Rand, mean, chol, dst []float64) {
	d := dimension("MultiNormal", len(chol), len(chol))
	checkVectors("MultiNormal", d, len(mean), len(dst))
	// Work column by column, because mean may be overwritten.
	copy(dst, mean)
	for j := range d {
		z := r.NormFloat64()
		for i := j; i < d; i++ {
			dst[i] += chol[i*d+j] * z
		}
	}
}

// MultiNormalLogProb is the log density at x of the multivariate normal distribution that
// [MultiNormal] draws from. work has room for d numbers; nil allocates.
func MultiNormalLogProb(x, mean, chol, work []float64) float64 {
	quad, logDet := factored("MultiNormalLogProb", x, mean, chol, work)
	return -(float64(len(x))*logTwoPi+quad)/2 - logDet
}

// MultiNormalPrecision draws from the multivariate normal distribution with precision matrix Q, the
// inverse of the covariance, and mean Q⁻¹b, into dst: density proportional to
//
//	exp(−½ xᵀQx + bᵀx).
//
// Full conditionals arise in this form: the terms of the log joint density that are quadratic in x
// add up to Q, the linear ones to b. It takes one factorisation and no inverse.
//
// q and chol have d·d numbers, b and dst d. chol is filled with the lower Cholesky factor of Q,
// which [MultiNormalPrecisionLogProb] takes; it may be q. dst may be b. An error says that Q is not
// positive definite; dst is then unchanged.
//
// Source: Rue & Held, Gaussian Markov Random Fields (2005), algorithm 2.5.
func MultiNormalPrecision(r *rand.Rand, q, b, chol, dst []float64) error {
	d := dimension("MultiNormalPrecision", len(q), len(chol))
	checkVectors("MultiNormalPrecision", d, len(b), len(dst))
	by := draws.Of(r)
	var params []float64
	if by != nil { // chol may be q
		params = slices.Concat(q, b)
	}
	if err := Cholesky(q, chol); err != nil {
		return err
	}
	if by != nil {
		copy(dst, by.Vector(precisionLaw(d, params), d))
		return nil
	}
	for i := range d { // L w = b, and then Lᵀ x = w + z
		v := b[i]
		for j := range i {
			v -= chol[i*d+j] * dst[j]
		}
		dst[i] = v / chol[i*d+i]
	}
	for i := d - 1; i >= 0; i-- {
		v := dst[i] + r.NormFloat64()
		for j := i + 1; j < d; j++ {
			v -= chol[j*d+i] * dst[j]
		}
		dst[i] = v / chol[i*d+i]
	}
	return nil
}

// precisionLaw is the law of [MultiNormalPrecision], for a director. Its parameters are q and b.
func precisionLaw(d int, params []float64) draws.Law {
	factor := func(q []float64) []float64 {
		chol := make([]float64, d*d)
		if err := Cholesky(q, chol); err != nil {
			panic(err)
		}
		return chol
	}
	return draws.Law{Name: "MultiNormalPrecision", Params: params, Natural: true,
		Draw: func(r *rand.Rand, p, dst []float64) {
			if err := MultiNormalPrecision(r, p[:d*d], p[d*d:], make([]float64, d*d), dst); err != nil {
				panic(err)
			}
		},
		LogProb: func(x, p []float64) float64 {
			return MultiNormalPrecisionLogProb(x, factor(p[:d*d]), p[d*d:], nil)
		}}
}

// MultiNormalPrecisionLogProb is the log density at x of the distribution that
// [MultiNormalPrecision] draws from, given the lower Cholesky factor of Q that it leaves. work has
// room for d numbers; nil allocates.
func MultiNormalPrecisionLogProb(x, chol, b, work []float64) float64 {
	d := dimension("MultiNormalPrecisionLogProb", len(chol), len(chol))
	checkVectors("MultiNormalPrecisionLogProb", d, len(x), len(b))
	w := room("MultiNormalPrecisionLogProb", work, d)
	return precisionLogProb(x, b, w, d-1, func(i, j int) float64 { return chol[i*d+j] })
}
