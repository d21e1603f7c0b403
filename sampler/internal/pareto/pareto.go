// Package pareto fits generalised Pareto distributions to the tails of draws and of weights.
package pareto

import (
	"math"
	"slices"
)

// MinTail is the smallest number of values for a fit, as in ArviZ and posterior.
const MinTail = 5

// Tail returns how many of n draws, equivalent to ess independent ones, belong to the tail:
// 3√(n²/ess), or n/5 if the effective sample size is 225 or less (Vehtari et al. 2024, appendix H).
func Tail(n int, ess float64) int {
	if ess > 225 {
		size := float64(n)
		return int(3 * math.Sqrt(size*size/ess))
	}
	return n / 5
}

// Limit is the k̂ above which you should not trust means of n draws: 1 − 1/log₁₀n.
func Limit(n int) float64 { return 1 - 1/math.Log10(float64(n)) }

// A Fitter fits distributions. It keeps its memory for the next fit.
type Fitter struct{ thetas, logs []float64 }

// Fit returns the shape k and the scale σ of the generalised Pareto distribution of the distances
// by which the values of a tail exceed its beginning, in increasing order. It returns NaN if a
// quarter or more of them are zero: equal values are not a Pareto tail.
//
// With θ = −k/σ, the likelihood for given θ is largest at k(θ) = mean of log(1−θx), where it is
// exp(n(log(−θ/k) − k − 1)). θ is estimated by its mean, weighted by this likelihood, over the
// quantiles of a prior (Zhang & Stephens, Technometrics 51, 2009, 316–325). σ comes from this θ. k
// is then shrunk towards ½, with the weight of 10 more draws: (n·k + 5)/(n + 10).
//
// Source of the constants: Vehtari, Simpson, Gelman, Yao & Gabry, "Pareto smoothed importance
// sampling", JMLR 25 (2024), arXiv:1507.02646. Zhang & Stephens have 20 where it says 30.
func (f *Fitter) Fit(x []float64) (k, sigma float64) {
	n := len(x)
	size := float64(n)
	at := int(size/4+0.5) - 1 // position of the first quartile
	quartile, largest := x[at], x[n-1]
	if !(x[max(at, 1)] > x[0]) || !(quartile/largest > 0) {
		return math.NaN(), math.NaN()
	}
	m := 30 + int(math.Sqrt(size))
	f.thetas, f.logs = resized(f.thetas, m), resized(f.logs, m)
	best := math.Inf(-1)
	for j := range f.thetas { // θ in units of 1/largest
		theta := 1 + (1-math.Sqrt(float64(m)/(float64(j)+0.5)))/3/(quartile/largest)
		k := shape(x, largest, theta)
		f.thetas[j], f.logs[j] = theta, size*(math.Log(-theta/k)-k-1)
		best = max(best, f.logs[j])
	}
	weights, theta := 0.0, 0.0
	for j, v := range f.thetas {
		w := math.Exp(f.logs[j] - best)
		weights += w
		theta += w * v
	}
	theta /= weights
	k = shape(x, largest, theta)
	return (size*k + 5) / (size + 10), -k / theta * largest
}

// shape is the mean of log(1−θx), for x in units of the largest. It multiplies as many factors as
// it can before it takes a logarithm, unless they are so near 1 that the product loses digits.
func shape(x []float64, largest, theta float64) float64 {
	sum, scaled, n, product := 0.0, theta/largest, float64(len(x)), 1.0
	if math.Abs(theta) < 1e-3 || math.IsInf(scaled, 0) { // infinite if x is subnormal
		for _, v := range x {
			sum += math.Log1p(-theta * (v / largest))
		}
		return sum / n
	}
	for len(x) > 0 {
		part := x[:min(len(x), 16)]
		x = x[len(part):]
		a, b, c, d := 1.0, 1.0, 1.0, 1.0
		rest := part
		for ; len(rest) >= 4; rest = rest[4:] {
			a *= 1 - scaled*rest[0]
			b *= 1 - scaled*rest[1]
			c *= 1 - scaled*rest[2]
			d *= 1 - scaled*rest[3]
		}
		for _, v := range rest {
			a *= 1 - scaled*v
		}
		if p := (a * b) * (c * d); p > 1e-140 && p < 1e140 {
			product *= p
		} else {
			for _, v := range part {
				sum += math.Log1p(-scaled * v)
			}
		}
		if !(product > 1e-140 && product < 1e140) {
			sum += math.Log(product)
			product = 1
		}
	}
	return (sum + math.Log(product)) / n
}

func resized(x []float64, n int) []float64 { return slices.Grow(x[:0], n)[:n] }
