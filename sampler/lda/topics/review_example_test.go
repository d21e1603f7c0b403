package topics_test

import (
	"context"
	"fmt"
	"slices"

	"gibbslab/sampler"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// Six questions about the topics of the eight notes, repeated forty times. nb.ReportTopics(r.Review,
// r.Points) shows them with pictures.
func ExampleCheck() {
	docs := slices.Repeat(notes, 40)
	m, err := lda.Prior{K: 2, Alpha: []float64{0.5}, Beta: 0.5}.Model(docs, len(vocabulary),
		lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m, sampler.Settings{Chains: 6, Draws: 200, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := topics.Check(topics.Case{Trace: tr, Docs: docs, Alpha: []float64{0.5}, Vocabulary: vocabulary})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict())
	t, err := topics.Read(tr, 0, docs, 0.5)
	if err != nil {
		fmt.Println(err)
		return
	}
	m2, err := t.Misfit(sampler.Stream("misfit", 1, 0)) // what the section fit was computed from
	fmt.Println(len(m2.Observed), "topics,", err)
	_, found, _, name := r.Points("topics")
	fmt.Println(name, found)
	// Output:
	// Nothing wrong was found. Open: effects and labels.
	// 2 topics, <nil>
	// share of other chains that have it [1 1]
}
