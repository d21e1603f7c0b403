package lda_test

import (
	"context"
	"fmt"

	"gibbslab/sampler"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// Notes with labels. Each label has a topic, and another one is shared by all notes: it takes the
// words that the labels do not explain.
func ExampleLabels() {
	by := lda.Labels{Of: [][]string{{"sports"}, {"politics"}, {"sports"}, {"politics"}, {"sports"},
		{"politics"}, {"sports"}, {"politics"}}, Shared: 1}
	fmt.Println(by.Topics())
	m, err := lda.Prior{Beta: 0.1, By: by}.Model(notes, len(vocabulary), lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 1, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := topics.Read(tr, 0, notes)
	if err != nil {
		fmt.Println(err)
		return
	}
	top, err := t.Top(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, words := range topics.Words(vocabulary, top)[:2] {
		fmt.Println(words)
	}
	fmt.Printf("%.1f\n", t.Theta[0])
	// Output:
	// [politics sports shared 1]
	// [senate law]
	// [team goal]
	// [0.0 0.7 0.3]
}
