package topics

import (
	"errors"
	"fmt"
	"math"

	"gibbslab/sampler"
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

// RHat compares the chains of a trace topic by topic, after [Match] has matched all chains in
// the order of the trace. phi is K × V, one R-hat for each φ_kw, and theta documents × K; topics
// are numbered as in the reference. It is the R-hat of Gelman & Rubin (1992), from the recorded
// mean and variance of φ and θ in each of C chains of n draws:
//
//	√[(n−1)/n + B/W],   B the variance of the C means, W the mean of the C variances
//
// It is about 1 for chains that agree, and above 1.1 or so where they do not: then a mean over the
// chains mixes different things. It does not see trends within a chain or differences in spread, as
// the R-hat of [gibbslab/sampler/diag] does; use that one for lp__. A number that changes in no
// chain has +Inf if the chains differ in it, and NaN if they do not. The shortest chain gives n.
//
// Errors: fewer than two chains, an alignment of other chains or topics, phi or theta not recorded,
// fewer than two draws, an [lda.HDP] with more topics than were recorded.
func RHat(tr *sampler.Trace, a *relabel.Alignment) (phi, theta [][]float64, err error) {
	if tr == nil || a == nil {
		return nil, nil, errors.New("topics: RHat: the trace or the alignment is nil: give those of " +
			"one run")
	}
	if len(a.Perms) < 2 || len(a.Perms) != tr.NumChains() {
		return nil, nil, fmt.Errorf("topics: RHat: the alignment has %d chains and the trace %d, "+
			"expected the same number, 2 or more", len(a.Perms), tr.NumChains())
	}
	topics, words, err := topicsAndWords(tr)
	if err != nil {
		return nil, nil, fmt.Errorf("topics: RHat: %w", err)
	}
	if err := checkPerms(a, topics); err != nil {
		return nil, nil, fmt.Errorf("topics: RHat: %w", err)
	}
	for c := range a.Perms {
		if err := checkRoom(tr, topics, c); err != nil {
			return nil, nil, fmt.Errorf("topics: RHat: %w", err)
		}
	}
	inPhi := func(perm []int, k, w int) int { return perm[k]*words + w }
	phi, err = rhat(tr, "phi", a.Perms, words, inPhi)
	if err != nil {
		return nil, nil, err
	}
	inTheta := func(perm []int, d, k int) int { return d*topics + perm[k] }
	theta, err = rhat(tr, "theta", a.Perms, topics, inTheta)
	return phi, theta, err
}

// checkPerms reports an order that is not one of all topics.
func checkPerms(a *relabel.Alignment, topics int) error {
	for c, perm := range a.Perms {
		ok := len(perm) == topics
		for _, k := range perm {
			ok = ok && 0 <= k && k < topics
		}
		if !ok {
			return fmt.Errorf("the alignment of chain %d is %v, expected an order of the K = %d "+
				"topics", c, perm, topics)
		}
	}
	return nil
}

// rhat compares the elements of a matrix with the given number of columns; at says where a chain
// has an element.
func rhat(
	tr *sampler.Trace, name string, perms [][]int, columns int,
	at func(perm []int, row, column int) int,
) ([][]float64, error) {
	chains, err := tr.Moments(name)
	if err != nil {
		return nil, fmt.Errorf("topics: RHat: %w", err)
	}
	least := chains[0].N
	for c, m := range chains {
		if m.N < 2 {
			return nil, fmt.Errorf("topics: RHat: chain %d has %d draws of %s, expected at least two",
				c, m.N, name)
		}
		least = min(least, m.N)
	}
	values, count, n := make([]float64, len(chains[0].Mean)), float64(len(chains)), float64(least)
	for i := range values {
		mean, between, within := 0.0, 0.0, 0.0
		for c, m := range chains {
			mean += m.Mean[at(perms[c], i/columns, i%columns)] / count
		}
		for c, m := range chains {
			j := at(perms[c], i/columns, i%columns)
			between += (m.Mean[j] - mean) * (m.Mean[j] - mean) / (count - 1)
			within += m.SumSq[j] / float64(m.N-1) / count
		}
		values[i] = math.Sqrt((n-1)/n + between/within)
	}
	return rows(values, columns), nil
}
