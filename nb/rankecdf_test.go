package nb

import (
	"math"
	"testing"

	"gibbslab/sampler"
)

func TestRankECDFNumbers(t *testing.T) {
	// By hand: of 4 ranks among 3 draws, 2 are at most 0, 3 at most 1, 4 at most 2.
	d := rankECDFData([]int{0, 2, 1, 0}, 3)
	for i, want := range []float64{0.5 - 0.25, 0.75 - 0.5, 1 - 0.75} {
		if math.Abs(d.Y[i]-want) > 1e-12 || math.Abs(d.X[i]-float64(i+1)/4) > 1e-12 {
			t.Errorf("at %v: %v, want %v", d.X[i], d.Y[i], want)
		}
	}
	r := sampler.Stream("ranks", 1, 0)
	even, low := make([]int, 500), make([]int, 500)
	for i := range even {
		even[i] = r.IntN(100)
		low[i] = r.IntN(80)
	}
	outside := func(ranks []int) (n int) {
		d := rankECDFData(ranks, 99)
		for i, y := range d.Y {
			if y < d.Lower[i] || y > d.Upper[i] {
				n++
			}
		}
		return n
	}
	if outside(even) > 0 || outside(low) < 50 {
		t.Errorf("%d uniform ranks and %d too low ones leave the band", outside(even), outside(low))
	}
	panics(t, "go from 0 to 99", func() { RankECDF("mu", []int{100}, 99) })
	panics(t, "at least one", func() { RankECDF("mu", nil, 99) })
	panics(t, "keep fewer draws", func() { RankECDF("mu", []int{100}, 1<<40) })
}
