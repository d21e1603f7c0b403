package diag

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gibbslab/sampler"
)

// The coverage for one chain among others by dynamic programming equals the count over all orders
// of a few draws.
func TestChainCoverageByAllOrders(t *testing.T) {
	for _, tt := range []struct{ chains, draws, bins int }{{2, 4, 4}, {2, 5, 3}, {3, 3, 4},
		{4, 2, 8}, {2, 1, 2}} {
		test := newChainTest(tt.chains, tt.draws, tt.bins)
		total := tt.chains * tt.draws
		for _, level := range []float64{0.01, 0.1, 0.3, 0.7} {
			got := test.coverage(level)
			inside, all := 0, 0
			for order := range 1 << total { // bit r is whether the draw of rank r is the chain's
				if ones(order) != tt.draws {
					continue
				}
				all++
				in := true
				for i, at := range test.at {
					if at != (i+1)*total/tt.bins {
						t.Fatalf("%+v: %d draws in the first %d bins", tt, at, i+1)
					}
					k := ones(order & (1<<at - 1))
					in = in && test.lo[i] <= k && k <= test.hi[i]
				}
				if in {
					inside++
				}
			}
			if want := float64(inside) / float64(all); math.Abs(got-want) > 1e-12 {
				t.Errorf("%+v at level %v: coverage %v, want %v", tt, level, got, want)
			}
		}
	}
}

func ones(x int) (n int) {
	for ; x > 0; x >>= 1 {
		n += x & 1
	}
	return n
}

// leavers is the fraction of runs in which a chain leaves the band of this many independent draws
// or, if worth is 0, the band of the chains themselves.
func leavers(reps, worth, bins int, run func() [][]float64) float64 {
	var lo, hi []float64
	if worth > 0 {
		least, most := chainBand(len(run()), worth, bins, 0.95)
		for i := range least {
			lo, hi = append(lo, float64(least[i])/float64(worth)),
				append(hi, float64(most[i])/float64(worth))
		}
	}
	left := 0
	for range reps {
		chains := run()
		if worth == 0 {
			lo, hi = RankBandChains(chains, bins, 0.95)
		}
		if leavesBand(chains, lo, hi) {
			left++
		}
	}
	return float64(left) / float64(reps)
}

func leavesBand(chains [][]float64, lo, hi []float64) bool {
	type draw struct {
		v float64
		c int
	}
	var all []draw
	for c, draws := range chains {
		for _, v := range draws {
			all = append(all, draw{v, c})
		}
	}
	slices.SortFunc(all, func(a, b draw) int { return cmp.Compare(a.v, b.v) })
	counts, at := make([]float64, len(chains)), 0
	for i := range lo {
		for ; at < (i+1)*len(all)/(len(lo)+1); at++ {
			counts[all[at].c]++
		}
		for _, k := range counts {
			if share := k / float64(len(chains[0])); share < lo[i]-1e-9 || share > hi[i]+1e-9 {
				return true
			}
		}
	}
	return false
}

// Independent chains leave the 95 % band in a twentieth of runs. Chains leave it if one of them is
// elsewhere. Markov chains leave it too, unless the band is widened for the number of independent
// draws that they are worth.
func TestRankBandChainsCovers(t *testing.T) {
	r := sampler.Stream("rank band of chains", 1, 0)
	chain := func(r *rand.Rand, n int, phi, mean float64) []float64 {
		draws, x := make([]float64, n), r.NormFloat64()
		for i := range draws {
			x = phi*x + math.Sqrt(1-phi*phi)*r.NormFloat64()
			draws[i] = mean + x
		}
		return draws
	}
	run := func(chains, n int, phi, shift float64) func() [][]float64 {
		return func() (x [][]float64) {
			for c := range chains {
				x = append(x, chain(r, n, phi, shift*float64(min(c, 1))))
			}
			return x
		}
	}
	const reps = 1000
	for _, chains := range []int{2, 4, 7} {
		// five standard errors of a share of 0.05 among 1000: 0.035
		if left := leavers(reps, 60, 10, run(chains, 60, 0, 0)); math.Abs(left-0.05) > 0.035 {
			t.Errorf("of %d independent chains one leaves the 95 %% band in %v of runs", chains, left)
		}
	}
	if left := leavers(50, 200, 10, run(4, 200, 0, 0.6)); left < 0.9 {
		t.Errorf("a chain 0.6 standard deviations lower than the others leaves the band in %v of "+
			"runs", left)
	}
	if left := leavers(50, 300, 10, run(4, 300, 0.8, 0)); left < 0.6 {
		t.Errorf("Markov chains leave the band of independent ones in %v of runs", left)
	}
	// at most 1 in 20: 8 or more of 50 would happen once in 300 times
	if left := leavers(50, 0, 10, run(4, 300, 0.8, 0)); left >= 8./50 {
		t.Errorf("Markov chains leave the band of what they are worth in %v of runs", left)
	}
}

