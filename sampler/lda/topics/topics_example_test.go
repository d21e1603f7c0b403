package topics_test

import (
	"context"
	"fmt"
	"strings"

	"gibbslab/datasets"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/lda/topics"
)

// Two topics of a small newspaper, as another program might give them, and five documents; "day" is
// frequent in both.
var (
	paperWords = []string{"goal", "match", "team", "law", "senate", "tax", "day"}
	paper      = &topics.Topics{
		Phi: [][]float64{
			{0.30, 0.24, 0.10, 0.01, 0.01, 0.01, 0.33},
			{0.01, 0.01, 0.01, 0.30, 0.24, 0.10, 0.33},
		},
		Alpha: []float64{0.1},
		Docs: []corpus.Doc{
			corpus.Bag([]int32{0, 1, 1, 6}),
			corpus.Bag([]int32{3, 4, 5, 3, 6}),
			corpus.Bag([]int32{0, 2, 6}),
			corpus.Bag([]int32{0, 3, 4, 6}),
			corpus.Bag(nil),
		},
		Theta: [][]float64{{0.95, 0.05}, {0.02, 0.98}, {0.97, 0.03}, {0.4, 0.6}, {0.5, 0.5}},
	}
)

// Eight notes of two kinds, and their words.
var (
	vocabulary = []string{"goal", "match", "team", "law", "senate", "vote"}
	notes      = []corpus.Doc{
		corpus.Bag([]int32{0, 0, 1, 2, 2}), corpus.Bag([]int32{3, 4, 4, 5, 5}),
		corpus.Bag([]int32{0, 1, 1, 2}), corpus.Bag([]int32{3, 3, 4, 5}),
		corpus.Bag([]int32{1, 2, 2, 0, 0}), corpus.Bag([]int32{4, 5, 3, 3}),
		corpus.Bag([]int32{0, 1, 2, 5}), corpus.Bag([]int32{4, 4, 5}),
	}
)

// The topics of Reagan's addresses to Congress, from one chain: how common each is, its words, and
// its most typical paragraph.
func ExampleRead() {
	c, err := datasets.ChooseWords(datasets.Reagan(),
		datasets.VocabularySettings{Stop: datasets.EnglishStopWords(), MinDocs: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	prior := lda.Prior{K: 5, Alpha: []float64{0.1}, Beta: 0.1}
	m, err := prior.Model(c.Docs, c.V(), lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 1, Warmup: 60, Draws: 20, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := topics.Read(tr, 0, c.Docs, prior.Alpha...)
	if err != nil {
		fmt.Println(err)
		return
	}
	shares, _ := t.Shares()
	top, _ := t.Top(6)
	for k, words := range topics.Words(c.Vocabulary, top) {
		docs, _ := t.TopDocuments(k, 1)
		fmt.Printf("%2.0f %%  paragraph %3d  %s\n", 100*shares[k], docs[0], strings.Join(words, " "))
	}
	// Output:
	// 16 %  paragraph 200  freedom peace defense soviet world security
	// 22 %  paragraph  76  tax spending government percent years budget
	// 18 %  paragraph  16  programs federal new government states help
	// 26 %  paragraph 358  america people world free future freedom
	// 18 %  paragraph 430  congress time years people well government
}

// The words that mark a topic, in three orders.
func ExampleTopics_TopRelevant() {
	probable, _ := paper.Top(3)
	relevant, _ := paper.TopRelevant(0.6, 3)
	exclusive, _ := paper.TopExclusive(0.5, 3)
	fmt.Println("probable ", topics.Words(paperWords, probable))
	fmt.Println("relevant ", topics.Words(paperWords, relevant))
	fmt.Println("exclusive", topics.Words(paperWords, exclusive))
	// Output:
	// probable  [[day goal match] [day law senate]]
	// relevant  [[goal day match] [law day senate]]
	// exclusive [[goal match day] [law senate day]]
}

// What new documents are about: one about both topics, one of a single word, and one of none.
func ExampleTopics_Infer() {
	docs := []corpus.Doc{corpus.Bag([]int32{0, 1, 3, 4}), corpus.Bag([]int32{2}), nil}
	theta, err := paper.Infer(sampler.Stream("new documents", 1, 0), docs, 0, 2000)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range theta {
		fmt.Printf("%.2f\n", row)
	}
	// Output:
	// [0.50 0.50]
	// [0.85 0.15]
	// [0.50 0.50]
}

// How well do topics predict images that they have not seen? The true topics, topics learnt from
// other images, and knowing nothing.
func ExampleTopics_LeftToRight() {
	all, err := datasets.Bars(sampler.Stream("bars", 1, 0), 170, 50)
	if err != nil {
		fmt.Println(err)
		return
	}
	seen, unseen := all.Docs[:150], all.Docs[150:]
	prior := lda.Prior{K: 10, Alpha: []float64{1}, Beta: 0.1}
	m, err := prior.Model(seen, 25, lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 1, Warmup: 60, Draws: 20, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	learnt, err := topics.Read(tr, 0, seen, prior.Alpha...)
	if err != nil {
		fmt.Println(err)
		return
	}
	knowsNothing := make([]float64, 25)
	for w := range knowsNothing {
		knowsNothing[w] = 1.0 / 25
	}
	for _, t := range []*topics.Topics{{Phi: all.Phi, Alpha: []float64{1}}, learnt,
		{Phi: [][]float64{knowsNothing}, Alpha: []float64{1}}} {
		logP, err := t.LeftToRight(sampler.Stream("left to right", 1, 0), unseen, 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("held-out perplexity %.1f\n", topics.Perplexity(logP, unseen))
	}
	// Output:
	// held-out perplexity 23.5
	// held-out perplexity 23.8
	// held-out perplexity 25.0
}

// Do two chains find the same topics? Yes, in a different order.
func ExampleMatch() {
	prior := lda.Prior{K: 2, Alpha: []float64{0.1}, Beta: 0.1}
	m, err := prior.Model(notes, len(vocabulary), lda.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := sampler.Run(context.Background(), m,
		sampler.Settings{Chains: 4, Warmup: 100, Draws: 400, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	chains := make([]*topics.Topics, tr.NumChains())
	for c := range chains {
		if chains[c], err = topics.Read(tr, c, notes, prior.Alpha...); err != nil {
			fmt.Println(err)
			return
		}
	}
	a, same, err := topics.Match(chains, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for c, t := range same {
		fmt.Printf("chain %d: topics %v, similarity %.3f, goal in topic 0: %.2f\n", c, a.Perms[c],
			a.Similarity[c], t.Phi[0][0])
	}
	fmt.Println("warnings:", a.Warnings)
	phi, theta, err := topics.RHat(tr, a)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("R-hat of goal in topic 0: %.2f; of topic 0 in note 6: %.2f\n", phi[0][0], theta[6][0])
	// Output:
	// chain 0: topics [0 1], similarity [1.000 1.000], goal in topic 0: 0.34
	// chain 1: topics [0 1], similarity [1.000 1.000], goal in topic 0: 0.34
	// chain 2: topics [0 1], similarity [1.000 1.000], goal in topic 0: 0.34
	// chain 3: topics [1 0], similarity [1.000 1.000], goal in topic 0: 0.34
	// warnings: []
	// R-hat of goal in topic 0: 1.00; of topic 0 in note 6: 1.00
}

// How alike topics are: the two of the newspaper share a word.
func ExampleTopics_Similarity() {
	like, err := paper.Similarity()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", like)
	// Output:
	// [[1.00 0.60] [0.60 1.00]]
}
