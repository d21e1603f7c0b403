package relabel_test

import (
	"fmt"

	"gibbslab/sampler/diag/relabel"
)

// Two chains have found the same two topics, with different numbers, and one more topic each that
// the other does not have.
func ExampleAlign() {
	one := [][]float64{{0.9, 0.1, 0, 0}, {0, 0.1, 0.9, 0}, {0.25, 0.25, 0.25, 0.25}}
	two := [][]float64{{0, 0.2, 0.8, 0}, {0.01, 0, 0, 0.99}, {0.8, 0.2, 0, 0}}
	a, err := relabel.Align([][][]float64{one, two}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k := range one {
		fmt.Printf("topic %d is topic %d of the other chain: similarity %.2f, clear %t\n", k,
			a.Perms[1][k], a.Similarity[1][k], a.Clear[1][k])
	}
	// Output:
	// topic 0 is topic 2 of the other chain: similarity 0.99, clear true
	// topic 1 is topic 0 of the other chain: similarity 0.99, clear true
	// topic 2 is topic 1 of the other chain: similarity 0.55, clear false
}