// For two chains the band has the required coverage, and at most 0.001 more. The number of
// independent chains is between 1 and the number of chains, and is smooth.
func TestRankBandChainsTight(t *testing.T) {
	for _, draws := range []int{50, 100, 500, 1000} {
		for _, bins := range []int{20, 50} {
			lo, hi := chainBand(2, draws, bins, 0.95)
			test := newChainTest(2, draws, bins)
			test.lo, test.hi = lo, hi
			if c := test.inside(); c < 0.95 || c > 0.951 {
				t.Errorf("%d draws in %d bins: coverage %v", draws, bins, c)
			}
		}
	}
	for chains := 3; chains < 20; chains++ {
		last := 0.0
		for _, alpha := range []float64{0.9, 0.2, 0.07, 0.05, 0.01, 0.004, 1e-9} {
			m := jointChains(chains, alpha)
			if m < last || m >= float64(chains) || m < jointChains(chains-1, alpha)+0.9 {
				t.Errorf("%d chains, alpha %v: %v", chains, alpha, m)
			}
			last = m
		}
	}
}

func TestRankBandChainsAwkward(t *testing.T) {
	for _, tt := range []struct {
		chains, draws, bins int
		coverage            float64
	}{{1, 10, 5, 0.95}, {2, 0, 5, 0.95}, {2, 10, 1, 0.95}, {2, 10, 5, 0}, {2, 10, 5, 1},
		{2, 10, 5, math.NaN()}, {-1, -1, -1, 2}} {
		if lo, hi := chainBand(tt.chains, tt.draws, tt.bins, tt.coverage); lo != nil || hi != nil {
			t.Errorf("%+v: a band", tt)
		}
	}
	for _, tt := range [][3]int{{2, 1, 2}, {3, 2, 50}, {40, 3, 5}} {
		lo, hi := chainBand(tt[0], tt[1], tt[2], 0.95)
		for i := range lo {
			mean := float64(tt[1]) * float64(i+1) / float64(tt[2])
			if lo[i] < 0 || hi[i] > tt[1] || float64(lo[i]) > mean || float64(hi[i]) < mean-1 {
				t.Errorf("%v: %d to %d in the first %d bins", tt, lo[i], hi[i], i+1)
			}
		}
	}
	short, stuck, even := []float64{1, 2, 3}, make([]float64, 50), make([]float64, 50)
	for i := range even {
		even[i] = float64(i * 17 % 50)
	}
	for name, chains := range map[string][][]float64{"none": nil, "one": {even},
		"short": {short, short}, "stuck": {stuck, stuck},
		"NaN": {even, append(even[:49:49], math.NaN())}, "empty": {even, {}}} {
		if lo, hi := RankBandChains(chains, 10, 0.95); lo != nil || hi != nil {
			t.Errorf("%s: a band", name)
		}
	}
	for _, bins := range []int{-1, 0, 1} {
		if lo, _ := RankBandChains([][]float64{even, even}, bins, 0.95); lo != nil {
			t.Errorf("%d bins: a band", bins)
		}
	}
	// above 10 000 draws per chain, bounds scale with the root
	a, b := width(4, 10_000), width(4, 40_000)
	if ratio := b / a; math.Abs(ratio-2) > 0.02 {
		t.Errorf("four times the draws make the band %v as wide", ratio)
	}
}

func width(chains, draws int) float64 {
	lo, hi := chainBand(chains, draws, 4, 0.95)
	return float64(hi[1] - lo[1])
}
