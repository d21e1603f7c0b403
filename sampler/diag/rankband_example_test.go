package diag_test

import (
	"fmt"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/diag"
)

// 100 ranks in five bins, too many of them low.
func ExampleRankTest() {
	counts := []int{38, 22, 17, 13, 10}
	lo, hi := diag.RankBand(100, 5, 0.95)
	below := 0
	for i := range lo {
		below += counts[i]
		fmt.Printf("%d in the first %d bins, %d to %d expected\n", below, i+1, lo[i], hi[i])
	}
	fmt.Printf("p = %.1e\n", diag.RankTest(counts))
	// Output:
	// 38 in the first 1 bins, 11 to 30 expected
	// 60 in the first 2 bins, 29 to 51 expected
	// 77 in the first 3 bins, 49 to 71 expected
	// 90 in the first 4 bins, 70 to 89 expected
	// p = 1.5e-04
}

// Two chains of a hundred independent draws each, of which the second is shifted by 0.8 standard
// deviations.
func ExampleRankBandChains() {
	r := sampler.Stream("rank band", 1, 0)
	chains := make([][]float64, 2)
	for range 100 {
		chains[0] = append(chains[0], r.NormFloat64())
		chains[1] = append(chains[1], r.NormFloat64()+0.8)
	}
	sorted := slices.Sorted(slices.Values(slices.Concat(chains...)))
	lo, hi := diag.RankBandChains(chains, 4, 0.95)
	for i := range lo {
		share := 0.0
		for _, v := range chains[0] {
			if v < sorted[(i+1)*200/4] {
				share += 1. / 100
			}
		}
		fmt.Printf("%.2f of chain 0 are among the least %d %%, %.2f to %.2f expected\n", share,
			25*(i+1), lo[i], hi[i])
	}
	// Output:
	// 0.35 of chain 0 are among the least 25 %, 0.15 to 0.34 expected
	// 0.60 of chain 0 are among the least 50 %, 0.41 to 0.59 expected
	// 0.87 of chain 0 are among the least 75 %, 0.66 to 0.83 expected
}
