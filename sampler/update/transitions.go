package update

import (
	"fmt"
	"math/rand/v2"

	"gibbslab/sampler/variate"
)

// Transitions draws the transition probabilities of a hidden Markov chain given its path, into
// transition, K rows of K numbers. The rows are independent:
//
//	transition[j] ~ Dirichlet(prior[j] + how often the path goes from j to each state).
//
// prior has K rows of K concentrations; nil is 1 for all, a uniform prior. The start of the path is
// not counted. It panics with a sentence on lengths that differ and on a state that is not in
// 0 … K−1.
func Transitions(r *rand.Rand, path []int, prior, transition [][]float64) {
	k := len(transition)
	for j, row := range transition {
		if len(row) != k || prior != nil && (len(prior) != k || len(prior[j]) != k) {
			panic(fmt.Sprintf("update: Transitions: row %d of %d rows of transition has %d numbers, "+
				"and prior %d rows: expected square matrices of one size, or no prior", j, k,
				len(row), len(prior)))
		}
		for i := range row {
			row[i] = 1
			if prior != nil {
				row[i] = prior[j][i]
			}
		}
	}
	for t, z := range path {
		if z < 0 || z >= k {
			panic(fmt.Sprintf("update: Transitions: the path is in state %d at %d, expected 0 to %d",
				z, t, k-1))
		}
		if t > 0 {
			transition[path[t-1]][z]++
		}
	}
	for _, row := range transition {
		variate.Dirichlet(r, row, row)
	}
}
