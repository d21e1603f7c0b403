package lda_test

import (
	"context"
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/lda"
)

// Who writes about what: the notes have three authors, and two of the notes have two of them.
func ExampleAuthors() {
	by := lda.Authors{Of: [][]string{{"Ada"}, {"Ben"}, {"Ada"}, {"Ben"}, {"Ada", "Cleo"}, {"Cleo"},
		{"Ada"}, {"Ben", "Cleo"}}}
	m, err := lda.Prior{K: 2, Alpha: []float64{0.5}, Beta: 0.1, By: by}.Model(notes,
		len(vocabulary), lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 1, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	phi, _ := tr.Moments("phi")
	author, _ := tr.Moments("author")
	fmt.Println(top(phi[0].Mean, 0, 3))
	for i, name := range by.List() {
		fmt.Printf("%s: %.1f\n", name, author[0].Mean[2*i:2*i+2])
	}
	// Output:
	// [goal match team]
	// Ada: [0.9 0.1]
	// Ben: [0.0 1.0]
	// Cleo: [0.2 0.8]
}
