package coupling

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gibbslab/sampler/internal/draws"
	"gibbslab/sampler/variate"
)

// transport couples the clusters that an observation joins in two partitions. Labels would not do:
// the same cluster has different ones in two chains. It costs |A Δ B| if the observation joins A
// in one chain and B in the other, the number of pairs on which the partitions then disagree. Mass
// goes to the cheapest pairs first. That is nearly the best plan, and if the partitions are the
// same, they remain so. (Nguyen, Trippe & Broderick, "Many processors, little time: MCMC for
// partitions via optimal transport couplings", AISTATS 2022, compute the best plan.)
func (f *follower) transport(d drawn, law draws.Law, dst []float64) (same bool) {
	type move struct{ from, to, cost int }
	var moves []move
	for i, a := range d.law.Sets {
		for j, b := range law.Sets {
			moves = append(moves, move{i, j, apart(a, b)})
		}
	}
	slices.SortStableFunc(moves, func(a, b move) int { return a.cost - b.cost })
	have, want := shares(d.law.Params), shares(law.Params)
	value := int(d.value[0])
	weights, costs := make([]float64, len(want)), make([]int, len(want))
	for _, m := range moves {
		mass := min(have[m.from], want[m.to])
		have[m.from] -= mass
		want[m.to] -= mass
		if m.from == value {
			weights[m.to], costs[m.to] = mass, m.cost
		}
	}
	j := variate.Categorical(f.r, weights)
	dst[0] = float64(j)
	return costs[j] == 0
}

// shares are the probabilities that belong to log weights.
func shares(logs []float64) []float64 {
	p, sum := make([]float64, len(logs)), floats.LogSumExp(logs)
	for k, l := range logs {
		p[k] = math.Exp(l - sum)
	}
	return p
}

// apart is the number of members of one of two sorted sets that are not in the other.
func apart(a, b []int) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			a, b = a[1:], b[1:]
			continue
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
		n++
	}
	return n + len(a) + len(b)
}
