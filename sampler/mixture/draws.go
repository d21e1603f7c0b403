package mixture

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/memory"
	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// A CountProbability is a number of clusters or components, its posterior probability, and the
// Monte Carlo standard error of this probability.
type CountProbability struct {
	K     int
	P, SE float64
}

// PosteriorCounts is the posterior distribution of a recorded whole number, "clusters" or "k": the
// values that were drawn, in increasing order.
func PosteriorCounts(tr *sampler.Trace, name string) ([]CountProbability, error) {
	if tr == nil {
		return nil, errNoTrace
	}
	chains, err := tr.Chains(name)
	if err != nil {
		return nil, fmt.Errorf("mixture: PosteriorCounts: %w", err)
	}
	var values []float64
	total := 0
	for _, c := range chains {
		total += len(c)
		for _, v := range c {
			if v != math.Trunc(v) || math.Abs(v) > 1<<31 {
				return nil, fmt.Errorf("mixture: PosteriorCounts: %s is %g in a draw, expected "+
					"whole numbers: name clusters or k", name, v)
			}
			if len(values) == 0 || !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	slices.Sort(values)
	var counts []CountProbability
	for _, v := range values {
		is, n := make([][]float64, len(chains)), 0
		for c := range chains {
			is[c] = make([]float64, len(chains[c]))
			for i, w := range chains[c] {
				if w == v {
					is[c][i] = 1
					n++
				}
			}
		}
		counts = append(counts, CountProbability{K: int(v), P: float64(n) / float64(total),
			SE: diag.MCSEMean(is)})
	}
	return counts, nil
}

var errNoTrace = errors.New("mixture: the trace is nil: give the one that sampler.Run returned")

// Partitions reads the partitions of a trace from its labels z: draws × N, chain after chain.
// Labels are numbered in the order in which they appear.
func Partitions(tr *sampler.Trace) ([][]int, error) {
	if tr == nil {
		return nil, errNoTrace
	}
	labels, err := tr.Labels("z")
	if err != nil {
		return nil, fmt.Errorf("mixture: Partitions: %w", err)
	}
	var z [][]int
	for i, label := range labels {
		draws, err := tr.Draws(label)
		if err != nil {
			return nil, fmt.Errorf("mixture: Partitions: %w", err)
		}
		if z == nil {
			z = make([][]int, len(draws))
			for t := range z {
				z[t] = make([]int, len(labels))
			}
		}
		for t, v := range draws {
			if v != math.Trunc(v) || !(v >= 0 && v < 1<<31) {
				return nil, fmt.Errorf("mixture: Partitions: %s is %g in draw %d, expected whole "+
					"numbers from 0", label, v, t)
			}
			z[t][i] = int(v)
		}
	}
	for t := range z {
		z[t] = canonical(z[t])
	}
	return z, nil
}

// canonical numbers labels in the order in which they appear.
func canonical(z []int) []int {
	names := map[int]int{}
	c := make([]int, len(z))
	for i, k := range z {
		name, ok := names[k]
		if !ok {
			name = len(names)
			names[k] = name
		}
		c[i] = name
	}
	return c
}

// checkPartitions returns an error unless there is at least one partition and all have the same
// number of observations.
func checkPartitions(z [][]int) error {
	if len(z) == 0 || len(z[0]) == 0 {
		return errors.New("mixture: no partitions, or none of any observation: give what " +
			"Partitions returned")
	}
	for t := range z {
		if len(z[t]) != len(z[0]) {
			return fmt.Errorf("mixture: partition %d has %d observations and partition 0 has %d: "+
				"give partitions of the same observations", t, len(z[t]), len(z[0]))
		}
	}
	return nil
}

// CoAssignment is the posterior probability that two observations are in the same cluster, for each
// pair, N × N and symmetric: the fraction of the partitions z, draws × N, in which they are
// together. It does not depend on labels, and needs memory for N² numbers.
func CoAssignment(z [][]int) ([][]float64, error) {
	if err := checkPartitions(z); err != nil {
		return nil, err
	}
	n := len(z[0])
	if err := memory.Room(8 * float64(n) * float64(n)); err != nil {
		return nil, fmt.Errorf("mixture: CoAssignment: a table of %d × %d observations: %w; give "+
			"partitions of some of the observations", n, n, err)
	}
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	for _, labels := range z {
		for i, k := range labels {
			row := m[i]
			for j, l := range labels[:i+1] {
				if l == k {
					row[j]++
				}
			}
		}
	}
	for i := range m {
		for j := range i + 1 {
			m[i][j] /= float64(len(z))
			m[j][i] = m[i][j]
		}
	}
	return m, nil
}
