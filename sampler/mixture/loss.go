package mixture

import (
	"fmt"
	"math"
	"slices"
)

// VI is the variation of information between two partitions of the same observations, in bits: how
// much is unknown about either partition when the other is known. It is a metric, from 0 for equal
// partitions to log₂ N. With n_a, n_b of N observations in clusters a, b of the two and n_ab in
// both,
//
//	VI = (1/N) (Σ_a n_a log₂ n_a + Σ_b n_b log₂ n_b − 2 Σ_ab n_ab log₂ n_ab).
//
// Labels are any whole numbers. Lengths that differ, or are zero, are an error.
//
// Source: M. Meilă, Comparing clusterings, Journal of Multivariate Analysis 98 (2007) 873–895.
func VI(a, b []int) (float64, error) { return distanceOf(a, b, viLoss) }

// Binder is Binder's loss with equal costs: the fraction of ordered pairs of observations that are
// together in one partition and apart in the other,
//
//	Binder = (1/N²) (Σ_a n_a² + Σ_b n_b² − 2 Σ_ab n_ab²).
//
// It is 1 minus Rand's index, except that it also counts pairs of an observation with itself.
// Labels and errors are as for [VI].
func Binder(a, b []int) (float64, error) { return distanceOf(a, b, binderLoss) }

// A loss between partitions is scale(N) · (Σ g(n_a) + Σ g(n_b) − 2 Σ g(n_ab)).
type loss struct {
	g     func(n float64) float64
	scale func(n float64) float64
}

var (
	viLoss = loss{func(n float64) float64 { return n * math.Log2(max(n, 1)) },
		func(n float64) float64 { return 1 / n }}
	binderLoss = loss{func(n float64) float64 { return n * n },
		func(n float64) float64 { return 1 / (n * n) }}
)

func distanceOf(a, b []int, l loss) (float64, error) {
	if len(a) != len(b) || len(a) == 0 {
		return math.NaN(), fmt.Errorf("mixture: partitions of %d and %d observations, expected "+
			"the same number in both, at least one", len(a), len(b))
	}
	return l.between(canonical(a), canonical(b)), nil
}

// between is the loss between partitions with canonical labels.
func (l loss) between(a, b []int) float64 {
	na, nb := make([]int, slices.Max(a)+1), make([]int, slices.Max(b)+1)
	pairs := make([]int, len(a))
	for i := range a {
		na[a[i]]++
		nb[b[i]]++
		pairs[i] = a[i]*len(nb) + b[i]
	}
	slices.Sort(pairs) // equal ones follow each other
	var nab []int
	for i, p := range pairs {
		if i == 0 || p != pairs[i-1] {
			nab = append(nab, 0)
		}
		nab[len(nab)-1]++
	}
	sum := 0.0
	for _, n := range na {
		sum += l.g(float64(n))
	}
	for _, n := range nb {
		sum += l.g(float64(n))
	}
	for _, n := range nab {
		sum -= 2 * l.g(float64(n))
	}
	return max(0, sum*l.scale(float64(len(a))))
}
