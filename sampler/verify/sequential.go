package verify

import (
	"cmp"
	"math"
	"slices"

	"gibbslab/internal/numeric"
)

// growth is the ratio of the replications of a round to those of the one before.
const growth = 3

// rounds is the maximum number of rounds for a result in doubt.
const rounds = 6

// An outcome is the result of a sequence of rounds.
type outcome struct {
	found        bool
	worst        score   // of the last round
	p            float64 // of the last round, corrected for the number of tests
	replications int     // of the last round
	rounds       int
	still        bool // nothing moved
}

// mostKept is the maximum number of test functions that go on to the next round.
const mostKept = 4

// sequential repeats a test with new and more draws as long as the result is in doubt. This is the
// design of Gandy & Scott (2020), "Unit testing for MCMC and other Monte Carlo methods",
// arXiv:2001.06465.
//
// With k rounds, β = α/k and γ = β^(1/k). Let q be the smallest p of a round, times the number of
// tests. The round ends with an alarm if q ≤ β and with the all-clear if q > γ + β; otherwise β
// grows to β/γ for the next round. A correct sampler reaches round i with probability at most
// γ^(i−1), and is stopped there with probability β/γ^(i−1): α in all.
//
// Draws are new in each round, so only the test functions that raised the doubt go on. This does
// not affect the level, and the correction for many tests becomes smaller.
func sequential(
	alpha float64, rounds, n int, functions int, round func(k, n int, keep []int) ([]score, error),
) (outcome, error) {
	beta, gamma := levels(alpha, rounds)
	keep := numeric.Indices(functions)
	var out outcome
	for k := range rounds {
		scores, err := round(k, n, keep)
		if err != nil {
			return out, err
		}
		out = judge(scores, n, k+1)
		if out.found = out.p <= beta; out.found || out.p > gamma+beta {
			return out, nil
		}
		tests := float64(len(scores))
		keep = keep[:0]
		for _, s := range scores {
			if s.p*tests <= gamma+beta && len(keep) < mostKept && !slices.Contains(keep, s.function) {
				keep = append(keep, s.function)
			}
		}
		slices.Sort(keep)
		beta /= gamma
		n *= growth
	}
	return out, nil
}

// levels are β and γ of the first round.
func levels(alpha float64, rounds int) (beta, gamma float64) {
	beta = alpha / float64(rounds)
	return beta, math.Pow(beta, 1/float64(rounds))
}

// judge sorts the scores of a round, the strongest first.
func judge(scores []score, n, rounds int) outcome {
	out := outcome{p: 1, replications: n, rounds: rounds, still: len(scores) == 0}
	if !out.still {
		slices.SortStableFunc(scores, strongerFirst)
		out.worst, out.p = scores[0], min(1, scores[0].p*float64(len(scores)))
	}
	return out
}

// strongerFirst puts the smaller p first, and among equal p, such as 0, the larger |z|.
func strongerFirst(a, b score) int {
	return cmp.Or(cmp.Compare(a.p, b.p), cmp.Compare(math.Abs(b.z), math.Abs(a.z)))
}

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
