package lda_test

import (
	"context"
	"fmt"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/lda"
)

// How many topics do the eight notes, repeated four times, have? The posterior of their number, from
// chains that start with 20.
func ExampleHDP() {
	set := lda.Settings{Learn: lda.HDP{GammaRate: 10}}
	m, err := lda.Prior{K: 20, Beta: 0.5}.Model(slices.Repeat(notes, 4), len(vocabulary), set)
	if err != nil {
		fmt.Println(err)
		return
	}
	long := sampler.Settings{Warmup: 2000, Draws: 2000, Seed: 1}
	tr, err := sampler.Run(context.Background(), m, long)
	if err != nil {
		fmt.Println(err)
		return
	}
	topics, _ := tr.Draws("topics")
	var often [21]int
	for _, n := range topics {
		often[int(n)]++
	}
	for n := 1; n <= 4; n++ {
		fmt.Printf("%d topics: probability %.1f\n", n, float64(often[n])/float64(len(topics)))
	}
	// Output:
	// 1 topics: probability 0.0
	// 2 topics: probability 1.0
	// 3 topics: probability 0.0
	// 4 topics: probability 0.0
}
