package topics

import (
	"fmt"
	"math"

	"gibbslab/sampler/diag/relabel"
)

// Match finds which topics of different chains are the same, using [relabel.Align]: it pairs
// topics one to one by how alike their words are, Σ_w √(φ_kw φ'_kw) from 0 to 1. It returns the
// alignment, with the pairs that are beyond doubt and warnings about the others, and the chains
// with their topics in the order of the reference (one of chains, from 0). Topic 3 is then the same
// topic in each of them. The given chains stay unchanged. [RHat] then says whether the chains agree
// on the numbers.
//
// All chains need the same number of topics; for others see [relabel.Align]. Errors: no such
// reference, φ over different words, or a chain that is wrong. It needs Phi; Alpha and Theta are
// reordered if they are there.
func Match(chains []*Topics, reference int) (*relabel.Alignment, []*Topics, error) {
	phi := make([][][]float64, len(chains))
	for c, t := range chains {
		if err := t.checkPhi(); err != nil {
			return nil, nil, fmt.Errorf("topics: Match: chain %d: %w", c, err)
		}
		if len(t.Phi) != len(chains[0].Phi) {
			return nil, nil, fmt.Errorf("topics: Match: chain %d has %d topics and chain 0 "+
				"has %d, expected the same number; relabel.Align matches others",
				c, len(t.Phi), len(chains[0].Phi))
		}
		phi[c] = t.Phi
	}
	a, err := relabel.Align(phi, reference)
	if err != nil {
		return nil, nil, fmt.Errorf("topics: Match: %w", err)
	}
	ordered := make([]*Topics, len(chains))
	for c, t := range chains {
		o := &Topics{Phi: permuted(t.Phi, a.Perms[c]), Alpha: t.Alpha, Docs: t.Docs}
		if len(t.Alpha) == len(t.Phi) {
			o.Alpha = permuted(t.Alpha, a.Perms[c])
		}
		for d, row := range t.Theta {
			if len(row) != len(t.Phi) {
				return nil, nil, fmt.Errorf("topics: Match: chain %d: Topics.Theta[%d] has %d "+
					"numbers, expected %d", c, d, len(row), len(t.Phi))
			}
			o.Theta = append(o.Theta, permuted(row, a.Perms[c]))
		}
		ordered[c] = o
	}
	return a, ordered, nil
}

func permuted[T any](x []T, order []int) []T {
	y := make([]T, len(order))
	for i, at := range order {
		y[i] = x[at]
	}
	return y
}

// Similarity returns how alike the words of any two topics are, K × K: Σ_w √(φ_kw φ_jw), the
// Bhattacharyya coefficient, 1 for equal topics and 0 for topics without a common word. Two topics
// that are nearly equal are one topic that was split. It needs Phi.
func (t *Topics) Similarity() ([][]float64, error) {
	if err := t.checkPhi(); err != nil {
		return nil, fmt.Errorf("topics: Similarity: %w", err)
	}
	like := make([][]float64, len(t.Phi))
	for k, a := range t.Phi {
		like[k] = make([]float64, len(t.Phi))
		for j, b := range t.Phi[:k+1] {
			s := 0.0
			for w, p := range a {
				s += math.Sqrt(p * b[w])
			}
			like[k][j], like[j][k] = min(s, 1), min(s, 1)
		}
	}
	return like, nil
}
