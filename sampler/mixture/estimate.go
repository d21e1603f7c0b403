package mixture

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"gibbslab/internal/numeric"
)

// An Estimate is one partition that represents the posterior. [EstimateVI] and [EstimateBinder]
// make it.
type Estimate struct {
	// Labels are numbered in the order in which they appear.
	Labels []int
	// Loss is the posterior mean of the loss: how far draws are from the estimate on average. For
	// VI in bits.
	Loss float64

	draws []weighted
	loss  loss
}

// EstimateVI finds the partition with the smallest expected variation of information ([VI]) from
// the partitions z, draws × N. Wade & Ghahramani recommend this estimate. The search is greedy. It
// starts from the best sampled partition, and from one built up observation by observation. It
// moves single observations and merges clusters as long as that helps. It uses the draws
// themselves, because a bound computed from the co-assignment matrix would favour fewer clusters.
// The result does not depend on the order of the draws; it is usually, but not always, the best
// partition.
//
// The search looks at no more than 1000 different partitions, evenly spaced. Loss is computed from
// all of them.
//
// Sources: S. Wade and Z. Ghahramani, Bayesian cluster analysis: point estimation and credible
// balls, Bayesian Analysis 13 (2018) 559–626; D. B. Dahl, D. J. Johnson and P. Müller, Search
// algorithms and loss functions for Bayesian clustering, Journal of Computational and Graphical
// Statistics 31 (2022) 1189–1201.
func EstimateVI(z [][]int) (*Estimate, error) { return estimate(z, viLoss) }

// EstimateBinder is [EstimateVI] for [Binder]'s loss. It tends to find more clusters, often of
// single observations.
func EstimateBinder(z [][]int) (*Estimate, error) { return estimate(z, binderLoss) }

// weighted is a partition and the fraction of draws equal to it.
type weighted struct {
	z []int
	w float64
}

// Limits of the search, which bound its time.
const (
	maxSearched   = 1000 // partitions
	maxCandidates = 100  // sampled partitions that are tried as a start
	starts        = 5    // the best of these
)

func estimate(z [][]int, l loss) (*Estimate, error) {
	if err := checkPartitions(z); err != nil {
		return nil, err
	}
	e := &Estimate{draws: distinct(z), loss: l, Loss: math.Inf(1)}
	searched := spaced(e.draws, maxSearched)
	s := newSearch(searched, l)
	candidates := slices.Clone(spaced(searched, maxCandidates))
	losses := map[*int]float64{}
	for _, c := range candidates {
		losses[&c.z[0]] = expected(searched, c.z, l)
	}
	slices.SortStableFunc(candidates, func(a, b weighted) int {
		return cmp.Compare(losses[&a.z[0]], losses[&b.z[0]])
	})
	for start := range min(starts, len(candidates)) + 1 {
		if start == 0 {
			s.build()
		} else {
			s.from(candidates[start-1].z)
		}
		for round := 0; round < 1000 && (s.sweep() || s.merge()); round++ {
		}
		if found := canonical(s.labels); start == 0 || expected(e.draws, found, l) < e.Loss-1e-12 {
			e.Labels, e.Loss = found, expected(e.draws, found, l)
		}
	}
	return e, nil
}

// distinct returns the different partitions, in order of first appearance.
func distinct(z [][]int) []weighted {
	var all []weighted
	at := map[string]int{}
	var key []byte
	for _, labels := range z {
		c := canonical(labels)
		key = key[:0]
		for _, k := range c {
			key = binary.AppendUvarint(key, uint64(k))
		}
		i, ok := at[string(key)]
		if !ok {
			i = len(all)
			at[string(key)] = i
			all = append(all, weighted{z: c})
		}
		all[i].w += 1 / float64(len(z))
	}
	return all
}

// spaced picks at most n, evenly spaced.
func spaced(all []weighted, n int) []weighted {
	if len(all) <= n {
		return all
	}
	some := make([]weighted, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	return some
}

// expected is the expected loss of a partition.
func expected(draws []weighted, z []int, l loss) float64 {
	sum, total := 0.0, 0.0
	for _, d := range draws {
		sum += d.w * l.between(z, d.z)
		total += d.w
	}
	return sum / total
}

// A Ball is a credible ball about an [Estimate]: the partitions within Radius of it have a
// posterior probability of at least Level. Its bounds are the draws within the ball that are
// farthest from the estimate. If several are equally far, the bound is the first.
//
//	Upper        among the draws with the fewest clusters
//	Lower        among the draws with the most clusters
//	Horizontal   among all
type Ball struct {
	Level, Radius            float64 // Radius in the unit of the loss
	Upper, Lower, Horizontal []int
	Share                    float64 // fraction of the draws that are in the ball
}

// Ball is the credible ball of a level, such as 0.95, by the loss of the estimate (Wade &
// Ghahramani 2018, section 4). A level that is not between 0 and 1 is an error.
func (e *Estimate) Ball(level float64) (*Ball, error) {
	if e == nil || len(e.draws) == 0 {
		return nil, errNoEstimate
	}
	if !(level > 0 && level < 1) {
		return nil, fmt.Errorf("mixture: Ball: the level is %g, expected a probability between 0 and "+
			"1, such as 0.95", level)
	}
	d := make([]float64, len(e.draws))
	for i, draw := range e.draws {
		d[i] = e.loss.between(e.Labels, draw.z)
	}
	order := numeric.Order(len(d), func(i, j int) int { return cmp.Compare(d[i], d[j]) })
	b := &Ball{Level: level}
	var upper, lower, far = -1, -1, -1
	better := func(best, i, clusters, sign int) int {
		if best < 0 {
			return i
		}
		have := sign * (slices.Max(e.draws[best].z) + 1)
		if sign*clusters > have || sign*clusters == have && d[i] > d[best] {
			return i
		}
		return best
	}
	for _, i := range order {
		if b.Share >= level-1e-12 && d[i] > b.Radius {
			break
		}
		b.Share += e.draws[i].w
		b.Radius = d[i]
		k := slices.Max(e.draws[i].z) + 1
		upper, lower = better(upper, i, k, -1), better(lower, i, k, 1)
		if far < 0 || d[i] > d[far] {
			far = i
		}
	}
	b.Upper, b.Lower, b.Horizontal = slices.Clone(e.draws[upper].z), slices.Clone(e.draws[lower].z),
		slices.Clone(e.draws[far].z)
	return b, nil
}

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
