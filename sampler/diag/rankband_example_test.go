package diag_test

import (
	"fmt"

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
