package diag

import (
	"math"
	"testing"

	"gibbslab/sampler"
)

// The coverage of the band: from all outcomes for small numbers, and by simulation with a negative
// control.
func TestRankBandCovers(t *testing.T) {
	// 3 values in 3 bins, all 27 outcomes: the band's coverage is a sum of 27ths.
	for _, coverage := range []float64{0.3, 0.5, 0.8, 0.95} {
		lo, hi := RankBand(3, 3, coverage)
		inside := 0
		for o := range 27 {
			counts := make([]int, 3)
			for _, bin := range []int{o % 3, o / 3 % 3, o / 9} {
				counts[bin]++
			}
			first, second := counts[0], counts[0]+counts[1]
			if lo[0] <= first && first <= hi[0] && lo[1] <= second && second <= hi[1] {
				inside++
			}
		}
		if float64(inside)/27 < coverage {
			t.Errorf("a band with coverage %v holds %d of 27 outcomes", coverage, inside)
		}
	}
	r := sampler.Stream("rank band", 1, 0)
	const n, bins, reps = 100, 10, 1500
	lo, hi := RankBand(n, bins, 0.95)
	outside := func(power float64) (left int, small int) {
		for range reps {
			counts := make([]int, bins)
			for range n {
				counts[int(math.Pow(r.Float64(), power)*bins)]++
			}
			if p := RankTest(counts); p < 0.05 {
				small++
			}
			below, out := 0, false
			for i := range bins - 1 {
				below += counts[i]
				out = out || below < lo[i] || below > hi[i]
			}
			if out {
				left++
			}
		}
		return left, small
	}
	// five standard errors of a share of 0.05 among 1500: 0.028
	left, small := outside(1)
	if share := float64(left) / reps; math.Abs(share-0.05) > 0.028 {
		t.Errorf("uniform values leave the 95 %% band in %v of cases", share)
	}
	if math.Abs(float64(left-small)) > 0.01*reps {
		t.Errorf("the test rejects %d times at 0.05, and %d leave the band", small, left)
	}
	if left, _ := outside(1.5); left < reps/2 {
		t.Errorf("values that are not uniform leave the band %d times of %d", left, reps)
	}
}

// The coverage is at most 0.001 above what is wanted.
func TestRankBandTight(t *testing.T) {
	for _, n := range []int{100, 200, 400} {
		for _, bins := range []int{20, 50} {
			test := newRankTest(n, bins)
			test.lo, test.hi = RankBand(n, bins, 0.95)
			if c := test.inside(); c < 0.95 || c > 0.951 {
				t.Errorf("%d values in %d bins: coverage %v", n, bins, c)
			}
		}
	}
}

func TestRankTestAwkward(t *testing.T) {
	for _, counts := range [][]int{nil, {3}, {0, 0}, {1, -1}} {
		if p := RankTest(counts); !math.IsNaN(p) {
			t.Errorf("RankTest(%v) is %v", counts, p)
		}
	}
	if p := RankTest([]int{500, 0, 0, 0}); !(p < 1e-200) || p < 0 {
		t.Errorf("all in one bin of four: %v", p)
	}
	if p := RankTest([]int{1, 1}); p < 0.999 {
		t.Errorf("as even as can be: %v", p)
	}
	if lo, hi := RankBand(10, 1, 0.95); lo != nil || hi != nil {
		t.Error("a band of one bin")
	}
}

// Numbers beyond memory used to end the process.
func TestRankBandRefusesTheHuge(t *testing.T) {
	for _, c := range [][2]int{{1 << 40, 20}, {20, 1 << 40}, {math.MaxInt, math.MaxInt},
		{1 << 20, 1 << 20}} {
		if lo, hi := RankBand(c[0], c[1], 0.95); lo != nil || hi != nil {
			t.Errorf("RankBand(%d, %d) has %d bounds", c[0], c[1], len(lo))
		}
	}
	if lo, _ := RankBandChains([][]float64{{1, 2, 3, 4}, {3, 2, 4, 1}}, 1<<40, 0.95); lo != nil {
		t.Errorf("RankBandChains of 2⁴⁰ bins has %d bounds", len(lo))
	}
	for _, counts := range [][]int{{1 << 40, 1}, {math.MaxInt, math.MaxInt}, {1 << 26, 1 << 26}} {
		if p := RankTest(counts); !math.IsNaN(p) {
			t.Errorf("RankTest(%v) is %v", counts, p)
		}
	}
}

// A band of many values has the level of that for 10 000, and its fractions are closer together as
// 1/√n. A band of 10⁷ values used to need tables of 8 GB.
func TestRankBandOfMany(t *testing.T) {
	const bins = 10
	few, _ := RankBand(manyDraws, bins, 0.95)
	for _, n := range []int{manyDraws + 1, 1e6, 1 << 27} {
		lo, hi := RankBand(n, bins, 0.95)
		for i := range lo {
			p := float64(i+1) / bins
			off := func(k, n int) float64 { return (float64(k) - float64(n)*p) / math.Sqrt(float64(n)) }
			if d := off(lo[i], n) - off(few[i], manyDraws); math.Abs(d) > 0.02 {
				t.Errorf("%d values, bound %d: %v from that of 10 000, in units of √n", n, i, d)
			}
			if j := len(lo) - 1 - i; lo[i]+hi[j] != n {
				t.Errorf("%d values: the bounds %d and %d are not symmetric", n, lo[i], hi[j])
			}
		}
	}
}
