// Package models attacks the models that ship with gibbslab, and the diagnostics, with sizes that
// no memory can hold.
package models

import (
	"context"
	"fmt"
	"math"

	"gibbslab/internal/attack/frame"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
	"gibbslab/sampler/diag"
	"gibbslab/sampler/lda"
	"gibbslab/sampler/naivebayes"
)

// Attacks on models and diagnostics.
var Attacks = []frame.Attack{
	{Name: "lda-count-of-2^31-1", Run: largeCount,
		Want: "lda: document 0 has 2147483647 tokens…\nlda: the model would need about …(document " +
			"0 has 2147483647)…"},
	{Name: "lda-vocabulary-of-2^31", Run: largeVocabulary,
		Want: "lda: the model would need about …2147483647 words…\n…the largest parameter is phi, " +
			"shape [10 2147483647]…"},
	{Name: "lda-a-million-words-for-ten-tokens", Run: func() { tenTokens(20, 1_000_000) },
		Want: "200 draws, <nil>"},
	{Name: "lda-most-topics-for-ten-tokens", Run: func() { tenTokens(65535, 10) },
		Want: "200 draws, <nil>"},
	{Name: "naivebayes-vocabulary-of-2^31",
		Want: "naivebayes: 2 classes of 2147483647 words are more than …", Run: func() {
			_, err := naivebayes.Prior{}.Collapsed(naivebayes.Data{Docs: []corpus.Doc{{{Word: 0,
				N: 1}}}, V: math.MaxInt32})
			fmt.Println(err)
		}},
	{Name: "rank-band-of-2^40", Want: "true true", Run: func() {
		lo, _ := diag.RankBand(1<<40, 20, 0.95)
		fmt.Println(lo == nil, math.IsNaN(diag.RankTest([]int{1 << 40, 1})))
	}},
}

func largeCount() {
	docs := []corpus.Doc{{{Word: 0, N: math.MaxInt32}}}
	_, err := lda.Prior{K: 10}.Model(docs, 10, lda.Settings{})
	fmt.Println(err)
	_, err = lda.Prior{K: 10}.Model(docs, 10, lda.Settings{Sampler: lda.Dense})
	fmt.Println(err)
}

func largeVocabulary() {
	docs := []corpus.Doc{{{Word: 0, N: 5}, {Word: math.MaxInt32 - 1, N: 1}}}
	_, err := lda.Prior{K: 10}.Model(docs, math.MaxInt32, lda.Settings{Sampler: lda.Dense})
	fmt.Println(err)
	model, err := lda.Prior{K: 10}.Model(docs, math.MaxInt32, lda.Settings{})
	if err == nil {
		_, err = sampler.Run(context.Background(), model, sampler.Settings{})
	}
	fmt.Println(err)
}

// tenTokens runs a model of ten tokens without recording phi and theta.
func tenTokens(topics, words int) {
	docs := []corpus.Doc{{{Word: 0, N: 3}, {Word: 3, N: 2}}, {{Word: 9, N: 5}}}
	model, err := lda.Prior{K: topics}.Model(docs, words, lda.Settings{})
	if err != nil {
		panic(err)
	}
	model.Params = model.Params[:1]
	trace, err := sampler.Run(context.Background(), model, sampler.Settings{Chains: 1, Draws: 200})
	if err != nil {
		panic(err)
	}
	draws, err := trace.Draws("loglik")
	fmt.Printf("%d draws, %v\n", len(draws), err)
}
