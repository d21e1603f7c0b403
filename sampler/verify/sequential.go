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
