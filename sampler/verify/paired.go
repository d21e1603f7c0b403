package verify

import (
	"math"
	"slices"
)

// A score is what one test says about one test function.
type score struct {
	function int
	test     string
	z, p     float64 // p is two-sided, of this test alone
}

// The tests of a test function.
const (
	testMean    = "mean"
	testSquare  = "mean square"
	testRank    = "rank"
	testSpread  = "spread of ranks"
	testUniform = "ranks" // of SBC
)

// paired compares a test function before and after a move that should leave its distribution
// unchanged, pair by pair.
//
// Each test is a self-normalised sum of differences, z = Σd/√Σd²: of the values, of their squares,
// of their ranks among all values, and of the squared distances of the ranks from the middle.
// Whatever does not move cancels. So an error of 1 % in a step shows even in a parameter that the
// data determine well.
func (w *ranker) paired(function int, square bool, before, after []float64) []score {
	if slices.Equal(before, after) {
		return nil
	}
	n := len(before)
	scores := make([]score, 0, 4)
	add := func(test string, difference func(i int) float64) {
		var sum, squares float64
		for i := range n {
			d := difference(i)
			sum += d
			squares += d * d
		}
		if squares > 0 {
			z := sum / math.Sqrt(squares)
			scores = append(scores, score{function, test, z, twoSided(z)})
		}
	}
	scale := 0.0
	for i := range n {
		scale = max(scale, math.Abs(before[i]), math.Abs(after[i]))
	}
	if !math.IsInf(scale, 0) {
		add(testMean, func(i int) float64 { return after[i]/scale - before[i]/scale })
		if square {
			add(testSquare, func(i int) float64 {
				return (after[i]/scale - before[i]/scale) * (after[i]/scale + before[i]/scale)
			})
		}
	}
	u, v := w.midranks(before, after)
	add(testRank, func(i int) float64 { return v[i] - u[i] })
	add(testSpread, func(i int) float64 { return (v[i] - u[i]) * (v[i] + u[i]) })
	return scores
}

// twoSided is the probability that a standard normal is farther from 0 than z.
func twoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }
