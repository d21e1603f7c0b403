package variate

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Categorical draws an index with probability proportional to its weight. The
// weights need no normalising; they are at least 0 and finite, and so is their
// sum, which is above 0. An index of weight 0 is never drawn.
//
// It scans the weights twice, with one uniform variate and no allocation: for the
// few categories of a label update that beats any table, which would have to be
// rebuilt at each draw.
//
// Categorical panics with a sentence on weights that are no distribution: none,
// all 0, one negative or NaN, a sum of +Inf. An index of −1 instead would only
// move the panic to the caller's next line and lose the reason. When all are 0
// because they underflowed, use [LogCategorical].
func Categorical(r *rand.Rand, weights []float64) int {
	sum := 0.0
	for k, w := range weights {
		if !(w >= 0) {
			panic(fmt.Sprintf("variate: Categorical: weights[%d] is %g, expected a number of at least 0; check how it is computed", k, w))
		}
		sum += w
	}
	if !(sum > 0 && sum <= math.MaxFloat64) {
		panic(fmt.Sprintf("variate: Categorical: %d weights of sum %g, expected a positive finite sum; give the logs of the weights to LogCategorical if they under- or overflow", len(weights), sum))
	}
	u := r.Float64() * sum
	for u >= sum { // the product rounds up to the sum only where that is subnormal
		u = r.Float64() * sum
	}
	// This sum repeats the additions of the first one, so it ends above u, and it
	// passes u at a weight above 0.
	k := 0
	for cum := weights[0]; cum <= u; cum += weights[k] {
		k++
	}
	return k
}

// LogCategorical is [Categorical] for weights given by their natural logarithms,
// up to a common constant: log posterior odds as they come. −Inf is a weight of 0.
// Only differences matter, so that weights such as exp(−3000) and exp(−3001),
// which are 0 as float64, keep their ratio.
//
// It shifts the logs by their maximum, so that the largest weight is 1. It panics
// with a sentence on logs that are no distribution: none, all −Inf, a +Inf or NaN.
// It does not allocate.
func LogCategorical(r *rand.Rand, logWeights []float64) int {
	top := math.Inf(-1)
	for _, lw := range logWeights {
		top = max(top, lw) // NaN if any is NaN
	}
	if math.IsNaN(top) || math.IsInf(top, 0) {
		panic(fmt.Sprintf("variate: LogCategorical: %d log weights of maximum %g, expected a finite maximum; check the likelihood that makes them, in which −Inf excludes a category", len(logWeights), top))
	}
	sum := 0.0
	for _, lw := range logWeights {
		sum += math.Exp(lw - top)
	}
	u := r.Float64() * sum // below sum, as sum ≥ 1
	k := 0
	for cum := math.Exp(logWeights[0] - top); cum <= u; cum += math.Exp(logWeights[k] - top) {
		k++
	}
	return k
}
