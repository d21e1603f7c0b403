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
	fmt.Println(r.Sections[1].Finding)
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
	// 2 of 2 topics of chain 0 that have tokens return in each of 5 other chains, and differ from each other. Report these only: 0: team goal match; 1: senate vote law.
	// 2 topics, <nil>
	// share of other chains that have it [1 1]
}
