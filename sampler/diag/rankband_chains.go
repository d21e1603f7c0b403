package diag

import (
	"math"

	"gibbslab/sampler/diag/internal/fast"
	"gibbslab/sampler/diag/internal/series"
)

// RankBandChains returns simultaneous bounds of fractions, for chains whose draws are ranked
// together. Sort all draws, and let the first bin take the smallest 1/bins of them, the second the
// next, and so on. If all draws come from one distribution, then with probability coverage, or
// slightly more, lo[i] ≤ (fraction of a chain's draws in the first i+1 bins) ≤ hi[i] for all i = 0
// … bins−2 and all chains at once. A chain that leaves the band has not visited the same places as
// the others.
//
// The bounds are pointwise hypergeometric ones of one level; if counts are so small that their
// steps matter, some are one count closer. The coverage of a level for one chain among the others
// is computed exactly by dynamic programming. For two chains that is enough, because one leaves the
// band with the other. For more it is raised to the power of an equivalent number of independent
// chains, tabulated from two million simulated runs. So for independent draws the coverage is right
// to 0.001 from about 50 draws per chain on.
//
// Draws of a Markov chain are worth fewer independent draws, and the band is for that number: the
// mean of [ESSQuantile] at the bounds of the bins, but no more than the draws. For chains of more
// than 10 000 draws it uses nine of the bounds. The band has a little too much coverage (0.96 to
// 0.97 rather than 0.95 for four autoregressive chains of 1000 draws).
//
// Chains are cut to a common length. The result is nil if fewer than two chains have draws, if
// ESSQuantile is NaN at all bounds of bins, for fewer than two bins or more than 65 536, or a
// coverage not between 0 and 1.
//
// Source: Säilynoja, Bürkner & Vehtari, Graphical test for discrete uniformity and its applications
// in goodness-of-fit evaluation and multiple sample comparison, Statistics and Computing 32 (2022)
// 32, section 3. They simulate the bounds for two chains and more, of independent draws.
func RankBandChains(chains [][]float64, bins int, coverage float64) (lo, hi []float64) {
	x, ok := series.Usable(chains, fast.MinDraws)
	if !ok || len(x) < 2 || bins < 2 || bins > 1<<16 {
		return nil, nil
	}
	worth := 0.0
	known := 0.0
	step := 1
	if len(x[0]) > manyDraws {
		step = (bins + 9) / 10
	}
	var places []int
	for i := step; i < bins; i += step {
		below, _ := quantileRanks(len(x)*len(x[0]), float64(i)/float64(bins))
		places = append(places, below)
	}
	for _, q := range series.Smallest(x, places...) {
		if ess := essBelow(x, q); !math.IsNaN(ess) {
			worth += ess
			known++
		}
	}
	if known == 0 {
		return nil, nil
	}
	draws := min(len(x[0]), max(1, int(worth/known/float64(len(x)))))
	least, most := chainBand(len(x), draws, bins, coverage)
	for i := range least {
		lo, hi = append(lo, float64(least[i])/float64(draws)), append(hi, float64(most[i])/float64(draws))
	}
	return lo, hi
}

// manyDraws is a number of draws so large that its level also serves for more.
const manyDraws = 10_000

// chainBand returns the bounds of counts for the given numbers of chains and of independent draws
// of each. The first i+1 bins hold the (i+1)·chains·draws/bins smallest draws, rounded down. Above
// 10 000 draws per chain it uses the level of 10 000. It returns nil for fewer than two chains,
// draws or bins below 1 or 2, or a coverage not between 0 and 1.
func chainBand(chains, draws, bins int, coverage float64) (lo, hi []int) {
	if chains < 2 || draws < 1 || bins < 2 || !(coverage > 0 && coverage < 1) {
		return nil, nil
	}
	t := newChainTest(chains, min(draws, manyDraws), bins)
	// the probability that one chain leaves
	alone := -math.Expm1(math.Log(coverage) / jointChains(chains, 1-coverage))
	wide, narrow := alone/float64(bins), 1.0 // by Bonferroni's inequality this is wide enough
	for narrow/wide > 1+1e-3 {
		middle := math.Sqrt(wide * narrow)
		if t.coverage(middle) >= 1-alone {
			wide = middle
		} else {
			narrow = middle
		}
	}
	if draws > manyDraws {
		t = newChainTest(chains, draws, bins)
		t.bound(wide)
		return t.lo, t.hi
	}
	if excess := t.coverage(wide) - (1 - alone); excess > 0.001/float64(chains) {
		trim(t.lo, t.hi, t.inside, 1-alone)
	}
	return t.lo, t.hi
}

