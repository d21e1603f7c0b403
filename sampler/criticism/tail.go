package criticism

import (
	"math"
	"slices"

	"gibbslab/sampler/internal/pareto"
)

// enoughBeyond is how many values must lie beyond a point for their share to be its tail
// probability.
const enoughBeyond = 10

// twoSided is the probability that a draw from the distribution of values, which are in increasing
// order, lies at least as far out as t, on either side.
func twoSided(values []float64, t float64) float64 {
	mirrored := make([]float64, len(values))
	for i, v := range values {
		mirrored[len(values)-1-i] = -v
	}
	return min(1, 2*upperTail(values, t), 2*upperTail(mirrored, -t))
}

// upperTail is the probability of t or more. If few values are there, a generalised Pareto
// distribution is fitted to the largest ones. If its shape is negative it has an end, beyond which
// everything is impossible; then an exponential distribution takes its place. A whole number counts
// as all the numbers that are rounded to it.
func upperTail(values []float64, t float64) float64 {
	n := len(values)
	at, _ := slices.BinarySearch(values, t)
	beyond := n - at
	counted := float64(beyond+1) / float64(n+1)
	size := pareto.Tail(n, float64(n))
	if beyond >= enoughBeyond || size < 4*pareto.MinTail || size >= n {
		return counted
	}
	if whole(values) {
		values, t = apart(values), t-0.5
	}
	start := values[n-size-1]
	distances := make([]float64, size)
	sum := 0.0
	for i, v := range values[n-size:] {
		distances[i] = v - start
		sum += v - start
	}
	var fitter pareto.Fitter
	k, sigma := fitter.Fit(distances)
	share := float64(size) / float64(n)
	switch {
	case !(t > start) || math.IsNaN(k) || !(sigma > 0):
		return counted
	case k > 0:
		return share * math.Pow(1+k*(t-start)/sigma, -1/k)
	}
	return share * math.Exp(-(t-start)*float64(size)/sum)
}

// apart spreads whole numbers, which are in increasing order: those that are equal lie evenly in
// the unit around them.
func apart(values []float64) []float64 {
	out := make([]float64, 0, len(values))
	for len(out) < len(values) {
		v := values[len(out)]
		n, _ := slices.BinarySearch(values[len(out):], v+1)
		for j := range n {
			out = append(out, v-0.5+(float64(j)+0.5)/float64(n))
		}
	}
	return out
}
