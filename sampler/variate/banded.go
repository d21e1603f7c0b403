package variate

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// MultiNormalBanded is like [MultiNormalPrecision], for a precision matrix that is 0 more than
// width places off the diagonal, such as those of random walks, autoregressions and other Markov
// models in time. It takes d·width² operations instead of d³.
//
// q holds the band below the diagonal, d rows of width+1 numbers: q[i·(width+1)+width] is Q[i,i],
// q[i·(width+1)+width−k] is Q[i,i−k]. Entries to the left of the first column are not read. chol is
// filled with the Cholesky factor of Q in the same form; it may be q. dst may be b. An error says
// that Q is not positive definite; dst is then unchanged.
//
// Source: Rue, "Fast sampling of Gaussian Markov random fields", Journal of the Royal Statistical
// Society B 63 (2001) 325–338.
func MultiNormalBanded(r *rand.Rand, width int, q, b, chol, dst []float64) error {
	d := bandedDimension("MultiNormalBanded", width, len(b), len(dst), len(q), len(chol))
	n := width + 1
	for i := range d {
		for j := max(0, i-width); j <= i; j++ {
			sum := q[i*n+width-(i-j)]
			for k := max(0, i-width); k < j; k++ {
				sum -= chol[i*n+width-(i-k)] * chol[j*n+width-(j-k)]
			}
			if i != j {
				chol[i*n+width-(i-j)] = sum / chol[j*n+width]
				continue
			}
			if diagonal := q[i*n+width]; !(sum > 1e-14*diagonal && sum <= math.MaxFloat64) {
				return notPositiveDefinite(i, diagonal, sum)
			}
			chol[i*n+width] = math.Sqrt(sum)
		}
	}
	for i := range d {
		v := b[i]
		for j := max(0, i-width); j < i; j++ {
			v -= chol[i*n+width-(i-j)] * dst[j]
		}
		dst[i] = v / chol[i*n+width]
	}
	for i := d - 1; i >= 0; i-- {
		v := dst[i] + r.NormFloat64()
		for j := i + 1; j <= min(d-1, i+width); j++ {
			v -= chol[j*n+width-(j-i)] * dst[j]
		}
		dst[i] = v / chol[i*n+width]
	}
	return nil
}

// MultiNormalBandedLogProb is the log density at x of the distribution that [MultiNormalBanded]
// draws from, given the band of the Cholesky factor that it leaves. work has room for d numbers;
// nil allocates.
func MultiNormalBandedLogProb(x []float64, width int, chol, b, work []float64) float64 {
	d := bandedDimension("MultiNormalBandedLogProb", width, len(b), len(x), len(chol), len(chol))
	w := room("MultiNormalBandedLogProb", work, d)
	n := width + 1
	return precisionLogProb(x, b, w, width, func(i, j int) float64 { return chol[i*n+width-(i-j)] })
}

// precisionLogProb is the log density at x of the normal distribution with precision L Lᵀ, L given
// by its elements, and mean (L Lᵀ)⁻¹b: the vector Lᵀx − L⁻¹b is standard normal.
func precisionLogProb(x, b, w []float64, width int, l func(i, j int) float64) float64 {
	d := len(x)
	sum := 0.0
	for i := range d {
		v := b[i]
		for j := max(0, i-width); j < i; j++ {
			v -= l(i, j) * w[j]
		}
		w[i] = v / l(i, i)
		sum += math.Log(l(i, i)) - logTwoPi/2
	}
	for i := range d {
		v := -w[i]
		for j := i; j <= min(d-1, i+width); j++ {
			v += l(j, i) * x[j]
		}
		sum -= v * v / 2
	}
	return sum
}

// bandedDimension is d for vectors of n and m numbers and bands of p and q.
func bandedDimension(what string, width, n, m, p, q int) int {
	if width < 0 || n < 1 || m != n || p != n*(width+1) || q != p {
		panic(fmt.Sprintf("variate: %s: vectors of %d and %d numbers, bands of %d and %d, width "+
			"%d: expected d and d, d·(width+1) and d·(width+1), with d at least 1 and width at "+
			"least 0", what, n, m, p, q, width))
	}
	return n
}