// chainTest computes the probability that the cumulated counts of one chain, ranked among all, stay
// between bounds.
type chainTest struct {
	draws, total int
	at           []int // number of draws in the first i+1 bins
	first        []int // the count that levels[i][0] stands for
	// twice the smaller tail probability of each count that is not too improbable
	levels [][]float64
	lo, hi []int
}

func newChainTest(chains, draws, bins int) *chainTest {
	t := &chainTest{draws: draws, total: chains * draws, lo: make([]int, bins-1),
		hi: make([]int, bins-1)}
	for i := range bins - 1 {
		at := (i + 1) * t.total / bins
		first, p := hypergeometric(draws, t.total, at)
		level := make([]float64, len(p))
		down, up := 0.0, 0.0
		for k := range p {
			down += p[k]
			level[k] = 2 * down
		}
		for k := len(p) - 1; k >= 0; k-- {
			up += p[k]
			level[k] = min(level[k], 2*up)
		}
		t.at, t.first, t.levels = append(t.at, at), append(t.first, first), append(t.levels, level)
	}
	return t
}

// bound sets the bounds: the counts whose tails are both above level/2.
func (t *chainTest) bound(level float64) {
	for i, levels := range t.levels {
		t.lo[i], t.hi[i] = math.MaxInt, -1
		for k, l := range levels {
			if l > level {
				t.lo[i], t.hi[i] = min(t.lo[i], t.first[i]+k), t.first[i]+k
			}
		}
	}
}

// coverage sets the bounds for a level, and returns the probability that the counts of one chain
// are within them.
func (t *chainTest) coverage(level float64) float64 {
	t.bound(level)
	return t.inside()
}

// inside is the probability that the counts of one chain are within the bounds. It goes step by
// step: given the number so far, the number in the next bin is hypergeometric.
func (t *chainTest) inside() float64 {
	within := []float64{1} // probabilities of counts from first on
	first, before := 0, 0
	for i := range t.lo {
		if t.hi[i] < t.lo[i] {
			return 0
		}
		next := make([]float64, t.hi[i]-t.lo[i]+1)
		for j, w := range within {
			if w == 0 {
				continue
			}
			least, p := hypergeometric(t.draws-first-j, t.total-before, t.at[i]-before)
			for k, q := range p {
				if to := first + j + least + k - t.lo[i]; to >= 0 && to < len(next) {
					next[to] += w * q
				}
			}
		}
		within, first, before = next, t.lo[i], t.at[i]
	}
	sum := 0.0
	for _, w := range within {
		sum += w
	}
	return sum
}

// hypergeometric returns the probabilities of first, first+1, … marked items among taken of total
// items, marked of which are marked. Counts beyond about ten standard deviations are left out.
func hypergeometric(marked, total, taken int) (first int, p []float64) {
	n, m, r := float64(total), float64(marked), float64(taken)
	mean := r * m / n
	reach := 10*math.Sqrt(mean*(1-m/n)*(n-r)/math.Max(1, n-1)) + 10
	first = max(0, taken-(total-marked), int(mean-reach))
	last := min(marked, taken, int(mean+reach))
	mode := min(max(int((r+1)*(m+1)/(n+2)), first), last)
	p = make([]float64, last-first+1)
	p[mode-first] = 1 // the others by their ratios, and the sum last
	sum := 1.0
	for k := mode; k < last; k++ {
		x := float64(k)
		p[k+1-first] = p[k-first] * (m - x) * (r - x) / ((x + 1) * (n - m - r + x + 1))
		sum += p[k+1-first]
	}
	for k := mode; k > first; k-- {
		x := float64(k)
		p[k-1-first] = p[k-first] * x * (n - m - r + x) / ((m - x + 1) * (r - x + 1))
		sum += p[k-1-first]
	}
	for k := range p {
		p[k] /= sum
	}
	return first, p
}
