package variate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gibbslab/sampler/internal/draws"
)

// Categorical draws an index with probability proportional to its weight. The weights need not be
// normalised; they are at least 0 and finite, and so is their sum, which is above 0. An index of
// weight 0 is never drawn. Where 1 − the sum of the others is below 0 by rounding, it counts as 0.
//
// It scans the weights twice, with one uniform variate and no allocation. For the few categories of
// a label update that beats any table, which would have to be rebuilt for each draw.
//
// Categorical panics with a sentence on weights that do not define a distribution: none, all 0, one
// negative or NaN, a sum of +Inf. Returning an index of −1 instead would only move the panic to the
// caller's next line and lose the reason. If all are 0 because they underflowed, use
// [LogCategorical].
func Categorical(r *rand.Rand, weights []float64) int {
	sum := sumOfWeights("Categorical", weights)
	if d := draws.Of(r); d != nil {
		logs := make([]float64, len(weights))
		for k, w := range weights {
			logs[k] = math.Log(max(w, 0))
		}
		return categoricalDraw(d, logs)
	}
	u := r.Float64() * sum
	for u >= sum { // the product can only round up to the sum if the sum is subnormal
		u = r.Float64() * sum
	}
	// This sum repeats the additions of the first one, so it ends above u, and it passes u at a
	// weight above 0.
	k := 0
	for cum := weights[0]; cum <= u; cum += weights[k] {
		if k++; k == len(weights) {
			panic(changed("Categorical"))
		}
	}
	return k
}

// LogCategorical is like [Categorical], for weights given by their natural logarithms, up to a
// common constant. Pass log posterior odds as they are. −Inf is a weight of 0. Only differences
// matter: weights such as exp(−3000) and exp(−3001), which are 0 as float64, keep their ratio.
//
// It shifts the logs by their maximum, which makes the largest weight 1. It panics with a sentence
// on logs that do not define a distribution: none, all −Inf, a +Inf or NaN. It does not allocate.
func LogCategorical(r *rand.Rand, logWeights []float64) int {
	top, sum := sumOfLogWeights("LogCategorical", logWeights)
	if d := draws.Of(r); d != nil {
		return categoricalDraw(d, slices.Clone(logWeights))
	}
	u := r.Float64() * sum // below sum, because sum ≥ 1
	k := 0
	for cum := math.Exp(logWeights[0] - top); cum <= u; cum += math.Exp(logWeights[k] - top) {
		if k++; k == len(logWeights) {
			panic(changed("LogCategorical"))
		}
	}
	return k
}

// categoricalDraw is a directed draw of [Categorical] and [LogCategorical].
func categoricalDraw(d *draws.Directed, logWeights []float64) int {
	return int(d.Vector(draws.Law{Name: "Categorical", Params: logWeights, Natural: true,
		Draw:    func(r *rand.Rand, p, dst []float64) { dst[0] = float64(LogCategorical(r, p)) },
		LogProb: func(x, p []float64) float64 { return LogCategoricalLogProb(int(x[0]), p) }}, 1)[0])
}

// changed explains an index that is impossible.
func changed(variate string) string {
	return "variate: " + variate + ": the weights have changed while they were summed: do chains " +
		"share the slice? Keep it in the state, which Init makes for each chain"
}

// CategoricalLogProb is the log probability that [Categorical] draws k: −Inf if the weight is 0 or
// k is not an index of weights. It panics as Categorical does.
func CategoricalLogProb(k int, weights []float64) float64 {
	sum := sumOfWeights("CategoricalLogProb", weights)
	if k < 0 || k >= len(weights) {
		return math.Inf(-1)
	}
	return math.Log(max(weights[k], 0)) - math.Log(sum)
}

// LogCategoricalLogProb is the log probability that [LogCategorical] draws k: −Inf if the log
// weight is −Inf or k is not an index of logWeights. It panics as LogCategorical does.
func LogCategoricalLogProb(k int, logWeights []float64) float64 {
	top, sum := sumOfLogWeights("LogCategoricalLogProb", logWeights)
	if k < 0 || k >= len(logWeights) {
		return math.Inf(-1)
	}
	return logWeights[k] - top - math.Log(sum)
}

// sumOfWeights is the sum of weights. Each must be at least 0, up to rounding, and their sum
// positive and finite.
func sumOfWeights(variate string, weights []float64) float64 {
	sum := 0.0
	for k, w := range weights {
		if !(w >= 0 || w >= -1e-12*slices.Max(weights)) {
			panic(fmt.Sprintf("variate: %s: weights[%d] is %g, expected a number of at least 0; "+
				"check how it is computed", variate, k, w))
		}
		sum += w
	}
	if !(sum > 0 && sum <= math.MaxFloat64) {
		panic(fmt.Sprintf("variate: %s: %d weights of sum %g, expected a positive finite sum; "+
			"give the logs of the weights to LogCategorical if they under- or overflow", variate,
			len(weights), sum))
	}
	return sum
}

// sumOfLogWeights is the largest log weight and the sum of the weights after division by that
// weight.
func sumOfLogWeights(variate string, logWeights []float64) (top, sum float64) {
	top = math.Inf(-1)
	for _, lw := range logWeights {
		top = max(top, lw) // NaN if any is NaN
	}
	if math.IsNaN(top) || math.IsInf(top, 0) {
		panic(fmt.Sprintf("variate: %s: %d log weights of maximum %g, expected a finite maximum; "+
			"check the likelihood that makes them, in which −Inf excludes a category", variate,
			len(logWeights), top))
	}
	for _, lw := range logWeights {
		sum += math.Exp(lw - top)
	}
	return top, sum
}
